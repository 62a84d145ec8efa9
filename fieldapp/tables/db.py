"""The database object, its column types, and the two ways in: `reading()` and `writing()`."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

from flask import g, has_request_context
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import Connection, DateTime, Dialect, Engine, MetaData, String, TypeDecorator, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import DeclarativeBase


class Base(DeclarativeBase):
    """The base of every table."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


db = SQLAlchemy(model_class=Base)

# A folded key: compared byte by byte on both databases, so that an index serves ranges ("begins with") too.
Key = String().with_variant(String(collation="C"), "postgresql")


class UtcTime(TypeDecorator[datetime]):
    """An instant: aware on both sides, UTC in the database. Refuses naive times with ValueError."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Aware to UTC."""
        if value is None:
            return None
        if value.tzinfo is None:
            msg = f"a time without zone cannot be stored: {value!r}"
            raise ValueError(msg)
        value = value.astimezone(UTC)
        return value.replace(tzinfo=None) if dialect.name == "sqlite" else value

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """UTC, aware."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if dialect.name == "sqlite" else value.astimezone(UTC)


@contextmanager
def reading() -> Iterator[Connection]:
    """A connection for Core selects, in autocommit: it holds no transaction and blocks nobody.

    A web request keeps one for all that it reads; elsewhere each block has its own.
    """
    if not has_request_context():
        with _autocommit() as connection:
            yield connection
        return
    if "reading" not in g:
        g.reading = _autocommit()
    try:
        yield g.reading
    except BaseException:
        end_reading()
        raise


def end_reading(_fault: BaseException | None = None) -> None:
    """Give back the connection that a web request read by; the app calls it at the request's end."""
    if "reading" in g:
        g.pop("reading").close()


def _autocommit() -> Connection:
    connection = db.engine.connect()
    if connection.dialect.name == "sqlite":  # is in autocommit by itself, unless our BEGIN comes
        return connection.execution_options(without_begin=True)
    return connection.execution_options(isolation_level="AUTOCOMMIT")


@contextmanager
def writing() -> Iterator[Connection]:
    """One transaction: commits at the end of the block, rolls back on any exception.

    SQLite takes the write lock at once (BEGIN IMMEDIATE), so that two writers queue instead of failing half way.
    """
    with db.engine.connect() as connection, connection.begin():
        yield connection


def wait_at_most(connection: Connection, time: timedelta) -> None:
    """Give up on a lock after this time in the present transaction (PostgreSQL; SQLite has its busy timeout)."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(f"SET LOCAL lock_timeout = {int(time.total_seconds() * 1000)}")


def is_locked(fault: DBAPIError) -> bool:
    """Whether a statement failed because somebody else is writing: nothing was done, and it may be tried again."""
    if isinstance(fault.orig, sqlite3.OperationalError):
        return "locked" in str(fault.orig)
    return getattr(fault.orig, "sqlstate", "") in ("55P03", "40P01", "40001")


def is_full(fault: DBAPIError) -> bool:
    """Whether a statement failed because the disk of the database is full."""
    if isinstance(fault.orig, sqlite3.OperationalError):
        return "full" in str(fault.orig)
    return getattr(fault.orig, "sqlstate", "") == "53100"


def prepare_engine(engine: Engine) -> None:
    """Give each SQLite connection its settings (WAL, busy timeout, foreign keys, secure delete); nothing elsewhere."""
    if engine.dialect.name != "sqlite":
        return
    event.listen(engine, "connect", _settings_of_a_connection)
    event.listen(engine, "begin", _begin_immediate)


def _settings_of_a_connection(connection: DBAPIConnection, _record: object) -> None:
    connection.isolation_level = None  # sqlite3: we say BEGIN ourselves
    cursor = connection.cursor()
    for line in (
        "PRAGMA busy_timeout=30000",
        "PRAGMA journal_mode=WAL",
        "PRAGMA synchronous=FULL",  # a receipt once given is true after a power cut, too
        "PRAGMA foreign_keys=ON",
        "PRAGMA secure_delete=ON",
        "PRAGMA temp_store=MEMORY",
    ):
        cursor.execute(line)
    cursor.close()


def _begin_immediate(connection: Connection) -> None:
    if "without_begin" not in connection.get_execution_options():
        connection.exec_driver_sql("BEGIN IMMEDIATE")


def migrate() -> None:
    """Bring the database of the current app to the newest revision (Alembic), from nothing or from any older one."""
    with db.engine.connect() as connection:
        upgrade(connection, "head")
        connection.commit()


def upgrade(connection: Connection, revision: str) -> None:
    """Bring the database behind `connection` up to a revision, in the transaction that it holds, if any."""
    from alembic import command  # noqa: PLC0415  a quarter of a second that no page should pay
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, revision)
