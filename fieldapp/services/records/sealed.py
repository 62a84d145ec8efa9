"""Read the body of a sealed record: its fields as docs/protocol.md names them, each checked."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

from fieldapp.services.records.kind import ManifestLine, Place
from fieldapp.services.records.manifest import manifest_of
from fieldapp.services.records.strict_json import Unreadable, read

LARGEST = 262_144  # bytes of a body
LARGEST_SEQ = 2_147_483_647
YEARS = range(1900, 2200)  # a phone's clock may be wrong, but beyond these an instant has no day in every time zone
MOST_PARENTS = 32
LONGEST_KIND = 60
LONGEST_NUMBER = 60
FIRST_PREV = "0" * 64
CITY_BY = ("tag", "position", "chosen")
UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.ASCII)
_DEVICE = re.compile(rf"{UUID.pattern}|desk-[a-z][a-z0-9_]*(?:-[0-9]+)?", re.ASCII)
_HASH = re.compile(r"[0-9a-f]{64}", re.ASCII)
_WORD = re.compile(r"[a-z][a-z0-9_]*", re.ASCII)
_INSTANT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?Z", re.ASCII)
_DEGREES = re.compile(r"-?\d{1,3}(?:\.\d{1,10})?", re.ASCII)
_NEEDED = (
    "v", "id", "origin", "city", "city_by", "kind", "schema", "author", "device", "seq", "prev", "sealed_at", "clock",
    "parents", "photos", "payload",
)  # fmt: skip
_OPTIONAL = ("place", "number")


@dataclass(frozen=True, slots=True)
class Sealed:
    """A body as it was sealed; instants are UTC."""

    id: str
    origin: str
    city: str
    city_by: str
    kind: str
    schema: int
    author: int
    device: str
    seq: int
    prev: str
    sealed_at: datetime
    place: Place | None
    parents: tuple[str, ...]
    photos: tuple[ManifestLine, ...]
    number: str | None
    payload: Mapping[str, Any]


def read_sealed(body: bytes) -> Sealed:
    """The record behind the bytes. Raises Unreadable with a sentence that names the field."""
    found = read(body)
    if not isinstance(found, dict):
        raise Unreadable("The body is no JSON object.")
    for name in (n for n in _NEEDED if n not in found):
        raise Unreadable(f"The field {name} is missing.")
    if strange := set(found) - {*_NEEDED, *_OPTIONAL}:
        raise Unreadable(f"There is no field {min(strange)[:40]!r} in this version.")
    if _integer(found, "v", 1, LARGEST_SEQ) != 1:
        raise Unreadable("This version (v) of the protocol is not known here.")
    _check_clock(found["clock"])
    return Sealed(
        id=_text(found, "id", UUID), origin=_plain(found, "origin"), city=_text(found, "city", _WORD),
        city_by=_one_of(found, "city_by", CITY_BY), kind=_text(found, "kind", _WORD, LONGEST_KIND),
        schema=_integer(found, "schema", 1, LARGEST_SEQ), author=_integer(found, "author", 1, LARGEST_SEQ),
        device=_text(found, "device", _DEVICE), seq=_integer(found, "seq", 1, LARGEST_SEQ),
        prev=_text(found, "prev", _HASH), sealed_at=instant(found["sealed_at"], "sealed_at"),
        place=_place(found.get("place")), parents=_parents(found), photos=manifest_of(found["photos"]),
        number=_plain(found, "number", LONGEST_NUMBER) if found.get("number") is not None else None,
        payload=_object(found["payload"], "payload"),
    )  # fmt: skip


def instant(value: object, name: str) -> datetime:
    """The instant of a text such as 2026-11-30T15:04:05.123Z, of the years 1900 to 2199, aware, UTC.

    Raises Unreadable, naming the field.
    """
    if isinstance(value, str) and _INSTANT.fullmatch(value):
        try:
            read_as = datetime.fromisoformat(value).astimezone(UTC)
        except (ValueError, OverflowError):
            read_as = None
        if read_as and read_as.year in YEARS:
            return read_as
    raise Unreadable(f"{name} is no instant from 1900 to 2199 such as 2026-11-30T15:04:05.123Z.")


def _text(found: Mapping[str, Any], name: str, pattern: re.Pattern[str], longest: int = 200) -> str:
    value = found[name]
    if not isinstance(value, str) or len(value) > longest or not pattern.fullmatch(value):
        raise Unreadable(f"{name} cannot be read.")
    return value


def _plain(found: Mapping[str, Any], name: str, longest: int = 200) -> str:
    value = found[name]
    if not isinstance(value, str) or not 0 < len(value) <= longest or not value.isascii() or not value.isprintable():
        raise Unreadable(f"{name} cannot be read.")
    return value


def _one_of(found: Mapping[str, Any], name: str, words: tuple[str, ...]) -> str:
    value = found[name]
    if not isinstance(value, str) or value not in words:
        raise Unreadable(f"{name} is none of {', '.join(words)}.")
    return value


def _integer(found: Mapping[str, Any], name: str, least: int, most: int) -> int:
    value = found[name]
    if type(value) is not int or not least <= value <= most:
        raise Unreadable(f"{name} is no whole number from {least} to {most}.")
    return value


def _object(value: object, name: str) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise Unreadable(f"{name} is no JSON object.")
    return value


def _check_clock(value: object) -> None:
    clock = _object(value, "clock")
    if set(clock) != {"offset_ms", "mono_ms"} or any(type(number) is not int for number in clock.values()):
        raise Unreadable("clock does not hold offset_ms and mono_ms as integers.")


def _place(value: object) -> Place | None:
    if value is None:
        return None
    place = _object(value, "place")
    if set(place) != {"lat", "lon", "accuracy_m", "at"}:
        raise Unreadable("place does not hold lat, lon, accuracy_m and at.")
    lat, lon = _text(place, "lat", _DEGREES), _text(place, "lon", _DEGREES)
    if abs(Decimal(lat)) > 90 or abs(Decimal(lon)) > 180:
        raise Unreadable("place lies nowhere on Earth.")
    accuracy = _integer(place, "accuracy_m", 0, LARGEST_SEQ)
    return Place(Decimal(lat), Decimal(lon), accuracy, instant(place["at"], "place.at"))


def _parents(found: Mapping[str, Any]) -> tuple[str, ...]:
    value = found["parents"]
    if not isinstance(value, list) or len(value) > MOST_PARENTS:
        raise Unreadable(f"parents is no list of at most {MOST_PARENTS}.")
    if any(not isinstance(p, str) or not UUID.fullmatch(p) or p == found["id"] for p in value):
        raise Unreadable("parents names something that is no other record.")
    if len(set(value)) != len(value):
        raise Unreadable("parents names a record twice.")
    return tuple(value)
