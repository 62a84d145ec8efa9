"""Who looked at whom (not chained: it is large and has its own retention), and the searches behind opaque addresses."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from fieldapp.tables.db import Base, UtcTime


class Lookup(Base):
    __tablename__ = "lookups"
    id: Mapped[int] = mapped_column(primary_key=True)
    city: Mapped[str]
    person_id: Mapped[int] = mapped_column(ForeignKey("people.id"), index=True)
    kind: Mapped[str]  # tag, animal, search, address
    subject: Mapped[str]
    at: Mapped[datetime] = mapped_column(UtcTime)
    __table_args__ = (Index(None, "city", "at"),)


class Search(Base):
    """What was typed, kept an hour for the session that typed it."""

    __tablename__ = "searches"
    token_hash: Mapped[str] = mapped_column(primary_key=True)
    city: Mapped[str]
    session_id: Mapped[int] = mapped_column(ForeignKey("sessions.id"), index=True)
    fields: Mapped[dict[str, Any]] = mapped_column(JSON)
    at: Mapped[datetime] = mapped_column(UtcTime, index=True)
