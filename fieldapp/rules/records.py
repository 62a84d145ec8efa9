"""Which records must be kept of this, what is still missing from one, and how long is it kept?

Crystal 910, Dog pound, subd. 2 (C-088), Kennel records (C-105); Benson 90.04(B)(2), (D)(2), 90.07(E) (B-015, B-029,
B-047); Minn. Stat. 346.47, subd. 2 (five things, six months, the public may look; choices D-54); Minn. R. 1721.0540.
Where no text says how long, nothing is made up: the city fills it in.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from fieldapp.rules.elements import MET, UNMET, Element, judge_all, of, open_questions, together
from fieldapp.rules.facts import Facts
from fieldapp.rules.limits import Limit, Reason


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that a record holds; `only_if` says of which case."""

    name: str
    text: str
    only_if: tuple[Element, ...]


@dataclass(frozen=True, slots=True)
class Record:
    """A record that the law asks for. `kept` and `given` name clocks; empty where no text says how long or when."""

    key: str
    title: str
    keeper: str
    lines: tuple[Line, ...]
    kept: str
    given: str
    public_view: bool
    law: Limit


@dataclass(frozen=True, slots=True)
class Gaps:
    """What a record lacks, what may be needed (with the question that tells), and the facts that lift a line."""

    missing: tuple[str, ...]
    unasked: tuple[str, ...]
    lifted: tuple[Reason, ...]


def gaps(record: Record, facts: Facts) -> Gaps:
    """What a record still lacks by the facts that are written down. Told counts: a record holds what somebody said."""
    missing: list[str] = []
    unasked: list[str] = []
    lifted: list[Reason] = []
    for line in record.lines:
        if _written(line.name, facts):
            continue
        conditions = judge_all(line.only_if, facts, record.law, record.title)
        status = together(conditions)
        if status == UNMET:
            lifted.extend(of(UNMET, conditions))
        elif status == MET:
            missing.append(line.text)
        else:
            unasked.extend(open_questions(conditions))
    return Gaps(tuple(missing), tuple(dict.fromkeys(unasked)), tuple(lifted))


def without_period(records: Iterable[Record]) -> tuple[Record, ...]:
    """The records for which no text says how long they are kept: the city has to."""
    return tuple(record for record in records if not record.kept)


def _written(name: str, facts: Facts) -> bool:
    fact = facts.get(name)
    return fact is not None and fact.value not in {None, ""}
