"""What a due date means on a given day: for the one who must act, and for the city that waits.

Choices G-4 (nothing is overdue for the city before the first lawful day), X-24 with C-137, C-139, C-169, C-170, B-131
(when a declaration is final), D-32 (an appeal stops it).
"""

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from fieldapp.rules.clocks import PAUSED, Due
from fieldapp.rules.days import in_order, written
from fieldapp.rules.limits import Reason


def stage(due: Due, at: date | datetime) -> str:
    """Where a clock stands at `at` (a law day, or an aware instant for a clock of hours).

    running: the earliest end is not past. doubtful: it is, but nothing opens yet. past: the first lawful day has come
    (where nothing opens: the latest end is past). paused; not known: an event is missing.
    """
    if due.state == PAUSED:
        return PAUSED
    if due.latest is not None and in_order(at) >= in_order(due.first_lawful_day or _after(due.latest)):
        return "past"
    if due.earliest is None:
        return "not known"
    return "running" if in_order(at) <= in_order(due.earliest) else "doubtful"


def _after(latest: date | datetime) -> date | datetime:
    return latest + (timedelta(microseconds=1) if isinstance(latest, datetime) else timedelta(days=1))


@dataclass(frozen=True, slots=True)
class Final:
    """When a declaration is final, at the earliest and at the latest; None while that cannot be said."""

    earliest: date | None
    latest: date | None
    reasons: tuple[Reason, ...]


def final_day(appeal: Due, *, appealed_on: date | None, decision_received_on: date | None) -> Final:
    """When a declaration becomes final (X-24, which reads C-137, C-139, C-169, C-170, B-131).

    Without an appeal: the first day after the window of `appeal`; with one: the day on which the owner receives the
    decision that affirms it.
    """
    if appealed_on is not None:
        fact = f"Appealed on {written(appealed_on)}; decision received: " + (
            written(decision_received_on) if decision_received_on else "not yet"
        )
        why = Reason(fact, "Final on the day on which the owner receives the decision", doubt=_NOT_DEFINED)
        return Final(decision_received_on, decision_received_on, (why,))
    ends = [d + timedelta(days=1) if d else None for d in (appeal.earliest, appeal.latest)]
    why = Reason("No appeal is on record", "Final on the first day after the time to appeal", doubt=_NOT_DEFINED)
    return Final(ends[0], ends[1], (why, *appeal.reasons))


_NOT_DEFINED = "The texts do not say when a declaration is final"
