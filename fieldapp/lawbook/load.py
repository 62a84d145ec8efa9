"""Read and check every folder of law at start-up: all of it is sound, or the app says what is not and where."""

import re
import tomllib
from collections.abc import Callable, Iterator
from decimal import Decimal
from itertools import pairwise
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from fieldapp.lawbook import clause_faults, clock_faults, enclosures, ground_faults, keeping_faults
from fieldapp.lawbook.pieces import Fault, UnusableLaw, read_pieces
from fieldapp.lawbook.values import Lawbook, Piece, Pieces, Place

__all__ = ["Fault", "UnusableLaw", "load_lawbook"]

PACKAGE = Path(__file__).parent

# What looks over the whole book once every piece of it is sound by itself.
ACROSS_PIECES: tuple[Callable[[Lawbook], Iterator[Fault]], ...] = (
    clause_faults.faults,
    enclosures.faults,
    clock_faults.faults,
    ground_faults.faults,
    keeping_faults.faults,
)


def load_lawbook(folder: Path | None = None) -> Lawbook:
    """The law of the package and, where it exists, of `folder` (a city there replaces the package's of the same id).

    Raises UnusableLaw with every fault found.
    """
    places: dict[str, Place] = {}
    faults: list[Fault] = []
    for base in (PACKAGE, folder):
        for sub in folders_of(base) if base and base.is_dir() else ():
            files = sorted(sub.glob("*.toml"))
            if files and (place := _place(files, faults)):
                places[place.id] = place
    states = {p.id: p for p in places.values() if p.kind == "state"}
    cities = {p.id: p for p in places.values() if p.kind == "city"}
    faults += [
        Fault(f"{c.id}/city.toml", "state", 0, f"there is no state {c.state!r} in the lawbook")
        for c in cities.values()
        if c.state not in states
    ]
    if not faults:  # what a checklist says can only be followed in files that are sound piece by piece
        faults += [fault for look in ACROSS_PIECES for fault in look(Lawbook(states, cities))]
    if faults:
        raise UnusableLaw(faults)
    return Lawbook(states, cities)


def folders_of(base: Path) -> list[Path]:
    """The folders of places in `base`; where it is one itself, it alone."""
    if any((base / head).exists() for head in _HEADS):
        return [base.resolve()]
    return sorted(p for p in base.iterdir() if p.is_dir())


def _place(files: list[Path], faults: list[Fault]) -> Place | None:
    head: dict[str, Any] | None = None
    pieces: dict[str, dict[str, list[Piece]]] = {}
    for file in files:
        try:
            text = file.read_bytes().decode("utf-8")
            content = tomllib.loads(text.replace("\r\n", "\n"), parse_float=Decimal)
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as wrong:
            faults.append(_unreadable(file, wrong))
            continue
        if file.name in _HEADS:
            head = content if _head_is_sound(file, text, content, faults) else None
            continue
        for piece in read_pieces(_short(file), text, content, faults):
            pieces.setdefault(piece.kind, {}).setdefault(piece.key, []).append(piece)
    if head is None:
        faults.append(Fault(_short(files[0].parent), "(folder)", 0, "has no sound state.toml or city.toml"))
        return None
    dated = {kind: {key: _in_order(found) for key, found in keys.items()} for kind, keys in pieces.items()}
    faults.extend(_twice(dated))
    words = {key: str(head.get(key, "")) for key in _HEAD}
    return Place(**words, pieces=dated)


def _unreadable(file: Path, wrong: Exception) -> Fault:
    if isinstance(wrong, UnicodeDecodeError):
        return Fault(_short(file), "(file)", wrong.object.count(b"\n", 0, wrong.start) + 1, "is no UTF-8 text")
    if isinstance(wrong, OSError):
        return Fault(_short(file), "(file)", 0, f"cannot be read: {wrong.strerror}")
    place = re.search(r"at line (\d+)", str(wrong))
    line = int(place[1]) if place else file.read_bytes().count(b"\n") + 1
    return Fault(_short(file), "(file)", line, f"is no TOML: {wrong}")


def _in_order(pieces: list[Piece]) -> tuple[Piece, ...]:
    return tuple(sorted(pieces, key=lambda piece: piece.since))


def _twice(pieces: Pieces) -> Iterator[Fault]:
    for keys in pieces.values():
        for key, dated in keys.items():
            for before, after in pairwise(dated):
                if before.since == after.since:
                    yield Fault(after.file, key, after.line, "has two pieces from the same day")


_HEADS = ("state.toml", "city.toml")
_HEAD = {"kind": str, "id": str, "name": str, "state": str, "time_zone": str, "doubt": str}


def _head_is_sound(file: Path, text: str, content: dict[str, Any], faults: list[Fault]) -> bool:
    wrong = dict(_wrong_in_head(file, content))
    for key, sentence in wrong.items():
        lines = (n for n, line in enumerate(text.splitlines(), 1) if re.match(rf"\W*{re.escape(key)}\b", line))
        faults.append(Fault(_short(file), key, next(lines, 0), sentence))
    return not wrong


def _wrong_in_head(file: Path, content: dict[str, Any]) -> Iterator[tuple[str, str]]:
    is_city = content.get("kind") == "city"
    needed = ["kind", "id", "name"] + (["state", "time_zone"] if is_city else [])
    yield from ((key, "is missing") for key in needed if not content.get(key))
    for key, value in content.items():
        if key not in _HEAD or not isinstance(value, str):
            yield key, "is unknown or no text"
            return
    if content.get("kind") != file.stem:
        yield "kind", f"must be {file.stem!r} in {file.name}"
    if content.get("id") != file.parent.name:
        yield "id", f"must be the folder's name, {file.parent.name!r}"
    elif re.fullmatch(r"[a-z][a-z0-9_]*", content["id"]) is None:
        yield "id", "may hold small letters, digits and _ only: it stands in addresses and commands"
    if zone := content.get("time_zone"):
        try:
            ZoneInfo(zone)
        except (KeyError, ValueError, OSError):
            yield "time_zone", f"{zone!r} is no time zone"


def _short(path: Path) -> str:
    return "/".join(path.parts[-2:])
