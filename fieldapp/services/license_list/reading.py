"""Pass 1: the whole file is read, its columns and dates settled, and every row put in order by its number."""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from itertools import islice
from pathlib import Path

from fieldapp.media.sheet_writer import unguarded
from fieldapp.media.sheets import Row, Sheet, UnusableSheet, open_sheet
from fieldapp.media.sorting import Sorter
from fieldapp.services.license_list.cells import Refused
from fieldapp.services.license_list.columns import Columns, UnusableColumns, recognise
from fieldapp.services.license_list.dates import OrderFinder, orders
from fieldapp.services.license_list.listed import SEPARATOR
from fieldapp.services.license_list.read import DATES, RowReader

REFUSED_COLUMNS = ("Line", "Refused because")
_FIRST = 5_000  # rows that the date orders are guessed from, before the whole column decides


@dataclass(frozen=True, slots=True)
class GivenList:
    """An opened list: `header` and rows without the two columns that a file of refused rows has in front."""

    sheet: Sheet
    header: tuple[str, ...]
    mended: bool

    def rows(self, progress: Callable[[float], None] | None = None) -> Iterator[Row]:
        """Every row; cells of a mended file without their guards against formulas."""
        if not self.mended:
            return self.sheet.rows(progress)
        return (Row(line, [unguarded(cell) for cell in cells[2:]], self._fault(cells, fault))
                for line, cells, fault in self.sheet.rows(progress))  # fmt: skip

    def _fault(self, cells: list[str], fault: str) -> str:
        if not fault.startswith("the row has"):
            return fault
        return f"the row has {len(cells) - 2} cells, the header has {len(self.header)}"


def open_list(path: Path, file: str | None = None) -> GivenList:
    """Open a list, or a file of refused rows that was mended. Raises UnusableSheet."""
    sheet = open_sheet(path, file)
    mended = sheet.header[:2] == REFUSED_COLUMNS
    header = tuple(unguarded(name) for name in sheet.header[2:]) if mended else sheet.header
    if not header:
        raise UnusableSheet(sheet.file, "has no columns", line=sheet.header_line)
    return GivenList(sheet, header, mended)


def columns_of(given: GivenList, mapping: Mapping[str, str] | None) -> Columns:
    """The list's columns, as `recognise`; raises UnusableSheet that names file, line and field."""
    try:
        return recognise(given.header, mapping)
    except UnusableColumns as wrong:
        raise UnusableSheet(given.sheet.file, str(wrong), line=given.sheet.header_line, field=wrong.field) from wrong


def read_rows(
    given: GivenList, columns: Columns, licensed: frozenset[str], today: date, sorter: Callable[[], Sorter],
    progress: Callable[[float], None] | None = None,
) -> tuple[Sorter, RowReader, int]:  # fmt: skip
    """Read every row into a sorter (made by `sorter`): by key, or set aside with the reason why it is unreadable.

    Gives that sorter, the reader with what it saw, and the number of rows. The caller closes the sorter. Dates are read
    in the order that the first rows suggest; where the whole column says otherwise, everything is read again.
    """
    assumed = guessed_orders(given, columns)
    while True:
        rows = sorter()
        reader = RowReader(columns, len(given.header), assumed, licensed, today=today, serials=given.sheet.is_workbook)
        try:
            read = _read(given, reader, rows, progress)
        except BaseException:
            rows.close()
            raise
        decided = orders(reader.finders)
        if decided == assumed:
            return rows, reader, read
        rows.close()
        assumed = decided


def guessed_orders(given: GivenList, columns: Columns) -> dict[str, str]:
    """The date orders that the first rows suggest."""
    finders = {field: OrderFinder() for field in DATES if field in columns.at}
    for _, cells, fault in islice(given.rows(), _FIRST):
        if not fault:
            for field, finder in finders.items():
                finder.see((cells[columns.at[field]],))
    return orders(finders)


def _read(given: GivenList, reader: RowReader, rows: Sorter, progress: Callable[[float], None] | None) -> int:
    add, spill, blake = rows.add, rows.spill, hashlib.blake2b
    read = 0
    for line, cells, fault in given.rows(progress):
        read += 1
        if not read % 1000:
            spill()
        if fault:
            rows.set_aside(line, fault)
            continue
        joined = SEPARATOR.join(cells)
        try:
            key, text = reader(joined)
        except Refused as reason:
            rows.set_aside(line, str(reason))
        else:
            add((key, line, blake(joined.encode(), digest_size=16).digest(), text))
    return read
