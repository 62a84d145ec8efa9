"""The law of a city as its phones carry it: one JSON file whose name changes with its content and with nothing else."""

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from fieldapp.lawbook.current import lawbook
from fieldapp.lawbook.enclosures import enclosure_law
from fieldapp.lawbook.values import Lawbook
from fieldapp.rules.checklist import Check
from fieldapp.services.cities import law_day
from fieldapp.services.enclosures import written
from fieldapp.services.standing_table import standing_periods

VERSION = 1  # of the shape; a phone that knows another one asks for a new program first


@dataclass(frozen=True, slots=True)
class LawTable:
    """One city's file: its name with the whole SHA-256 of its bytes, and the bytes."""

    city: str
    name: str
    sha256: str
    body: bytes


def law_table(city: str, day: date | None = None) -> LawTable:
    """The table of `city` by the law in force on `day`, today there where none is given. Same law, same bytes.

    Raises LawNotKnown for a day before the text of the city begins.
    """
    book, on = lawbook(), day or law_day(city)
    content = {
        "version": VERSION,
        "city": city,
        "name": book.cities[city].name,
        "changes_on": _next_change(book, city, on),
        **{part: table(book, city, on) for part, table in PARTS.items()},
    }
    body = json.dumps(content, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()
    sha256 = hashlib.sha256(body).hexdigest()
    return LawTable(city, f"law-{city}.{sha256}.json", sha256, body)


def _next_change(book: Lawbook, city: str, day: date) -> str | None:
    """The first later day on which a piece of the city's or the state's law begins, after which the table is stale."""
    places = (book.cities[city], book.states[book.cities[city].state])
    later = (p.since for where in places for keys in where.pieces.values() for dated in keys.values() for p in dated)
    return min((since.isoformat() for since in later if since > day), default=None)


def _enclosures(book: Lawbook, city: str, day: date) -> dict[str, Any]:
    law = enclosure_law(book, city, day)
    return {"facts": [asdict(fact) for fact in law.facts.values()], "checks": [_check(check) for check in law.checks]}


def _check(check: Check) -> dict[str, Any]:
    law = check.law
    return {
        "id": check.id, "prompt": check.prompt, "how": check.how, "measure": check.measure, "field": check.field,
        "against": check.against, "per_animal": check.per_animal, "accepted": list(check.accepted),
        "groups": list(check.groups), "inputs": list(check.fields),
        "applies_when": [
            {name: written(value) if isinstance(value, Decimal) else value for name, value in asdict(condition).items()}
            for condition in check.applies_when
        ],
        "amount": None if check.against or check.accepted else written(law.amount), "unit": law.unit,
        "comparison": law.comparison, "clause": law.clause, "clauses": list(law.clauses), "citation": law.citation,
        "since": law.since.isoformat(), "doubt": law.doubt,
    }  # fmt: skip


# What a phone's rules read, by the name under which its twin finds it.
PARTS: Mapping[str, Callable[[Lawbook, str, date], Any]] = {
    "enclosures": _enclosures,
    "standing": standing_periods,
}
