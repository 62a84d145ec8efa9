"""The one writer of CSV files: no cell of ours is ever run as a formula by a spreadsheet."""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence

_RUNS = ("=", "+", "-", "@", "\t", "\r", "\n")
BOM = "\ufeff"


def guarded(cell: str) -> str:
    """The cell with an apostrophe before a sign that a spreadsheet would run (= + - @ TAB CR LF).

    A cell that already begins with such a guard gets another one, so that `unguarded` gives back what was there.
    """
    return "'" + cell if cell.lstrip("'").startswith(_RUNS) else cell


def unguarded(cell: str) -> str:
    """What `guarded` was given."""
    return cell[1:] if cell.startswith("'") and cell.lstrip("'").startswith(_RUNS) else cell


def csv_lines(header: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """The lines of a CSV file that Excel opens as UTF-8 (byte order mark, CR LF), each cell guarded."""
    yield BOM
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\r\n")
    writer.writerow([guarded(cell) for cell in header])
    for row in rows:
        yield buffer.getvalue()
        buffer.seek(0)
        buffer.truncate()
        writer.writerow([guarded(cell) for cell in row])
    yield buffer.getvalue()
