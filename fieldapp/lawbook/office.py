"""From pieces of law to the fees, routes, designations and records that rules/ takes, of a city on a day."""

from datetime import date

from fieldapp.lawbook.grounds import elements, needed
from fieldapp.lawbook.values import Lawbook, Piece
from fieldapp.rules.fees import Fee
from fieldapp.rules.records import Line, Record
from fieldapp.rules.routes import Designation, Route


def fees(book: Lawbook, city: str, day: date) -> dict[str, Fee]:
    """Every fee of a city by its key, without an amount where the city has set none."""
    return {piece.key: _fee(book, city, day, piece) for piece in book.all(city, "fee", day)}


def routes(book: Lawbook, city: str, day: date) -> tuple[Route, ...]:
    """How a city answers violations."""
    return tuple(_route(piece) for piece in book.all(city, "route", day))


def designations(book: Lawbook, city: str, day: date) -> tuple[Designation, ...]:
    """The posts that a city has designated to cite; empty where its text does not say so."""
    found = book.cities[city].all("designation", day)
    return tuple(Designation(piece.fields["post"], piece.fields["document"], piece.limit) for piece in found)


def records(book: Lawbook, city: str, day: date) -> dict[str, Record]:
    """Every record that the law of a city asks for, by its key."""
    return {piece.key: _record(book, city, day, piece) for piece in book.all(city, "record", day)}


def _fee(book: Lawbook, city: str, day: date, piece: Piece) -> Fee:
    cap: str = piece.fields.get("cap", "")
    return Fee(
        key=piece.key,
        title=piece.fields["title"],
        per=piece.fields["per"],
        set_by=piece.fields["set_by"],
        cents=piece.fields.get("cents"),
        cap=needed(book, city, cap, day) if cap else None,
        law=piece.limit,
    )


def _route(piece: Piece) -> Route:
    fields = piece.fields
    return Route(
        key=piece.key,
        title=fields["title"],
        order=fields["order"],
        needs_designation=fields.get("needs_designation", False),
        by_ordinance=fields.get("by_ordinance", False),
        ordinance=fields.get("ordinance", ""),
        form=fields.get("form", ""),
        law=piece.limit,
    )


def _record(book: Lawbook, city: str, day: date, piece: Piece) -> Record:
    fields = piece.fields
    lines = (
        Line(raw["name"], raw["text"], elements(book, city, day, raw.get("only_if", ()))) for raw in fields["holds"]
    )
    return Record(
        key=piece.key,
        title=fields["title"],
        keeper=fields["keeper"],
        lines=tuple(lines),
        kept=fields.get("clock_kept", ""),
        given=fields.get("clock_given", ""),
        public_view=fields.get("public_view", False),
        law=piece.limit,
    )
