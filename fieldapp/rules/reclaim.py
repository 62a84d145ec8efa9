"""May the owner have a seized dog back, on what terms, until when?

Crystal 910, Seizure, subd. 2 and 3 (C-184, C-187) with Impound 3 (C-103, C-104; choices X-28); Benson 90.13(J), (K)
(B-133, B-135); Battle Lake 90.15(J)(2) (T-057); Minn. Stat. 347.54, subd. 2 and 3. Each way in the lawbook is enough.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from fieldapp.rules.answers import Answer, answer
from fieldapp.rules.days import written
from fieldapp.rules.elements import MET, UNMET, Element, judge_all, of, open_questions
from fieldapp.rules.facts import Facts
from fieldapp.rules.limits import Limit


@dataclass(frozen=True, slots=True)
class ReclaimWay:
    """One way to get a dog back: what the owner must show; `clock` ends the right on its first lawful day."""

    key: str
    title: str
    after: str  # seizure, acquittal
    classes: tuple[str, ...]
    needs: tuple[Element, ...]
    clock: str
    law: Limit


def reclaim(way: ReclaimWay, facts: Facts, first_lawful_day: date | None, day: date) -> Answer:
    """Whether the owner may reclaim by one way on `day`; the right ends on `first_lawful_day` of the way's clock."""
    findings = judge_all(way.needs, facts, way.law, way.title)
    reasons_for, against, unasked = of(MET, findings), of(UNMET, findings), open_questions(findings)
    name = way.clock.replace("_", " ")
    if first_lawful_day is None:
        unasked = (*unasked, f"When does the clock '{name}' end? Its start is not on record.")
    else:
        limit = f"The right to reclaim lasts until the day before {written(first_lawful_day)} (clock: {name})"
        step = way.law.reason(f"Today is {written(day)}", limit)
        reasons_for, against = (
            ((*reasons_for, step), against) if day < first_lawful_day else (reasons_for, (*against, step))
        )
    return answer(way.title, reasons_for, against, unasked, enough=True, first_lawful_day=first_lawful_day)


def ways_for(ways: Iterable[ReclaimWay], after: str, dog_class: str) -> tuple[ReclaimWay, ...]:
    """The ways open after a seizure or an acquittal for a dog of this class; any one of them is enough."""
    return tuple(way for way in ways if way.after == after and dog_class in way.classes)
