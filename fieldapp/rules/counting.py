"""How the law counts time: days that are left out, days that are open, months, business days and hours.

Minn. Stat. 645.15 (first day left out, last day counted, on over Saturday, Sunday and legal holiday), 645.14 (months,
in days.py), 645.44, subd. 5 (holidays), 346.47, subd. 1 (regular business day of a pound); choices G-5 to G-8, D-50.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, tzinfo
from functools import lru_cache

from fieldapp.rules.days import add_months, written
from fieldapp.rules.limits import Limit, Reason

DAY = timedelta(days=1)
SATURDAY, SUNDAY = 5, 6
Hours = Mapping[int, Sequence[tuple[int, int]]]  # weekday (Monday 0) -> open from and to, in minutes of the day


@dataclass(frozen=True, slots=True)
class Holiday:
    """A legal holiday: a fixed `day` of a month, or the `nth` `weekday` of it (-1: the last) and `plus` days.

    It is kept where it falls from `since` until the day before `until`. `moves`: on a Saturday it is kept on the Friday
    before as well, on a Sunday on the Monday after. `kept`: None where the city has to say so and has not.
    """

    name: str
    month: int
    day: int
    weekday: int
    nth: int
    plus: int
    moves: bool
    kept: bool | None
    since: date
    until: date
    limit: Limit

    def falls(self, year: int) -> date:
        """The day on which it falls in `year`, by the calendar."""
        if not self.nth:
            return date(year, self.month, self.day)
        first = date(year, self.month, 1)
        if self.nth > 0:
            return first + ((self.weekday - first.weekday()) % 7 + 7 * (self.nth - 1) + self.plus) * DAY
        last = add_months(first, 1) - DAY
        return last - ((last.weekday() - self.weekday) % 7 - self.plus) * DAY

    def days(self, year: int) -> tuple[date, ...]:
        """The day on which it falls and the one to which it moves; none outside the time in which it is law."""
        falls = self.falls(year)
        if not self.since <= falls < self.until:
            return ()
        if self.moves and falls.weekday() == SATURDAY:
            return falls, falls - DAY
        if self.moves and falls.weekday() == SUNDAY:
            return falls, falls + DAY
        return (falls,)


@dataclass(frozen=True, slots=True, eq=False)
class Calendar:
    """The open days of a city and its pound; `business` holds weekdays, `hours_known` whether the pound's are entered.

    `first_day`, `roll`, `months` and `business_day` are the law behind each way of counting.
    """

    holidays: tuple[Holiday, ...]
    closed: frozenset[int]  # weekdays on which nothing falls due
    business: frozenset[int]
    hours_known: bool
    first_day: Limit
    roll: Limit
    months: Limit
    business_day: Limit


@lru_cache(maxsize=2048)
def _kept(calendar: Calendar, year: int) -> dict[date, Holiday]:
    """Every day of `year` that is a legal holiday; one of the year after may be kept on its 31 December."""
    found = {d: h for h in calendar.holidays if h.kept for y in _around(year) for d in h.days(y)}
    return {day: h for day, h in found.items() if day.year == year}


@lru_cache(maxsize=2048)
def _undecided(calendar: Calendar, year: int) -> tuple[tuple[date, Holiday], ...]:
    return tuple((day, h) for h in calendar.holidays if h.kept is None for day in h.days(year))


def _around(year: int) -> range:
    return range(max(year - 1, date.min.year), min(year + 1, date.max.year) + 1)


def holiday_on(calendar: Calendar, day: date) -> Holiday | None:
    """The legal holiday that is kept on `day`, None where there is none (Minn. Stat. 645.44, subd. 5; choices G-7)."""
    return _kept(calendar, day.year).get(day)


def undecided_between(calendar: Calendar, first: date, last: date) -> tuple[Holiday, ...]:
    """The holidays from `first` to `last` that a city keeps if it says so, where it has not said (choices G-7)."""
    found: list[Holiday] = []
    for year in range(first.year, last.year + 1):
        found += [h for day, h in _undecided(calendar, year) if first <= day <= last]
    return tuple(found)


def service_warning(calendar: Calendar, day: date) -> Reason | None:
    """Why a notice should not be served on `day`: no civil process on a legal holiday (Minn. Stat. 645.44, subd. 5)."""
    holiday = holiday_on(calendar, day)
    if holiday is None:
        return None
    fact = f"{written(day)} is a legal holiday ({holiday.name})"
    return holiday.limit.reason(fact, "No civil process is served on a legal holiday; serve it on another day")


def is_open(calendar: Calendar, day: date) -> bool:
    """Whether something can fall due on `day`: no Saturday, Sunday or legal holiday (Minn. Stat. 645.15)."""
    return day.weekday() not in calendar.closed and day not in _kept(calendar, day.year)


def next_open(calendar: Calendar, day: date) -> date:
    """`day`, or the next that is no Saturday, Sunday or legal holiday (Minn. Stat. 645.15)."""
    while not is_open(calendar, day):
        day += DAY
    return day


def last_open(calendar: Calendar, day: date) -> date:
    """`day`, or the last before it that is no Saturday, Sunday or legal holiday (choices G-6)."""
    while not is_open(calendar, day):
        day -= DAY
    return day


def is_business_day(calendar: Calendar, day: date) -> bool:
    """Whether the pound is open long enough on `day` (Minn. Stat. 346.47, subd. 1; choices G-8); never on a holiday."""
    return day.weekday() in calendar.business and day not in _kept(calendar, day.year)


def add_business_days(calendar: Calendar, day: date, count: int) -> date:
    """The last of `count` regular business days after `day`, which is left out (Minn. Stat. 346.47; 645.15)."""
    while count:
        day += DAY
        count -= is_business_day(calendar, day)
    return day


def business_weekdays(hours: Hours, least: int, opens: int, closes: int) -> frozenset[int]:
    """The weekdays with at least `least` minutes in a row between `opens` and `closes` (346.47, subd. 1)."""
    return frozenset(
        weekday
        for weekday, spans in hours.items()
        if any(min(end, closes) - max(start, opens) >= least for start, end in spans)
    )


def add_hours(instant: datetime, hours: int, zone: tzinfo, *, local_hour: bool) -> datetime:
    """`hours` after an aware `instant`; with `local_hour` the later of that and the same hour of the local clock.

    D-50 reads C-095 and B-049 so.

    The answer stands in the offset of `instant`, or in the city's `zone` where `instant` was given in it.
    """
    local = instant.astimezone(zone)
    after = instant.astimezone(UTC) + timedelta(hours=hours)
    if local_hour:
        same_hour = local.replace(tzinfo=None) + timedelta(hours=hours)
        after = max(after, same_hour.replace(tzinfo=zone, fold=local.fold).astimezone(UTC))
    return after.astimezone(zone if local.utcoffset() == instant.utcoffset() else instant.tzinfo)


def densest(days: Sequence[date], count: int) -> tuple[date, date] | None:
    """The first and last of the `count` days that lie closest together; None where there are fewer (choices D-55)."""
    ordered = sorted(days)
    runs = [(ordered[i], ordered[i + count - 1]) for i in range(len(ordered) - count + 1)]
    return min(runs, key=lambda run: run[1] - run[0], default=None)


def within(first: date, last: date, span: int) -> str:
    """Whether two days lie within `span` consecutive days, both counted: yes, doubtful (one day more) or no (D-55)."""
    apart = (last - first).days
    return "yes" if apart < span else "doubtful" if apart == span else "no"
