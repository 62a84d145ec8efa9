"""Something irreversible without the gates that are always asked before it."""

from collections.abc import Iterator

from fieldapp.lawbook.faults.fault import Wrong, wrong
from fieldapp.lawbook.schemas.seizure import IRREVERSIBLE
from fieldapp.lawbook.values import Lawbook, Place
from fieldapp.rules.gates import ALWAYS


def faults(book: Lawbook) -> Iterator[Wrong]:
    """Every irreversible act that lacks one of the gates that are always asked."""
    for city in book.cities.values():
        yield from _ungated(book, city)


def _ungated(book: Lawbook, place: Place) -> Iterator[Wrong]:
    """A gate of the city's own, which replaced or ended what is lacking, is named; the city where it has none."""
    own = place.pieces.get("gate", {})
    keyed = {**book.states[place.state].pieces.get("gate", {}), **own}
    if not all(keyed.values()):  # a gate that is not sound may be the one
        return
    gates = [dated[-1].fields for dated in keyed.values() if not dated[-1].ends]
    for action in IRREVERSIBLE if gates else ():
        guards = {gate["guards"] for gate in gates if action in gate["actions"]}
        for lacking in sorted(ALWAYS - guards):
            sentence = f"nothing guards {lacking} before '{action}'"
            replaced = next((dated[-1] for dated in reversed([*own.values()])), None)
            yield wrong(replaced, sentence) if replaced else Wrong(f"{place.id}/city.toml", "gate", (), sentence)
