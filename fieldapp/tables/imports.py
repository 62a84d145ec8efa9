"""License lists that were given: what was read, what was refused, and how a city's columns are named."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, ForeignKey, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from fieldapp.tables.db import Base, UtcTime


class Import(Base):
    __tablename__ = "imports"
    id: Mapped[int] = mapped_column(primary_key=True)
    city: Mapped[str] = mapped_column(index=True)
    file_name: Mapped[str]
    file_sha256: Mapped[str]
    person_id: Mapped[int | None] = mapped_column(ForeignKey("people.id"))
    started_at: Mapped[datetime] = mapped_column(UtcTime)
    finished_at: Mapped[datetime | None] = mapped_column(UtcTime)
    read: Mapped[int] = mapped_column(default=0)
    new: Mapped[int] = mapped_column(default=0)
    changed: Mapped[int] = mapped_column(default=0)
    unchanged: Mapped[int] = mapped_column(default=0)
    refused: Mapped[int] = mapped_column(default=0)
    ignored_columns: Mapped[list[str]] = mapped_column(JSON, default=list)
    columns: Mapped[list[str]] = mapped_column(JSON, default=list)


class Refusal(Base):
    __tablename__ = "import_refusals"
    id: Mapped[int] = mapped_column(primary_key=True)
    city: Mapped[str]
    import_id: Mapped[int] = mapped_column(ForeignKey("imports.id"), index=True)
    line: Mapped[int]
    reason: Mapped[str]
    cells: Mapped[list[Any]] = mapped_column(JSON)


class ColumnMap(Base):
    """Which column of a list means what, remembered under a name and for a header seen before."""

    __tablename__ = "column_maps"
    id: Mapped[int] = mapped_column(primary_key=True)
    city: Mapped[str]
    name: Mapped[str]
    header_hash: Mapped[str]
    columns: Mapped[dict[str, str]] = mapped_column(JSON)
    __table_args__ = (UniqueConstraint("city", "name"),)
