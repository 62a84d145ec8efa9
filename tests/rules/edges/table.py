"""The table of edges: for each row of the law with a number the cases just below, at and just above it.

One TOML file a place. An edge names the rows (`clauses`), the `rule` of judges.RULES that is called, the piece of law
that holds the number (`piece`, "kind key"), facts that all of its cases share (`of`) and its cases: where they lie,
the facts, the answer that the text asks for. `unnoticed` says why a changed number cannot change an answer.
"""

import csv
import tomllib
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
PLACES = ("minnesota", "crystal", "benson", "battle_lake")
BELOW, AT, ABOVE = "below", "at", "above"


@dataclass(frozen=True, slots=True)
class Edge:
    """One number of the law with its cases."""

    place: str
    clauses: tuple[str, ...]
    rule: str
    cases: tuple[tuple[str, dict[str, Any], Any], ...]
    piece: str = ""
    of: dict[str, Any] = field(default_factory=dict)
    unnoticed: str = ""

    @property
    def name(self) -> str:
        """For the suite's output."""
        return f"{'/'.join(self.clauses)} {self.rule} {self.piece}".strip()


@cache
def edges() -> tuple[Edge, ...]:
    """Every edge of every place."""
    return tuple(
        Edge(place, tuple(raw.pop("clauses")), cases=tuple(tuple(case) for case in raw.pop("cases")), **raw)
        for place in PLACES
        for file in sorted(FOLDER.glob(f"{place}*.toml"))
        for raw in tomllib.loads(file.read_text(encoding="utf-8"))["edge"]
    )


def excuses() -> dict[str, str]:
    """Why a row with a number has no edge, by its id."""
    raws = tomllib.loads((FOLDER / "excuses.toml").read_text(encoding="utf-8"))
    return {clause: reason for reason, clauses in raws["excuse"].items() for clause in clauses}


def numbered() -> dict[str, str]:
    """The rows of the three texts that state a number, or a word for one: id and what the row says."""
    with (FOLDER / "numbered.csv").open(encoding="utf-8", newline="") as lines:
        return {row["id"]: row["says"] for row in csv.DictReader(lines)}
