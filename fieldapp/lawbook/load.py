"""Read and check every folder of law at start-up: all of it is sound, or the app says what is not and where."""

from datetime import date
from pathlib import Path

from fieldapp.lawbook.faults import dates, heads, whole_book
from fieldapp.lawbook.faults.fault import Fault, UnusableLaw
from fieldapp.lawbook.faults.heads import HEADS
from fieldapp.lawbook.folders import FolderReader
from fieldapp.lawbook.values import Lawbook, Place

__all__ = ["Fault", "UnusableLaw", "load_lawbook"]

PACKAGE = Path(__file__).parent


def load_lawbook(folder: Path | None = None, today: date | None = None) -> Lawbook:
    """The law of the package and, where it exists, of `folder` (a city there replaces the package's of the same id).

    Nobody may have looked at a law after `today`, where it is given. Raises UnusableLaw with every fault found.
    """
    reader = FolderReader()
    places: dict[str, Place] = {}
    for base in (PACKAGE, folder):
        for sub in folders_of(base) if base and base.is_dir() else ():
            files = sorted(sub.glob("*.toml"))
            if files and (place := reader.place(files)):
                places[place.id] = place
    book = Lawbook(
        states={p.id: p for p in places.values() if p.kind == "state"},
        cities={p.id: p for p in places.values() if p.kind == "city"},
    )
    _look_over(book, reader, today)
    if faults := reader.faults():
        raise UnusableLaw(faults)
    return book


def folders_of(base: Path) -> list[Path]:
    """The folders of places in `base`; where it is one itself, it alone."""
    if any((base / head).exists() for head in HEADS):
        return [base.resolve()]
    return sorted(p for p in base.iterdir() if p.is_dir())


def _look_over(book: Lawbook, reader: FolderReader, today: date | None) -> None:
    """Add what no single piece shows. Where a file cannot be read, nobody can tell which names are in vain there."""
    stateless = list(heads.stateless(book))
    reader.wrong += stateless
    unclear = {*reader.unclear}
    if stateless or unclear & {*book.states} or not book.states:
        return
    if unclear:  # a state's pieces may name what is in the files of its cities
        unclear |= {*book.states}
    found = [*whole_book.faults(book), *(dates.checked_after(book, today) if today else ())]
    reader.wrong += (one for one in found if one.file.partition("/")[0] not in unclear)
