"""Excel workbooks (.xlsx, whatever the file is called), opened only after their sizes were checked."""

import re
import warnings
import zipfile
import zlib
from collections.abc import Callable, Iterator
from datetime import date, datetime, time
from pathlib import Path
from typing import Any

from fieldapp.media.sheet_errors import UNKNOWN_ERROR, is_error
from fieldapp.media.sheet_faults import UnusableSheet

MEMBERS = 1_000
UNPACKED = 200 * 1024 * 1024
SHARED_STRINGS = 32 * 1024 * 1024
RATIO = 200
ROWS, WIDEST = 1_048_576, 16_384  # what a sheet of Excel has
COLUMNS = 500  # of the header
BEYOND = 200  # columns behind the header's last one that are looked at
CELLS = 50_000_000  # with those that a row leaves blank
_RATIO_FROM = 1024 * 1024  # a small member may be all spaces
_CHUNK = 256 * 1024
_ZEROS = re.compile(r"0+$")


def check_workbook(path: Path, file: str) -> None:
    """Refuse (UnusableSheet) what is no workbook or unpacks beyond the limits: by the directory, then by counting."""
    try:
        with zipfile.ZipFile(path) as packed:
            members = packed.infolist()
            if "xl/workbook.xml" not in {member.filename for member in members}:
                raise UnusableSheet(file, "is a zip archive, not a list and not an Excel workbook")
            _check_directory(members, file)
            _count(packed, members, file)
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, OSError) as wrong:
        raise UnusableSheet(
            file, "looks like an Excel workbook but is damaged or locked: save it as CSV UTF-8"
        ) from wrong


def workbook_rows(
    path: Path, file: str, progress: Callable[[float], None] | None
) -> Iterator[tuple[int, list[str], str]]:
    """Every row of the first sheet as text: its row number, its cells, no fault. Dates come as ISO text."""
    from openpyxl import load_workbook  # noqa: PLC0415  only those who give a workbook wait for it

    try:
        with path.open("rb") as raw, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            book = load_workbook(raw, read_only=True, data_only=True, keep_links=False)
            try:
                yield from _rows(book.worksheets[0], file, progress)
            finally:
                book.close()
    except UnusableSheet:
        raise
    except Exception as wrong:  # openpyxl raises many kinds for a damaged workbook
        raise UnusableSheet(file, f"is an Excel workbook that cannot be read ({type(wrong).__name__}): "
                            "save it as CSV UTF-8") from wrong  # fmt: skip


def _rows(
    sheet: Any,  # noqa: ANN401  a sheet of openpyxl, read only
    file: str,
    progress: Callable[[float], None] | None,
) -> Iterator[tuple[int, list[str], str]]:
    width = held = 0
    for line, row in _rows_there(sheet, file):
        cells, last = _cells(sheet, row, width + BEYOND if width else COLUMNS)
        if not width and last > COLUMNS:
            raise UnusableSheet(file, f"is a workbook whose header goes beyond {COLUMNS} columns", line=line)
        if not last:
            continue
        width = width or last
        held += max(width, len(cells))
        if held > CELLS:
            raise UnusableSheet(file, f"is a workbook of more than {CELLS:,} cells: save it as CSV UTF-8")
        cells += [""] * (width - len(cells))
        if progress is not None and line % 2000 == 0 and sheet.max_row:
            progress(min(1.0, line / sheet.max_row))
        far = f"the row has a cell in column {last}, the header has {width} columns"
        yield line, cells, far if last > width + BEYOND else ""


def _rows_there(sheet: Any, file: str) -> Iterator[tuple[int, list[dict[str, Any]]]]:  # noqa: ANN401
    """The rows that the sheet really holds, with their numbers: gaps between them cost nothing.

    The sheet's own iteration makes an empty row for each number that is left out, and a cell for each column.
    """
    from openpyxl.worksheet._reader import WorkSheetParser  # noqa: PLC0415

    book, before = sheet.parent, 0
    with sheet._get_source() as source:  # noqa: SLF001
        parser = WorkSheetParser(
            source, sheet._shared_strings, data_only=True, epoch=book.epoch,  # noqa: SLF001
            date_formats=book._date_formats, timedelta_formats=book._timedelta_formats,  # noqa: SLF001
        )  # fmt: skip
        for line, row in parser.parse():
            if not before < line <= ROWS:
                raise UnusableSheet(file, f"is a workbook with a row numbered {line} behind row {before}: Excel has "
                                    f"{ROWS:,} rows, in order")  # fmt: skip
            before = line
            yield line, row


def _cells(sheet: Any, row: list[dict[str, Any]], most: int) -> tuple[list[str], int]:  # noqa: ANN401
    """The texts of a row up to its last cell, or to the column `most`; and which column its last text stands in."""
    from openpyxl.cell.read_only import ReadOnlyCell  # noqa: PLC0415

    cells: list[str] = []
    last = 0
    for there in row:
        column = there["column"]
        if not 1 <= column <= WIDEST:
            msg = f"column {column}"
            raise ValueError(msg)
        text = "" if there["value"] is None else _text(ReadOnlyCell(sheet, **there))
        if text:
            last = max(last, column)
        if text and column <= most:
            cells += [""] * (column - len(cells))
            cells[column - 1] = text
    return cells, last


def _text(cell: Any) -> str:  # noqa: ANN401  a cell of openpyxl
    value = cell.value
    if cell.data_type == "e":
        return value if is_error(str(value)) else UNKNOWN_ERROR
    if value is None or isinstance(value, str):
        return value or ""
    if isinstance(value, datetime):
        return value.date().isoformat() if value.time() == time() else value.isoformat(" ")
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        value = int(value)
    text = str(value)
    shown = getattr(cell, "number_format", None) or ""
    return text.zfill(len(shown)) if isinstance(value, int) and _ZEROS.fullmatch(shown) else text


def _check_directory(members: list[zipfile.ZipInfo], file: str) -> None:
    if len(members) > MEMBERS:
        raise UnusableSheet(file, f"is a workbook of {len(members)} parts; {MEMBERS} are the limit")
    if sum(member.file_size for member in members) > UNPACKED:
        raise UnusableSheet(file, _TOO_BIG)
    for member in members:
        _check_member(member.filename, member.file_size, member.compress_size, file)


def _count(packed: zipfile.ZipFile, members: list[zipfile.ZipInfo], file: str) -> None:
    """The directory can lie: unpack every part once, in small pieces, and count."""
    total = 0
    for member in members:
        size, tail = 0, b""
        with packed.open(member) as part:
            while chunk := part.read(_CHUNK):
                size += len(chunk)
                total += len(chunk)
                if total > UNPACKED:
                    raise UnusableSheet(file, _TOO_BIG)
                _check_member(member.filename, size, member.compress_size, file)
                if b"<!DOCTYPE" in tail + chunk or b"<!ENTITY" in tail + chunk:
                    raise UnusableSheet(file, "is a workbook that defines entities: Excel never does")
                tail = chunk[-10:]


def _check_member(name: str, size: int, packed: int, file: str) -> None:
    if name.endswith("sharedStrings.xml") and size > SHARED_STRINGS:
        raise UnusableSheet(file, _TOO_BIG)
    if size > _RATIO_FROM and size > RATIO * max(packed, 1):
        raise UnusableSheet(file, "is a workbook packed too tightly to be real: save it as CSV UTF-8")


_TOO_BIG = "is a workbook too large to open safely: save it as CSV UTF-8"
