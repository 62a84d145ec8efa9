"""Is the lawbook sound, and is every clause of the inventory carried? Both are asked without a database."""

from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from fieldapp import clock
from fieldapp.lawbook.coverage import Coverage
from fieldapp.lawbook.coverage import coverage as coverage_of
from fieldapp.lawbook.current import lawbook
from fieldapp.lawbook.inventory import excused
from fieldapp.lawbook.load import Fault, UnusableLaw, folders_of, load_lawbook

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
        tomorrow = clock.now().date() + timedelta(days=1)  # a day is left for the time zones
        book = load_lawbook(folder, today=tomorrow)
    except UnusableLaw as wrong:
        return Soundness((*wrong.faults, *faults), {})
    pieces = {place.id: sum(1 for _ in place.every()) for place in book.places()}
    return Soundness(tuple(faults), pieces)


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
