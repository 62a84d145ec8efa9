"""A whole database out of and into a backup: SQLite as a copy of its pages, PostgreSQL as the rows of each table."""

import sqlite3
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, MetaData, create_engine, inspect, text

from fieldapp.tables.db import Base, db, prepare_engine, upgrade

PIECE = 4 * 1024 * 1024  # bytes of rows in one piece
_REVISIONS = "alembic_version"


class ForeignRows(Exception):
    """Rows of a backup do not fit the tables; the sentence names the table."""


def kind() -> str:
    """sqlite or postgresql."""
    return str(db.engine.dialect.name)


def sqlite_file() -> Path:
    """Where this instance's SQLite database lies."""
    return Path(db.engine.url.database or "")


def sqlite_snapshot(target: Path) -> None:
    """Copy the database as it is at one instant into a new file, while others go on writing."""
    with db.engine.connect().execution_options(without_begin=True) as connection:
        raw: Any = connection.connection.driver_connection
        out = sqlite3.connect(target)
        try:
            raw.backup(out)
        finally:
            out.close()


def sqlite_settle(file: Path) -> None:
    """Bring everything about a database into its one file, so that the file can be read as bytes."""
    found = sqlite3.connect(file)
    try:
        found.execute("PRAGMA journal_mode=DELETE")
    finally:
        found.close()


def sqlite_replace(source: Path) -> None:
    """Put the content of a file in the place of the whole database; another process sees the old or the new one."""
    with db.engine.connect().execution_options(without_begin=True) as connection:
        raw: Any = connection.connection.driver_connection
        found = sqlite3.connect(source)
        try:
            found.backup(raw)
        finally:
            found.close()


def sqlite_is_sound(file: Path) -> bool:
    """Whether a file is an SQLite database whose pages fit together."""
    found = sqlite3.connect(file)
    try:
        return bool(found.execute("PRAGMA quick_check").fetchone()[0] == "ok")
    except sqlite3.DatabaseError:
        return False
    finally:
        found.close()


class SqliteFile:
    """Another SQLite file than the instance's own, opened like that one."""

    def __init__(self, file: Path) -> None:
        self.engine = create_engine(f"sqlite:///{file}")
        prepare_engine(self.engine)

    def __enter__(self) -> Connection:
        self.connection = self.engine.connect()
        return self.connection

    def __exit__(self, *_fault: object) -> None:
        self.connection.close()
        self.engine.dispose()


def is_empty(connection: Connection) -> bool:
    """Whether no table of this database holds a row; one without tables is empty too."""
    for name in inspect(connection).get_table_names():
        if name != _REVISIONS and connection.execute(text(f'SELECT 1 FROM "{name}" LIMIT 1')).first():  # noqa: S608
            return False
    return True


def rows_out(connection: Connection) -> Iterator[tuple[str, bytes]]:
    """(table, piece of its rows in PostgreSQL's COPY text) of every table that has any, parents first.

    The first line of a piece names the columns.
    """
    raw: Any = connection.connection.driver_connection
    for table in Base.metadata.sorted_tables:
        columns = ", ".join(f'"{c.name}"' for c in table.columns)
        head = columns.encode() + b"\n"
        piece = bytearray(head)
        with raw.cursor() as cursor, cursor.copy(f'COPY "{table.name}" ({columns}) TO STDOUT') as copy:
            for row in copy:
                piece += row
                if len(piece) >= PIECE:
                    yield table.name, bytes(piece)
                    piece = bytearray(head)
        if len(piece) > len(head):
            yield table.name, bytes(piece)


def rows_in(connection: Connection, pieces: Iterable[tuple[str, bytes]], revision: str) -> None:
    """Make the tables of `revision` in an empty database and fill them; the caller ends the transaction.

    Raises ForeignRows where a piece names no table or column of that revision.
    """
    _clear(connection)
    upgrade(connection, revision)
    tables = MetaData()
    tables.reflect(connection)
    raw: Any = connection.connection.driver_connection
    for name, group in groupby(pieces, key=lambda piece: piece[0]):
        of_table = iter(group)
        head, _, rows = next(of_table)[1].partition(b"\n")
        columns = [c.strip('"') for c in head.decode("utf-8", "replace").split(", ")]
        if name not in tables.tables or not set(columns) <= set(tables.tables[name].columns.keys()):
            raise ForeignRows(f"the backup holds rows of {name!r} that do not fit revision {revision}")
        listed = ", ".join(f'"{c}"' for c in columns)
        # one COPY a table: a row may name a later one of its own table
        with raw.cursor() as cursor, cursor.copy(f'COPY "{name}" ({listed}) FROM STDIN') as copy:
            copy.write(rows)
            for _, piece in of_table:
                copy.write(piece.partition(b"\n")[2])
    for table in tables.tables.values():
        if "id" in table.columns and table.name != _REVISIONS:
            _go_on_counting(connection, table.name)


def _go_on_counting(connection: Connection, table: str) -> None:
    counted = "pg_get_serial_sequence(:table, 'id')"
    if connection.scalar(text(f"SELECT {counted}"), {"table": table}):
        last = f'(SELECT coalesce(max(id), 0) + 1 FROM "{table}")'  # noqa: S608  a table of our own
        connection.execute(text(f"SELECT setval({counted}, {last}, false)"), {"table": table})


def _clear(connection: Connection) -> None:
    """Take away tables that are all empty, so that those of another revision can be made."""
    found = MetaData()
    found.reflect(connection)
    found.drop_all(connection)
    connection.execute(text("DROP FUNCTION IF EXISTS audit_refuse()"))
