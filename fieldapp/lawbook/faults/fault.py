"""A fault of the lawbook with its place, and how a check says where it found one."""

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import NamedTuple

from fieldapp.lawbook.values import Piece


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong in a file of law, at which key and line (0 where the file as a whole cannot be read)."""

    file: str
    key: str
    line: int
    text: str

    def __str__(self) -> str:
        """One line for a person."""
        return f"{self.file}:{self.line}: {self.key}: {self.text}"


class UnusableLaw(Exception):
    """The lawbook has faults; `faults` holds all of them."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(map(str, self.faults)))


Path = tuple[str | int, ...]  # ("clock", 2, "earliest_from", 0): the first event of the file's third [[clock]]


class Wrong(NamedTuple):
    """A fault whose line is still to be looked up: the way through the file to what is wrong (toml_lines.py)."""

    file: str
    key: str
    path: Path
    text: str


def wrong(piece: Piece, text: str, *path: str | int) -> Wrong:
    """Something wrong in a piece, at `path` within it; where that is missing, at what should hold it."""
    return Wrong(piece.file, piece.key, (piece.kind, piece.nth, *path), text)


def near(name: str, known: Iterable[str], least: float = 0.75) -> str:
    """The words that point at a name which was perhaps meant; empty where none is as alike as `least` (of 1)."""
    close = get_close_matches(name, list(known), 1, cutoff=least)
    return f"; did you mean {close[0]!r}?" if close else ""
