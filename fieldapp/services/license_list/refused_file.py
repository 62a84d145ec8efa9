"""Refused rows as a file to mend and give again: line and reason in front, then the list's own columns."""

import contextlib
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

from fieldapp.media.sheet_writer import BOM, csv_lines
from fieldapp.services.license_list.reading import REFUSED_COLUMNS, open_list
from fieldapp.services.license_list.run import ListReport, Order
from fieldapp.tables import imports
from fieldapp.tables.db import reading


class UnusableTarget(Exception):
    """The file for the refused rows cannot be written there; the sentence says why."""


@contextlib.contextmanager
def new_refused_file(target: Path, source: Path) -> Iterator[Path]:
    """A new file beside `target`, closed to others, that takes its place where the block ends well.

    Raises UnusableTarget, before anything is read or stored, where `target` is the list `source` itself (by whatever
    name), no file, a file that is no file of refused rows of ours, or in a folder where nothing can be written.
    """
    try:
        place = target.resolve()
        _refuse_target(target, place, source)
        descriptor, name = tempfile.mkstemp(prefix=f".{place.name[:60]}.", suffix=".part", dir=place.parent)
    except (OSError, RuntimeError, ValueError) as wrong:
        reason = getattr(wrong, "strerror", None) or "no file can be made there"
        raise UnusableTarget(f"--refused {target}: {reason}; nothing is stored") from wrong
    os.close(descriptor)
    part = Path(name)
    try:
        yield part
        part.replace(place)
    finally:
        part.unlink(missing_ok=True)


def _refuse_target(target: Path, place: Path, source: Path) -> None:
    if not place.exists():
        return
    if source.exists() and place.samefile(source):
        raise UnusableTarget(f"--refused {target}: this is the list itself; name another file, nothing is stored")
    if not place.is_file():
        raise UnusableTarget(f"--refused {target}: this is no file; name one, nothing is stored")
    start = (BOM + ",".join(REFUSED_COLUMNS) + ",").encode()
    with place.open("rb") as file:
        head = file.read(len(start))
    if head and head != start:
        raise UnusableTarget(
            f"--refused {target}: this file is there already and holds no refused rows; name another one, "
            "nothing is stored"
        )


def write_refused(order: Order, report: ListReport, target: Path) -> None:
    """Write the refused rows of a list that was just read (also in a dry run) to `target`, closed to others."""
    given = open_list(order.path, order.file)
    reasons = dict(report.refusals)
    rows = ((str(row.line), reasons[row.line], *map(_text, row.cells)) for row in given.rows() if row.line in reasons)
    target.touch(mode=0o600)
    with target.open("w", encoding="utf-8", newline="") as out:
        out.writelines(csv_lines((*REFUSED_COLUMNS, *given.header), rows))
        out.flush()
        os.fsync(out.fileno())


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
