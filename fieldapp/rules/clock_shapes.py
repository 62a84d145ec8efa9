"""A clock of the law as data, and what comes of it when it is counted."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from functools import lru_cache

from fieldapp.rules.limits import Limit, Reason

Events = Mapping[str, date | datetime]  # an aware datetime for a clock of hours, a date for any other
SET, PAUSED, WAITING = "set", "paused", "waiting"


@dataclass(frozen=True, slots=True, eq=False)
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
    def in_hours(self) -> bool:
        """Whether it runs by the hour, so that its events are instants."""
        return self.limit.unit == "hours"


@lru_cache(maxsize=1024)
def needs(clock: Clock) -> tuple[str, ...]:
    """Every event without which a clock cannot be counted."""
    floor = (clock.floor_from,) if clock.floor else ()
    return tuple(dict.fromkeys((*clock.earliest_from, *clock.latest_from, *floor)))


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
