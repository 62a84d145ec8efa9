"""What can be wrong with the dates of pieces under one key: two from one day, a repeal of nothing, a look tomorrow."""

from collections.abc import Iterator
from datetime import date
from itertools import pairwise

from fieldapp.lawbook.faults.fault import Wrong, wrong
from fieldapp.lawbook.values import Lawbook, Piece


def faults(book: Lawbook) -> Iterator[Wrong]:
    """Every fault of the order of pieces under one key of one place."""
    for place in book.places():
        for keys in place.pieces.values():
            for dated in keys.values():
                yield from _in_order(dated)


def checked_after(book: Lawbook, day: date) -> Iterator[Wrong]:
    """Every piece that somebody is said to have looked at after `day`."""
    for piece in (piece for place in book.places() for piece in place.every() if piece.last_checked > day):
        words = f"last_checked is {piece.last_checked.isoformat()}, which is still to come"
        yield wrong(piece, words, "last_checked")


def _in_order(dated: tuple[Piece, ...]) -> Iterator[Wrong]:
    if dated and dated[0].ends:
        yield wrong(dated[0], "ends nothing: this place has no earlier piece under the key", "ends")
    for before, after in pairwise(dated):
        if before.since == after.since:
            yield wrong(after, f"has two pieces from the same day (the other is in {before.file})", "key")
        elif before.ends and after.ends:
            yield wrong(after, f"ends what ended on {before.since.isoformat()}", "ends")
