"""Queries over what came from a device: which numbers, and which of the records that it names."""

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from sqlalchemy import Connection, Row, func, select

from fieldapp.tables.records import Record, RecordConflict, RecordReceipt

Found = Row[*tuple[Any, ...]]


def ends(connection: Connection, device: str) -> tuple[int, int]:
    """(lowest, highest) number of the device's records; (0, 0) where none came."""
    query = select(func.min(Record.seq), func.max(Record.seq)).where(Record.device == device)
    low, high = connection.execute(query).one()
    return int(low or 0), int(high or 0)


def holes(connection: Connection, device: str) -> Sequence[Found]:
    """(before, after) of every two neighbors among the device's numbers between which some are missing."""
    following = func.lead(Record.seq).over(order_by=Record.seq)
    pairs = select(Record.seq.label("before"), following.label("after")).where(Record.device == device).subquery()
    query = select(pairs.c.before, pairs.c.after).where(pairs.c.after > pairs.c.before + 1)
    return connection.execute(query.order_by(pairs.c.before)).all()


def conflicts(connection: Connection, device: str, most: int) -> Sequence[Found]:
    """(key, city, id, sha256, body) of what the device sent under taken ids, the latest `most`."""
    query = select(
        RecordConflict.key, RecordConflict.city, RecordConflict.id, RecordConflict.sha256, RecordConflict.body
    ).where(RecordConflict.device == device)
    return connection.execute(query.order_by(RecordConflict.key.desc()).limit(most)).all()


def named(connection: Connection, device: str, ids: Collection[str]) -> Sequence[Found]:
    """The device's records among these ids, whatever city keeps them."""
    query = select(Record.__table__).where(Record.device == device, Record.id.in_(ids))
    return connection.execute(query).all()


def newest_kinds(connection: Connection, keys: Iterable[int]) -> dict[int, str]:
    """The kind of the newest receipt of each of these records."""
    query = select(RecordReceipt.record_key, RecordReceipt.kind).where(RecordReceipt.record_key.in_(list(keys)))
    return {row.record_key: row.kind for row in connection.execute(query.order_by(RecordReceipt.id))}
