"""The enclosure checklist of one city on one day, in the shape that rules/enclosures.py takes; what is wrong in one."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from typing import Any

from fieldapp.lawbook.standing import LawNotKnown
from fieldapp.lawbook.values import Lawbook, Piece, Place
from fieldapp.rules.checklist import Check, Condition
from fieldapp.rules.limits import Limit
from fieldapp.rules.pens import PenFact

# How many of the unit of a fact one unit of the law's text is: law says feet, a tape says inches.
TIMES = {("feet", "inches"): 12}
_ID = re.compile(r"[a-z][a-z0-9_]*")


@dataclass(frozen=True, slots=True)
class EnclosureLaw:
    """The facts with which a pen is described, by name, and the city's checks in their order."""

    facts: Mapping[str, PenFact]
    checks: tuple[Check, ...]


def enclosure_law(book: Lawbook, city: str, day: date) -> EnclosureLaw:
    """The checklist in force in `city` on `day`: its own checks, and its state's under other keys.

    Before the city's own text begins its state's checks are the floor. Raises LawNotKnown before those begin.
    """
    key = (id(book), city, day)
    if key not in _known:
        if len(_known) > _MOST:
            _known.clear()
        _known[key] = (book, _enclosure_law(book, city, day))
    return _known[key][1]


_MOST = 512
_known: dict[tuple[int, str, date], tuple[Lawbook, EnclosureLaw]] = {}


def states_alone(book: Lawbook, city: str, day: date) -> str:
    """A sentence where only the state's checks can be judged on `day`, the city's text beginning later; else empty."""
    begins = _begins(book.cities[city])
    if begins is None or day >= begins:
        return ""
    place, state = book.cities[city], book.states[book.cities[city].state]
    return f"the checks of {place.name} are known from {begins.isoformat()} on; judged by those of {state.name} alone"


def _enclosure_law(book: Lawbook, city: str, day: date) -> EnclosureLaw:
    place = book.cities[city]
    begins = [on for on in (_begins(place), _begins(book.states[place.state])) if on]
    if not begins or day < min(begins):
        msg = f"the lawbook has no enclosure checks for {place.name} on {day.isoformat()}"
        raise LawNotKnown(msg)
    both = (*book.states[place.state].every(), *place.every())
    facts = {piece.key: _fact(piece) for piece in both if piece.kind == "pen_fact"}
    return EnclosureLaw(facts, tuple(_check(piece, facts) for piece in book.all(city, "check", day)))


def _begins(place: Place) -> date | None:
    return min((dated[0].since for dated in place.pieces.get("check", {}).values()), default=None)


def _fact(piece: Piece) -> PenFact:
    words = {name: str(piece.fields.get(name, "")) for name in ("type", "unit", "prompt", "how")}
    return PenFact(name=piece.key, options=tuple(piece.fields.get("options", ())), **words)


def _check(piece: Piece, facts: Mapping[str, PenFact]) -> Check:
    fields = piece.fields
    field = fields.get("field", "")
    return Check(
        id=piece.key,
        measure=fields["measure"],
        field=field,
        against=fields.get("against", ""),
        per_animal=fields.get("per_animal", False),
        accepted=tuple(fields.get("accepted", ())),
        groups=tuple(fields["groups"]),
        applies_when=tuple(_condition(raw) for raw in fields.get("applies_when", ())),
        law=_in_unit_of(facts[field].unit if field else "", piece.limit),
        prompt=fields["prompt"],
        how=fields["how"],
    )


def _condition(raw: Mapping[str, Any]) -> Condition:
    value = raw["value"]
    number = isinstance(value, int) and not isinstance(value, bool)
    return Condition(raw["field"], raw["operator"], Decimal(value) if number else value, raw.get("not_noted", "open"))


def _in_unit_of(unit: str, law: Limit) -> Limit:
    times = TIMES.get((law.unit, unit))
    return replace(law, amount=law.amount * times, unit=unit) if times else law
