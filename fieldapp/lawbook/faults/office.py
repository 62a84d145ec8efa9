"""What can be wrong with routes and hearings beyond one field."""

from collections.abc import Iterator

from fieldapp.lawbook.faults.fault import Wrong, wrong
from fieldapp.lawbook.values import Lawbook


def faults(book: Lawbook) -> Iterator[Wrong]:
    """Every ordinance that a route cannot use, every hearing that nobody can find by its matter."""
    for piece in (piece for place in book.places() for piece in place.every() if not piece.ends):
        if piece.kind == "route" and "ordinance" in piece.fields and not piece.fields.get("by_ordinance"):
            yield wrong(piece, "ordinance goes with by_ordinance only", "ordinance")
        if piece.kind == "hearing" and piece.key != (key := f"hearing.{piece.fields['matter']}"):
            yield wrong(piece, f"key must be {key!r}, by its matter", "key")
