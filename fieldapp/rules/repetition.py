"""Have repeated violations made an animal a public nuisance?

Crystal 910, Public nuisance, subd. 1 (C-063, C-064): 3 violations of the confinement rules within 60, 4 within 180 or
5 within 360 consecutive days, counted by the day of the violation. The window counts its first day: up to 59, 179 and
359 days apart are certain, exactly 60, 180 and 360 are doubtful (choices D-55).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from fieldapp.rules.days import written
from fieldapp.rules.facts import KNOWN
from fieldapp.rules.limits import Limit, Reason

CERTAIN, DOUBTFUL, NOT_KNOWN, NOT_YET = "certain", "doubtful", "not known", "not yet"
_BEST = (CERTAIN, DOUBTFUL, NOT_KNOWN)


@dataclass(frozen=True, slots=True)
class Repetition:
    """So many violations (`law`) of any of the charges `of` within `days` consecutive days."""

    key: str
    title: str
    days: int
    of: tuple[str, ...]
    law: Limit


@dataclass(frozen=True, slots=True)
class Violation:
    """One violation on record: of which charge, on which law day, how it is known (facts.HOW)."""

    id: str
    charge: str
    happened_on: date
    how: str = "seen"


@dataclass(frozen=True, slots=True)
class Repeated:
    """`word`: certain, doubtful (exactly so many days apart), not known (only with what was told), or not yet.

    `violations`: the ones that make it, oldest first; where it is not yet, the longest run inside the window.
    """

    repetition: Repetition
    word: str
    violations: tuple[Violation, ...]
    reason: Reason


def repeated(law: Repetition, violations: Iterable[Violation]) -> Repeated:
    """What the violations say about one repetition rule; neither their order nor one given twice changes it."""
    mine = {(v.happened_on, v.id): v for v in violations if v.charge in law.of}
    told = [mine[key] for key in sorted(mine)]
    known = [one for one in told if one.how in KNOWN]
    found = [*_runs(law, known), *((NOT_KNOWN, run) for word, run in _runs(law, told) if word == CERTAIN)]
    for word in _BEST:
        for kind, run in found:
            if kind == word:
                return Repeated(law, word, run, _reason(law, run, word))
    most = _longest(law, known)
    return Repeated(law, NOT_YET, most, _reason(law, most, NOT_YET))


def nuisances(laws: Iterable[Repetition], violations: Iterable[Violation]) -> tuple[Repeated, ...]:
    """Every repetition rule with what the violations say about it, in the order of the law."""
    given = tuple(violations)
    return tuple(repeated(law, given) for law in laws)


def _runs(law: Repetition, dated: Sequence[Violation]) -> list[tuple[str, tuple[Violation, ...]]]:
    """Every run of as many violations as the law asks for that lies inside its window, with how certain it is."""
    size, runs = law.law.number, []
    for start in range(len(dated) - size + 1):
        run = tuple(dated[start : start + size])
        apart = (run[-1].happened_on - run[0].happened_on).days
        if apart <= law.days:
            runs.append((CERTAIN if apart < law.days else DOUBTFUL, run))
    return runs


def _longest(law: Repetition, dated: Sequence[Violation]) -> tuple[Violation, ...]:
    window = timedelta(days=law.days)
    runs = [tuple(v for v in dated if one.happened_on <= v.happened_on < one.happened_on + window) for one in dated]
    return max(runs, key=len, default=())


def _reason(law: Repetition, run: Sequence[Violation], word: str) -> Reason:
    days = ", ".join(written(v.happened_on) for v in run)
    fact = f"{len(run)} violations on record within {law.days} days" + (f": {days}" if run else "")
    limit = f"{law.law.number} within {law.days} consecutive days"
    if word == DOUBTFUL:
        limit += f"; these lie exactly {law.days} days apart, which is inside only if the first day is left out"
    return law.law.reason(fact, limit)
