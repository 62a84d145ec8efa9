"""What can be wrong with clocks and holidays beyond the fields of a single piece, each fault with its place."""

from collections.abc import Collection, Iterator, Mapping
from datetime import date

from fieldapp.lawbook.clocks import STATE
from fieldapp.lawbook.pieces import Fault
from fieldapp.lawbook.schemas import WEEKDAYS
from fieldapp.lawbook.values import Lawbook, Piece, Place

Known = Mapping[str, tuple[Piece, ...]]


def faults(book: Lawbook) -> Iterator[Fault]:
    """Every fault of the book's clocks and holidays, and every piece of another kind that names a clock in vain."""
    for place in book.places():
        state = book.states.get(place.state, place)
        known = {**state.pieces.get("clock", {}), **place.pieces.get("clock", {})}
        named = set(known) if place is not state else {k for p in book.places() for k in p.pieces.get("clock", {})}
        for piece in _all(place):
            if piece.ends:
                continue
            if piece.kind == "clock":
                wrong = (*_wrong_clock(piece), *_wrong_floor(piece, known, state))
            else:
                wrong = (*_wrong_holiday(piece), *_wrong_weekdays(piece), *_names_in_vain(piece, named))
            yield from (Fault(piece.file, piece.key, piece.line, sentence) for sentence in wrong)


def _all(place: Place) -> Iterator[Piece]:
    return (piece for keys in place.pieces.values() for dated in keys.values() for piece in dated)


def _wrong_clock(piece: Piece) -> Iterator[str]:
    f = piece.fields
    for name in ("earliest_from", "latest_from"):
        if not all(isinstance(event, str) and event for event in f.get(name, ())):
            yield f"{name} must hold names of events"
    if f["number"] < 1:
        yield "number must be 1 or more"
    for name, units in _ONLY.items():
        if f.get(name) and f["unit"] not in units:
            yield f"{name} goes with {' or '.join(units)} only"
    if f["unit"] == "hours" and f["roll"] != "neither":
        yield "a clock of hours does not roll"
    if bool(f.get("restarts_from")) != bool(f.get("paused_by")):
        yield "paused_by and restarts_from go together"


_ONLY = {"inclusive": ("days",), "back": ("days", "months", "years"), "local_hour": ("hours",)}


def _wrong_floor(piece: Piece, known: Known, state: Place) -> Iterator[str]:
    floor = piece.fields.get("floor", "")
    if bool(floor) != bool(piece.fields.get("floor_from")):
        yield "floor and floor_from go together"
    if not floor:
        return
    of_state = state.pieces.get("clock", {})
    under = of_state.get(floor.removeprefix(STATE)) if floor.startswith(STATE) else known.get(floor)
    if under is None:
        yield f"floor: there is no clock {floor!r}"
    elif under[0].since > piece.since:
        yield f"floor: {floor!r} begins only on {under[0].since.isoformat()}"
    elif any((p.fields.get("unit") == "hours") != (piece.fields["unit"] == "hours") for p in under if not p.ends):
        yield "floor: a clock of hours and one of days cannot be compared"
    elif _turns_in_a_circle(floor, (piece.key,), known, of_state):
        yield f"floor: {floor!r} leads back to itself"


def _turns_in_a_circle(floor: str, seen: tuple[str, ...], known: Known, of_state: Known) -> bool:
    if floor in seen:
        return True
    under = of_state.get(floor.removeprefix(STATE), ()) if floor.startswith(STATE) else known.get(floor, ())
    lower = {str(p.fields.get("floor", "")) for p in under} - {""}
    return any(_turns_in_a_circle(name, (*seen, floor), known, of_state) for name in lower)


def _wrong_holiday(piece: Piece) -> Iterator[str]:
    if piece.kind != "holiday":
        return
    f = piece.fields
    if ("day" in f) == ("nth" in f) or ("nth" in f) != ("weekday" in f):
        yield "needs either day, or weekday and nth"
    if f.get("nth", 1) not in {-1, 1, 2, 3, 4}:
        yield "nth must be 1 to 4, or -1 for the last"
    if not 0 <= f.get("plus", 0) <= 6:
        yield "plus must be 0 to 6"
    try:
        date(2001, f["month"], f.get("day", 1))
    except ValueError:
        yield "month and day are no day of every year"


def _wrong_weekdays(piece: Piece) -> Iterator[str]:
    if piece.key == "counting.closed_weekdays":
        words = piece.fields.get("words", ())
        yield from (f"{word!r} is no weekday" for word in words if word not in WEEKDAYS)
        if set(words) >= set(WEEKDAYS):
            yield "leaves no weekday open"


def _names_in_vain(piece: Piece, named: Collection[str]) -> Iterator[str]:
    for name, value in piece.fields.items():
        if name in {"clock", "clocks"} or name.startswith("clock_"):
            asked = value if isinstance(value, list) else [value]
            yield from (f"{name}: there is no clock {key!r}" for key in asked if key and key not in named)
