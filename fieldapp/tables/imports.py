"""License lists that were given: what was read, what was refused, and how a city's columns are named."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, TypeAlias

from sqlalchemy import JSON, Connection, ForeignKey, Row, UniqueConstraint, delete, insert, select, update
from sqlalchemy.orm import Mapped, mapped_column

from fieldapp.tables.db import Base, UtcTime

ImportRow: TypeAlias = Row[*tuple[Any, ...]]


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


def begin(connection: Connection, city: str, **values: object) -> int:
    """Note that an import has begun; its id. `values`: file_name, file_sha256, person_id, started_at, columns..."""
    return int(connection.execute(insert(Import).values(city=city, **values).returning(Import.id)).scalar_one())


def finish(connection: Connection, city: str, import_id: int, **values: object) -> None:
    """Note how an import stands: `finished_at` and its counts."""
    connection.execute(update(Import).where(Import.city == city, Import.id == import_id).values(**values))


def add_refusals(connection: Connection, city: str, import_id: int, rows: Sequence[tuple[int, str, list[str]]]) -> None:
    """Keep refused rows: line, reason and cells."""
    if rows:
        connection.execute(
            insert(Refusal),
            [{"city": city, "import_id": import_id, "line": a, "reason": b, "cells": c} for a, b, c in rows],
        )


def imports(connection: Connection, city: str, most: int = 50) -> Sequence[ImportRow]:
    """The city's imports, the newest first."""
    return connection.execute(select(*_SHOWN).where(Import.city == city).order_by(Import.id.desc()).limit(most)).all()


def one_import(connection: Connection, city: str, import_id: int) -> ImportRow | None:
    """One import of the city, None where it has no such."""
    return connection.execute(select(*_SHOWN).where(Import.city == city, Import.id == import_id)).first()


def refusals(
    connection: Connection, city: str, import_id: int, after: int = 0, most: int = 1_000
) -> Sequence[ImportRow]:
    """Refused rows of one import, in the order of the file, those behind the row id `after`."""
    query = select(Refusal.id, Refusal.line, Refusal.reason, Refusal.cells)
    where = (Refusal.city == city, Refusal.import_id == import_id, Refusal.id > after)
    return connection.execute(query.where(*where).order_by(Refusal.id).limit(most)).all()


def map_named(connection: Connection, city: str, name: str) -> dict[str, str] | None:
    """The saved columns of that name: their column's name -> our field."""
    return connection.scalar(select(ColumnMap.columns).where(ColumnMap.city == city, ColumnMap.name == name))


def map_for_header(connection: Connection, city: str, header_hash: str) -> tuple[str, dict[str, str]] | None:
    """The name and the columns last saved for a header, None where it was never seen."""
    query = select(ColumnMap.name, ColumnMap.columns).where(
        ColumnMap.city == city, ColumnMap.header_hash == header_hash
    )
    row = connection.execute(query.order_by(ColumnMap.id.desc()).limit(1)).first()
    return None if row is None else (row.name, row.columns)


def save_map(connection: Connection, city: str, name: str, header_hash: str, columns: dict[str, str]) -> None:
    """Remember which column means what under a name and for its header; an earlier map of that name is replaced."""
    connection.execute(delete(ColumnMap).where(ColumnMap.city == city, ColumnMap.name == name))
    connection.execute(insert(ColumnMap).values(city=city, name=name, header_hash=header_hash, columns=columns))


_SHOWN = (
    Import.id, Import.file_name, Import.file_sha256, Import.person_id, Import.started_at, Import.finished_at,
    Import.read, Import.new, Import.changed, Import.unchanged, Import.refused, Import.ignored_columns, Import.columns,
)  # fmt: skip


class GivenList(Base):
    """A list that a clerk uploaded: it waits in the instance's folder until it is applied."""

    __tablename__ = "given_lists"
    id: Mapped[int] = mapped_column(primary_key=True)
    city: Mapped[str] = mapped_column(index=True)
    person_id: Mapped[int] = mapped_column(ForeignKey("people.id"))
    file_name: Mapped[str]
    stored_as: Mapped[str]
    given_at: Mapped[datetime] = mapped_column(UtcTime)
    columns: Mapped[dict[str, str] | None] = mapped_column(JSON)
    columns_name: Mapped[str] = mapped_column(default="")
    state: Mapped[str]  # waiting, weighing, weighed, applying, done, failed
    share: Mapped[int] = mapped_column(default=0)  # of the work in hand, in hundredths
    touched_at: Mapped[datetime] = mapped_column(UtcTime)
    said: Mapped[str] = mapped_column(default="")  # why it failed
    counts: Mapped[dict[str, Any]] = mapped_column(JSON, default=dict)
    import_id: Mapped[int | None] = mapped_column(ForeignKey("imports.id"))


def take_list(connection: Connection, city: str, **values: object) -> int:
    """Note an uploaded list; its id."""
    return int(connection.execute(insert(GivenList).values(city=city, **values).returning(GivenList.id)).scalar_one())


def given_list(connection: Connection, city: str, given_id: int) -> ImportRow | None:
    """One uploaded list of the city."""
    where = (GivenList.city == city, GivenList.id == given_id)
    return connection.execute(select(GivenList.__table__).where(*where)).first()


def given_lists(connection: Connection, city: str) -> Sequence[ImportRow]:
    """The uploaded lists of the city that are not done, the newest first."""
    where = (GivenList.city == city, GivenList.state != "done")
    return connection.execute(select(GivenList.__table__).where(*where).order_by(GivenList.id.desc())).all()


def set_given(
    connection: Connection, city: str, given_id: int, *, only_if: Sequence[str] = (), **values: object
) -> bool:
    """Change an uploaded list (where its state is one of `only_if`, if any are named); whether it was changed."""
    query = update(GivenList).where(GivenList.city == city, GivenList.id == given_id)
    if only_if:
        query = query.where(GivenList.state.in_(only_if))
    return connection.execute(query.values(**values)).rowcount == 1


def forget_given(connection: Connection, city: str, given_id: int) -> None:
    """The uploaded list is no longer known."""
    connection.execute(delete(GivenList).where(GivenList.city == city, GivenList.id == given_id))
