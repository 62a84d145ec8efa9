"""A table of addresses and their positions, as a map office exports it: CSV with address, latitude, longitude."""

import csv
import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

COLUMNS = ("address", "latitude", "longitude")


class UnusablePositions(Exception):
    """The file as a whole cannot be used; the sentence names it and why."""


@dataclass(frozen=True, slots=True)
class Position:
    """One line of the file: an address and its degrees (WGS 84), or `reason` why the line cannot be used."""

    line: int
    address: str
    latitude: float
    longitude: float
    reason: str = ""


def read_positions(file: Path) -> Iterator[Position]:
    """Each line of the file. Raises UnusablePositions where it cannot be read or lacks a column."""
    try:
        with file.open(encoding="utf-8-sig", newline="") as lines:
            rows = csv.DictReader(lines)
            names = {(name or "").strip().casefold(): name for name in rows.fieldnames or ()}
            missing = [column for column in COLUMNS if column not in names]
            if missing:
                msg = f"{file}, line 1: no column {', no column '.join(missing)}"
                raise UnusablePositions(msg)
            for row in rows:
                yield _position(rows.line_num, *((row[names[column]] or "").strip() for column in COLUMNS))
    except (OSError, UnicodeDecodeError, csv.Error) as wrong:
        msg = f"{file}: cannot be read as CSV in UTF-8: {wrong}"
        raise UnusablePositions(msg) from wrong


def degrees(latitude: str, longitude: str) -> tuple[float, float]:
    """Degrees north and east (WGS 84) as they were written. Raises ValueError with the reason; 0, 0 is no place."""
    try:
        north, east = float(latitude), float(longitude)
    except ValueError:
        msg = f"{latitude!r}, {longitude!r} are no degrees"
        raise ValueError(msg) from None
    sane = math.isfinite(north) and math.isfinite(east) and abs(north) <= 90 and abs(east) <= 180
    if not sane or (north, east) == (0, 0):
        msg = f"{latitude!r}, {longitude!r} is no place on a map"
        raise ValueError(msg)
    return north, east


def _position(line: int, address: str, latitude: str, longitude: str) -> Position:
    try:
        north, east = degrees(latitude, longitude)
    except ValueError as reason:
        return Position(line, address, 0, 0, str(reason))
    return Position(line, address, north, east, "" if address else "the address is blank")
