"""Sealed records, their receipts and devices as the database holds them, for whoever checks them."""

from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import Connection, Row, Select, exists, func, select

from fieldapp.tables.audit import AuditEntry
from fieldapp.tables.devices import Device
from fieldapp.tables.records import Record, RecordConflict, RecordReceipt

Found = Row[*tuple[Any, ...]]
_AT_A_TIME = 500
_TABLES: dict[str, type[Record | RecordConflict]] = {"record": Record, "conflict": RecordConflict}
_RECORD = (
    Record.key, Record.id, Record.sha256, Record.body, Record.signature, Record.device, Record.seq, Record.kind,
    Record.author, Record.server_seq,
)  # fmt: skip
_CONFLICT = (
    RecordConflict.key, RecordConflict.id, RecordConflict.sha256, RecordConflict.body, RecordConflict.signature,
    RecordConflict.device,
)  # fmt: skip


def record(connection: Connection, city: str, record_id: str) -> Found | None:
    """A record of the city."""
    return connection.execute(select(*_RECORD).where(Record.city == city, Record.id == record_id)).first()


def conflict(connection: Connection, city: str, record_id: str, sha256: str) -> Found | None:
    """Other bytes under an id."""
    here = RecordConflict.city == city, RecordConflict.id == record_id, RecordConflict.sha256 == sha256
    return connection.execute(select(*_CONFLICT).where(*here)).first()


def newest(connection: Connection, city: str, noun: str) -> int:
    """The highest row of the city's records, or of its conflicts; 0 where it has none."""
    table = _TABLES[noun]
    return int(connection.scalar(select(func.max(table.key)).where(table.city == city)) or 0)


def count_until(connection: Connection, city: str, noun: str, last: int) -> int:
    """How many records, or conflicts, of the city have a row up to `last`."""
    table = _TABLES[noun]
    return int(connection.scalar(select(func.count()).where(table.city == city, table.key <= last)) or 0)


def without_receipt(connection: Connection, city: str, noun: str, last: int) -> int:
    """How many records, or conflicts, up to row `last` have no receipt."""
    table = _TABLES[noun]
    whose = RecordReceipt.record_key if noun == "record" else RecordReceipt.conflict_key
    query = select(func.count()).where(table.city == city, table.key <= last, ~exists().where(whose == table.key))
    return int(connection.scalar(query) or 0)


def receipts(connection: Connection, city: str) -> Iterator[Found]:
    """Every receipt of a city's records, then of its conflicts, each with its `record` and that one's `sha256`."""
    for noun, table in _TABLES.items():
        whose = RecordReceipt.record_key if noun == "record" else RecordReceipt.conflict_key
        query = select(
            RecordReceipt.id, RecordReceipt.kind, RecordReceipt.bytes, RecordReceipt.kid, RecordReceipt.signature,
            table.id.label("record"), table.sha256,
        ).join(table, table.key == whose).where(table.city == city)  # fmt: skip
        yield from _each(connection, query)


def _each(connection: Connection, query: Select[*tuple[Any, ...]]) -> Iterator[Found]:
    last = 0
    while rows := _some(connection, query, last):
        yield from rows
        last = rows[-1].id


def _some(connection: Connection, query: Select[*tuple[Any, ...]], last: int) -> Sequence[Found]:
    return connection.execute(query.where(RecordReceipt.id > last).order_by(RecordReceipt.id).limit(_AT_A_TIME)).all()


def entry(connection: Connection, city: str, seq: int) -> Found | None:
    """(hash, action, subject) of an entry of the chain."""
    query = select(AuditEntry.hash, AuditEntry.action, AuditEntry.subject)
    return connection.execute(query.where(AuditEntry.city == city, AuditEntry.seq == seq)).first()


def device(connection: Connection, device_id: str) -> Found | None:
    """(key_id, public_key, person_id) of a device."""
    query = select(Device.key_id, Device.public_key, Device.person_id)
    return connection.execute(query.where(Device.id == device_id)).first()
