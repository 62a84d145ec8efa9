"""Counts of what failed, shared by all processes because they stand in the database."""

from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, Row, delete, select, update
from sqlalchemy.dialects.postgresql import insert as postgres_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert

from fieldapp.tables.people import Tally

KEPT = timedelta(days=30)  # networks are addresses of people: no longer than this


def locked(connection: Connection, kind: str, key: str, now: datetime) -> Row[*tuple[Any, ...]]:
    """The count of one kind and key (made with zero where it is new), locked until the transaction ends."""
    make = postgres_insert if connection.dialect.name == "postgresql" else sqlite_insert
    connection.execute(
        make(Tally)
        .values(kind=kind, key=key, count=0, since=now, last=now)
        .on_conflict_do_nothing(index_elements=["kind", "key"])
    )
    found = select(Tally.id, Tally.count.label("tries"), Tally.since, Tally.last).where(
        Tally.kind == kind, Tally.key == key
    )
    return connection.execute(found.with_for_update()).one()


def set_count(connection: Connection, tally_id: int, count: int, now: datetime) -> None:
    """Write a count; `since` moves to now where it starts again at one."""
    since = now if count <= 1 else Tally.since
    connection.execute(update(Tally).where(Tally.id == tally_id).values(count=count, since=since, last=now))


def take_back(connection: Connection, kind: str, key: str, *, wholly: bool) -> None:
    """Forget a count `wholly`, or take one off it."""
    which = (Tally.kind == kind, Tally.key == key)
    if wholly:
        connection.execute(delete(Tally).where(*which))
    else:
        connection.execute(update(Tally).where(*which, Tally.count > 0).values(count=Tally.count - 1))


def forget_old(connection: Connection, now: datetime) -> None:
    """Drop what nobody added to for thirty days."""
    connection.execute(delete(Tally).where(Tally.last < now - KEPT))
