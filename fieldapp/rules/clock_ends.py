"""One end of a clock: from the event where it begins to the day on which it runs out, step by step.

Minn. Stat. 645.14, 645.15 and 346.47; choices G-5, G-6, G-8, D-36, D-50.
"""

from dataclasses import dataclass
from datetime import date, datetime, timedelta, tzinfo
from functools import lru_cache

from fieldapp.rules.clock_shapes import Clock
from fieldapp.rules.counting import (
    Calendar,
    add_business_days,
    add_hours,
    holiday_on,
    last_open,
    next_open,
    undecided_between,
)
from fieldapp.rules.days import WEEKDAYS, add_months, add_years, written
from fieldapp.rules.limits import Reason

HOURS_ASSUMED = "The pound's opening hours are not entered: Monday to Friday without legal holidays"
Start = tuple[str, date | datetime] | None


@dataclass(frozen=True, slots=True)
class End:
    """One end of a clock with the steps that lead to it."""

    on: date | datetime | None
    reasons: tuple[Reason, ...] = ()
    assumed: tuple[str, ...] = ()


def one_end(clock: Clock, start: Start, roll: str, calendar: Calendar, zone: tzinfo) -> End:
    """The end of `clock` that counts from `start` and rolls by `roll`, with every step that leads to it."""
    if start is None:
        return End(None)
    name, begun = start
    if isinstance(begun, datetime):
        hours = clock.limit.number
        ends = add_hours(begun, hours, zone, local_hour=clock.local_hour)
        how = ", and not before the same hour of the clock" if clock.local_hour else ""
        limit = f"{hours} hours after it{how}: {_spoken(ends)}"
        return End(ends, (clock.limit.reason(event_fact(name, begun), limit),))
    counted = _counted(clock, begun, calendar)
    ends_on = _ROLLED[roll](calendar, counted)
    # where the first day counts, the clock's own clause says so
    way = () if clock.inclusive else _way_of_counting(clock.limit.unit, calendar)
    step = clock.limit.reason(event_fact(name, begun), f"{_count_in_words(clock)}: {written(counted)}")
    reasons = (step, *way, *why_rolled(counted, ends_on, calendar))
    return End(ends_on, reasons, _assumed(clock, begun, counted, ends_on, calendar))


def _unrolled(_calendar: Calendar, day: date) -> date:
    return day


_ROLLED = {"both": next_open, "around": last_open, "latest": _unrolled, "neither": _unrolled}


def why_rolled(counted: date, ends: date, calendar: Calendar) -> tuple[Reason, ...]:
    """Why an end that was counted to a closed day goes on, or back, to an open one (645.15; G-6); empty where not."""
    if ends == counted:
        return ()
    holiday = holiday_on(calendar, counted)
    fact = f"{written(counted)} is a " + (f"legal holiday ({holiday.name})" if holiday else WEEKDAYS[counted.weekday()])
    way = "goes back to the last working day before it" if ends < counted else "goes on to the next open day"
    return (calendar.roll.reason(fact, f"The end {way}: {written(ends)}"),)


def _counted(clock: Clock, begun: date, calendar: Calendar) -> date:
    number = clock.limit.number * (-1 if clock.back else 1)
    if clock.limit.unit == "days":
        return begun + timedelta(days=number - clock.inclusive)
    if clock.limit.unit == "business days":
        return add_business_days(calendar, begun, number)
    return add_months(begun, number) if clock.limit.unit == "months" else add_years(begun, number)


@lru_cache(maxsize=1024)
def _count_in_words(clock: Clock) -> str:
    number = clock.limit.number
    unit = clock.limit.unit.removesuffix("s") + "s" * (number != 1)
    way = "before it" if clock.back else "with that day counted" if clock.inclusive else "after it, that day left out"
    return f"{number} {unit} {way}"


@lru_cache(maxsize=256)
def _way_of_counting(unit: str, calendar: Calendar) -> tuple[Reason, ...]:
    """The law behind a count in `unit`."""
    if unit == "business days":
        least = f"Days on which the pound is open for at least {calendar.business_day.number} hours in a row"
        return (calendar.business_day.reason("Counted in regular business days", least),)
    if unit in {"months", "years"}:
        same = "The same day of the month, or the last day of a shorter month"
        return (calendar.months.reason(f"Counted in {unit}", same),)
    return (calendar.first_day.reason("Counted in days", "The first day is left out, the last one counts"),)


def _assumed(clock: Clock, begun: date, counted: date, ends: date, calendar: Calendar) -> tuple[str, ...]:
    by_business = clock.limit.unit == "business days"
    unsaid = undecided_between(calendar, begun if by_business else min(counted, ends), max(counted, ends))
    said = tuple(f"Counted as an open day, for the city has not said that it keeps it: {h.name}" for h in unsaid)
    return (HOURS_ASSUMED, *said) if by_business and not calendar.hours_known else said


def event_fact(name: str, begun: date | datetime) -> str:
    """An event and its day or instant in words."""
    return f"{_label(name)}: {_spoken(begun)}"


@lru_cache(maxsize=256)
def _label(name: str) -> str:
    return name.replace("_", " ").capitalize()


def _spoken(when: date | datetime) -> str:
    return f"{written(when)}, {when:%H:%M} (UTC{when:%z})" if isinstance(when, datetime) else written(when)
