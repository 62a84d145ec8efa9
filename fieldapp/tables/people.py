"""The people who sign in: who they are, what they may do where, and their sessions."""

from datetime import datetime

from sqlalchemy import ForeignKey, Index, LargeBinary, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from fieldapp.tables.db import Base, UtcTime


class Person(Base):
    __tablename__ = "people"
    id: Mapped[int] = mapped_column(primary_key=True)
    username: Mapped[str]
    username_key: Mapped[str] = mapped_column(unique=True)
    name: Mapped[str]
    handle: Mapped[bytes] = mapped_column(LargeBinary, unique=True)  # what a passkey knows the person by: random
    password_hash: Mapped[str | None]
    totp_secret: Mapped[str | None]
    totp_last_step: Mapped[int | None]
    demo: Mapped[bool] = mapped_column(default=False)
    created_at: Mapped[datetime] = mapped_column(UtcTime)
    ended_at: Mapped[datetime | None] = mapped_column(UtcTime)


class Membership(Base):
    __tablename__ = "memberships"
    person_id: Mapped[int] = mapped_column(ForeignKey("people.id"), primary_key=True)
    city: Mapped[str] = mapped_column(primary_key=True)
    role: Mapped[str]
    __table_args__ = (Index(None, "city", "person_id"),)


class Passkey(Base):
    __tablename__ = "passkeys"
    id: Mapped[int] = mapped_column(primary_key=True)
    person_id: Mapped[int] = mapped_column(ForeignKey("people.id"), index=True)
    credential_id: Mapped[bytes] = mapped_column(LargeBinary, unique=True)
    public_key: Mapped[bytes] = mapped_column(LargeBinary)
    sign_count: Mapped[int]
    label: Mapped[str]
    prf: Mapped[bool]  # whether the passkey can derive a key for the phone's own encryption
    created_at: Mapped[datetime] = mapped_column(UtcTime)
    last_used_at: Mapped[datetime | None] = mapped_column(UtcTime)


class RecoveryCode(Base):
    __tablename__ = "recovery_codes"
    id: Mapped[int] = mapped_column(primary_key=True)
    person_id: Mapped[int] = mapped_column(ForeignKey("people.id"), index=True)
    code_hash: Mapped[str]
    used_at: Mapped[datetime | None] = mapped_column(UtcTime)


class Invitation(Base):
    __tablename__ = "invitations"
    token_hash: Mapped[str] = mapped_column(primary_key=True)
    person_id: Mapped[int] = mapped_column(ForeignKey("people.id"), index=True)
    expires_at: Mapped[datetime] = mapped_column(UtcTime)
    used_at: Mapped[datetime | None] = mapped_column(UtcTime)


class Session(Base):
    __tablename__ = "sessions"
    id: Mapped[int] = mapped_column(primary_key=True)
    token_hash: Mapped[str] = mapped_column(unique=True)
    person_id: Mapped[int] = mapped_column(ForeignKey("people.id"), index=True)
    city: Mapped[str]
    label: Mapped[str]
    second_factor: Mapped[bool]
    created_at: Mapped[datetime] = mapped_column(UtcTime)
    last_seen_at: Mapped[datetime] = mapped_column(UtcTime)
    verified_at: Mapped[datetime] = mapped_column(UtcTime)
    ended_at: Mapped[datetime | None] = mapped_column(UtcTime)


class Challenge(Base):
    """What a passkey ceremony or a half-done sign-in waits for; single use, five minutes."""

    __tablename__ = "challenges"
    token_hash: Mapped[str] = mapped_column(primary_key=True)
    purpose: Mapped[str]
    person_id: Mapped[int | None] = mapped_column(ForeignKey("people.id"), index=True)
    challenge: Mapped[bytes] = mapped_column(LargeBinary)
    expires_at: Mapped[datetime] = mapped_column(UtcTime, index=True)


class Tally(Base):
    """How often something failed (kind: sign-in by account or network, a tag code never made) within a while."""

    __tablename__ = "tallies"
    id: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str]
    key: Mapped[str]
    count: Mapped[int]
    since: Mapped[datetime] = mapped_column(UtcTime)
    last: Mapped[datetime] = mapped_column(UtcTime, index=True)
    __table_args__ = (UniqueConstraint("kind", "key"),)
