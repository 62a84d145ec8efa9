"""What can be wrong in an enclosure checklist beyond one field."""

import re
from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any

from fieldapp.lawbook.enclosures import TIMES
from fieldapp.lawbook.faults.fault import Path, Wrong, near, wrong
from fieldapp.lawbook.schemas.numbers import BY_UNIT
from fieldapp.lawbook.values import Lawbook, Piece
from fieldapp.rules.checklist import ANIMALS, CONFINEMENT, LENGTH, RECTANGLES, WIDTH

Found = Iterator[tuple[Path, str]]
_ID = re.compile(r"[a-z][a-z0-9_]*")


def faults(book: Lawbook) -> Iterator[Wrong]:
    """What is wrong in any checklist of the book beyond one field."""
    for place in book.places():
        state = book.states.get(place.state, place)
        known = {**state.pieces.get("pen_fact", {}), **place.pieces.get("pen_fact", {})}
        facts = {key: dated[-1] for key, dated in known.items() if dated}
        for piece in place.every():
            if piece.kind == "pen_fact":
                yield from (wrong(piece, sentence, *path) for path, sentence in _wrong_fact(piece))
            elif piece.kind == "check" and not piece.ends:
                yield from (wrong(piece, sentence, *path) for path, sentence in _wrong_check(piece, facts))


def _wrong_fact(piece: Piece) -> Found:
    if piece.ends:
        yield ("ends",), "a fact of a pen does not end: old checks still look at it"
        return
    fields = piece.fields
    yield from _wrong_id(piece)
    if (fields["type"] == "word") != ("options" in fields):
        yield ("options",), "options are the words of a fact of type word, and of no other"
    if fields["type"] == "amount" and "unit" not in fields:
        yield ("unit",), "unit is missing beside an amount"


def _wrong_id(piece: Piece) -> Found:
    if not _ID.fullmatch(piece.key):
        yield ("key",), "key must be small letters, digits and underscores"


def _wrong_check(piece: Piece, facts: Mapping[str, Piece]) -> Found:
    fields, measure = piece.fields, piece.fields["measure"]
    yield from _wrong_id(piece)
    if measure != "floor area" and "field" not in fields:
        yield ("field",), f"field is missing beside the measure {measure}"
        return
    looked = (LENGTH, WIDTH, RECTANGLES, ANIMALS) if measure == "floor area" else (fields["field"],)
    needed = (*looked, CONFINEMENT, fields.get("against", CONFINEMENT))
    if any(name not in facts for name in needed):  # a name in vain, which names.py reports
        return
    kinds = facts[CONFINEMENT].fields.get("options", [])
    for number, group in enumerate(fields["groups"]):
        if group not in kinds:
            yield ("groups", number), f"groups: {group!r:.60} is none of {', '.join(kinds)}{near(group, kinds)}"
    yield from _wrong_answer(fields, facts) if measure == "answer" else _wrong_number(fields, facts)
    for number, raw in enumerate(fields.get("applies_when", ())):
        found = _wrong_condition(raw, facts)
        yield from ((("applies_when", number, name), f"applies_when: {sentence}") for name, sentence in found)


def _wrong_answer(fields: Mapping[str, Any], facts: Mapping[str, Piece]) -> Found:
    fact = facts[fields["field"]].fields
    if "accepted" not in fields:
        yield ("accepted",), "accepted is missing beside the measure answer"
    for number, value in enumerate(fields.get("accepted", ())):
        if not _is_one(value, fact):
            yield ("accepted", number), f"accepted: {value!r:.60} is no value of {fields['field']}{_meant(value, fact)}"
    for name in ("number", "against", "comparison", "unit"):
        if name in fields:
            yield (name,), f"{name} has no place in an answer"


def _wrong_number(fields: Mapping[str, Any], facts: Mapping[str, Piece]) -> Found:
    yield from (((name,), f"{name} is missing") for name in ("unit", "comparison") if name not in fields)
    if ("number" in fields) == ("against" in fields):
        yield ("number",), "needs either a number or a fact to compare with (against)"
    elif fields.get("number") == 0:
        yield ("number",), "number must be over 0"
    if fields["measure"] == "floor area":
        if fields.get("unit") != "square feet" or "against" in fields or "field" in fields:
            yield ("unit",), "a floor area is a number of square feet and names no fact"
        return
    if "per_animal" in fields:
        yield ("per_animal",), "per_animal belongs to a floor area"
    for name in ("field", "against"):
        if name in fields and facts[fields[name]].fields["type"] not in {"amount", "count"}:
            yield (name,), f"{name} {fields[name]!r} is no amount"
    fact_unit = facts[fields["field"]].fields.get("unit")
    if "unit" in fields and fields["unit"] != fact_unit and (fields["unit"], fact_unit) not in TIMES:
        yield ("unit",), f"unit {fields['unit']!r} does not go with {fields['field']} in {fact_unit}"


def _wrong_condition(raw: Mapping[str, Any], facts: Mapping[str, Piece]) -> Iterator[tuple[str, str]]:
    value, piece = raw["value"], facts.get(raw["field"])
    if piece is None:  # a name in vain, which names.py reports
        return
    fact = piece.fields
    if raw["operator"] in {"is", "is not"}:
        if not _is_one(value, fact):
            yield "value", f"{value!r:.60} is no value of {raw['field']}{_meant(value, fact)}"
    elif fact["type"] not in {"amount", "count"} or not isinstance(value, int | Decimal) or isinstance(value, bool):
        yield "operator", f"{raw['operator']} compares amounts only"
    elif (span := BY_UNIT.get(fact.get("unit", ""))) and (sentence := span.wrong(value)):
        yield "value", f"{value!s:.20} {sentence}"


def _is_one(value: object, fact: Mapping[str, Any]) -> bool:
    return isinstance(value, bool) if fact["type"] == "yes or no" else value in fact.get("options", ())


def _meant(value: object, fact: Mapping[str, Any]) -> str:
    return near(str(value), fact.get("options", ()))
