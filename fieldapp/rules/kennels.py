"""Until when is a kennel license good, how long must its vaccines reach, and when must openings be screened?

Crystal 910, Kennel applications, subd. 2 and 5 (C-032, C-038), Kennels, subd. 1 (C-077). Days of every year stand in
the lawbook as "MM-DD". Choices X-23: a license to 30 April needs a vaccine that is good for three months more.
"""

from collections.abc import Iterable
from datetime import date

from fieldapp.rules.answers import NOT_KNOWN, NOT_SUPPORTED, SUPPORTED, Answer
from fieldapp.rules.days import add_months, written
from fieldapp.rules.limits import Limit


def license_ends(issued_on: date, end: Limit) -> date:
    """The last day of a kennel license issued on a day: the yearly day in `end`, that day itself included (C-038)."""
    this_year = _in_year(end.words[0], issued_on.year)
    return this_year if issued_on <= this_year else _in_year(end.words[0], issued_on.year + 1)


def vaccine_must_reach(license_end: date, beyond: Limit) -> date:
    """The day through which every vaccine must be good for a kennel license that ends on a day (C-032, X-23)."""
    return add_months(license_end, beyond.number)


def vaccines_reach(good_through: Iterable[date | None], license_end: date, beyond: Limit) -> Answer:
    """Whether the certificates of all animals reach far enough for the license (C-032); None: not on record."""
    needed = vaccine_must_reach(license_end, beyond)
    given = tuple(good_through)
    limit = f"Vaccines must be good through {written(needed)}"
    short = tuple(sorted(day for day in given if day is not None and day < needed))
    if short:
        reasons = tuple(beyond.reason(f"A vaccine is good through {written(day)} only", limit) for day in short)
        return Answer("vaccines for the kennel license", NOT_SUPPORTED, (), reasons, ())
    if None in given or not given:
        return Answer("vaccines for the kennel license", NOT_KNOWN, (), (), ("Until when is each vaccine good?",))
    step = beyond.reason(f"The shortest is good through {written(min(d for d in given if d))}", limit)
    return Answer("vaccines for the kennel license", SUPPORTED, (step,), (), ())


def screens_due(day: date, season: Limit) -> bool:
    """Whether openings of a kennel must be screened on a day: from the first to the last day of `season` (C-077)."""
    first, last = (_in_year(word, day.year) for word in season.words)
    return first <= day <= last


def _in_year(month_day: str, year: int) -> date:
    return date.fromisoformat(f"{year:04d}-{month_day}")
