"""Give the addresses of a city their positions, so that dogs are found around an officer's phone."""

from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection

from fieldapp.media.positions import Position, UnusablePositions, read_positions
from fieldapp.tables import audit, premises
from fieldapp.tables.db import writing

__all__ = ["Placed", "UnusablePositions", "place"]


@dataclass(frozen=True, slots=True)
class Placed:
    """How many lines were read and how many addresses on record got a position; `refused`: line and reason."""

    read: int
    placed: int
    refused: tuple[tuple[int, str], ...]


def place(city: str, file: Path, *, actor: str) -> Placed:
    """Set the position of every address of `city` that the file names; addresses not on record are passed over.

    All of it or nothing, one audit entry. Raises UnusablePositions.
    """
    read, placed, refused = 0, 0, []
    with writing() as connection:
        for position in read_positions(file):
            read += 1
            if position.reason:
                refused.append((position.line, position.reason))
            else:
                placed += _set(connection, city, position)
        detail = {"read": read, "placed": placed, "refused": len(refused)}
        audit.append(connection, city, actor=actor, action="premises.placed", subject=f"city:{city}", detail=detail)
    return Placed(read, placed, tuple(refused))


def _set(connection: Connection, city: str, position: Position) -> int:
    return premises.set_position(connection, city, position.address, position.latitude, position.longitude)
