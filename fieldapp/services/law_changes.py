"""What came, went and changed in the law of a city between two days."""

from dataclasses import dataclass
from datetime import date

from fieldapp.lawbook.current import lawbook
from fieldapp.lawbook.values import Lawbook, Piece, Place
from fieldapp.rules.days import add_months
from fieldapp.services.law_details import Detail
from fieldapp.services.law_page import in_force
from fieldapp.services.law_words import in_words, topic_of, topic_title

CAME, WENT, CHANGED = "came", "went", "changed"


@dataclass(frozen=True, slots=True)
class ChangedLine:
    """One label of a piece before and after; empty where it was or is not there."""

    label: str
    before: tuple[str, ...]
    after: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Change:
    """What became of a rule; `on`: the day on which its present or last wording began, or it ended."""

    what: str
    topic: str
    title: str
    citation: str
    of_state: bool
    on: date
    lines: tuple[ChangedLine, ...]


@dataclass(frozen=True, slots=True)
class LawChanges:
    """The redline of a city between two days. `days`: every day on which its law changed, the latest first."""

    city: str
    name: str
    before: date
    after: date
    changes: tuple[Change, ...]
    days: tuple[date, ...]


def law_changes(city: str, before: date, after: date) -> LawChanges:
    """What holds on `after` and did not hold so on `before`. Raises KeyError for a city that the lawbook lacks."""
    book = lawbook()
    old = {(piece.kind, piece.key): (place, piece) for place, piece in in_force(book, city, before)}
    new = {(piece.kind, piece.key): (place, piece) for place, piece in in_force(book, city, after)}
    shown = {**old, **new}
    keys = dict.fromkeys((*new, *old))
    found = (_change(old.get(key), new.get(key), shown[key], after) for key in keys)
    changes = tuple(change for change in found if change is not None)
    return LawChanges(city, book.cities[city].name, before, after, changes, days_of_change(book, city))


def days_of_change(book: Lawbook, city: str) -> tuple[date, ...]:
    """Every day on which a piece of the city's or its state's law begins or ends, the latest first."""
    places = (book.cities[city], book.states[book.cities[city].state])
    pieces = (p for place in places for keys in place.pieces.values() for dated in keys.values() for p in dated)
    return tuple(sorted({piece.since for piece in pieces}, reverse=True))


_Found = tuple[Place, Piece]


def _change(old: _Found | None, new: _Found | None, shown: _Found, after: date) -> Change | None:
    lines = tuple(_lines(old[1] if old else None, new[1] if new else None))
    if not lines:  # another day of checking, or the same words once more
        return None
    place, piece = shown
    what = CHANGED if old and new else CAME if new else WENT
    on = piece.since if new else _ended(piece, place, after)
    topic = topic_title(topic_of(piece))
    return Change(what, topic, in_words(piece).title, piece.citation, place.kind == "state", on, lines)


def _ended(piece: Piece, place: Place, after: date) -> date:
    dated = place.pieces[piece.kind][piece.key]
    return next((p.since for p in dated if p.ends and piece.since < p.since <= after), after)


def _lines(old: Piece | None, new: Piece | None) -> list[ChangedLine]:
    before, after = _labeled(old), _labeled(new)
    labels = dict.fromkeys((*after, *before))
    return [
        ChangedLine(label, before.get(label, ()), after.get(label, ()))
        for label in labels
        if before.get(label) != after.get(label)
    ]


def _labeled(piece: Piece | None) -> dict[str, tuple[str, ...]]:
    if piece is None:
        return {}
    words = in_words(piece)
    told = [Detail("Title", (words.title,)), Detail("Value", (words.value,)), *words.details]
    told += [Detail("Citation", (piece.citation,)), Detail("In doubt", (piece.doubt,))]
    return {label: lines for label, lines in told if any(lines)}


def year_before(day: date) -> date:
    """The same day a year earlier, never before the calendar's first; 29 February becomes 28 February."""
    return add_months(day, -12) if day.year > date.min.year else date.min
