"""Apply judged rows: one step is one transaction over some numbers, all of what it needs asked for at once."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row

from fieldapp.services.license_list import animals_in_step, owners_in_step, terms_in_step
from fieldapp.services.license_list.identities import looks
from fieldapp.services.license_list.judge import Decision, Recorded, decide
from fieldapp.services.license_list.listed import LIFE
from fieldapp.tables import list_queries

Group = tuple[str, list[tuple[int, bytes, str]]]


@dataclass(slots=True)
class Counts:
    """How many rows of a step, or of a whole list, came to what; and the refused lines with their reason.

    `guarded`: lines whose owners were protected though the list does not call them so.
    """

    new: int = 0
    changed: int = 0
    unchanged: int = 0
    refused: list[tuple[int, str]] = field(default_factory=list)
    guarded: list[int] = field(default_factory=list)

    def add(self, decision: Decision) -> None:
        """Count one number's rows."""
        self.new += decision.new
        self.changed += decision.changed
        self.unchanged += decision.unchanged
        self.refused.extend((line, decision.reason) for line in decision.refused)


def decide_step(connection: Connection, city: str, groups: Sequence[Group]) -> tuple[list[Decision], Counts]:
    """Judge the rows of some numbers against the terms on record; changes nothing."""
    on_record = recorded(list_queries.terms_of_numbers(connection, city, [key for key, _ in groups]))
    decisions, counts = [], Counts()
    for key, rows in groups:
        decision = decide(key, rows, on_record.get(key, ()))
        counts.add(decision)
        decisions.append(decision)
    return decisions, counts


def apply_step(connection: Connection, city: str, groups: Sequence[Group], import_id: int, at: datetime) -> Counts:
    """Judge the rows of some numbers again, under the write lock, and store what is new or changed."""
    decisions, counts = decide_step(connection, city, groups)
    placed = [(key, placement) for (key, _), d in zip(groups, decisions, strict=True) for placement in d.placements]
    if placed:
        placements = [placement for _, placement in placed]
        owners = owners_in_step.owners_of_step(connection, city, placements, import_id, at)
        counts.guarded = animals_in_step.store(connection, city, placements, owners, import_id, at)
        terms_in_step.store(connection, city, placed, import_id)
    return counts


def recorded(rows: Iterable[Row[*tuple[Any, ...]]]) -> dict[str, list[Recorded]]:
    """Terms on record by their folded number."""
    found: dict[str, list[Recorded]] = {}
    for row in rows:
        found.setdefault(row.number_folded, []).append(_recorded(row))
    return found


def _recorded(row: Row[*tuple[Any, ...]]) -> Recorded:
    issued = row.issued_on.isoformat() if row.issued_on else ""
    ends = LIFE if row.for_life else row.ends_on.isoformat() if row.ends_on else ""
    born = row.born_on.isoformat() if row.born_on else ""
    name = row.name_key.replace("|", " ")
    if not name and not row.number:
        name = looks(row.breed, row.color, row.sex)
    here = f"{name}|{row.species}|{born}"
    return Recorded(
        id=row.id, animal_id=row.animal_id, identity=row.list_identity or here, here=here,
        slot=row.list_slot or (f"issued {issued}" if issued else f"ends {ends}"),
        year=ends[:4] if ends and ends != LIFE else issued[:4],
        reach=("9999" if ends == LIFE else ends or issued, issued),
        hash=row.term_hash or "", from_list=row.import_id is not None,
    )  # fmt: skip
