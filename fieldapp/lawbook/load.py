"""Read and check every folder of law at start-up: all of it is sound, or the app says what is not and where."""

import tomllib
from collections.abc import Callable, Iterator
from decimal import Decimal
from itertools import pairwise
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from fieldapp.lawbook import clock_faults, enclosures, ground_faults
from fieldapp.lawbook.pieces import Fault, UnusableLaw, read_pieces
from fieldapp.lawbook.values import Lawbook, Piece, Pieces, Place

__all__ = ["Fault", "UnusableLaw", "load_lawbook"]

PACKAGE = Path(__file__).parent

# What looks over the whole book once every piece of it is sound by itself.
ACROSS_PIECES: tuple[Callable[[Lawbook], Iterator[Fault]], ...] = (
    enclosures.faults,
    clock_faults.faults,
    ground_faults.faults,
)


def load_lawbook(folder: Path | None = None) -> Lawbook:
    """The law of the package and, where it exists, of `folder` (a city there replaces the package's of the same id).

    Raises UnusableLaw with every fault found.
    """
    places: dict[str, Place] = {}
    faults: list[Fault] = []
    for base in (PACKAGE, folder):
        for sub in sorted(p for p in base.iterdir() if p.is_dir()) if base and base.is_dir() else ():
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


def _place(files: list[Path], faults: list[Fault]) -> Place | None:
    head: dict[str, Any] | None = None
    pieces: dict[str, dict[str, list[Piece]]] = {}
    for file in files:
        text = file.read_text(encoding="utf-8")
        try:
            content = tomllib.loads(text, parse_float=Decimal)
        except tomllib.TOMLDecodeError as wrong:
            faults.append(Fault(_short(file), "(file)", 0, f"is no TOML: {wrong}"))
            continue
        if file.name in {"state.toml", "city.toml"}:
            head = content if _head_is_sound(file, content, faults) else None
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


def _in_order(pieces: list[Piece]) -> tuple[Piece, ...]:
    return tuple(sorted(pieces, key=lambda piece: piece.since))


def _twice(pieces: Pieces) -> Iterator[Fault]:
    for keys in pieces.values():
        for key, dated in keys.items():
            for before, after in pairwise(dated):
                if before.since == after.since:
                    yield Fault(after.file, key, after.line, "has two pieces from the same day")


_HEAD = {"kind": str, "id": str, "name": str, "state": str, "time_zone": str, "doubt": str}


def _head_is_sound(file: Path, content: dict[str, Any], faults: list[Fault]) -> bool:
    before = len(faults)
    needed = ["kind", "id", "name"] + (["state", "time_zone"] if content.get("kind") == "city" else [])
    faults += [Fault(_short(file), key, 0, "is missing") for key in needed if key not in content]
    for key, value in content.items():
        if key not in _HEAD or not isinstance(value, str):
            faults.append(Fault(_short(file), key, 0, "is unknown or no text"))
    if content.get("id") != file.parent.name:
        faults.append(Fault(_short(file), "id", 0, f"must be the folder's name, {file.parent.name!r}"))
    if zone := content.get("time_zone"):
        try:
            ZoneInfo(zone)
        except (KeyError, ValueError):
            faults.append(Fault(_short(file), "time_zone", 0, f"{zone!r} is no time zone"))
    return len(faults) == before


def _short(path: Path) -> str:
    return "/".join(path.parts[-2:])
