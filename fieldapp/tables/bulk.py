"""Many rows at once: ids taken beforehand, and one statement for all rows, on either database.

Values go to the driver as they are: dates and instants as text (`instant_text`), yes and no as bool.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, cast

from sqlalchemy import Connection, Table, column, func, insert, select
from sqlalchemy.dialects import sqlite

from fieldapp.tables.db import Base

PART = 5_000  # values in one IN list


def prepare_for_many(connection: Connection) -> None:
    """Give an SQLite connection room for long writes: a page cache, and a journal that is carried over less often.

    Both last as long as the connection. Nothing on other databases.
    """
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("PRAGMA cache_size=-32000")
        connection.exec_driver_sql("PRAGMA wal_autocheckpoint=10000")


def take_ids(connection: Connection, noun: type[Base], count: int) -> Iterator[int]:
    """`count` ids that no other row of `noun` will have. Call it inside `writing()`: its lock keeps them ours."""
    if count == 0:
        return iter(())
    table = _table(noun)
    if connection.dialect.name == "postgresql":
        series = func.generate_series(1, count).table_valued(column("n"))
        sequence = func.pg_get_serial_sequence(table.name, "id")
        return iter(connection.scalars(select(func.nextval(sequence)).select_from(series)).all())
    last = connection.scalar(select(func.coalesce(func.max(table.c.id), 0))) or 0
    return iter(range(last + 1, last + 1 + count))


def insert_many(
    connection: Connection, noun: type[Base], columns: Sequence[str], rows: Sequence[tuple[Any, ...]]
) -> None:
    """Store `rows`, each with a value for each of `columns`. Raises IntegrityError where the database refuses one."""
    if not rows:
        return
    table = _table(noun)
    if connection.dialect.name == "postgresql":
        _copy(connection, table, columns, rows)
    else:
        connection.exec_driver_sql(_statement(table, tuple(columns)), list(rows))


def instant_text(connection: Connection, instant: datetime) -> str:
    """An aware instant as the driver of this database takes it."""
    instant = instant.astimezone(UTC)
    return instant.isoformat() if connection.dialect.name == "postgresql" else f"{instant:%Y-%m-%d %H:%M:%S.%f}"


def parts(values: Iterable[Any], size: int = PART) -> Iterator[list[Any]]:
    """`values` without repeats, sorted, in pieces short enough for one IN list."""
    ordered = sorted(set(values))
    for start in range(0, len(ordered), size):
        yield ordered[start : start + size]


def _table(noun: type[Base]) -> Table:
    return cast(Table, noun.__table__)


@lru_cache(64)
def _statement(table: Table, columns: tuple[str, ...]) -> str:
    return str(insert(table).compile(dialect=sqlite.dialect(), column_keys=list(columns)))


def _copy(connection: Connection, table: Table, columns: Sequence[str], rows: Sequence[tuple[Any, ...]]) -> None:
    """COPY of PostgreSQL, inside the transaction of `connection`."""
    driver = connection.connection.cursor()
    quote = connection.dialect.identifier_preparer.quote
    names = ", ".join(quote(name) for name in columns)
    try:
        with driver.copy(f"COPY {quote(table.name)} ({names}) FROM STDIN") as out:
            for row in rows:
                out.write_row(row)
    finally:
        driver.close()
