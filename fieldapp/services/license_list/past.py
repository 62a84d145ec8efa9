"""Imports of the past: when, from whom, what came of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import PurePath
from typing import Any

from sqlalchemy import Row

from fieldapp.tables import imports
from fieldapp.tables.db import reading

SHOWN = 200


@dataclass(frozen=True, slots=True)
class PastImport:
    """An import. `finished_at` is None where it was killed: giving the same list again completes it."""

    id: int
    file: str
    sha256: str
    started_at: datetime
    finished_at: datetime | None
    read: int
    new: int
    changed: int
    unchanged: int
    refused: int
    ignored: tuple[str, ...]


def past_imports(city: str) -> list[PastImport]:
    """The city's imports, the newest first."""
    with reading() as connection:
        return [_past(row) for row in imports.imports(connection, city)]


def past_import(city: str, import_id: int) -> PastImport | None:
    """One import of the city."""
    with reading() as connection:
        row = imports.one_import(connection, city, import_id)
    return None if row is None else _past(row)


def first_refusals(city: str, import_id: int) -> Sequence[tuple[int, str]]:
    """Line and reason of the first refused rows of an import."""
    with reading() as connection:
        return [(row.line, row.reason) for row in imports.refusals(connection, city, import_id, most=SHOWN)]


def _past(row: Row[*tuple[Any, ...]]) -> PastImport:
    return PastImport(
        row.id, PurePath(row.file_name).name, row.file_sha256, row.started_at, row.finished_at, row.read, row.new,
        row.changed, row.unchanged, row.refused, tuple(row.ignored_columns),
    )  # fmt: skip
