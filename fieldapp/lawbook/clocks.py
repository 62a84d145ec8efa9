"""The clocks of a city from its dated law, in the shape that rules/clocks.py takes."""

from bisect import bisect
from collections.abc import Iterable, Mapping
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from fieldapp.lawbook.calendars import NOTHING_SAID, CitySays, calendar_of
from fieldapp.lawbook.standing import LawNotKnown
from fieldapp.lawbook.values import Lawbook, Piece
from fieldapp.rules.clocks import Clock, Due, Events, due
from fieldapp.rules.counting import Calendar

__all__ = ["CityClocks", "Due", "UnknownClock"]

STATE = "state:"


class UnknownClock(LookupError):
    """The law of that city has no clock of that name; the sentence says so."""


class CityClocks:
    """The clocks of one city, each by the law of the day on which it begins. Made once a city, asked often."""

    def __init__(self, book: Lawbook, city: str, says: CitySays = NOTHING_SAID) -> None:
        place = book.cities[city]
        state = book.states[place.state]
        self._book, self._city, self._says = book, city, says
        self.zone = ZoneInfo(place.time_zone)
        self._pieces = {
            key: tuple(piece for p in (state, place) for piece in p.pieces.get("clock", {}).get(key, ()))
            for key in {**state.pieces.get("clock", {}), **place.pieces.get("clock", {})}
        }
        dated = (pieces for p in (place, state) for keys in p.pieces.values() for pieces in keys.values())
        self._changes = sorted({piece.since for pieces in dated for piece in pieces})
        self._events = {key: frozenset(e for p in pieces for e in _events(p)) for key, pieces in self._pieces.items()}
        # An event that only the state's clock names does not date a city's own clock.
        self._dating = {
            key: frozenset(e for p in place.pieces.get("clock", {}).get(key) or pieces for e in _events(p))
            for key, pieces in self._pieces.items()
        }
        self._known: dict[tuple[str, int], Clock] = {}
        self._calendars: dict[int, Calendar] = {}

    @property
    def keys(self) -> tuple[str, ...]:
        """The names of every clock that the city's law has or had."""
        return tuple(sorted(self._pieces))

    def asks(self, key: str) -> tuple[frozenset[str], bool]:
        """The events that a clock names, and whether they are instants because it runs by the hour."""
        in_hours = any(piece.fields.get("unit") == "hours" for piece in self._pieces.get(key, ()))
        return self._events.get(key, frozenset()), in_hours

    def clock(self, key: str, day: date) -> Clock:
        """The clock in force on `day`. Raises UnknownClock where there is none, LawNotKnown where none was yet."""
        at = (key, bisect(self._changes, day))
        if at not in self._known:
            if key not in self._pieces:
                msg = f"{self._book.cities[self._city].name} has no clock {key!r}"
                raise UnknownClock(msg)
            self._known[at] = _clock(self._book, self._city, self._in_force(key, day), day)
        return self._known[at]

    def calendar(self, day: date) -> Calendar:
        """The open days by the law of `day`."""
        at = bisect(self._changes, day)
        if at not in self._calendars:
            self._calendars[at] = calendar_of(self._book, self._city, day, self._says)
        return self._calendars[at]

    def due(self, key: str, events: Events) -> Due:
        """When the clock `key` runs out, by the law of the first day among its events.

        Raises UnknownClock, and LawNotKnown where the lawbook does not reach back to that day.
        """
        begun = [self._day(events[name]) for name in self._dating.get(key, ()) if name in events]
        day = min(begun) if begun else self._changes[-1]
        return due(self.clock(key, day), events, self.calendar(day), self.zone)

    def opens_on(self, keys: Iterable[str], events: Events) -> dict[str, date]:
        """The first lawful day of each clock that can be counted from `events`, in the shape that the gates take.

        A clock of hours opens its gate on the day after its instant; clocks that the city has not are left out.
        """
        found = {key: self.due(key, events).first_lawful_day for key in keys if key in self._pieces}
        return {
            key: self._day(on) + timedelta(days=1) if isinstance(on, datetime) else on
            for key, on in found.items()
            if on is not None
        }

    def _day(self, when: date | datetime) -> date:
        return when.astimezone(self.zone).date() if isinstance(when, datetime) else when

    def _in_force(self, key: str, day: date) -> Piece:
        piece = self._book.piece(self._city, "clock", key, day)
        if piece is None:
            msg = f"the lawbook of {self._book.cities[self._city].name} has no clock {key!r} on {day.isoformat()}"
            raise LawNotKnown(msg)
        return piece


def _events(piece: Piece) -> tuple[str, ...]:
    f = piece.fields
    named = (*f.get("earliest_from", ()), *f.get("latest_from", ()), f.get("floor_from", ""))
    return tuple(name for name in (*named, f.get("paused_by", ""), f.get("restarts_from", "")) if name)


def _clock(book: Lawbook, city: str, piece: Piece, day: date) -> Clock:
    f: Mapping[str, object] = piece.fields
    first = tuple(piece.fields["earliest_from"])
    return Clock(
        key=piece.key,
        title=str(f["title"]),
        nature=str(f["nature"]),
        limit=piece.limit,
        earliest_from=first,
        latest_from=tuple(dict.fromkeys((*first, *piece.fields.get("latest_from", ())))),
        roll=str(f["roll"]),
        when_all=bool(f.get("when_all")),
        inclusive=bool(f.get("inclusive")),
        back=bool(f.get("back")),
        local_hour=bool(f.get("local_hour")),
        paused_by=str(f.get("paused_by", "")),
        restarts_from=str(f.get("restarts_from", "")),
        floor=_floor(book, city, str(f.get("floor", "")), day),
        floor_from=str(f.get("floor_from", "")),
    )


def _floor(book: Lawbook, city: str, name: str, day: date) -> Clock | None:
    if not name:
        return None
    key = name.removeprefix(STATE)
    state = book.states[book.cities[city].state]
    piece = state.piece("clock", key, day) if name.startswith(STATE) else book.piece(city, "clock", key, day)
    if piece is None:
        msg = f"the lawbook of {book.cities[city].name} has no clock {name!r} on {day.isoformat()}"
        raise LawNotKnown(msg)
    return _clock(book, city, piece, day)
