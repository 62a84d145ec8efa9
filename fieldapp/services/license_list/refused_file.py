"""Refused rows as a file to mend and give again: line and reason in front, then the list's own columns."""

from collections.abc import Iterator
from pathlib import Path

from fieldapp.media.sheet_writer import csv_lines
from fieldapp.services.license_list.reading import REFUSED_COLUMNS, open_list
from fieldapp.services.license_list.run import ListReport, Order
from fieldapp.tables import imports
from fieldapp.tables.db import reading


def write_refused(order: Order, report: ListReport, target: Path) -> None:
    """Write the refused rows of a list that was just read (also in a dry run) to `target`, closed to others."""
    given = open_list(order.path, order.file)
    reasons = dict(report.refusals)
    rows = ((str(row.line), reasons[row.line], *map(_text, row.cells)) for row in given.rows() if row.line in reasons)
    target.touch(mode=0o600)
    with target.open("w", encoding="utf-8", newline="") as out:
        out.writelines(csv_lines((*REFUSED_COLUMNS, *given.header), rows))


def refused_lines(city: str, import_id: int) -> Iterator[str]:
    """The same file from what is stored, in pieces; nothing where the city has no such import."""
    with reading() as connection:
        one = imports.one_import(connection, city, import_id)
    if one is not None:
        yield from csv_lines((*REFUSED_COLUMNS, *one.columns), _stored(city, import_id))


def _stored(city: str, import_id: int) -> Iterator[tuple[str, ...]]:
    after = 0
    while True:
        with reading() as connection:
            rows = imports.refusals(connection, city, import_id, after)
        if not rows:
            return
        for row in rows:
            yield (str(row.line), row.reason, *row.cells)
        after = rows[-1].id


def _text(cell: str) -> str:
    return cell.replace("\0", "\ufffd").encode("utf-16", "surrogatepass").decode("utf-16", "replace")
