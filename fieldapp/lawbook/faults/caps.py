"""Fines that a city set above what its state allows for their grade.

Minn. Stat. 609.02, subd. 3 and 4a; an offense of an ordinance is at most a misdemeanor. A fee over its cap is no fault
of the book: rules/fees.py warns of it, and the city decides (choices D-14).
"""

from collections.abc import Iterator
from datetime import date

from fieldapp.lawbook.faults.fault import Wrong, wrong
from fieldapp.lawbook.values import Lawbook, Piece, Place
from fieldapp.rules.limits import Limit

_FINE_OF = {
    "petty_misdemeanor": "fine.petty_misdemeanor",
    "misdemeanor": "fine.misdemeanor",
    "ordinance": "fine.misdemeanor",
}


def faults(book: Lawbook) -> Iterator[Wrong]:
    """Every fine above the most for its grade, on any day on which both are in force."""
    for place in book.places():
        for piece in (p for dated in place.pieces.get("charge", {}).values() for p in dated if not p.ends):
            cents, key = int(piece.fields.get("fine_cents", 0)), _FINE_OF.get(piece.fields["grade"], "")
            over = [cap for cap in _caps(book, place, piece, key) if cents > cap.amount]
            if over:
                yield wrong(piece, _sentence(cents, over[0]), "fine_cents")


def _caps(book: Lawbook, place: Place, piece: Piece, key: str) -> Iterator[Limit]:
    """The caps in force while the piece is: from its first day on, and those that begin later."""
    for day in sorted({piece.since, *_later(book, place, piece.since, key)}):
        if place.piece(piece.kind, piece.key, day) is piece:
            own = place.at(key, day)
            cap = own or book.states.get(place.state, place).at(key, day)
            if cap is not None:
                yield cap


def _later(book: Lawbook, place: Place, since: date, key: str) -> Iterator[date]:
    for one in (place, book.states.get(place.state, place)):
        yield from (p.since for p in one.pieces.get("value", {}).get(key, ()) if p.since > since)


def _sentence(cents: int, cap: Limit) -> str:
    fine, most = (f"${amount / 100:,.2f}" for amount in (cents, cap.amount))
    return f"fine_cents {cents} ({fine}) is over the most that {cap.citation} allows, {most}"
