"""The open days of a city and its pound, from dated law and what the city says, as rules/counting.py takes them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date

from fieldapp.lawbook.schemas.clocks import WEEKDAYS
from fieldapp.lawbook.standing import LawNotKnown
from fieldapp.lawbook.values import Lawbook, Piece
from fieldapp.rules.counting import Calendar, Holiday, Hours, business_weekdays
from fieldapp.rules.limits import Limit

MINUTES = 60


@dataclass(frozen=True, slots=True, eq=False)
class CitySays:
    """What a city has settled: the optional holidays (setting -> kept or not) and its pound's hours (None: not yet)."""

    holidays: Mapping[str, bool] = field(default_factory=dict)
    hours: Hours | None = None


NOTHING_SAID = CitySays()


def calendar_of(book: Lawbook, city: str, day: date, says: CitySays = NOTHING_SAID) -> Calendar:
    """The calendar of `city` by the law of `day`. Raises LawNotKnown where the lawbook does not reach back that far."""
    closed = needed(book, city, "counting.closed_weekdays", day)
    weekdays = frozenset(WEEKDAYS.index(word) for word in closed.words)
    return Calendar(
        holidays=tuple(_holidays(book, city, says)),
        closed=weekdays,
        business=frozenset(range(7)) - weekdays if says.hours is None else long_days(book, city, day, says.hours),
        hours_known=says.hours is not None,
        first_day=needed(book, city, "counting.first_day", day),
        roll=closed,
        months=needed(book, city, "counting.months", day),
        business_day=needed(book, city, "counting.business_day.least", day),
    )


def long_days(book: Lawbook, city: str, day: date, hours: Hours) -> frozenset[int]:
    """The weekdays on which a pound with these `hours` has a regular business day by the law of `day`."""
    least, opens, closes = (
        needed(book, city, f"counting.business_day.{name}", day).number * MINUTES
        for name in ("least", "opens", "closes")
    )
    return business_weekdays(hours, least, opens, closes)


def needed(book: Lawbook, city: str, key: str, day: date) -> Limit:
    """The value of `key` in `city` on `day`. Raises LawNotKnown where there is none."""
    limit = book.at(city, key, day)
    if limit is None:
        msg = f"the lawbook has no {key} for {book.cities[city].name} on {day.isoformat()}"
        raise LawNotKnown(msg)
    return limit


def _holidays(book: Lawbook, city: str, says: CitySays) -> Iterator[Holiday]:
    """Every holiday of the state and the city with the time in which it is law; a city's own replaces the state's."""
    place = book.cities[city]
    state = book.states[place.state].pieces.get("holiday", {})
    for dated in {**state, **place.pieces.get("holiday", {})}.values():
        ends = [piece.since for piece in dated[1:]] + [date.max]
        yield from (_holiday(p, until, says) for p, until in zip(dated, ends, strict=True) if not p.ends)


def _holiday(piece: Piece, until: date, says: CitySays) -> Holiday:
    fields = piece.fields
    setting = fields.get("setting", "")
    return Holiday(
        name=fields["name"],
        month=fields["month"],
        day=fields.get("day", 0),
        weekday=WEEKDAYS.index(fields.get("weekday", WEEKDAYS[0])),
        nth=fields.get("nth", 0),
        plus=fields.get("plus", 0),
        moves=fields.get("moves", False),
        kept=says.holidays.get(setting) if setting else True,
        since=piece.since,
        until=until,
        limit=piece.limit,
    )
