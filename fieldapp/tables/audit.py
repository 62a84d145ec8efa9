"""The audit chain of a city: append last in a transaction, never change (security: one chain a city).

hash = SHA-256("fieldapp/audit/1" LF city LF seq LF prev LF at LF actor LF action LF subject LF commit LF)
commit = SHA-256(salt of 16 bytes, then the detail's bytes); ids only in the hashed lines, words only in the detail.
"""

import hashlib
import json
from collections.abc import Mapping
from datetime import datetime

from sqlalchemy import Connection, LargeBinary, UniqueConstraint, insert, select, update
from sqlalchemy.dialects.postgresql import insert as postgres_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert
from sqlalchemy.orm import Mapped, mapped_column

from fieldapp import clock
from fieldapp.tables.db import Base, UtcTime

FIRST = "0" * 64
SALT = 16  # bytes


class AuditHead(Base):
    __tablename__ = "audit_heads"
    city: Mapped[str] = mapped_column(primary_key=True)
    seq: Mapped[int]
    hash: Mapped[str]


class AuditEntry(Base):
    __tablename__ = "audit_entries"
    id: Mapped[int] = mapped_column(primary_key=True)
    city: Mapped[str]
    seq: Mapped[int]
    prev: Mapped[str]
    at: Mapped[datetime] = mapped_column(UtcTime)
    actor: Mapped[str]
    action: Mapped[str]
    subject: Mapped[str]
    commit: Mapped[str]
    hash: Mapped[str]
    salt: Mapped[bytes | None] = mapped_column(LargeBinary)
    detail: Mapped[str | None]
    __table_args__ = (UniqueConstraint("city", "seq"), UniqueConstraint("city", "prev"))


def append(
    connection: Connection, city: str, *, actor: str, action: str, subject: str, detail: Mapping[str, object]
) -> str:
    """Add one entry to the chain of `city` and give its hash. Call it as the last act of a `writing()` block.

    `actor` and `subject` are ids ("person:7", "animal:12"), `action` a word; names and values belong in `detail`.
    """
    seq, prev = _locked_head(connection, city)
    at = clock.now()
    words = json.dumps(detail, ensure_ascii=False, sort_keys=True, default=str)
    salt = clock.random_bytes(SALT)
    commit = hashlib.sha256(salt + words.encode()).hexdigest()
    digest = entry_hash(city, seq + 1, prev, at, actor, action, subject, commit)
    connection.execute(
        insert(AuditEntry).values(
            city=city, seq=seq + 1, prev=prev, at=at, actor=actor, action=action, subject=subject,
            commit=commit, hash=digest, salt=salt, detail=words,
        )
    )  # fmt: skip
    connection.execute(update(AuditHead).where(AuditHead.city == city).values(seq=seq + 1, hash=digest))
    return digest


def hold(connection: Connection, city: str) -> None:
    """Let nobody else append to the chain of `city` until this transaction ends: what it reads now stays so."""
    _locked_head(connection, city)


def entry_hash(
    city: str, seq: int, prev: str, at: datetime, actor: str, action: str, subject: str, commit: str
) -> str:
    """The hash of one entry, as the head of this file says; `at` in UTC with microseconds."""
    instant = at.strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    lines = ("fieldapp/audit/1", city, str(seq), prev, instant, actor, action, subject, commit)
    if any("\n" in line for line in lines):
        msg = "an audit line cannot hold a line end"
        raise ValueError(msg)
    return hashlib.sha256("".join(line + "\n" for line in lines).encode()).hexdigest()


def _locked_head(connection: Connection, city: str) -> tuple[int, str]:
    values = {"city": city, "seq": 0, "hash": FIRST}
    make = postgres_insert if connection.dialect.name == "postgresql" else sqlite_insert
    connection.execute(make(AuditHead).values(values).on_conflict_do_nothing(index_elements=["city"]))
    locked = select(AuditHead.seq, AuditHead.hash).where(AuditHead.city == city).with_for_update()
    head = connection.execute(locked).one()
    return head.seq, head.hash
