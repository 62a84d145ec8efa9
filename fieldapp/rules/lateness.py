"""Was a thing done too late, or not at all, so that the failure to do it is a violation?

Benson 90.04(D)(2) (B-030): the vaccination certificate within seven days of the demand, so that nothing is wrong before
that (choices D-45); 90.11(B) (B-071): two hours to report an animal taken up; 90.12(E) (B-078): twelve hours to remove
a dead animal. The counting is done elsewhere (rules/clocks.py): here the latest end of the clock is a value.
"""

from datetime import date, datetime

from fieldapp.rules.answers import NOT_KNOWN, NOT_SUPPORTED, SUPPORTED, Answer
from fieldapp.rules.days import Moment, in_order, written
from fieldapp.rules.limits import Limit


def late(title: str, law: Limit, last: Moment | None, done: Moment | None, now: Moment) -> Answer:
    """Whether the facts support that a duty was not done in time.

    `last`: the latest end of its clock, a law day or an instant, which is still in time; None: not counted yet.
    `done`: when it was done, None where it was not; `now`: the law day or instant of the question.
    """
    if last is None:
        return Answer(title, NOT_KNOWN, (), (), (f"{title}: from when does the time run?",))
    limit = f"In time through {_said(last)}"
    if done is not None and in_order(done) <= in_order(last):
        return Answer(title, NOT_SUPPORTED, (), (law.reason(f"Done {_said(done)}", limit),), ())
    if done is None and in_order(now) <= in_order(last):
        return Answer(title, NOT_SUPPORTED, (), (law.reason(f"Not done by {_said(now)}", limit),), ())
    fact = f"Not done by {_said(now)}" if done is None else f"Done only {_said(done)}"
    return Answer(title, SUPPORTED, (law.reason(fact, limit),), (), ())


def _said(when: date) -> str:
    return f"{written(when)} {when:%H:%M}" if isinstance(when, datetime) else written(when)
