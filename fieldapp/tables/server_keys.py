"""The public keys of this server, kept for ever; the private ones lie in files of the instance."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Connection, LargeBinary, Row, Select, String, insert, select, type_coerce, update
from sqlalchemy.orm import Mapped, mapped_column

from fieldapp.tables.db import Base, UtcTime

RECEIPT = "receipt"
RESCUE = "rescue"  # opens the rescue files of phones, and signs nothing
PACK = "pack"  # signs the offline lists of phones, and no receipt
Key = Row[*tuple[Any, ...]]


class ServerKey(Base):
    """One key. `until_at` is empty while it signs; `revoked_at` says that nothing of it is to be believed any more.

    `rotations`: how the key before it handed over, one {origin, old_kid, from, signature} for each origin.
    """

    __tablename__ = "server_keys"
    kid: Mapped[str] = mapped_column(primary_key=True)
    purpose: Mapped[str]
    public_key: Mapped[bytes] = mapped_column(LargeBinary)
    from_at: Mapped[datetime] = mapped_column(UtcTime)
    until_at: Mapped[datetime | None] = mapped_column(UtcTime)
    revoked_at: Mapped[datetime | None] = mapped_column(UtcTime)
    rotations: Mapped[list[dict[str, str]]] = mapped_column(JSON)


def every(connection: Connection) -> Sequence[Key]:
    """All keys that this server ever had, oldest first."""
    return connection.execute(select(ServerKey.__table__).order_by(ServerKey.from_at, ServerKey.kid)).all()


def as_stored(connection: Connection) -> Sequence[Key]:
    """All keys as the database holds them, whatever somebody wrote into them; instants as their text."""
    return connection.execute(_as_stored()).all()


def as_stored_one(connection: Connection, kid: str) -> Key | None:
    """The key of that id as the database holds it."""
    return connection.execute(_as_stored().where(ServerKey.kid == kid)).one_or_none()


def _as_stored() -> Select[*tuple[Any, ...]]:
    instants = [type_coerce(c, String).label(c.name) for c in ServerKey.__table__.c if c.name.endswith("_at")]
    return select(ServerKey.kid, ServerKey.public_key, *instants)


def current(connection: Connection, purpose: str) -> Key | None:
    """The key that signs now, None where there is none."""
    signs = ServerKey.until_at.is_(None), ServerKey.revoked_at.is_(None)
    found = select(ServerKey.__table__).where(ServerKey.purpose == purpose, *signs)
    return connection.execute(found.order_by(ServerKey.from_at.desc()).limit(1)).one_or_none()


def one(connection: Connection, kid: str) -> Key | None:
    """The key of that id."""
    return connection.execute(select(ServerKey.__table__).where(ServerKey.kid == kid)).one_or_none()


def add(connection: Connection, **values: object) -> None:
    """A new key."""
    connection.execute(insert(ServerKey).values(**values))


def change(connection: Connection, kid: str, **values: object) -> None:
    """Say until when a key signed."""
    connection.execute(update(ServerKey).where(ServerKey.kid == kid).values(**values))
