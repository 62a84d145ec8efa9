"""What can be wrong with clocks and holidays beyond one field."""

from collections.abc import Iterator, Mapping
from datetime import date

from fieldapp.lawbook.clocks import STATE
from fieldapp.lawbook.faults.fault import Wrong, near, wrong
from fieldapp.lawbook.values import Lawbook, Piece, Place

Known = Mapping[str, tuple[Piece, ...]]
Found = Iterator[tuple[str, str]]  # the field, and a sentence
_ONLY = {"inclusive": ("days",), "back": ("days", "months", "years"), "local_hour": ("hours",)}


def faults(book: Lawbook) -> Iterator[Wrong]:
    """Every fault of the book's clocks and holidays."""
    for place in book.places():
        state = book.states.get(place.state, place)
        known = {**state.pieces.get("clock", {}), **place.pieces.get("clock", {})}
        for piece in place.every():
            found: Found = iter(())
            if piece.kind == "clock" and not piece.ends:
                found = iter((*_wrong_clock(piece), *_wrong_floor(piece, known, state)))
            elif piece.kind == "holiday" and not piece.ends:
                found = _wrong_holiday(piece)
            yield from (wrong(piece, sentence, name) for name, sentence in found)


def _wrong_clock(piece: Piece) -> Found:
    f = piece.fields
    for name, units in _ONLY.items():
        if f.get(name) and f["unit"] not in units:
            yield name, f"{name} goes with {' or '.join(units)} only"
    if f["unit"] == "hours" and f["roll"] != "neither":
        yield "roll", "a clock of hours does not roll"
    yield from _apart(piece, "paused_by", "restarts_from")


def _wrong_floor(piece: Piece, known: Known, state: Place) -> Found:
    yield from _apart(piece, "floor", "floor_from")
    floor = piece.fields.get("floor", "")
    if not floor:
        return
    of_state = state.pieces.get("clock", {})
    under = of_state.get(floor.removeprefix(STATE)) if floor.startswith(STATE) else known.get(floor)
    if under is None:
        yield "floor", f"floor: there is no clock {floor!r:.60}{near(floor, {*known, *(STATE + k for k in of_state)})}"
    elif under and under[0].since > piece.since:
        yield "floor", f"floor: {floor!r} begins only on {under[0].since.isoformat()}"
    elif any((p.fields.get("unit") == "hours") != (piece.fields["unit"] == "hours") for p in under if not p.ends):
        yield "floor", "floor: a clock of hours and one of days cannot be compared"
    elif _turns_in_a_circle(floor, (piece.key,), known, of_state):
        yield "floor", f"floor: {floor!r} leads back to itself"


def _apart(piece: Piece, one: str, other: str) -> Found:
    if (one in piece.fields) != (other in piece.fields):
        yield (one if one in piece.fields else other), f"{one} and {other} go together"


def _turns_in_a_circle(floor: str, seen: tuple[str, ...], known: Known, of_state: Known) -> bool:
    if floor in seen:
        return True
    under = of_state.get(floor.removeprefix(STATE), ()) if floor.startswith(STATE) else known.get(floor, ())
    lower = {str(p.fields.get("floor", "")) for p in under} - {""}
    return any(_turns_in_a_circle(name, (*seen, floor), known, of_state) for name in lower)


def _wrong_holiday(piece: Piece) -> Found:
    f = piece.fields
    if ("day" in f) == ("nth" in f) or ("nth" in f) != ("weekday" in f):
        yield "day" if "day" in f else "month", "needs either day, or weekday and nth"
    if f.get("nth") == 0:
        yield "nth", "nth must be 1 to 4, or -1 for the last"
    try:
        date(2001, f["month"], f.get("day", 1))
    except ValueError:
        yield "day", "month and day are no day of every year"
