"""A clause that nobody wrote: an id that the inventory of its city does not hold, each fault with its place."""

from collections.abc import Iterator

from fieldapp.lawbook.coverage import clauses_of
from fieldapp.lawbook.inventory import OWN_ID, STATE_ID, inventory
from fieldapp.lawbook.pieces import Fault
from fieldapp.lawbook.values import Lawbook

_LISTED = {clause.city for clause in inventory().values()}


def faults(book: Lawbook) -> Iterator[Fault]:
    """Every id in vain. A state's begin with MN-; a listed city's are its own of the inventory, MN- or LOCAL-.

    A city that the inventory does not know names its clauses as it likes.
    """
    for place in book.places():
        if place.kind != "state" and place.id not in _LISTED:
            continue
        outside = (STATE_ID,) if place.kind == "state" else (STATE_ID, OWN_ID)
        own = {clause.id for clause in inventory().values() if clause.city == place.id}
        for piece in (p for keys in place.pieces.values() for dated in keys.values() for p in dated):
            for clause in clauses_of(piece):
                if clause not in own and not clause.startswith(outside):
                    yield Fault(piece.file, piece.key, piece.line, f"clause: {place.id} has no clause {clause!r}")
