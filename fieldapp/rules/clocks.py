"""When does a clock of the law run out, for the owner at the earliest and for the city at the latest?

Choices G-4 (two dates for every doubtful clock), G-5 (Minn. Stat. 645.14, 645.15), G-6 (a city plans for the working
day before), D-25, D-32, D-33, D-36, D-50, V-01 to V-07.
Each clock is data; its clauses come with it and with the answer.
"""

from datetime import date, datetime, tzinfo
from typing import TypeVar

from fieldapp.rules.clock_ends import End, Start, event_fact, one_end, why_rolled
from fieldapp.rules.clock_shapes import PAUSED, SET, WAITING, Clock, Due, Events, needs
from fieldapp.rules.counting import DAY, Calendar, next_open
from fieldapp.rules.days import in_order

__all__ = ["PAUSED", "SET", "WAITING", "Clock", "Due", "Events", "due"]

OPENS_NOTHING = frozenset({"ending", "reminder"})


def due(clock: Clock, events: Events, calendar: Calendar, zone: tzinfo) -> Due:
    """When `clock` runs out, by the events known so far, the city's `calendar` and its time `zone`.

    The order of events and events that the clock does not name change nothing (V-07).
    """
    restart = events.get(clock.restarts_from)
    if restart is None and clock.paused_by in events:
        reason = clock.limit.reason(event_fact(clock.paused_by, events[clock.paused_by]), _waits_for(clock))
        return _answer(clock, PAUSED, End(None, (reason,)), End(None), (clock.restarts_from,))
    early, late = _starts(clock, events)
    if restart is not None:
        early = late = (clock.restarts_from, restart)
    earliest = one_end(clock, early, clock.roll, calendar, zone)
    same = late == early and clock.roll in _SAME
    latest = earliest if same else one_end(clock, late, _LATE[clock.roll], calendar, zone)
    missing = () if restart is not None else tuple(e for e in needs(clock) if e not in events)
    if clock.floor is not None and clock.floor_from in events:
        floor = due(clock.floor, dict.fromkeys(needs(clock.floor), events[clock.floor_from]), calendar, zone)
        earliest = _not_before(earliest, floor.earliest, floor, clock.roll in _GOES_ON, calendar)
        latest = _not_before(latest, floor.latest, floor, _LATE[clock.roll] in _GOES_ON, calendar)
    elif clock.floor is not None:
        latest = End(None, latest.reasons, latest.assumed)  # what may end later is no end to rely on
    return _answer(clock, WAITING if missing else SET, earliest, latest, missing)


_SAME = frozenset({"both", "neither"})
_GOES_ON = frozenset({"both", "around"})  # never back, where it must not end before its floor
_LATE = {"both": "both", "neither": "neither", "latest": "both", "around": "both"}


def _starts(clock: Clock, events: Events) -> tuple[Start, Start]:
    """The event from which the earliest end counts and the one from which the latest does; None where not known."""
    if len(clock.latest_from) == 1:
        only = clock.latest_from[0]
        start = (only, events[only]) if only in events else None
        return start, start
    first = [(name, events[name]) for name in clock.earliest_from if name in events]
    last = [(name, events[name]) for name in clock.latest_from if name in events]
    all_of_them = len(last) == len(clock.latest_from)
    late = max(last, key=_when) if all_of_them else None
    if clock.when_all:
        return late, late
    return min(first, key=_when, default=None), late


def _when(start: tuple[str, date | datetime]) -> date | datetime:
    return in_order(start[1])


def _waits_for(clock: Clock) -> str:
    anew = clock.restarts_from.replace("_", " ")
    return f"It stands still and runs anew, {clock.limit.number} {clock.limit.unit} from: {anew}"


def _not_before(end: End, floor_end: date | datetime | None, floor: Due, rolls: bool, calendar: Calendar) -> End:  # noqa: FBT001
    """The end, or that of its floor where it is later; a floor in a pound's days may end on a Saturday, and goes on."""
    if end.on is None or floor_end is None or floor_end <= end.on:
        return end
    ends = next_open(calendar, floor_end) if rolls else floor_end
    why = why_rolled(floor_end, ends, calendar)
    return End(ends, (*end.reasons, *floor.reasons, *why), (*end.assumed, *floor.assumed))


def _answer(clock: Clock, state: str, earliest: End, latest: End, missing: tuple[str, ...]) -> Due:
    more = clock.floor.limit if clock.floor else None
    return Due(
        clock=clock.key, title=clock.title, nature=clock.nature, state=state, earliest=earliest.on, latest=latest.on,
        first_lawful_day=_first_lawful(clock, latest.on),
        clauses=_once(clock.limit.clauses, more.clauses if more else ()),
        reasons=_once(earliest.reasons, latest.reasons),
        doubts=_once(_told(clock.limit.doubt), _told(more.doubt if more else "")),
        assumed=_once(earliest.assumed, latest.assumed),
        missing=missing,
    )  # fmt: skip


_T = TypeVar("_T")


def _once(first: tuple[_T, ...], more: tuple[_T, ...]) -> tuple[_T, ...]:
    return first if more is first or not more else tuple(dict.fromkeys((*first, *more)))


def _told(doubt: str) -> tuple[str, ...]:
    return (doubt,) if doubt else ()


def _first_lawful(clock: Clock, latest: date | datetime | None) -> date | datetime | None:
    if latest is None or clock.nature in OPENS_NOTHING:
        return None
    return latest if clock.nature == "beginning" or clock.in_hours else latest + DAY
