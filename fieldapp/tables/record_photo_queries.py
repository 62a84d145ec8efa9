"""Queries over the photos that records bring: what a ticket is for, what is whole, and what has no photo row yet."""

from collections.abc import Collection, Iterator, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, or_, select, update
from sqlalchemy.orm import aliased

from fieldapp.tables.records import ORIGINAL, Record, RecordPhoto, RecordTicket

Found = Row[*tuple[Any, ...]]
_AT_A_TIME = 500


def behind_ticket(connection: Connection, token_hash: str, now: datetime) -> Found | None:
    """(key, city, id, device) of the record whose photos a ticket lets in now."""
    query = select(Record.key, Record.city, Record.id, Record.device)
    query = query.join(RecordTicket, RecordTicket.record_key == Record.key)
    good = query.where(RecordTicket.token_hash == token_hash, RecordTicket.expires_at > now)
    return connection.execute(good).one_or_none()


def lines(connection: Connection, record_key: int, sha256: str) -> Sequence[Found]:
    """(bytes, whole_at) of every line of a record's manifest that names this file."""
    query = select(RecordPhoto.bytes, RecordPhoto.whole_at)
    named = query.where(RecordPhoto.record_key == record_key, RecordPhoto.sha256 == sha256)
    return connection.execute(named.order_by(RecordPhoto.id)).all()


def of_incomplete(connection: Connection, city: str, record_ids: Collection[str]) -> Sequence[Found]:
    """(record, line, slot, form, whole_at) of all lines of those records that wait for a file, record by record."""
    query = select(
        Record.id.label("record"), RecordPhoto.id.label("line"), RecordPhoto.slot, RecordPhoto.form,
        RecordPhoto.whole_at,
    )  # fmt: skip
    query = query.join(Record, Record.key == RecordPhoto.record_key)
    other = aliased(RecordPhoto)
    waits = select(other.id).where(other.record_key == Record.key, other.whole_at.is_(None)).exists()
    named = query.where(Record.city == city, Record.id.in_(record_ids), waits)
    rows = connection.execute(named).all()  # few; an ORDER BY would lead SQLite through the whole city
    return sorted(rows, key=lambda row: (str(row.record), int(row.line)))


def due(connection: Connection, city: str, most: int) -> Sequence[Found]:
    """Originals that are here and are no photo yet, the earliest `most`; with their record's id, author and device."""
    query = select(RecordPhoto.__table__, Record.id.label("record"), Record.author, Record.device)
    query = query.join(Record, Record.key == RecordPhoto.record_key)
    ready = query.where(
        RecordPhoto.photo_id.is_(None), RecordPhoto.form == ORIGINAL, RecordPhoto.whole_at.is_not(None),
        Record.city == city,
    )  # fmt: skip
    return connection.execute(ready.order_by(RecordPhoto.id).limit(most)).all()


def is_due(connection: Connection, line: int) -> bool:
    """Whether a line is no photo yet."""
    query = select(RecordPhoto.id).where(RecordPhoto.id == line, RecordPhoto.photo_id.is_(None))
    return connection.execute(query).scalar() is not None


def give_photo(connection: Connection, record_key: int, slot: str, photo_id: int) -> None:
    """Say which photo the lines of a slot became, the original's and its copy's."""
    which = RecordPhoto.record_key == record_key, RecordPhoto.slot == slot
    connection.execute(update(RecordPhoto).where(*which).values(photo_id=photo_id))


def files_of_city(connection: Connection, city: str) -> Iterator[tuple[str, str, int | None]]:
    """(what, sha256, None) of every file that the city's records brought, but for originals that are photos by now."""
    query = select(RecordPhoto.id, RecordPhoto.slot, RecordPhoto.form, RecordPhoto.sha256, Record.id.label("record"))
    query = query.join(Record, Record.key == RecordPhoto.record_key)
    alone = or_(RecordPhoto.photo_id.is_(None), RecordPhoto.form != ORIGINAL)
    here, last = query.where(Record.city == city, RecordPhoto.whole_at.is_not(None), alone), 0
    while rows := connection.execute(
        here.where(RecordPhoto.id > last).order_by(RecordPhoto.id).limit(_AT_A_TIME)
    ).all():
        for row in rows:
            yield f"record:{row.record} {row.slot} {row.form}", row.sha256, None
        last = rows[-1].id


def is_named(connection: Connection, sha256: str) -> bool:
    """Whether any record of any city brought this file."""
    query = select(RecordPhoto.id).where(RecordPhoto.sha256 == sha256, RecordPhoto.whole_at.is_not(None))
    return connection.execute(query.limit(1)).first() is not None
