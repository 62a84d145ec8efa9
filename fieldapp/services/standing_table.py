"""A city's law of licenses, vaccination and declarations as its phones carry it: every period that it knows."""

from collections.abc import Mapping
from dataclasses import fields
from datetime import date
from typing import Any

from fieldapp.lawbook.standing import LawNotKnown, standing_law
from fieldapp.lawbook.values import Lawbook
from fieldapp.rules.declarations import CLASSES
from fieldapp.rules.limits import Limit
from fieldapp.rules.rabies import RabiesLaw
from fieldapp.rules.standing import StandingLaw
from fieldapp.services.enclosures import written

_READ = ("license.", "vaccination.", "rabies.", "declaration.")  # the keys that a standing rests on


def standing_periods(book: Lawbook, city: str, _day: date) -> list[dict[str, Any]]:
    """One table a period, the first beginning before any law; all of them whatever the day, so old days stay right."""
    found: list[dict[str, Any]] = []
    for begins in _changes(book, city):
        law = _period(book, city, begins)
        if not found or law != {**found[-1], "from": law["from"]}:
            found.append(law)
    return found


def _changes(book: Lawbook, city: str) -> list[date]:
    places = (book.cities[city], book.states[book.cities[city].state])
    values = (where.pieces.get("value", {}).items() for where in places)
    dated = (pieces for keyed in values for key, pieces in keyed if key.startswith(_READ))
    return sorted({date.min} | {piece.since for pieces in dated for piece in pieces})


def _period(book: Lawbook, city: str, begins: date) -> dict[str, Any]:
    declared = {dog_class: book.at(city, f"declaration.{dog_class}", begins) for dog_class in CLASSES}
    period = {"from": begins.isoformat(), "declared": _plain(declared)}
    try:
        return period | _table(standing_law(book, city, begins))
    except LawNotKnown as unknown:
        return period | {"unknown": str(unknown).replace(begins.isoformat(), "{day}")}


def _table(law: StandingLaw | RabiesLaw) -> dict[str, Any]:
    return {field.name: _plain(getattr(law, field.name)) for field in fields(law)}


def _plain(value: Any) -> Any:  # noqa: ANN401  what a law holds
    if isinstance(value, Limit):
        return _limit(value)
    if isinstance(value, frozenset):
        return sorted(value)
    if isinstance(value, RabiesLaw):
        return _table(value)
    return {name: _plain(part) for name, part in value.items()} if isinstance(value, Mapping) else value


def _limit(limit: Limit) -> dict[str, Any]:
    return {
        "amount": written(limit.amount), "unit": limit.unit, "comparison": limit.comparison,
        "words": list(limit.words), "clause": limit.clause, "citation": limit.citation,
        "since": limit.since.isoformat(), "doubt": limit.doubt,
    }  # fmt: skip
