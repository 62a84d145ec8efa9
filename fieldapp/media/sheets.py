"""Sheets: bytes of a list (delimited text or a workbook) -> its header and its rows with line numbers.

What a file is follows from its content, never from its name. Rows come as a stream: memory does not grow with the file.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from fieldapp.media.sheet_faults import UnusableSheet
from fieldapp.media.sheet_text import TextForm, text_form, text_rows
from fieldapp.media.sheet_workbook import check_workbook, workbook_rows

__all__ = ["Row", "Sheet", "UnusableSheet", "open_sheet"]

_FOREIGN = (
    (b"\xd0\xcf\x11\xe0", "an old Excel workbook (.xls)"),
    (b"%PDF", "a PDF"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"\x89PNG", "a PNG picture"),
    (b"GIF8", "a GIF picture"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"{\\rtf", "an RTF document"),
    (b"SQLite format 3", "an SQLite database"),
    (b"\xff\xfe\x00\x00", "UTF-32 text"),
    (b"\x00\x00\xfe\xff", "UTF-32 text"),
)
_MARKUP = (b"<!doctype", b"<html", b"<?xml")


class Row(NamedTuple):
    """One row: the line on which it starts, its cells as text, and why it cannot be read ("": it can)."""

    line: int
    cells: list[str]
    fault: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """An opened list. `file` is the name that people know it by; `form` is None for a workbook."""

    file: str
    path: Path
    form: TextForm | None
    header: tuple[str, ...]
    header_line: int

    @property
    def is_workbook(self) -> bool:
        """Whether dates may stand as Excel's day numbers."""
        return self.form is None

    def rows(self, progress: Callable[[float], None] | None = None) -> Iterator[Row]:
        """Every row below the header, blank ones left out; can be asked again. `progress` gets the share read, 0 to 1.

        Raises UnusableSheet where reading cannot go on at all.
        """
        width = len(self.header)
        for line, cells, fault in _source(self.file, self.path, self.form, progress):
            if line <= self.header_line or not (any(cells) or fault):
                continue
            if len(cells) == width or fault:
                yield Row(line, cells, fault)
            else:
                yield _of_width(line, cells, width)


def open_sheet(path: Path, file: str | None = None) -> Sheet:
    """Look at `path` and give the sheet in it; `file` is the name for messages (default: the path's own).

    Raises UnusableSheet with a sentence that names file, line and field: an empty file, a picture, a workbook beyond
    the limits.
    """
    file = file or path.name
    try:
        with path.open("rb") as opened:
            head = opened.read(4096)
    except OSError as wrong:
        raise UnusableSheet(file, f"cannot be opened ({wrong.strerror})") from wrong
    form = None
    if head.startswith(b"PK"):
        check_workbook(path, file)
    else:
        _refuse_foreign(head, file)
        form = text_form(path, file)
    for line, cells, _ in _source(file, path, form, None):
        if any(cell.strip() for cell in cells):
            header = [" ".join(cell.split()) for cell in cells]
            while form is None and header and not header[-1]:
                header.pop()
            return Sheet(file, path, form, tuple(header), line)
    raise UnusableSheet(file, "is empty: it has no header and no row")


def _source(
    file: str, path: Path, form: TextForm | None, progress: Callable[[float], None] | None
) -> Iterator[tuple[int, list[str], str]]:
    if form is None:
        return workbook_rows(path, file, progress)
    return text_rows(path, file, form, progress)


def _refuse_foreign(head: bytes, file: str) -> None:
    start = head.lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    what = next((name for magic, name in _FOREIGN if head.startswith(magic)), "")
    if not what and start.startswith(_MARKUP):
        what = "a web page or XML"
    if what:
        raise UnusableSheet(file, f'is {what}, not a list: save the list as "CSV UTF-8" and give that file')


def _of_width(line: int, cells: list[str], width: int) -> Row:
    if len(cells) > width and not any(cell.strip() for cell in cells[width:]):
        return Row(line, cells[:width], "")
    return Row(line, cells, f"the row has {len(cells)} cells, the header has {width}")
