"""What can be wrong in one piece of law by itself: its fields, their types, words, numbers and dates."""

import re
from collections.abc import Iterator, Mapping
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from fieldapp.lawbook.faults.fault import Path, near
from fieldapp.lawbook.schemas import COMMON, KINDS, Field
from fieldapp.lawbook.schemas.numbers import Span

Found = Iterator[tuple[Path, str]]  # the way within the piece, and a sentence
YEARS = range(1850, 2100)
LOOKED_AT = range(2000, 2100)  # nobody held this program's law against a text before
_UNPRINTED = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
_KEY = re.compile(r"[a-z0-9_]+(\.[a-z0-9_]+)*")
_TYPES = {
    str: "a text",
    int: "a whole number",
    Decimal: "a number",
    bool: "true or false",
    list: "a list",
    date: "a day",
}


def faults(kind: str, raw: Mapping[str, Any]) -> Found:
    """Everything wrong in the table of a piece of `kind`."""
    fields = COMMON | KINDS[kind]
    ends = raw.get("ends") is True
    yield from _missing(raw, {name: field for name, field in fields.items() if name in COMMON or not ends})
    yield from _in_fields(raw, fields)
    if isinstance(key := raw.get("key"), str) and key and not _KEY.fullmatch(key):
        yield ("key",), "key must be small letters, digits and _, with dots between its parts"
    if isinstance(seen := raw.get("last_checked"), date) and seen.year in YEARS and seen.year not in LOOKED_AT:
        yield ("last_checked",), f"last_checked lies in {seen.year}: it is the day on which somebody last looked"
    if "clause" not in raw and "clauses" not in raw:
        yield ("clause",), "clause is missing"
    if kind == "value" and not ends:
        yield from _empty_value(raw)


def _missing(raw: Mapping[str, Any], fields: Mapping[str, Field]) -> Found:
    yield from (((name,), f"{name} is missing") for name, field in fields.items() if field.needed and name not in raw)


def _in_fields(raw: Mapping[str, Any], fields: Mapping[str, Field]) -> Found:
    for name, value in raw.items():
        if name not in fields:
            yield (name,), f"{name} is unknown{near(name, fields.keys() - raw.keys())}"
        elif not _is(value, fields[name].type):
            yield (name,), f"{name} has the wrong kind: it must be {_spoken(fields[name].type)}"
        else:
            yield from _in_value(name, value, fields[name], raw)


def _in_value(name: str, value: object, field: Field, raw: Mapping[str, Any]) -> Found:
    if isinstance(value, list):
        yield from _in_list(name, value, field)
    elif isinstance(value, str):
        yield from (((name,), sentence) for sentence in _wrong_words(name, value, field))
    elif isinstance(value, date) and value.year not in YEARS:
        yield (name,), f"{name} lies in {value.year}: law is dated from {YEARS[0]} to {YEARS[-1]}"
    elif isinstance(value, int | Decimal) and not isinstance(value, bool):
        yield from (((name,), f"{name} {sentence}") for sentence in _wrong_number(value, field, raw.get("unit")))


def _in_list(name: str, value: list[object], field: Field) -> Found:
    if not value:
        yield (name,), f"{name} is empty"
    for number, part in enumerate(value):
        if field.each is not None:
            found = _in_part(part, field.each)
            yield from (((name, number, *path), f"{name}: {sentence}") for path, sentence in found)
        elif not _is(part, field.parts):
            ids = " ids, each" if name == "clauses" else " only what is"
            yield (name, number), f"{name} must hold{ids} {_spoken(field.parts)}"
        elif isinstance(part, str):
            yield from (((name, number), sentence) for sentence in _wrong_words(name, part, field))


def _in_part(part: object, fields: Mapping[str, Field]) -> Found:
    if not isinstance(part, dict):
        yield (), "is no table"
        return
    yield from _missing(part, fields)
    yield from _in_fields(part, fields)


def _wrong_words(name: str, text: str, field: Field) -> Iterator[str]:
    if not text.strip():
        yield f"{name} is {'blank' if text else 'empty'}"
    elif field.words and text not in field.words:
        yield f"{name} {text!r:.60} is none of {', '.join(sorted(field.words))}{near(text, field.words)}"
    elif _UNPRINTED.search(text):
        yield f"{name} holds a sign that cannot be printed"


def _wrong_number(number: int | Decimal, field: Field, unit: object) -> Iterator[str]:
    span = field.span
    if isinstance(number, Decimal) and not number.is_finite():
        yield "is no number"
    elif isinstance(span, Mapping):
        if unit is None:
            yield "has no unit: unit is missing beside it"
        elif isinstance(unit, str) and (by_unit := span.get(unit)):
            yield from _outside(number, by_unit, f" {unit}")
    elif span:
        yield from _outside(number, span, "")


def _outside(number: int | Decimal, span: Span, unit: str) -> Iterator[str]:
    if sentence := span.wrong(number):
        yield f"{number!s:.20}{unit} {sentence}"


def _empty_value(raw: Mapping[str, Any]) -> Found:
    if not {"number", "words", "text"} & raw.keys():
        yield (), "has neither number nor words"
    for name in ("unit", "comparison"):
        if name in raw and "number" not in raw:
            yield (name,), f"{name} has no number beside it"


def _is(value: object, types: type | tuple[type, ...]) -> bool:
    """Whether a value is of a type, where true is no number and an instant no day."""
    several = types if isinstance(types, tuple) else (types,)
    strange = isinstance(value, datetime) or (isinstance(value, bool) and bool not in several)
    return isinstance(value, several) and not strange


def _spoken(types: type | tuple[type, ...]) -> str:
    several = types if isinstance(types, tuple) else (types,)
    return " or ".join(_TYPES[one] for one in several if not (one is int and Decimal in several))
