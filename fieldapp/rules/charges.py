"""The grade of an offense with what earlier convictions make of it, and how many offenses several days are.

Crystal 910, Penalty, subd. 1 to 5 (C-195 to C-199), Seizure, subd. 3 (C-185); Benson 90.99(A), (B) (B-154 to B-158);
Minn. Stat. 347.55, 609.226. Battle Lake's penalty section is not in the text (T-065).
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date

from fieldapp.rules.days import written
from fieldapp.rules.limits import Limit, Reason

GRADES = ("ordinance", "petty_misdemeanor", "misdemeanor", "gross_misdemeanor")  # mildest first


@dataclass(frozen=True, slots=True)
class StepUp:
    """After so many earlier convictions of a charge in `of` (with the same dog where it says so) the grade is this."""

    after: int
    of: tuple[str, ...]
    grade: str
    same_dog: bool
    clause: str
    citation: str


@dataclass(frozen=True, slots=True)
class Charge:
    """An offense as the lawbook gives it; `payable`, `fine_cents` and `court_code` are None until a city sets them."""

    key: str
    title: str
    observed: tuple[str, ...]
    grade: str
    group: str
    payable: bool | None
    fine_cents: int | None
    court_code: str | None
    separate_per_day: bool
    step_up: tuple[StepUp, ...]
    law: Limit


@dataclass(frozen=True, slots=True)
class Conviction:
    """An earlier conviction: of which charge, when, with which dog (empty: not recorded)."""

    charge: str
    convicted_on: date
    dog: str = ""


@dataclass(frozen=True, slots=True)
class Graded:
    """The grade of a charge in a case, why, and what is not settled: convictions whose dog nobody recorded."""

    grade: str
    reasons: tuple[Reason, ...]
    unasked: tuple[str, ...]


def graded(charge: Charge, convictions: Iterable[Conviction], committed_on: date, dog: str = "") -> Graded:
    """The grade of an offense committed on a day; only convictions before that day count, in any order."""
    before = (c for c in convictions if c.convicted_on < committed_on)
    earlier = sorted(before, key=lambda c: (c.convicted_on, c.charge))
    grade, reasons = charge.grade, [charge.law.reason(charge.title, _spoken(charge.grade))]
    unasked: list[str] = []
    for step in charge.step_up:
        of_kind = [c for c in earlier if c.charge in step.of]
        counted = [c for c in of_kind if not step.same_dog or (c.dog and c.dog == dog)]
        if len(counted) >= step.after:
            days = ", ".join(written(c.convicted_on) for c in counted)
            fact = f"{len(counted)} earlier: convicted on {days}"
            reasons.append(Reason(fact, _spoken(step.grade), step.clause, step.citation, charge.law.since))
            grade = max(grade, step.grade, key=GRADES.index)
        elif step.same_dog and len(counted) + sum(not c.dog or not dog for c in of_kind) >= step.after:
            unasked.append("Was the earlier conviction for the same dog?")
    return Graded(grade, tuple(reasons), tuple(dict.fromkeys(unasked)))


def offenses(charge: Charge, days: Collection[date]) -> int:
    """How many offenses these days of one continuing breach are: each day one where the law says so, else one."""
    return len(set(days)) if charge.separate_per_day else min(1, len(days))


def _spoken(grade: str) -> str:
    return grade.replace("_", " ")
