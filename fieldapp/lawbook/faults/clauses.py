"""A clause that nobody wrote: an id that the inventory of its city does not hold."""

from collections.abc import Iterator

from fieldapp.lawbook.coverage import clauses_of
from fieldapp.lawbook.faults.fault import Wrong, near, wrong
from fieldapp.lawbook.inventory import OWN_ID, STATE_ID, inventory
from fieldapp.lawbook.values import Lawbook


def faults(book: Lawbook) -> Iterator[Wrong]:
    """Every id in vain. A state's begin with MN-; a listed city's are its own of the inventory, MN- or LOCAL-.

    A city that the inventory does not know names its clauses as it likes.
    """
    listed = {clause.city for clause in inventory().values()}
    for place in book.places():
        if place.kind != "state" and place.id not in listed:
            continue
        outside = (STATE_ID,) if place.kind == "state" else (STATE_ID, OWN_ID)
        own = {clause.id for clause in inventory().values() if clause.city == place.id}
        for piece in place.every():
            for path, clause in clauses_of(piece):
                if clause not in own and not clause.startswith(outside):
                    yield wrong(piece, f"clause: {place.id} has no clause {clause!r:.60}{near(clause, own)}", *path)
