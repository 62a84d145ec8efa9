"""What a field note must hold: one check for the sealed payload of a phone and for the plain form of a desk."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import cast

from fieldapp.services.records.kind import Payload, Unusable
from fieldapp.tables.field_notes import ENDED

KIND = "field_note"
SCHEMA = 1
ENDED_WORDS = 200
TAG = 60
ANIMAL_WORDS = 500
PLACE_WORDS = 300
CASE_NUMBER = 60
WORDS = 4000
CITY_DIFFERS = 300
PHOTO_KINDS = ("scene", "dog", "enclosure", "injury", "person", "paper")
PLACE_BY = ("position", "typed", "none")
_PROTECTIONS = ("passkey", "storage", "desk")
_RECORD_ID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.ASCII)
_UNPRINTED = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]")  # PostgreSQL keeps no NUL, UTF-8 no half of a pair
_LARGEST_ID = 2**31 - 1


@dataclass(frozen=True, slots=True)
class NoteValues:
    """A field note as it can be stored: texts trimmed, `occurred_at` in UTC, empty where nothing was said."""

    ended: str
    ended_words: str
    animal_id: int | None
    tag: str
    animal_words: str
    place_by: str
    place_words: str
    occurred_at: datetime
    case_number: str
    words: str
    city_differs: str
    corrects: str
    protection: str


def read_note(payload: Payload) -> NoteValues:
    """The values of a payload of schema 1. Raises Unusable with the first sentence that says what is wrong."""
    wrong = faults(payload)
    if wrong:
        raise Unusable(next(iter(wrong.values())))
    given, animal = _mapping(payload), _mapping(_mapping(payload).get("animal"))
    return NoteValues(
        ended=str(given["ended"]), ended_words=_text(given, "ended_words"), animal_id=_animal_id(animal),
        tag=_line(animal, "tag"), animal_words=_text(animal, "words"), place_by=str(given.get("place_by", "none")),
        place_words=_line(given, "place_words"), occurred_at=cast("datetime", _instant(given["occurred_at"])),
        case_number=_line(given, "case_number"), words=_text(given, "words"),
        city_differs=_line(given, "city_differs"), corrects=str(given.get("corrects") or ""),
        protection=str(given.get("protection", "storage")),
    )  # fmt: skip


def faults(payload: object) -> Mapping[str, str]:
    """What is wrong with a payload: field ("animal.tag") -> sentence, in the order of the form; empty if nothing is."""
    if not isinstance(payload, dict):
        return {"": "The note is no object of named values."}
    given, found = _mapping(payload), {}
    animal = given.get("animal", {})
    if given.get("ended") not in ENDED:
        found["ended"] = "Say how the call ended."
    elif given["ended"] == "other" and not _text(given, "ended_words"):
        found["ended_words"] = "Say in a few words how the call ended."
    if not isinstance(animal, dict):
        return found | {"animal": "The animal is no object of named values."}
    if animal.get("id") is not None and _animal_id(animal) is None:
        found["animal.id"] = "The animal's id is no number of a record."
    for where, name, most, called in _TEXTS:
        value = (animal if where == "animal" else given).get(name, "")
        if not isinstance(value, str):
            found.setdefault(_path(where, name), f"{called} is no text.")
        elif len(value) > most:
            found.setdefault(_path(where, name), f"{called} can have {most:,} characters. Shorten the text.")
    return found | _other_faults(given)


_TEXTS = (
    ("", "ended_words", ENDED_WORDS, "How it ended"),
    ("animal", "tag", TAG, "The tag's code or number"),
    ("animal", "words", ANIMAL_WORDS, "The animal's description"),
    ("", "place_words", PLACE_WORDS, "The place"),
    ("", "case_number", CASE_NUMBER, "The case number"),
    ("", "words", WORDS, "The note"),
    ("", "city_differs", CITY_DIFFERS, "What the tag or the position said"),
)


def _path(where: str, name: str) -> str:
    return f"{where}.{name}" if where else name


def _other_faults(given: Mapping[str, object]) -> dict[str, str]:
    found = {}
    if given.get("place_by", "none") not in PLACE_BY:
        found["place_by"] = "The place is known by position, typed or not at all."
    if _instant(given.get("occurred_at")) is None:
        found["occurred_at"] = "Say when it was: a day and a time."
    corrects = given.get("corrects")
    if corrects is not None and not (isinstance(corrects, str) and (not corrects or _RECORD_ID.fullmatch(corrects))):
        found["corrects"] = "The note that this one corrects is named by its record's id."
    if given.get("protection", "storage") not in _PROTECTIONS:
        found["protection"] = "The key of the record is kept by passkey, by storage or at the desk."
    return found


def _mapping(value: object) -> Mapping[str, object]:
    return value if isinstance(value, dict) else {}


def _text(given: Mapping[str, object], name: str) -> str:
    value = given.get(name, "")
    return _UNPRINTED.sub("\ufffd", value.replace("\r\n", "\n")).strip() if isinstance(value, str) else ""


def _line(given: Mapping[str, object], name: str) -> str:
    return " ".join(_text(given, name).split())


def _animal_id(animal: Mapping[str, object]) -> int | None:
    key = animal.get("id")
    return key if type(key) is int and 0 < key <= _LARGEST_ID else None


def _instant(value: object) -> datetime | None:
    """An aware time between the years 2000 and 2200, in UTC; None for anything else."""
    if not isinstance(value, str) or len(value) > 40:
        return None
    try:
        read = datetime.fromisoformat(value)
        utc = read.astimezone(UTC) if read.tzinfo else None
    except (ValueError, OverflowError):
        return None
    return utc if utc and 2000 <= utc.year < 2200 else None
