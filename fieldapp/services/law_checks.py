"""Is the lawbook sound, and is every clause of the inventory carried? Both are asked without a database."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from fieldapp import clock
from fieldapp.lawbook.coverage import Coverage
from fieldapp.lawbook.coverage import coverage as coverage_of
from fieldapp.lawbook.current import lawbook
from fieldapp.lawbook.inventory import excused
from fieldapp.lawbook.load import Fault, UnusableLaw, folders_of, load_lawbook
from fieldapp.lawbook.values import Lawbook

__all__ = ["Coverage", "Fault", "NoLawThere", "Soundness", "check_law", "coverage"]


class NoLawThere(Exception):
    """A folder that should hold law cannot be looked through; the sentence says why."""


@dataclass(frozen=True, slots=True)
class Soundness:
    """Every fault found; where there is none, how many pieces each place has."""

    faults: tuple[Fault, ...]
    pieces: dict[str, int]


def check_law(folder: Path | None) -> Soundness:
    """Read the package's law, and `folder` on top of it where one is given, as the start of the app would.

    Raises NoLawThere where the folder holds no folder of a place.
    """
    if folder is not None:
        _refuse_empty(folder)
    faults: list[Fault] = []
    excused(faults)
    try:
        book = load_lawbook(folder)
    except UnusableLaw as wrong:
        return Soundness((*wrong.faults, *faults), {})
    faults += _checked_in_the_future(book)
    pieces = {p.id: sum(len(dated) for keys in p.pieces.values() for dated in keys.values()) for p in book.places()}
    return Soundness(tuple(faults), pieces)


def _checked_in_the_future(book: Lawbook) -> Iterator[Fault]:
    """Nobody can have looked at a law tomorrow; a day is left for the time zones."""
    tomorrow = clock.now().date() + timedelta(days=1)
    dated = (pieces for place in book.places() for keys in place.pieces.values() for pieces in keys.values())
    for piece in (piece for pieces in dated for piece in pieces if piece.last_checked > tomorrow):
        words = f"last_checked is {piece.last_checked.isoformat()}, which is still to come"
        yield Fault(piece.file, piece.key, piece.line, words)


def _refuse_empty(folder: Path) -> None:
    try:
        places = [sub for sub in folders_of(folder) if any(sub.glob("*.toml"))]
    except (OSError, ValueError) as wrong:
        raise NoLawThere(f"cannot be read: {getattr(wrong, 'strerror', None) or wrong}") from wrong
    if not places:
        raise NoLawThere("holds no folder of a city (a folder with a city.toml)")


def coverage() -> Coverage:
    """Where the lawbook in use and the rules carry each clause of the inventory."""
    return coverage_of(lawbook())
