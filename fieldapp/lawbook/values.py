"""One value of law as its file gives it, and the law of one place as a whole."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from fieldapp.rules.limits import Limit

UNITS = frozenset({"months", "years", "days"})
COMPARISONS = frozenset({"at least", "over", "at most"})


@dataclass(frozen=True, slots=True)
class Value:
    """A limit under its key, dated; `ends` makes it a repeal: from that day on the key has no value."""

    key: str
    limit: Limit
    ends: bool
    last_checked: date


@dataclass(frozen=True, slots=True)
class Place:
    """A state or a city with its values by key, oldest first. `doubt` says why its name is uncertain, if it is."""

    kind: str  # state, city
    id: str
    name: str
    state: str
    time_zone: str
    doubt: str
    values: Mapping[str, tuple[Value, ...]]

    def at(self, key: str, day: date) -> Limit | None:
        """The value of `key` in force on `day`, None where there is none or it was repealed."""
        last = None
        for value in self.values.get(key, ()):
            if value.limit.since <= day:
                last = value
        return None if last is None or last.ends else last.limit

    def under(self, prefix: str, day: date) -> Iterator[tuple[str, Limit]]:
        """Every key that begins with `prefix` and has a value on `day`, without the prefix."""
        for key in self.values:
            if key.startswith(prefix) and (limit := self.at(key, day)) is not None:
                yield key.removeprefix(prefix), limit


@dataclass(frozen=True, slots=True)
class Lawbook:
    """The law of every place, checked."""

    states: Mapping[str, Place]
    cities: Mapping[str, Place]

    def at(self, city: str, key: str, day: date) -> Limit | None:
        """The value of `key` in `city` on `day`: the city's own, else its state's."""
        place = self.cities[city]
        return place.at(key, day) or self.states[place.state].at(key, day)
