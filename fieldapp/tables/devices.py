"""Devices that seal records: the phones of officers, and the desk of each city; and the challenges of enrolment."""

from datetime import date, datetime

from sqlalchemy import BigInteger, CheckConstraint, ForeignKey, LargeBinary
from sqlalchemy.orm import Mapped, mapped_column

from fieldapp.tables.db import Base, UtcTime

ACTIVE, PENDING, REVOKED = "active", "pending", "revoked"
DESK = "desk"


class Device(Base):
    """One key pair: an officer's on one installation, or a city's desk ("desk-crystal", which seals plain forms).

    `number` is what people call a phone ("phone 7"); a desk has none. `last_seq`: the highest that arrived or was told.
    """

    __tablename__ = "devices"
    id: Mapped[str] = mapped_column(primary_key=True)
    number: Mapped[int | None] = mapped_column(unique=True)
    person_id: Mapped[int | None] = mapped_column(ForeignKey("people.id"), index=True)
    city: Mapped[str | None] = mapped_column(index=True)  # of a desk only
    label: Mapped[str]
    key_id: Mapped[str] = mapped_column(unique=True)
    public_key: Mapped[bytes] = mapped_column(LargeBinary)  # 65 bytes
    protection: Mapped[str]
    status: Mapped[str]
    enrolled_at: Mapped[datetime] = mapped_column(UtcTime)
    approved_at: Mapped[datetime | None] = mapped_column(UtcTime)
    approved_by: Mapped[int | None]
    replaces: Mapped[str | None]
    revoked_at: Mapped[datetime | None] = mapped_column(UtcTime)
    revoked_by: Mapped[int | None]
    revoked_because: Mapped[str] = mapped_column(default="")
    forked_at: Mapped[datetime | None] = mapped_column(UtcTime)
    last_seq: Mapped[int] = mapped_column(default=0)
    oldest_unsent_at: Mapped[datetime | None] = mapped_column(UtcTime)
    last_seen_at: Mapped[datetime | None] = mapped_column(UtcTime)
    app_version: Mapped[str] = mapped_column(default="")
    wipe_ordered_at: Mapped[datetime | None] = mapped_column(UtcTime)
    __table_args__ = (
        CheckConstraint("protection in ('passkey', 'storage', 'desk')", name="protection"),
        CheckConstraint("status in ('active', 'pending', 'revoked')", name="status"),
        CheckConstraint("(person_id is null) <> (city is null)", name="whose"),
    )


class DeviceChallenge(Base):
    """32 random bytes (their hash) that an enrolment signs; gone once used."""

    __tablename__ = "device_challenges"
    challenge_hash: Mapped[str] = mapped_column(primary_key=True)
    person_id: Mapped[int] = mapped_column(ForeignKey("people.id"), index=True)
    expires_at: Mapped[datetime] = mapped_column(UtcTime)


class DeviceDay(Base):
    """What a device sent on one day (UTC), for its quota."""

    __tablename__ = "device_days"
    device: Mapped[str] = mapped_column(ForeignKey("devices.id"), primary_key=True)
    day: Mapped[date] = mapped_column(primary_key=True)
    records: Mapped[int] = mapped_column(default=0)
    bytes: Mapped[int] = mapped_column(BigInteger, default=0)
