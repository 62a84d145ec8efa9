"""What the office sees of records that a person has to look at: lists, and one with its bytes as safe text."""

import json
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection

from fieldapp.services.records.kinds import KINDS
from fieldapp.services.records.strict_json import Unreadable, read
from fieldapp.tables import office_queries, record_queries
from fieldapp.tables.db import reading
from fieldapp.tables.record_queries import Found
from fieldapp.tables.records import HELD, ORIGINAL, QUARANTINED, WAITING

STATES = (QUARANTINED, HELD, WAITING)
MOST = 100  # of each list; the latest


@dataclass(frozen=True, slots=True)
class Row:
    """A record in a list. `phone`: what people call its device; `author` "" where nobody known is named."""

    key: int
    id: str
    title: str
    state: str
    because: str
    received_at: datetime
    sealed_at: datetime | None
    phone: str
    author: str


@dataclass(frozen=True, slots=True)
class Conflict:
    """Other bytes that came under a taken id; `first` is the row of the record that stands there."""

    key: int
    id: str
    received_at: datetime
    phone: str
    first: int


@dataclass(frozen=True, slots=True)
class Lists:
    """The latest of each list, and how many there are of each in all."""

    records: dict[str, tuple[Row, ...]]
    conflicts: tuple[Conflict, ...]
    counts: dict[str, int]


@dataclass(frozen=True, slots=True)
class Whole:
    """One record with its text; `files` of its manifest, as (slot, form, is here)."""

    row: Row
    text: str
    sha256: str
    subject: str
    decided_at: datetime | None
    files: tuple[tuple[str, str, bool], ...]


@dataclass(frozen=True, slots=True)
class Both:
    """The two texts that stand under one id."""

    id: str
    first: int
    first_text: str
    first_received_at: datetime
    text: str
    received_at: datetime


def lists(city: str) -> Lists:
    """What waits for a person in a city."""
    with reading() as connection:
        counts = dict.fromkeys(STATES, 0) | office_queries.counts(connection, city, STATES)
        counts["conflict"] = office_queries.count_conflicts(connection, city)
        rows = {s: tuple(map(_row, office_queries.in_state(connection, city, s, MOST))) for s in STATES}
        others = tuple(
            Conflict(c.key, c.id, c.received_at, _phone(c), c.first)
            for c in office_queries.conflicts(connection, city, MOST)
        )
    return Lists(rows, others, counts)


def one(city: str, key: int) -> Whole:
    """A record of the city. Raises LookupError."""
    with reading() as connection:
        row = office_queries.one(connection, city, key)
        if row is None:
            raise LookupError(key)
        return Whole(_row(row), text_of(row.body), row.sha256, row.subject, row.decided_at, _files(connection, key))


def both(city: str, key: int) -> Both:
    """A conflict of the city. Raises LookupError."""
    with reading() as connection:
        row = office_queries.conflict(connection, city, key)
    if row is None:
        raise LookupError(key)
    return Both(row.id, row.first, text_of(row.first_body), row.first_received_at, text_of(row.body), row.received_at)


def text_of(body: bytes) -> str:
    """A body as people can read it: JSON on lines where it can be read, and every sign that cannot be seen as its code.

    The bytes themselves stay what was signed; this is for the eye.
    """
    try:
        text = json.dumps(read(body), ensure_ascii=False, indent=2)
    except Unreadable:
        text = body.decode("utf-8", "backslashreplace")
    return "".join(c if c.isprintable() or c == "\n" else f"\\u{ord(c):04x}" for c in text)


def _row(row: Found) -> Row:
    kind = KINDS.get(row.kind)
    title = kind.title if kind else "Record of a kind that is not known here"
    return Row(
        row.key, row.id, title, row.state, row.because, row.received_at, row.sealed_at, _phone(row), row.author or ""
    )


def _phone(row: Found) -> str:
    return "the desk" if row.desk else f"phone {row.number}"


def _files(connection: Connection, key: int) -> tuple[tuple[str, str, bool], ...]:
    lines = record_queries.photos_of(connection, key)
    return tuple((p.slot, "photo" if p.form == ORIGINAL else "its copy", p.whole_at is not None) for p in lines)
