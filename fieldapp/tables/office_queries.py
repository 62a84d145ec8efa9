"""Queries over the records of a city that a person has to look at: held, waiting, in quarantine, and conflicts."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Row, func, select

from fieldapp.tables.devices import Device
from fieldapp.tables.people import Person
from fieldapp.tables.records import Record, RecordConflict

Found = Row[*tuple[Any, ...]]
_SHOWN = (
    Record.key, Record.id, Record.kind, Record.state, Record.because, Record.received_at, Record.sealed_at, Record.seq,
    Device.number, Device.city.label("desk"), Person.name.label("author"),
)  # fmt: skip


def in_state(connection: Connection, city: str, state: str, most: int) -> Sequence[Found]:
    """The city's records in a state, the latest first, with the number of their phone and the name of their author."""
    query = select(*_SHOWN).join(Device, Device.id == Record.device).outerjoin(Person, Person.id == Record.author)
    those = query.where(Record.city == city, Record.state == state)
    return connection.execute(those.order_by(Record.key.desc()).limit(most)).all()


def counts(connection: Connection, city: str, states: Sequence[str]) -> dict[str, int]:
    """How many records of the city are in each of these states."""
    query = select(Record.state, func.count()).where(Record.city == city, Record.state.in_(states))
    return {row[0]: int(row[1]) for row in connection.execute(query.group_by(Record.state))}


def one(connection: Connection, city: str, key: int) -> Found | None:
    """A record of the city with its bytes, its phone, its author and who decided about it."""
    query = select(*_SHOWN, Record.body, Record.sha256, Record.subject, Record.decided_at, Record.device)
    query = query.join(Device, Device.id == Record.device).outerjoin(Person, Person.id == Record.author)
    return connection.execute(query.where(Record.city == city, Record.key == key)).one_or_none()


def conflicts(connection: Connection, city: str, most: int) -> Sequence[Found]:
    """What came under a taken id, the latest first, with the row of the record that stands there and the phone."""
    query = select(
        RecordConflict.key, RecordConflict.id, RecordConflict.received_at, Device.number, Device.city.label("desk"),
        Record.key.label("first"),
    )  # fmt: skip
    query = query.join(Device, Device.id == RecordConflict.device)
    both = query.join(Record, (Record.city == RecordConflict.city) & (Record.id == RecordConflict.id))
    those = both.where(RecordConflict.city == city)
    return connection.execute(those.order_by(RecordConflict.key.desc()).limit(most)).all()


def conflict(connection: Connection, city: str, key: int) -> Found | None:
    """One of them, with both bodies."""
    query = select(
        RecordConflict.key, RecordConflict.id, RecordConflict.received_at, RecordConflict.body, RecordConflict.sha256,
        Record.key.label("first"), Record.body.label("first_body"), Record.received_at.label("first_received_at"),
    ).join(Record, (Record.city == RecordConflict.city) & (Record.id == RecordConflict.id))  # fmt: skip
    return connection.execute(query.where(RecordConflict.city == city, RecordConflict.key == key)).one_or_none()


def count_conflicts(connection: Connection, city: str) -> int:
    """How many there are."""
    return int(connection.scalar(select(func.count()).where(RecordConflict.city == city)) or 0)
