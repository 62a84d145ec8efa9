"""Sealed records as they came, their receipts, parents, photos to come, tickets, and what arrived under a taken id."""

from datetime import datetime

from sqlalchemy import CheckConstraint, ForeignKey, Index, LargeBinary, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from fieldapp.tables.db import Base, UtcTime

APPLIED, HELD, WAITING, QUARANTINED = "applied", "held", "waiting", "quarantined"
STORED, COMPLETE, CONFLICT = "stored", "complete", "conflict"  # kinds of receipts, beside QUARANTINED
ORIGINAL, COPY = "original", "copy"


class Record(Base):
    """One sealed record: the exact bytes that were signed, and what the server made of them.

    `seq`, `prev`, `kind`, `schema`, `author` and `sealed_at` are the body's, as far as it could be read; `subject`
    names what it became ("note:12"), empty until it is applied; `because` says why it is held, waits or is quarantined.
    """

    __tablename__ = "records"
    key: Mapped[int] = mapped_column(primary_key=True)
    city: Mapped[str]
    id: Mapped[str]
    sha256: Mapped[str]
    body: Mapped[bytes] = mapped_column(LargeBinary)
    signature: Mapped[str]
    device: Mapped[str] = mapped_column(ForeignKey("devices.id"))
    seq: Mapped[int]
    prev: Mapped[str]
    kind: Mapped[str]
    schema: Mapped[int]
    author: Mapped[int | None] = mapped_column(ForeignKey("people.id"), index=True)
    sealed_at: Mapped[datetime | None] = mapped_column(UtcTime)
    received_at: Mapped[datetime] = mapped_column(UtcTime)
    server_seq: Mapped[int]
    state: Mapped[str]
    because: Mapped[str] = mapped_column(default="")
    subject: Mapped[str] = mapped_column(default="")
    decided_at: Mapped[datetime | None] = mapped_column(UtcTime)
    decided_by: Mapped[int | None]
    __table_args__ = (
        UniqueConstraint("city", "id"),
        UniqueConstraint("city", "server_seq"),
        CheckConstraint("state in ('applied', 'held', 'waiting', 'quarantined')", name="state"),
        Index(None, "device", "seq"),
        Index(None, "city", "state"),
    )


class RecordConflict(Base):
    """Other bytes under an id that a record has already: kept whole, for a person."""

    __tablename__ = "record_conflicts"
    key: Mapped[int] = mapped_column(primary_key=True)
    city: Mapped[str]
    id: Mapped[str]
    sha256: Mapped[str]
    body: Mapped[bytes] = mapped_column(LargeBinary)
    signature: Mapped[str]
    device: Mapped[str] = mapped_column(ForeignKey("devices.id"))
    received_at: Mapped[datetime] = mapped_column(UtcTime)
    __table_args__ = (UniqueConstraint("city", "id", "sha256"),)


class RecordReceipt(Base):
    """One receipt, byte for byte as it is repeated; the newest of a record or conflict is its answer."""

    __tablename__ = "record_receipts"
    id: Mapped[int] = mapped_column(primary_key=True)
    record_key: Mapped[int | None] = mapped_column(ForeignKey("records.key"), index=True)
    conflict_key: Mapped[int | None] = mapped_column(ForeignKey("record_conflicts.key"), index=True)
    kind: Mapped[str]
    bytes: Mapped[bytes] = mapped_column(LargeBinary)
    kid: Mapped[str]
    signature: Mapped[str]
    made_at: Mapped[datetime] = mapped_column(UtcTime)
    __table_args__ = (
        CheckConstraint("kind in ('stored', 'complete', 'conflict', 'quarantined')", name="kind"),
        CheckConstraint("(record_key is null) <> (conflict_key is null)", name="whose"),
    )


class RecordParent(Base):
    """A record that another one rests on, by id, arrived or not."""

    __tablename__ = "record_parents"
    record_key: Mapped[int] = mapped_column(ForeignKey("records.key"), primary_key=True)
    parent: Mapped[str] = mapped_column(primary_key=True, index=True)


class RecordPhoto(Base):
    """One line of a record's manifest: a photo's original or its small copy; `whole_at` once its bytes are here."""

    __tablename__ = "record_photos"
    id: Mapped[int] = mapped_column(primary_key=True)
    record_key: Mapped[int] = mapped_column(ForeignKey("records.key"))
    slot: Mapped[str]
    form: Mapped[str]
    sha256: Mapped[str]
    bytes: Mapped[int]
    type: Mapped[str]
    taken_at: Mapped[str]  # as the phone says it
    whole_at: Mapped[datetime | None] = mapped_column(UtcTime)
    photo_id: Mapped[int | None] = mapped_column(ForeignKey("photos.id"), index=True)
    __table_args__ = (
        UniqueConstraint("record_key", "slot", "form"),
        CheckConstraint("form in ('original', 'copy')", name="form"),
        Index(None, "sha256"),
    )


class RecordTicket(Base):
    """Leave to send the photos of one record; only the token's hash is kept."""

    __tablename__ = "record_tickets"
    token_hash: Mapped[str] = mapped_column(primary_key=True)
    record_key: Mapped[int] = mapped_column(ForeignKey("records.key"), index=True)
    expires_at: Mapped[datetime] = mapped_column(UtcTime)


class RecordHead(Base):
    """The number of a city's last record, locked while one is received."""

    __tablename__ = "record_heads"
    city: Mapped[str] = mapped_column(primary_key=True)
    server_seq: Mapped[int]
