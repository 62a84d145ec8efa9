"""The law that a phone needs with the list: of standing, and of the alerts, every period that the city knows."""

from datetime import date
from typing import Any

from fieldapp.lawbook.current import lawbook
from fieldapp.lawbook.values import Lawbook
from fieldapp.services.standing_table import standing_periods

ALERTS = ("reentry.forbidden", "ownership.barred", "tag.counterfeit")


def law_of(city: str, day: date) -> dict[str, Any]:
    """{standing, alerts}: `standing` as static/js/offline/standing.js takes it, `alerts` by key the dated words."""
    book = lawbook()
    return {"standing": standing_periods(book, city, day), "alerts": {key: _periods(book, city, key) for key in ALERTS}}


def _periods(book: Lawbook, city: str, key: str) -> list[dict[str, Any]]:
    places = (book.cities[city], book.states[book.cities[city].state])
    dated = (piece.since for where in places for piece in where.pieces.get("value", {}).get(key, ()))
    found: list[dict[str, Any]] = []
    for since in sorted({date.min, *dated}):
        limit = book.at(city, key, since)
        said = {"words": list(limit.words), "citation": limit.citation} if limit else {"words": None, "citation": ""}
        found.append({"from": since.isoformat(), **said})
    return found
