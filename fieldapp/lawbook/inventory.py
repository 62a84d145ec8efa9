"""The inventory of three cities' clauses: every id that the law must carry, or be excused from with a sentence."""

import csv
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from fieldapp.lawbook.faults.fault import Fault
from fieldapp.lawbook.toml_lines import line_at, lines_of

FOLDER = Path(__file__).parent
STATE_ID, OWN_ID = "MN-", "LOCAL-"  # ids outside of the inventory: state law, and what a city has adopted since


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause: its id, the city, whom it binds (empty where nobody is named), the heading that it stands under."""

    id: str
    city: str
    binds: str
    heading: str


@cache
def inventory() -> Mapping[str, Clause]:
    """Every clause by id, in the order of the texts."""
    with (FOLDER / "inventory.csv").open(encoding="utf-8", newline="") as lines:
        return {row["id"]: Clause(**row) for row in csv.DictReader(lines)}


def excused(faults: list[Fault] | None = None, file: Path = FOLDER / "excused.toml") -> Mapping[str, str]:
    """Why a clause needs no piece, by id; adds to `faults` what is wrong with a line of the file."""
    text = file.read_text(encoding="utf-8")
    found: dict[str, str] = {}
    for nth, raw in enumerate(tomllib.loads(text).get("excused", [])):
        wrong = list(_wrong(raw, found))
        if faults is not None:
            key = str(raw.get("id", "(no id)"))
            line = line_at(lines_of(text), ("excused", nth)) if wrong else 0
            faults.extend(Fault(f"lawbook/{file.name}", key, line, sentence) for sentence in wrong)
        if not wrong:
            found[raw["id"]] = raw["reason"]
    return found


def _wrong(raw: Mapping[str, object], before: Mapping[str, str]) -> Iterator[str]:
    if raw.keys() != {"id", "reason"}:
        yield "needs id and reason, nothing else"
    elif raw["id"] not in inventory():
        yield "is no id of the inventory"
    elif raw["id"] in before:
        yield "is excused twice"
    elif not str(raw["reason"]).strip().endswith("."):
        yield "reason must be a sentence"
