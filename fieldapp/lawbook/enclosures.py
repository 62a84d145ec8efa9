"""The enclosure checklist of one city on one day, in the shape that rules/enclosures.py takes; what is wrong in one."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from typing import Any

from fieldapp.lawbook.pieces import Fault
from fieldapp.lawbook.standing import LawNotKnown
from fieldapp.lawbook.values import Lawbook, Piece, Place
from fieldapp.rules.checklist import ANIMALS, CONFINEMENT, LENGTH, RECTANGLES, WIDTH, Check, Condition
from fieldapp.rules.limits import Limit
from fieldapp.rules.pens import PenFact

# How many of the unit of a fact one unit of the law's text is: law says feet, a tape says inches.
TIMES = {("feet", "inches"): 12}
_ID = re.compile(r"[a-z][a-z0-9_]*")


@dataclass(frozen=True, slots=True)
class EnclosureLaw:
    """The facts with which a pen is described, by name, and the city's checks in their order."""

    facts: Mapping[str, PenFact]
    checks: tuple[Check, ...]


def enclosure_law(book: Lawbook, city: str, day: date) -> EnclosureLaw:
    """The checklist in force in `city` on `day`: its own checks, and its state's under other keys.

    Raises LawNotKnown for a day before the text of the city, or of its state where it has none, begins.
    """
    key = (id(book), city, day)
    if key not in _known:
        if len(_known) > _MOST:
            _known.clear()
        _known[key] = (book, _enclosure_law(book, city, day))
    return _known[key][1]


_MOST = 512
_known: dict[tuple[int, str, date], tuple[Lawbook, EnclosureLaw]] = {}


def _enclosure_law(book: Lawbook, city: str, day: date) -> EnclosureLaw:
    place = book.cities[city]
    begins = _begins(place) or _begins(book.states[place.state])
    if begins is None or day < begins:
        msg = f"the lawbook has no enclosure checks for {place.name} on {day.isoformat()}"
        raise LawNotKnown(msg)
    facts = {piece.key: _fact(piece) for where in (book.states[place.state], place) for piece in _of(where, "pen_fact")}
    return EnclosureLaw(facts, tuple(_check(piece, facts) for piece in book.all(city, "check", day)))


def _begins(place: Place) -> date | None:
    return min((dated[0].since for dated in place.pieces.get("check", {}).values()), default=None)


def _fact(piece: Piece) -> PenFact:
    words = {name: str(piece.fields.get(name, "")) for name in ("type", "unit", "prompt", "how")}
    return PenFact(name=piece.key, options=tuple(piece.fields.get("options", ())), **words)


def _check(piece: Piece, facts: Mapping[str, PenFact]) -> Check:
    fields = piece.fields
    field = fields.get("field", "")
    return Check(
        id=piece.key,
        measure=fields["measure"],
        field=field,
        against=fields.get("against", ""),
        per_animal=fields.get("per_animal", False),
        accepted=tuple(fields.get("accepted", ())),
        groups=tuple(fields["groups"]),
        applies_when=tuple(_condition(raw) for raw in fields.get("applies_when", ())),
        law=_in_unit_of(facts[field].unit if field else "", piece.limit),
        prompt=fields["prompt"],
        how=fields["how"],
    )


def _condition(raw: Mapping[str, Any]) -> Condition:
    value = raw["value"]
    number = isinstance(value, int) and not isinstance(value, bool)
    return Condition(raw["field"], raw["operator"], Decimal(value) if number else value, raw.get("not_noted", "open"))


def _in_unit_of(unit: str, law: Limit) -> Limit:
    times = TIMES.get((law.unit, unit))
    return replace(law, amount=law.amount * times, unit=unit) if times else law


def faults(book: Lawbook) -> Iterator[Fault]:
    """What is wrong in any checklist of the book beyond the fields of a single piece, at its file, key and line."""
    for place in book.places():
        state = book.states.get(place.state, place)
        facts = {
            piece.key: piece
            for where in {state.id: state, place.id: place}.values()
            for piece in _of(where, "pen_fact")
        }
        for piece in (*_of(place, "pen_fact"), *_of(place, "check")):
            wrong = _wrong_fact(piece) if piece.kind == "pen_fact" else _wrong_check(piece, facts)
            yield from (Fault(piece.file, piece.key, piece.line, sentence) for sentence in wrong)


def _of(place: Place, kind: str) -> Iterator[Piece]:
    return (piece for dated in place.pieces.get(kind, {}).values() for piece in dated)


def _wrong_fact(piece: Piece) -> Iterator[str]:
    if piece.ends:
        yield "a fact of a pen does not end: old checks still look at it"
        return
    options = piece.fields.get("options", [])
    if not _ID.fullmatch(piece.key):
        yield "key must be small letters, digits and underscores"
    if (piece.fields["type"] == "word") != bool(options) or not all(isinstance(o, str) for o in options):
        yield "options are the words of a fact of type word, and of no other"
    if piece.fields["type"] == "amount" and not piece.fields.get("unit"):
        yield "unit is missing beside an amount"


def _wrong_check(piece: Piece, facts: Mapping[str, Piece]) -> Iterator[str]:
    if piece.ends:
        return
    fields, measure = piece.fields, piece.fields["measure"]
    if not _ID.fullmatch(piece.key):
        yield "key must be small letters, digits and underscores"
    looked = (LENGTH, WIDTH, RECTANGLES, ANIMALS) if measure == "floor area" else (fields.get("field", ""),)
    needed = [*looked, CONFINEMENT, *([fields["against"]] if "against" in fields else [])]
    strange = [name for name in needed if name not in facts]
    yield from (f"field {name!r} is no [[pen_fact]]" for name in strange)
    if strange:
        return
    kinds = facts[CONFINEMENT].fields.get("options", [])
    yield from (f"groups: {group!r} is none of {', '.join(kinds)}" for group in fields["groups"] if group not in kinds)
    yield from _wrong_answer(fields, facts) if measure == "answer" else _wrong_number(fields, facts)
    for raw in fields.get("applies_when", ()):
        yield from (f"applies_when: {sentence}" for sentence in _wrong_condition(raw, facts))


def _wrong_answer(fields: Mapping[str, Any], facts: Mapping[str, Piece]) -> Iterator[str]:
    fact = facts[fields["field"]].fields
    if not fields.get("accepted"):
        yield "accepted is missing beside the measure answer"
    for value in fields.get("accepted", ()):
        if not _is_one(value, fact):
            yield f"accepted: {value!r} is no value of {fields['field']}"
    yield from (f"{name} has no place in an answer" for name in ("number", "against", "comparison") if name in fields)


def _wrong_number(fields: Mapping[str, Any], facts: Mapping[str, Piece]) -> Iterator[str]:
    yield from (f"{name} is missing" for name in ("unit", "comparison") if name not in fields)
    if ("number" in fields) == ("against" in fields):
        yield "needs either a number or a fact to compare with (against)"
    if fields["measure"] == "floor area":
        if fields.get("unit") != "square feet" or "against" in fields or "field" in fields:
            yield "a floor area is a number of square feet and names no fact"
        return
    if "per_animal" in fields:
        yield "per_animal belongs to a floor area"
    for name in ("field", "against"):
        if name in fields and facts[fields[name]].fields["type"] not in {"amount", "count"}:
            yield f"{name} {fields[name]!r} is no amount"
    fact_unit = facts[fields["field"]].fields.get("unit")
    if "unit" in fields and fields["unit"] != fact_unit and (fields["unit"], fact_unit) not in TIMES:
        yield f"unit {fields['unit']!r} does not go with {fields['field']} in {fact_unit}"


def _wrong_condition(raw: Mapping[str, Any], facts: Mapping[str, Piece]) -> Iterator[str]:
    fact = facts.get(raw["field"])
    if fact is None:
        yield f"field {raw['field']!r} is no [[pen_fact]]"
    elif raw["operator"] in {"is", "is not"}:
        if not _is_one(raw["value"], fact.fields):
            yield f"{raw['value']!r} is no value of {raw['field']}"
    elif fact.fields["type"] not in {"amount", "count"} or isinstance(raw["value"], bool | str):
        yield f"{raw['operator']} compares amounts only"


def _is_one(value: object, fact: Mapping[str, Any]) -> bool:
    return isinstance(value, bool) if fact["type"] == "yes or no" else value in fact.get("options", ())
