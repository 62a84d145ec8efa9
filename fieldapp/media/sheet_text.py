"""Delimited text: which encoding, which delimiter, and the records with the line on which each starts."""

import codecs
import contextlib
import csv
import io
import re
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from fieldapp.media.sheet_faults import UnusableSheet

DELIMITERS = (",", ";", "\t", "|")
LINE_LIMIT = 1024 * 1024  # characters of one physical line
RECORD_LINES = 100  # a quoted cell that runs over more lines is a quote that somebody forgot to close
CELL_LIMIT = 64 * 1024
_CHUNK = 1024 * 1024
_ESCAPED = re.compile("[\udc80-\udcff]")
_WIDE = re.compile("[^\x00-\x7f]")


@dataclass(frozen=True, slots=True)
class TextForm:
    """How the bytes are to be read. `errors` keeps undecodable bytes as lone surrogates: only their row fails."""

    encoding: str
    errors: str
    delimiter: str


def text_form(path: Path, file: str) -> TextForm:
    """The encoding (UTF-8, UTF-16 with or without a byte order mark, else Windows-1252) and the delimiter."""
    encoding, errors = _encoding(path)
    with path.open("rb") as raw, io.TextIOWrapper(raw, encoding, errors, newline="") as text:
        lines = [line for line in (text.readline(LINE_LIMIT) for _ in range(30)) if line]
    if lines and len(lines[0]) >= LINE_LIMIT:
        raise UnusableSheet(file, "is longer than a million characters: this is no list", line=1)
    return TextForm(encoding, errors, _delimiter(lines))


def text_rows(
    path: Path, file: str, form: TextForm, progress: Callable[[float], None] | None
) -> Iterator[tuple[int, list[str], str]]:
    """Every record: its first line, its cells, and a fault ("" where it reads).

    A quote that is opened and never closed costs its own line only: reading starts again on the next line.
    """
    size = path.stat().st_size or 1
    with path.open("rb") as raw, io.TextIOWrapper(raw, form.encoding, form.errors, newline="") as text:
        lines = _Lines(text, file)
        told = 0
        for number, record in enumerate(_records(lines, form.delimiter)):
            if progress is not None and number - told >= 2000:
                told = number
                progress(min(1.0, raw.tell() / size))
            yield record


class _Lines:
    """Physical lines with their number, and those of the record being read so that they can be read again."""

    def __init__(self, text: io.TextIOWrapper, file: str) -> None:
        self._readline, self._file = text.readline, file
        self._again: deque[str] = deque()
        self.taken: list[str] = []
        self.number = 0

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        line = self._again.popleft() if self._again else self._readline(LINE_LIMIT)
        if not line:
            raise StopIteration
        self.number += 1
        self.taken.append(line)
        if len(line) >= LINE_LIMIT:
            raise UnusableSheet(self._file, "the line is longer than a million characters", line=self.number)
        if len(self.taken) > RECORD_LINES:
            msg = "a quote is opened and not closed"
            raise csv.Error(msg)
        return line

    def back_to(self, first: int) -> str:
        """Give all lines of the record but its first one again; returns that first line."""
        self._again.extendleft(reversed(self.taken[1:]))
        self.number = first
        return self.taken[0]


def _records(lines: _Lines, delimiter: str) -> Iterator[tuple[int, list[str], str]]:
    reader = csv.reader(lines, delimiter=delimiter, strict=True)
    while True:
        start = lines.number + 1
        lines.taken.clear()
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error:
            fault = _fault(lines.taken, delimiter)
            first = lines.back_to(start)
            reader = csv.reader(lines, delimiter=delimiter, strict=True)
            yield (
                start,
                first.rstrip("\r\n").split(delimiter),
                fault,
            )
            continue
        if start == 1 and len(cells) <= 2 and cells and cells[0].lower().startswith("sep="):
            continue  # Excel's own line that names the delimiter
        yield start, cells, ""


def _fault(taken: list[str], delimiter: str) -> str:
    """Why the record that was read from these lines is none."""
    if len(taken) == 1 and (place := _long_cell(taken[0].rstrip("\r\n"), delimiter)):
        return f"the cell in column {place} is longer than {CELL_LIMIT:,} characters"
    return "a quotation mark in this row is not closed, or text follows it"


def _long_cell(line: str, delimiter: str) -> int:
    """In which column, from 1, a cell beyond the limit stands; 0 where none does."""
    place, begin, quoted = 1, 0, False
    for sign in re.finditer(f'["{re.escape(delimiter)}]', line):
        if sign[0] == '"':
            quoted = not quoted
        elif not quoted:
            if sign.start() - begin > CELL_LIMIT:
                return place
            place, begin = place + 1, sign.end()
    return place if len(line) - begin > CELL_LIMIT else 0


def _encoding(path: Path) -> tuple[str, str]:
    with path.open("rb") as raw:
        head = raw.read(65536)
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16", "surrogatepass"
    even, odd = head[0::2].count(0), head[1::2].count(0)
    if max(even, odd) > len(head) // 8 and min(even, odd) < max(even, odd) // 8:
        return ("utf-16-le" if odd > even else "utf-16-be"), "surrogatepass"
    good, bad = _wide_characters(path)
    if bad and (good == 0 or bad > good):
        return "cp1252", "surrogateescape"
    return "utf-8-sig", "surrogateescape"


def _wide_characters(path: Path) -> tuple[int, int]:
    """How many characters beyond ASCII are good UTF-8, and how many bytes are not."""
    decoder = codecs.getincrementaldecoder("utf-8")("surrogateescape")
    good = bad = 0
    with path.open("rb") as raw:
        while chunk := raw.read(_CHUNK):
            text = decoder.decode(chunk)
            if not text.isascii():
                wrong = len(_ESCAPED.findall(text))
                bad += wrong
                good += len(_WIDE.findall(text)) - wrong
    bad += len(decoder.decode(b"", final=True))
    return good, bad


def _delimiter(lines: list[str]) -> str:
    if lines and (named := re.match(r"(?i)\ufeff?\"?sep=(.)", lines[0])) and named[1] in DELIMITERS:
        return named[1]
    return max(DELIMITERS, key=lambda delimiter: _fit(lines, delimiter))


def _fit(lines: list[str], delimiter: str) -> int:
    """How well a delimiter explains the first lines: cells of the header times the rows that have as many."""
    widths: list[int] = []
    with contextlib.suppress(csv.Error):
        widths.extend(len(cells) for cells in csv.reader(lines, delimiter=delimiter) if cells)
    if not widths or widths[0] < 2:
        return 0
    return widths[0] * sum(width == widths[0] for width in widths)


csv.field_size_limit(CELL_LIMIT)
