"""Queries over sealed records: what is known of an id, of a device's sequence, of parents, photos and receipts."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, and_, delete, insert, select, update
from sqlalchemy.dialects.postgresql import insert as postgres_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert

from fieldapp.tables.records import (
    APPLIED,
    WAITING,
    Record,
    RecordConflict,
    RecordHead,
    RecordParent,
    RecordPhoto,
    RecordReceipt,
    RecordTicket,
)

Found = Row[*tuple[Any, ...]]


def next_number(connection: Connection, city: str) -> int:
    """Lock the city's records until the transaction ends; the number that its next one gets."""
    make = postgres_insert if connection.dialect.name == "postgresql" else sqlite_insert
    first = make(RecordHead).values(city=city, server_seq=0)
    connection.execute(first.on_conflict_do_nothing(index_elements=["city"]))
    locked = select(RecordHead.server_seq).where(RecordHead.city == city).with_for_update()
    return int(connection.execute(locked).scalar_one()) + 1


def one(connection: Connection, city: str, record_id: str) -> Found | None:
    """The record of that id."""
    query = select(Record.__table__).where(Record.city == city, Record.id == record_id)
    return connection.execute(query).one_or_none()


def by_key(connection: Connection, city: str, key: int) -> Found | None:
    """The record of that row."""
    return connection.execute(select(Record.__table__).where(Record.city == city, Record.key == key)).one_or_none()


def city_that_keeps(connection: Connection, device: str, record_id: str) -> str | None:
    """The city under which a device's record is kept, whatever city it named; None where it never came."""
    query = select(Record.city).where(Record.device == device, Record.id == record_id).limit(1)
    return connection.execute(query).scalar()


def add(connection: Connection, city: str, **values: object) -> int:
    """A new record with the number `server_seq`, which the city's head then shows; gives its row."""
    key = connection.execute(insert(Record).values(city=city, **values)).inserted_primary_key
    connection.execute(update(RecordHead).where(RecordHead.city == city).values(server_seq=values["server_seq"]))
    return int(key[0]) if key else 0


def change(connection: Connection, city: str, key: int, **values: object) -> None:
    """Say what became of a record."""
    connection.execute(update(Record).where(Record.city == city, Record.key == key).values(**values))


def conflict(connection: Connection, city: str, record_id: str, sha256: str) -> int | None:
    """The row of other bytes that came under this id before."""
    query = select(RecordConflict.key).where(
        RecordConflict.city == city, RecordConflict.id == record_id, RecordConflict.sha256 == sha256
    )
    return connection.execute(query).scalar()


def add_conflict(connection: Connection, city: str, **values: object) -> int:
    """Keep other bytes under a taken id; gives their row."""
    key = connection.execute(insert(RecordConflict).values(city=city, **values)).inserted_primary_key
    return int(key[0]) if key else 0


def at_seq(connection: Connection, device: str, seq: int) -> Sequence[Found]:
    """(key, sha256, prev) of every record of a device with that number."""
    query = select(Record.key, Record.sha256, Record.prev).where(Record.device == device, Record.seq == seq)
    return connection.execute(query.order_by(Record.key)).all()


def last_of_device(connection: Connection, device: str) -> Found | None:
    """(seq, sha256) of the device's record with the highest number."""
    query = select(Record.seq, Record.sha256).where(Record.device == device)
    return connection.execute(query.order_by(Record.seq.desc(), Record.key.desc()).limit(1)).one_or_none()


def has_body(connection: Connection, device: str, sha256: str) -> bool:
    """Whether these bytes came from the device."""
    query = select(Record.key).where(Record.device == device, Record.sha256 == sha256).limit(1)
    return connection.execute(query).scalar() is not None


def quarantined_of(connection: Connection, device: str) -> Sequence[Found]:
    """(city, key) of a device's records in quarantine, in its order."""
    query = select(Record.city, Record.key).where(Record.device == device, Record.state == "quarantined")
    return connection.execute(query.order_by(Record.seq, Record.key)).all()


def add_parents(connection: Connection, record_key: int, parents: Iterable[str]) -> None:
    """Say on which records this one rests; what was said before changes nothing."""
    rows = [{"record_key": record_key, "parent": parent} for parent in parents]
    make = postgres_insert if connection.dialect.name == "postgresql" else sqlite_insert
    if rows:
        connection.execute(make(RecordParent).on_conflict_do_nothing(), rows)


def parents_not_applied(connection: Connection, city: str, record_key: int) -> tuple[str, ...]:
    """The ids of a record's parents that did not come yet or are not applied."""
    here = and_(Record.city == city, Record.id == RecordParent.parent, Record.state == APPLIED)
    query = select(RecordParent.parent).outerjoin(Record, here).where(RecordParent.record_key == record_key)
    return tuple(connection.scalars(query.where(Record.key.is_(None)).order_by(RecordParent.parent)))


def waiting_for(connection: Connection, city: str, parent: str) -> Sequence[Found]:
    """The records that wait and name this parent, in the order of their arrival."""
    query = select(Record.__table__).join(RecordParent, RecordParent.record_key == Record.key)
    named = query.where(RecordParent.parent == parent, Record.city == city, Record.state == WAITING)
    rows = connection.execute(named).all()  # few; an ORDER BY would lead SQLite through the whole city
    return sorted(rows, key=lambda row: int(row.server_seq))


def add_photos(connection: Connection, record_key: int, lines: Iterable[Mapping[str, object]]) -> None:
    """The manifest of a record."""
    rows = [{"record_key": record_key, **line} for line in lines]
    if rows:
        connection.execute(insert(RecordPhoto), rows)


def photos_of(connection: Connection, record_key: int) -> Sequence[Found]:
    """The manifest of a record in its order, with what became of each line."""
    query = select(RecordPhoto.__table__).where(RecordPhoto.record_key == record_key)
    return connection.execute(query.order_by(RecordPhoto.id)).all()


def missing(connection: Connection, record_key: int) -> Sequence[Found]:
    """The lines of a record's manifest whose bytes are not here yet."""
    query = select(RecordPhoto.slot, RecordPhoto.form, RecordPhoto.sha256, RecordPhoto.bytes)
    gone = query.where(RecordPhoto.record_key == record_key, RecordPhoto.whole_at.is_(None))
    return connection.execute(gone.order_by(RecordPhoto.id)).all()


def add_receipt(connection: Connection, **values: object) -> None:
    """Write a receipt down; `record_key` or `conflict_key` says whose."""
    connection.execute(insert(RecordReceipt).values(**values))


def newest_receipt(
    connection: Connection, *, record_key: int | None = None, conflict_key: int | None = None
) -> Found | None:
    """The answer to a record, or to the other bytes of a conflict."""
    whose = (
        RecordReceipt.record_key == record_key if conflict_key is None else RecordReceipt.conflict_key == conflict_key
    )
    query = select(RecordReceipt.__table__).where(whose)
    return connection.execute(query.order_by(RecordReceipt.id.desc()).limit(1)).one_or_none()


def add_ticket(connection: Connection, record_key: int, token_hash: str, expires_at: datetime, now: datetime) -> None:
    """A ticket for a record's photos; its tickets that are over go."""
    over = RecordTicket.record_key == record_key, RecordTicket.expires_at <= now
    connection.execute(delete(RecordTicket).where(*over))
    connection.execute(insert(RecordTicket).values(token_hash=token_hash, record_key=record_key, expires_at=expires_at))


def ticket(connection: Connection, token_hash: str, now: datetime) -> int | None:
    """The row of the record that a ticket is good for now."""
    query = select(RecordTicket.record_key).where(RecordTicket.token_hash == token_hash, RecordTicket.expires_at > now)
    return connection.execute(query).scalar()


def photo_is_whole(connection: Connection, line: int, now: datetime, photo_id: int | None) -> None:
    """Say that the bytes of a line of a manifest are here, and which photo they became."""
    values = {"whole_at": now, "photo_id": photo_id}
    connection.execute(update(RecordPhoto).where(RecordPhoto.id == line).values(**values))
