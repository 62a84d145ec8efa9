"""All rows of one number, judged together and against the terms on record (contract, "License lists"). Pure."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from typing import NamedTuple

from fieldapp.services.license_list.identities import (
    Rows,
    either,
    identity,
    lines_of,
    not_told_apart,
    same_animal,
    some,
)  # fmt: skip
from fieldapp.services.license_list.listed import Listed, content_hash, unpacked

NEW, CHANGED, UNCHANGED, REFUSED = "new", "changed", "unchanged", "refused"


class Recorded(NamedTuple):
    """A term on record. `identity`, `slot` and `hash` are those of the list that it came from; `year` as in Listed.

    `here`: the identity of its animal as it stands here now, perhaps corrected.
    """

    id: int
    animal_id: int
    identity: str
    here: str
    slot: str
    year: str
    reach: tuple[str, str]
    hash: str
    from_list: bool


class Term(NamedTuple):
    """A row that is to be written: as a new term, or over the term `replaces`."""

    line: int
    listed: Listed
    hash: str
    replaces: int | None


@dataclass(slots=True)
class Placement:
    """What one animal gets. `animal_id` is None for one not on record. `latest` tells the animal's present facts."""

    identity: str
    animal_id: int | None
    terms: list[Term] = field(default_factory=list)
    stale: list[int] = field(default_factory=list)
    latest: Listed | None = None


@dataclass(slots=True)
class Decision:
    """How many rows of one number are new, changed, unchanged; which lines are refused; what is to be written."""

    new: int = 0
    changed: int = 0
    unchanged: int = 0
    refused: tuple[int, ...] = ()
    reason: str = ""
    placements: list[Placement] = field(default_factory=list)


def decide(key: str, rows: Sequence[tuple[int, bytes, str]], recorded: Sequence[Recorded]) -> Decision:
    """Judge the rows of one key: (line, mark of the raw cells, packed row) in the order of the file.

    Every cell equal to an earlier row: unchanged. Another animal in the same year of term, or with a year unknown: all
    refused. The same animal again: the first row new, later ones changed; what is on record already: unchanged.
    """
    if len(rows) == 1 and not recorded:
        line, _, text = rows[0]
        listed = unpacked(text)
        placement = Placement(
            identity(listed), None, [Term(line, listed, content_hash(key, text), None)], latest=listed
        )
        return Decision(new=1, placements=[placement])
    marks: set[bytes] = set()
    single = [row for row in rows if row[1] not in marks and not marks.add(row[1])]  # type: ignore[func-returns-value]
    decision = Decision(unchanged=len(rows) - len(single))
    animals = _animals(key, single, recorded)
    if animals[0][1][0][1].number:
        if reason := _conflict(animals, recorded):
            decision.refused, decision.reason = tuple(line for line, _, _ in single), reason
            return decision
    elif alike := sorted(line for _, its_rows in animals for line in not_told_apart(its_rows)):
        decision.refused = tuple(alike)
        decision.reason = f"without a license number these rows cannot be told apart ({lines_of(alike)})"
        animals = [(p, its_rows) for p, its_rows in animals if its_rows[0][0] not in alike]
    for placement, its_rows in animals:
        _place(decision, placement, its_rows, [term for term in recorded if term.animal_id == placement.animal_id])
    return decision


def _animals(
    key: str, rows: Sequence[tuple[int, bytes, str]], recorded: Sequence[Recorded]
) -> list[tuple[Placement, Rows]]:
    animals: dict[str, tuple[Placement, Rows]] = {}
    for line, _, text in rows:
        listed = unpacked(text)
        who = identity(listed)
        if who not in animals:
            known = next((term.animal_id for term in recorded if same_animal(term.identity, who)), None)
            animals[who] = (Placement(who, known), [])
        animals[who][1].append((line, listed, content_hash(key, text)))
    return _corrected_here(list(animals.values()), recorded)


def _corrected_here(
    animals: list[tuple[Placement, Rows]], recorded: Sequence[Recorded]
) -> list[tuple[Placement, Rows]]:
    """Rows that name an animal as it was corrected here mean that animal: the list was corrected too, or in part.

    Where the same list still names it as before, in the same year, they mean another one.
    """
    told: list[tuple[Placement, Rows]] = []
    for placement, rows in sorted(animals, key=lambda pair: pair[0].animal_id is None):
        if placement.animal_id is None:
            who = placement.identity
            known = next((t.animal_id for t in recorded if either(t.identity, t.here, who)), None)
            first = next((its for p, its in told if known is not None and p.animal_id == known), None)
            if first is not None and not _years_apart(first, rows):
                known = None
            elif first is not None:
                first += rows
                first.sort(key=itemgetter(0))
                continue
            placement.animal_id = known
        told.append((placement, rows))
    return told


def _years_apart(one: Rows, two: Rows) -> bool:
    first, second = ({listed.year for _, listed, _ in rows} for rows in (one, two))
    return not first & second and "" not in first | second


def _conflict(animals: Sequence[tuple[Placement, Rows]], recorded: Sequence[Recorded]) -> str:
    """Why the rows of one number cannot be told apart, "" where they can."""
    years: list[tuple[object, str, str]] = []
    for place, (placement, rows) in enumerate(animals):
        who: object = placement.animal_id or f"new {place}"
        years += [(who, listed.year, f"line {line}") for line, listed, _ in rows]
    years += [(term.animal_id, term.year, "a term on record") for term in recorded]
    if len({who for who, _, _ in years}) < 2:
        return ""
    lines = some(list(dict.fromkeys(where for _, _, where in years)))
    if any(not year for _, year, _ in years):
        return f"this number is on more than one animal and a year of term is not known ({lines})"
    first: dict[str, object] = {}
    for who, year, _ in years:
        if first.setdefault(year, who) != who:
            return f"this number is on two animals in {year} ({lines})"
    return ""


def _place(decision: Decision, placement: Placement, rows: Rows, recorded: Sequence[Recorded]) -> None:
    on_record = {term.hash for term in recorded}
    in_file = {content for _, _, content in rows}
    free = [term for term in recorded if term.hash not in in_file]
    written: set[str] = set()
    touched: set[str] = set()
    for line, listed, content in rows:
        if content in on_record or content in written:
            decision.unchanged += 1
            continue
        if placement.animal_id is None and not written:
            decision.new += 1
        else:
            decision.changed += 1
        written.add(content)
        touched.add(listed.slot)
        over = next((term for term in free if term.slot == listed.slot), None)
        if over is not None:
            free.remove(over)
        placement.terms.append(Term(line, listed, content, over.id if over else None))
    placement.stale = [term.id for term in free if term.slot in touched and term.from_list]
    _latest(placement, rows, recorded)
    if placement.terms:
        decision.placements.append(placement)


def _latest(placement: Placement, rows: Rows, recorded: Sequence[Recorded]) -> None:
    """The file's last word on an animal is its latest term, unless a later one is on record already."""
    if not placement.terms:
        return
    line_of_latest = max(range(len(rows)), key=lambda place: (rows[place][1].reach, place))
    replaced = {term.replaces for term in placement.terms} | set(placement.stale)
    reach = rows[line_of_latest][1].reach
    if all(term.reach <= reach for term in recorded if term.id not in replaced):
        placement.latest = rows[line_of_latest][1]

