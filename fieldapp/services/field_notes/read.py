"""Field notes on record: lists, one note with all its facts, and what an animal's page shows of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import Row

from fieldapp.services import cities
from fieldapp.services.field_notes.words import animal_in_words, device_in_words, ended_in_words
from fieldapp.tables import field_notes as tables
from fieldapp.tables.db import reading
from fieldapp.tables.field_notes import ENDED, Wanted

SHOWN = 100  # notes of a list
SHOWN_OF_ANIMAL = 20


class NoSuchNote(LookupError):
    """The city has no such note, or it is not this reader's."""


@dataclass(frozen=True, slots=True)
class NoteReading:
    """A field note. Texts are empty and numbers None where nothing was said; times are UTC.

    `receipt`: the number of the record in the city, which its receipt names. `device`: "phone 7" or "desk".
    """

    id: int
    record_id: str
    city: str
    ended: str
    ended_words: str
    ended_says: str
    animal_id: int | None
    animal_says: str
    tag: str
    animal_words: str
    place_by: str
    place_words: str
    latitude: str
    longitude: str
    accuracy_m: int | None
    occurred_at: datetime
    sealed_at: datetime | None
    received_at: datetime
    city_by: str
    city_differs: str
    case_number: str
    words: str
    corrects: str
    protection: str
    author: int
    by: str
    device: str
    receipt: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Chosen:
    """What somebody asked of the list: an end, an author, a first and a last law day; None: any."""

    ended: str | None = None
    author: int | None = None
    first: date | None = None
    last: date | None = None


@dataclass(frozen=True, slots=True)
class Notes:
    """The latest notes of a list, and whether there are older ones behind them."""

    shown: tuple[NoteReading, ...]
    more: bool


@dataclass(frozen=True, slots=True)
class NoteOfAnimal:
    """An earlier note of an animal as everybody may see it who looks it up: kind and law day."""

    ended_says: str
    day: date


def notes_of(city: str, chosen: Chosen, *, only_of: int | None) -> Notes:
    """The latest notes of the city; `only_of`: the one person whose notes may be seen, None for all of the city's."""
    zone = ZoneInfo(cities.zone(city))
    author = only_of if only_of is not None else chosen.author
    wanted = Wanted(
        author=author,
        ended=chosen.ended if chosen.ended in ENDED else None,
        since=_start_of(chosen.first, zone),
        before=_start_of(chosen.last + timedelta(days=1), zone) if chosen.last else None,
    )
    with reading() as connection:
        rows = tables.listed(connection, city, wanted, SHOWN + 1)
    return Notes(tuple(_reading(row) for row in rows[:SHOWN]), len(rows) > SHOWN)


def _start_of(day: date | None, zone: ZoneInfo) -> datetime | None:
    return datetime.combine(day, time(), zone) if day else None


def note_of(city: str, note_id: int, *, only_of: int | None) -> NoteReading:
    """One note. Raises NoSuchNote, also where it is another's than `only_of`."""
    with reading() as connection:
        row = tables.one(connection, city, note_id)
    return _seen(row, only_of)


def note_of_record(city: str, record_id: str, *, only_of: int | None) -> NoteReading:
    """The note of a sealed record, by the record's id. Raises NoSuchNote, also where it is another's than `only_of`."""
    with reading() as connection:
        row = tables.of_record(connection, city, record_id)
    return _seen(row, only_of)


def _seen(row: Row[*tuple[Any, ...]] | None, only_of: int | None) -> NoteReading:
    if row is None or (only_of is not None and row.author != only_of):
        raise NoSuchNote
    return _reading(row)


def corrections_of(city: str, record_id: str) -> tuple[NoteReading, ...]:
    """The notes that correct a note, the earliest first; empty where none does."""
    with reading() as connection:
        return tuple(_reading(row) for row in tables.corrections_of(connection, city, record_id))


def authors_of(city: str) -> Mapping[int, str]:
    """Everybody who wrote a note in the city: id -> name, by name."""
    with reading() as connection:
        return {row.id: row.name for row in tables.authors(connection, city)}


def of_animal(city: str, animal_id: int) -> Sequence[NoteOfAnimal]:
    """The latest notes about an animal, as kind and day in the city's zone only; corrected ones are left out."""
    zone = ZoneInfo(cities.zone(city))
    with reading() as connection:
        rows = tables.of_animal(connection, city, animal_id, SHOWN_OF_ANIMAL)
    return [NoteOfAnimal(ended_in_words(r.ended, ""), r.occurred_at.astimezone(zone).date()) for r in rows]


def _reading(row: Row[*tuple[Any, ...]]) -> NoteReading:
    return NoteReading(
        id=row.id, record_id=row.record_id, city=row.city, ended=row.ended, ended_words=row.ended_words,
        ended_says=ended_in_words(row.ended, row.ended_words), animal_id=row.animal_id,
        animal_says=animal_in_words(row.animal_name, row.animal_species, row.tag, row.animal_words),
        tag=row.tag, animal_words=row.animal_words, place_by=row.place_by, place_words=row.place_words,
        latitude=row.latitude, longitude=row.longitude, accuracy_m=row.accuracy_m, occurred_at=row.occurred_at,
        sealed_at=row.sealed_at, received_at=row.received_at, city_by=row.city_by, city_differs=row.city_differs,
        case_number=row.case_number, words=row.words, corrects=row.corrects, protection=row.protection,
        author=row.author, by=row.by, device=device_in_words(row.device, row.device_number), receipt=row.server_seq,
        sha256=row.sha256,
    )  # fmt: skip
