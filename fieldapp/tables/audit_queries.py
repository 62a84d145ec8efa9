"""Reading a whole audit chain, some hundreds of entries in memory at a time, whatever somebody wrote into its rows."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, Row, String, and_, func, or_, select, type_coerce, union

from fieldapp.tables.animals import Animal
from fieldapp.tables.audit import AuditEntry, AuditHead
from fieldapp.tables.photos import Photo, Proof

Entry = Row[*tuple[Any, ...]]
_AT_A_TIME = 500
_COLUMNS = [c for c in AuditEntry.__table__.c if c.name != "at"]


def cities(connection: Connection) -> list[str]:
    """The cities that have a chain."""
    both = union(select(AuditHead.city), select(AuditEntry.city))
    return sorted(str(city) for city in connection.scalars(both))


def head(connection: Connection, city: str) -> Entry | None:
    """The head row of a city (seq, hash), None where there is none."""
    return connection.execute(select(AuditHead.seq, AuditHead.hash).where(AuditHead.city == city)).one_or_none()


def entries(connection: Connection, city: str, after: int | None, until: int | None) -> Iterator[Entry]:
    """Entries of a city by number, past number `after`, up to number `until`; `at` as the database holds it.

    Rows whose number is no number (SQLite lets somebody write that) are left out; `without_number` counts them.
    """
    query = select(*_COLUMNS, type_coerce(AuditEntry.at, String).label("at")).where(AuditEntry.city == city)
    if connection.dialect.name == "sqlite":
        query = query.where(func.typeof(AuditEntry.seq) == "integer")
    if until is not None:
        query = query.where(AuditEntry.seq <= until)
    if after is not None:
        query = query.where(AuditEntry.seq > after)
    page = query.order_by(AuditEntry.seq, AuditEntry.id).limit(_AT_A_TIME)
    while rows := connection.execute(page).all():
        yield from rows
        seq, key = rows[-1].seq, rows[-1].id
        further = or_(AuditEntry.seq > seq, and_(AuditEntry.seq == seq, AuditEntry.id > key))
        page = query.where(further).order_by(AuditEntry.seq, AuditEntry.id).limit(_AT_A_TIME)


def without_number(connection: Connection, city: str) -> int:
    """How many rows of a city have a number that is none."""
    if connection.dialect.name != "sqlite":
        return 0
    strange = select(func.count()).where(AuditEntry.city == city, func.typeof(AuditEntry.seq) != "integer")
    return int(connection.scalar(strange) or 0)


def last_number(connection: Connection, city: str) -> int:
    """The highest number of an entry, 0 where there is none."""
    query = select(AuditEntry.seq).where(AuditEntry.city == city)
    if connection.dialect.name == "sqlite":
        query = query.where(func.typeof(AuditEntry.seq) == "integer")
    return int(connection.scalar(query.order_by(AuditEntry.seq.desc()).limit(1)) or 0)


def last_before(connection: Connection, city: str, instant: datetime) -> Entry | None:
    """The last entry (seq, hash) that was written before `instant` (aware), None where there is none."""
    found = select(AuditEntry.seq, AuditEntry.hash).where(AuditEntry.city == city, AuditEntry.at < instant)
    return connection.execute(found.order_by(AuditEntry.seq.desc()).limit(1)).one_or_none()


def files_before(connection: Connection, city: str, instant: datetime) -> tuple[int, int]:
    """How many originals and proofs a city had before `instant` (aware), and their bytes together."""
    count = total = 0
    for table in (Photo, Proof):
        found = select(func.count(), func.coalesce(func.sum(table.bytes), 0))
        row = connection.execute(found.where(table.city == city, table.added_at < instant)).one()
        count, total = count + int(row[0]), total + int(row[1])
    return count, total


def number_of(connection: Connection, city: str, digest: str) -> int | None:
    """The number of the entry with this hash; a search through the whole chain."""
    found = select(AuditEntry.seq).where(AuditEntry.city == city, AuditEntry.hash == digest).limit(1)
    return connection.scalar(found)


def is_told(connection: Connection, action: str, subject: str) -> bool:
    """Whether some city's chain has an entry of this action about this subject; a search through all chains."""
    found = select(AuditEntry.id).where(AuditEntry.action == action, AuditEntry.subject == subject).limit(1)
    return connection.scalar(found) is not None


def has_records(connection: Connection, city: str) -> bool:
    """Whether a city has animals or photos on record, which never come without an entry."""
    return any(
        connection.scalar(select(table.id).where(table.city == city).limit(1)) is not None for table in (Animal, Photo)
    )


def subjects_of(connection: Connection, city: str, action: str) -> Iterator[tuple[int, str]]:
    """(number, subject) of each entry with this action, by number."""
    found = select(AuditEntry.seq, AuditEntry.subject).where(AuditEntry.city == city, AuditEntry.action == action)
    for row in connection.execute(found.order_by(AuditEntry.seq)):
        yield row.seq, row.subject


def instant_of(stored: object) -> datetime:
    """The instant that a database holds, aware, in UTC. Raises ValueError where it is none."""
    if isinstance(stored, str):
        stored = datetime.fromisoformat(stored)
    if not isinstance(stored, datetime):
        raise ValueError("no instant")  # noqa: TRY004  one kind of fault for the caller
    return stored.astimezone(UTC) if stored.tzinfo else stored.replace(tzinfo=UTC)


@contextmanager
def any_text(connection: Connection) -> Iterator[None]:
    """Read text that is no UTF-8 (which SQLite lets somebody write) with surrogates instead of failing the read."""
    raw: Any = connection.connection.driver_connection
    if connection.dialect.name != "sqlite":
        yield
        return
    raw.text_factory = lambda data: data.decode("utf-8", "surrogateescape")
    try:
        yield
    finally:
        raw.text_factory = str
