"""What can be wrong with the questions of a piece (ELEMENT): a comparison without what it needs, a word in vain."""

from collections.abc import Iterator, Mapping
from typing import Any

from fieldapp.lawbook.faults.fault import Path, Wrong, near, wrong
from fieldapp.lawbook.faults.known import Known
from fieldapp.lawbook.faults.names import in_vain
from fieldapp.lawbook.names import AMOUNT, DAY, TEXT, WORD, YES_OR_NO
from fieldapp.lawbook.schemas import ELEMENT, KINDS, Field
from fieldapp.lawbook.schemas.fields import FACT, VALUE
from fieldapp.lawbook.values import Lawbook
from fieldapp.rules.days import is_day

_REFERS = "value:"
_LIMITS = {"within", "outside"}
_LISTS = {"is", "is not"}
_COMPARED = {YES_OR_NO: _LISTS, WORD: _LISTS, AMOUNT: _LIMITS, DAY: {"before", "by"}, TEXT: set[str]()}

Question = Mapping[str, Any]
Found = Iterator[tuple[str, str]]  # the field of the question, and a sentence


def faults(book: Lawbook) -> Iterator[Wrong]:
    """Every fault of every question of the book."""
    for place in book.places():
        known = Known(book, place)
        for piece in place.every():
            if piece.ends:
                continue
            for path, raw in _questions(piece.fields, KINDS[piece.kind]):
                found = (*_wrong_value(raw, known), *_wrong_fact(raw, known))
                yield from (
                    wrong(piece, f"{path[0]}: {raw['fact']}: {sentence}", *path, name) for name, sentence in found
                )


def _questions(raw: Question, fields: Mapping[str, Field]) -> Iterator[tuple[Path, Question]]:
    """Every question of a piece with the way to it, also those of the lines of a record."""
    for name, field in fields.items():
        for number, part in enumerate(raw.get(name, ()) if field.each else ()):
            if field.each is ELEMENT:
                yield (name, number), part
            else:
                yield from (((name, number, *path), found) for path, found in _questions(part, field.each or {}))


def _wrong_value(raw: Question, known: Known) -> Found:
    op, value = raw["op"], raw.get("value")
    if op == "recorded":
        yield from ((name, "'recorded' asks for no value") for name in ("value", "against") if name in raw)
    elif op in _LIMITS:
        yield from _wrong_limit(op, value, known)
    elif op == "before":
        yield from _wrong_other(value, known)
    elif not isinstance(value, list) and not _refers(value):
        yield "value", f"'{op}' needs a list, or value:KEY"
    for name in ("value", "against"):
        told = raw.get(name)
        if _refers(told):
            yield from ((name, sentence) for sentence in _wrong_reference(str(told).removeprefix(_REFERS), known))
        elif name == "against" and isinstance(told, str):
            yield name, "needs a list, or value:KEY"
    if op == "by":
        yield from _wrong_day(value, known)


def _wrong_limit(op: str, value: object, known: Known) -> Found:
    if not isinstance(value, str):
        yield "value", f"'{op}' needs a name as its value: the key of a value with a number"
    elif value not in known.of(VALUE):
        yield "value", in_vain(VALUE, value, known)
    elif any("number" not in piece.fields for piece in known.values(value)):
        yield "value", f"the value {value!r} has no number"


def _wrong_other(value: object, known: Known) -> Found:
    if not isinstance(value, str):
        yield "value", "'before' needs a name as its value: another fact"
    elif value not in known.of(FACT):
        yield "value", in_vain(FACT, value, known)
    elif known.names.facts[value] != DAY:
        yield "value", f"the fact {value!r} is no day"


def _wrong_reference(key: str, known: Known) -> Iterator[str]:
    if key not in known.of(VALUE):
        yield in_vain(VALUE, key, known)
    elif any("words" not in piece.fields for piece in known.values(key)):
        yield f"the value {key!r} has no words"


def _wrong_day(value: object, known: Known) -> Found:
    days = [value] if isinstance(value, list) else []
    if _refers(value):
        days = [piece.fields.get("words", []) for piece in known.values(str(value).removeprefix(_REFERS))]
    for one in days:
        if len(one) != 1 or not is_day(one[0]):
            yield "value", "'by' needs one day, such as 2005-01-01"


def _wrong_fact(raw: Question, known: Known) -> Found:
    told = known.names.facts.get(raw["fact"])
    if told is None:  # a name in vain, which names.py reports
        return
    compared = _LISTS if isinstance(told, tuple) else _COMPARED[told]
    if raw["op"] != "recorded" and raw["op"] not in compared:
        spoken = "a fact with words" if isinstance(told, tuple) else f"a fact of type {told}"
        yield "op", f"'{raw['op']}' does not go with {spoken}"
        return
    for name in ("value", "against"):
        value = raw.get(name)
        for word in value if isinstance(value, list) and told != DAY else ():
            yield from ((name, sentence) for sentence in _wrong_word(word, told))


def _wrong_word(word: object, told: str | tuple[str | bool, ...]) -> Iterator[str]:
    if isinstance(told, tuple) and word not in told:
        yield f"{word!r:.60} is no word of this fact in names.toml{near(str(word), [str(one) for one in told])}"
    elif told == YES_OR_NO and not isinstance(word, bool):
        yield f"{word!r:.60} must be true or false: the fact is a yes or no"
    elif told == WORD and not isinstance(word, str):
        yield f"{word!r} must be a word"


def _refers(value: object) -> bool:
    return isinstance(value, str) and value.startswith(_REFERS)
