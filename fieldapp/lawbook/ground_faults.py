"""What can be wrong with grounds, duties, gates and offenses beyond one piece's fields, each fault with its place."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from fieldapp.lawbook.pieces import Fault
from fieldapp.lawbook.schemas import ELEMENT, KINDS
from fieldapp.lawbook.values import Lawbook, Piece, Place
from fieldapp.rules.gates import ALWAYS

_LISTS = {kind: [n for n, f in fields.items() if f.each is ELEMENT] for kind, fields in KINDS.items()}
_ACTIONS = KINDS["ground"]["action"].words
_IRREVERSIBLE = ("destroy", "dispose", "sterilize", "transfer")
_NEEDS_LIST = {"is", "is not", "by"}
_NAMES_VALUE = {"within", "outside"}
_NEEDS_NAME = _NAMES_VALUE | {"before"}


def faults(book: Lawbook) -> Iterator[Fault]:
    """Every element without what its comparison needs, every name in vain, every irreversible act without its gates."""
    for place in book.places():
        named = _Named(book, place)
        for piece in _all(place):
            if not piece.ends:
                wrong = (*_wrong_elements(piece, named.values), *_wrong_names(piece, named))
                yield from (Fault(piece.file, piece.key, piece.line, sentence) for sentence in wrong)
        if place.state:
            yield from _ungated(book, place)


class _Named:
    """The keys that a place's pieces may name: its own and its state's; a state's also those of its cities."""

    def __init__(self, book: Lawbook, place: Place) -> None:
        cities = [city for city in book.cities.values() if city.state == place.id]
        places = [place, book.states[place.state]] if place.state else [place, *cities]
        self.values = {key for one in places for key in one.pieces.get("value", {})}
        self.charges = {key for one in places for key in one.pieces.get("charge", {})}
        self.grounds = {key for one in places for key in one.pieces.get("ground", {})} | _ACTIONS


def _all(place: Place) -> Iterator[Piece]:
    return (piece for keys in place.pieces.values() for dated in keys.values() for piece in dated)


def _wrong_elements(piece: Piece, values: Collection[str]) -> Iterator[str]:
    for name in _LISTS.get(piece.kind, ()):
        for raw in piece.fields.get(name, ()):
            yield from (f"{name}: {raw['fact']}: {sentence}" for sentence in _wrong_element(raw, values))


def _wrong_element(raw: Mapping[str, Any], values: Collection[str]) -> Iterator[str]:
    op, value = raw["op"], raw.get("value")
    if op in _NEEDS_NAME and not isinstance(value, str):
        yield f"'{op}' needs a name as its value"
    if op in _NEEDS_LIST and not (isinstance(value, list) or _refers(value)):
        yield f"'{op}' needs a list, or value:KEY"
    told = [one for one in (value, raw.get("against")) if isinstance(one, str)]
    keys = [one.removeprefix("value:") for one in told if op in _NAMES_VALUE or _refers(one)]
    yield from (f"there is no value {key!r}" for key in keys if key not in values)


def _refers(value: object) -> bool:
    return isinstance(value, str) and value.startswith("value:")


def _wrong_names(piece: Piece, named: _Named) -> Iterator[str]:
    fields = piece.fields
    yield from (f"lifts: there is no ground {key!r}" for key in fields.get("lifts", ()) if key not in named.grounds)
    for step in fields.get("step_up", ()):
        yield from (f"step_up: there is no charge {key!r}" for key in step["of"] if key not in named.charges)
    cap = fields.get("cost_cap", "")
    if cap and cap not in named.values:
        yield f"cost_cap: there is no value {cap!r}"


def _ungated(book: Lawbook, place: Place) -> Iterator[Fault]:
    """A city where something irreversible lacks one of the gates that are always asked; none where it has no gate."""
    keyed = {**book.states[place.state].pieces.get("gate", {}), **place.pieces.get("gate", {})}
    gates = [dated[-1].fields for dated in keyed.values() if not dated[-1].ends]
    for action in _IRREVERSIBLE if gates else ():
        guards = {gate["guards"] for gate in gates if action in gate["actions"]}
        for lacking in sorted(ALWAYS - guards):
            yield Fault(f"{place.id}/", "gate", 0, f"nothing guards {lacking} before '{action}'")
