"""Whether a clock lets the city act: its first lawful day against today, and what an appeal does to it.

The days are counted elsewhere (rules/clocks.py); here they are values. Choices G-4, D-31, D-32: the city acts only from
the first lawful day on; a pending appeal stops what it stops; after a decision the clock from its receipt counts.
"""

from collections.abc import Mapping
from datetime import date

from fieldapp.rules.answers import Answer
from fieldapp.rules.days import written
from fieldapp.rules.limits import Limit, Reason

NO_APPEAL, PENDING, DECIDED, NOT_KNOWN_YET = "none", "pending", "decided", ""

Days = Mapping[str, date]  # clock -> the first lawful day


def opened(clock: str, opens_on: Days, day: date, law: Limit) -> Answer:
    """Whether the city may act on `day` by a clock; not known where its first lawful day is not worked out."""
    name = clock.replace("_", " ")
    opens = opens_on.get(clock)
    if opens is None:
        return Answer(name, "", (), (), (f"When does the clock '{name}' end? Its start is not on record.",))
    step = law.reason(f"Today is {written(day)}", f"Not before {written(opens)} (clock: {name})")
    if day < opens:
        return Answer(name, "", (), (step,), (), opens)
    return Answer(name, "", (step,), (), (), opens)


def appeal_allows(appeal: str, law: Limit) -> Answer:
    """Whether an appeal (none, pending, decided, or empty: not known) leaves the city free to act."""
    if appeal == NOT_KNOWN_YET:
        return Answer("appeal", "", (), (), ("Has an appeal been filed?",))
    step: Reason = law.reason(f"Appeal: {appeal}", "A pending appeal stops this until it is decided")
    return Answer("appeal", "", (), (step,), ()) if appeal == PENDING else Answer("appeal", "", (step,), (), ())


def joined(question: str, parts: tuple[Answer, ...]) -> Answer:
    """Several answers as the parts of one; its first lawful day is the latest of theirs. The word is left open."""
    days = [part.first_lawful_day for part in parts if part.first_lawful_day is not None]
    return Answer(
        question,
        "",
        tuple(reason for part in parts for reason in part.reasons_for),
        tuple(reason for part in parts for reason in part.reasons_against),
        tuple(dict.fromkeys(one for part in parts for one in part.unasked)),
        max(days) if days else None,
    )
