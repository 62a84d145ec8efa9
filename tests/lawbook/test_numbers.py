"""Every number of the shipped law decides something: changed by a step either way, it changes an answer of its edges.

The edges are those of tests/rules/edges: a number whose change they do not notice has no case close enough to it.
"""

import re
from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal

import pytest

from tests.rules.dog_cases import BOOK
from tests.rules.edges.judges import LAW, wrong
from tests.rules.edges.table import edges

A_DAY = re.compile(r"(\d{4}-)?\d\d-\d\d")
DAY = timedelta(days=1)
LAST = -1  # weekday of a month


def steps(piece):
    """The same piece with its number one step less and one more, each under the name of its direction."""
    for way, fields in (*amounts(piece.fields), *counts(piece), *days_of_the_year(piece.fields)):
        yield way, replace(piece, fields={**piece.fields, **fields})


def amounts(fields):
    """A number of any unit, a quarter of an inch at a time where it is measured; the convictions of a step up."""
    step = Decimal("0.25") if fields.get("unit") == "inches" else 1
    for way, by in (("less", -1), ("more", 1)):
        if "number" in fields:
            yield way, {"number": fields["number"] + by * step}
        if steps_up := fields.get("step_up"):
            yield way, {"step_up": [one | {"after": one["after"] + by} for one in steps_up]}


def counts(piece):
    """The window of a repetition; the day of a holiday, or which of its weekdays it is."""
    names = {"repetition": ("days",), "holiday": ("nth", "day", "plus")}.get(piece.kind, ())
    for name in (name for name in names if piece.fields.get(name)):
        number = piece.fields[name]
        near = (4,) if number == LAST else (number - 1, number + 1)
        yield from (("less" if n < number else "more", {name: n}) for n in near if n)  # there is no day 0


def days_of_the_year(fields):
    """A day that stands among the words of a value, with its year or without."""
    words = fields.get("words", ())
    for n, word in enumerate(words):
        if A_DAY.fullmatch(word):
            for way, by in (("less", -1), ("more", 1)):
                moved = date.fromisoformat(word if len(word) == len("2026-11-30") else f"2026-{word}") + by * DAY
                yield way, {"words": [*words[:n], moved.isoformat()[-len(word) :], *words[n + 1 :]]}


def changed(place, old, new):
    """The law with one piece in place of another."""
    dated = tuple(new if piece is old else piece for piece in place.pieces[old.kind][old.key])
    pieces = {**place.pieces, old.kind: {**place.pieces[old.kind], old.key: dated}}
    of = "states" if place.kind == "state" else "cities"
    return replace(LAW, **{of: {**getattr(LAW, of), place.id: replace(place, pieces=pieces)}})


def holding(place, piece):
    """The edges whose number the piece holds. Charges step up together; a piece of several dates is named with its."""
    if piece.kind == "charge":
        steps_up = {step["clause"] for step in piece.fields["step_up"]}
        return [e for e in edges() if e.place == place.id and e.rule == "grades" and e.of["clause"] in steps_up]
    name = f"{piece.kind} {piece.key}"
    return [e for e in edges() if e.place == place.id and e.piece in {name, f"{name} {piece.since.isoformat()}"}]


NUMBERS = [
    (place, piece)
    for place in BOOK.places()
    for keys in place.pieces.values()
    for dated in keys.values()
    for piece in dated
    if any(True for _ in steps(piece))
]
# Numbers of which there is nothing below or above.
NO_EDGE = {
    ("crystal", "license.pig.from_age"): "A license at any age: the nought stands for no limit.",
}


@pytest.mark.parametrize(("place", "piece"), NUMBERS, ids=[f"{p.id} {x.key} {x.since}" for p, x in NUMBERS])
def test_a_changed_number_changes_an_answer(place, piece):
    held = holding(place, piece)
    if (place.id, piece.key) in NO_EDGE:
        assert held == []
        return
    own = {*piece.clauses, *(step["clause"] for step in piece.fields.get("step_up", ()))}
    assert held
    assert {clause for edge in held for clause in edge.clauses} <= own
    for way, new in steps(piece):
        noticed = any(wrong(edge, changed(place, piece, new)) for edge in held)
        assert noticed is not any(edge.unnoticed.startswith((way, "both")) for edge in held), way


def test_every_edge_that_names_a_number_names_one_of_the_shipped_law():
    names = {(place.id, name) for place, piece in NUMBERS for name in _names(piece)}
    named = {(e.place, e.piece) for e in edges() if e.piece and e.rule != "grades"}
    assert sorted(named - names) == []
    assert len(NUMBERS) > 200


def _names(piece):
    name = f"{piece.kind} {piece.key}"
    return name, f"{name} {piece.since.isoformat()}"
