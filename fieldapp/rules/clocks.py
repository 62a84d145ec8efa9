"""When does a clock of the law run out, for the owner at the earliest and for the city at the latest?

Choices G-4 (two dates for every doubtful clock), G-5 (Minn. Stat. 645.14, 645.15), G-6 (a city plans for the working
day before), D-25, D-32, D-33, D-36, D-50, V-01 to V-07.
Each clock is data; its clauses come with it and with the answer.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta, tzinfo

from fieldapp.rules.counting import (
    Calendar,
    add_business_days,
    add_hours,
    holiday_on,
    last_open,
    next_open,
    undecided_between,
)
from fieldapp.rules.days import add_months, add_years, written
from fieldapp.rules.limits import Limit, Reason

Events = Mapping[str, date | datetime]  # an aware datetime for a clock of hours, a date for any other
SET, PAUSED, WAITING = "set", "paused", "waiting"
OPENS_NOTHING = frozenset({"ending", "reminder"})
HOURS_ASSUMED = "The pound's opening hours are not entered: Monday to Friday without legal holidays"


@dataclass(frozen=True, slots=True)
class Clock:
    """A clock of law. `nature` says whom it binds: owner, city, other, hold, beginning, ending, reminder.

    The earliest end counts from the first of `earliest_from`, the latest from the last of `latest_from`; with
    `when_all` both from the day on which all have happened. `inclusive`: the first day counts; `back`: it ends so long
    before the event. `roll`: which ends go on over closed days (both, neither, latest; around: the earliest goes back).
    From `paused_by` it stands still until `restarts_from`, and then runs anew. It never ends before `floor`, which runs
    from the event `floor_from`. `limit` is its count with clauses and citation.
    """

    key: str
    title: str
    nature: str
    limit: Limit
    earliest_from: tuple[str, ...]
    latest_from: tuple[str, ...]
    roll: str
    when_all: bool = False
    inclusive: bool = False
    back: bool = False
    local_hour: bool = False
    paused_by: str = ""
    restarts_from: str = ""
    floor: "Clock | None" = None
    floor_from: str = ""

    @property
    def needs(self) -> tuple[str, ...]:
        """Every event without which it cannot be counted."""
        floor = (self.floor_from,) if self.floor else ()
        return tuple(dict.fromkeys((*self.earliest_from, *self.latest_from, *floor)))

    @property
    def in_hours(self) -> bool:
        """Whether it runs by the hour, so that its events are instants."""
        return self.limit.unit == "hours"


@dataclass(frozen=True, slots=True)
class Due:
    """When a clock runs out. `state`: set, paused (by an appeal) or waiting (for the events in `missing`).

    `earliest` is shown to whoever must act, `latest` is the last day that can be right, and nothing opens before
    `first_lawful_day` (None: not known yet, or nothing opens by this clock). A clock of hours gives instants.
    """

    clock: str
    title: str
    nature: str
    state: str
    earliest: date | datetime | None
    latest: date | datetime | None
    first_lawful_day: date | datetime | None
    clauses: tuple[str, ...]
    reasons: tuple[Reason, ...]
    doubts: tuple[str, ...]
    assumed: tuple[str, ...]
    missing: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _End:
    """One end of a clock with the steps that lead to it."""

    on: date | datetime | None
    reasons: tuple[Reason, ...] = ()
    assumed: tuple[str, ...] = ()


def due(clock: Clock, events: Events, calendar: Calendar, zone: tzinfo) -> Due:
    """When `clock` runs out, by the events known so far, the city's `calendar` and its time `zone`.

    The order of events and events that the clock does not name change nothing (V-07).
    """
    restart = events.get(clock.restarts_from)
    if restart is None and clock.paused_by in events:
        reason = clock.limit.reason(_fact(clock.paused_by, events[clock.paused_by]), _waits_for(clock))
        return _answer(clock, PAUSED, _End(None, (reason,)), _End(None), (clock.restarts_from,))
    early, late = _starts(clock, events)
    if restart is not None:
        early = late = (clock.restarts_from, restart)
    earliest = _end(clock, early, clock.roll, calendar, zone)
    latest = earliest if late == early and clock.roll in _SAME else _end(clock, late, _LATE[clock.roll], calendar, zone)
    missing = () if restart is not None else tuple(e for e in clock.needs if e not in events)
    if clock.floor is not None and clock.floor_from in events:
        floor = due(clock.floor, dict.fromkeys(clock.floor.needs, events[clock.floor_from]), calendar, zone)
        earliest, latest = _not_before(earliest, floor.earliest, floor), _not_before(latest, floor.latest, floor)
    elif clock.floor is not None:
        latest = _End(None, latest.reasons, latest.assumed)  # what may end later is no end to rely on
    return _answer(clock, WAITING if missing else SET, earliest, latest, missing)


_SAME = frozenset({"both", "neither"})
_LATE = {"both": "both", "neither": "neither", "latest": "both", "around": "both"}
_Start = tuple[str, date | datetime] | None


def _starts(clock: Clock, events: Events) -> tuple[_Start, _Start]:
    """The event from which the earliest end counts and the one from which the latest does; None where not known."""
    first = [(name, events[name]) for name in clock.earliest_from if name in events]
    last = [(name, events[name]) for name in clock.latest_from if name in events]
    all_of_them = len(last) == len(clock.latest_from)
    late = max(last, key=_when) if all_of_them else None
    if clock.when_all:
        return late, late
    return min(first, key=_when, default=None), late


def _when(start: tuple[str, date | datetime]) -> date | datetime:
    return start[1]


def _end(clock: Clock, start: _Start, roll: str, calendar: Calendar, zone: tzinfo) -> _End:
    if start is None:
        return _End(None)
    name, begun = start
    if isinstance(begun, datetime):
        ends = add_hours(begun, clock.limit.number, zone, local_hour=clock.local_hour)
        how = ", and not before the same hour of the clock" if clock.local_hour else ""
        limit = f"{clock.limit.number} hours after it{how}: {_spoken(ends)}"
        return _End(ends, (clock.limit.reason(_fact(name, begun), limit),))
    counted = _counted(clock, begun, calendar)
    ends_on = _ROLLED[roll](calendar, counted)
    step = clock.limit.reason(_fact(name, begun), _count_in_words(clock, counted))
    reasons = (step, *_way_of_counting(clock, calendar), *_why_rolled(counted, ends_on, calendar))
    return _End(ends_on, reasons, _assumed(clock, begun, counted, ends_on, calendar))


def _unrolled(_calendar: Calendar, day: date) -> date:
    return day


_ROLLED = {"both": next_open, "around": last_open, "latest": _unrolled, "neither": _unrolled}


def _why_rolled(counted: date, ends: date, calendar: Calendar) -> tuple[Reason, ...]:
    if ends == counted:
        return ()
    holiday = holiday_on(calendar, counted)
    fact = f"{written(counted)} is a " + (f"legal holiday ({holiday.name})" if holiday else f"{counted:%A}")
    way = "goes back to the last working day before it" if ends < counted else "goes on to the next open day"
    return (calendar.roll.reason(fact, f"The end {way}: {written(ends)}"),)


def _counted(clock: Clock, begun: date, calendar: Calendar) -> date:
    number = -clock.limit.number if clock.back else clock.limit.number
    if clock.limit.unit == "days":
        return begun + timedelta(days=number - clock.inclusive)
    if clock.limit.unit == "business days":
        return add_business_days(calendar, begun, number)
    return add_months(begun, number) if clock.limit.unit == "months" else add_years(begun, number)


def _count_in_words(clock: Clock, counted: date) -> str:
    number, unit = clock.limit.number, clock.limit.unit.removesuffix("s") + "s" * (clock.limit.number != 1)
    way = "before it" if clock.back else "with that day counted" if clock.inclusive else "after it, that day left out"
    return f"{number} {unit} {way}: {written(counted)}"


def _way_of_counting(clock: Clock, calendar: Calendar) -> tuple[Reason, ...]:
    """The law behind the count; none where the clock's own clause says that the first day counts."""
    if clock.inclusive:
        return ()
    if clock.limit.unit == "business days":
        least = f"Days on which the pound is open for at least {calendar.business_day.number} hours in a row"
        return (calendar.business_day.reason("Counted in regular business days", least),)
    if clock.limit.unit in {"months", "years"}:
        same = "The same day of the month, or the last day of a shorter month"
        return (calendar.months.reason(f"Counted in {clock.limit.unit}", same),)
    return (calendar.first_day.reason("Counted in days", "The first day is left out, the last one counts"),)


def _assumed(clock: Clock, begun: date, counted: date, ends: date, calendar: Calendar) -> tuple[str, ...]:
    by_business = clock.limit.unit == "business days"
    unsaid = undecided_between(calendar, begun if by_business else min(counted, ends), max(counted, ends))
    said = tuple(f"Counted as an open day, for the city has not said that it keeps it: {h.name}" for h in unsaid)
    return (HOURS_ASSUMED, *said) if by_business and not calendar.hours_known else said


def _fact(name: str, begun: date | datetime) -> str:
    return f"{name.replace('_', ' ').capitalize()}: {_spoken(begun)}"


def _spoken(when: date | datetime) -> str:
    return f"{written(when)}, {when:%H:%M} (UTC{when:%z})" if isinstance(when, datetime) else written(when)


def _waits_for(clock: Clock) -> str:
    anew = clock.restarts_from.replace("_", " ")
    return f"It stands still and runs anew, {clock.limit.number} {clock.limit.unit} from: {anew}"


def _not_before(end: _End, floor_end: date | datetime | None, floor: Due) -> _End:
    if end.on is None or floor_end is None or floor_end <= end.on:
        return end
    return _End(floor_end, (*end.reasons, *floor.reasons), (*end.assumed, *floor.assumed))


def _answer(clock: Clock, state: str, earliest: _End, latest: _End, missing: tuple[str, ...]) -> Due:
    more = clock.floor.limit if clock.floor else None
    return Due(
        clock=clock.key, title=clock.title, nature=clock.nature, state=state, earliest=earliest.on, latest=latest.on,
        first_lawful_day=_first_lawful(clock, latest.on),
        clauses=tuple(dict.fromkeys((*clock.limit.clauses, *(more.clauses if more else ())))),
        reasons=tuple(dict.fromkeys((*earliest.reasons, *latest.reasons))),
        doubts=tuple(dict.fromkeys(d for d in (clock.limit.doubt, more.doubt if more else "") if d)),
        assumed=tuple(dict.fromkeys((*earliest.assumed, *latest.assumed))),
        missing=missing,
    )  # fmt: skip


def _first_lawful(clock: Clock, latest: date | datetime | None) -> date | datetime | None:
    if latest is None or clock.nature in OPENS_NOTHING:
        return None
    return latest if clock.nature == "beginning" or clock.in_hours else latest + timedelta(days=1)
