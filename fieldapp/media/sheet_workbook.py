"""Excel workbooks (.xlsx, whatever the file is called), opened only after their sizes were checked."""

import re
import warnings
import zipfile
import zlib
from collections.abc import Callable, Iterator
from datetime import date, datetime, time
from pathlib import Path
from typing import Any

from fieldapp.media.sheet_faults import UnusableSheet

MEMBERS = 1_000
UNPACKED = 200 * 1024 * 1024
SHARED_STRINGS = 32 * 1024 * 1024
RATIO = 200
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
                yield from _rows(book.worksheets[0], progress)
            finally:
                book.close()
    except UnusableSheet:
        raise
    except Exception as wrong:  # openpyxl raises many kinds for a damaged workbook
        raise UnusableSheet(file, f"is an Excel workbook that cannot be read ({type(wrong).__name__}): "
                            "save it as CSV UTF-8") from wrong  # fmt: skip


def _rows(
    sheet: Any,  # noqa: ANN401  a sheet of openpyxl, read only
    progress: Callable[[float], None] | None,
) -> Iterator[tuple[int, list[str], str]]:
    sheet.reset_dimensions()
    width = 0
    for line, row in enumerate(sheet.iter_rows(), 1):
        cells = [_text(cell) for cell in row]
        if not any(cells):
            continue
        if not width:
            while not cells[-1]:
                cells.pop()
            width = len(cells)
        cells += [""] * (width - len(cells))
        if progress is not None and line % 2000 == 0 and sheet.max_row:
            progress(min(1.0, line / sheet.max_row))
        yield line, cells, ""


def _text(cell: Any) -> str:  # noqa: ANN401  a cell of openpyxl
    value = cell.value
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
