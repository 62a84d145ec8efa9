"""Each row of the law with a number: its cases just below, at and just above, by the text and the choices."""

import csv
import re
from dataclasses import replace
from pathlib import Path

import pytest

from fieldapp.lawbook.inventory import inventory
from tests.rules.edges.judges import wrong
from tests.rules.edges.table import ABOVE, AT, BELOW, edges, excuses, numbered

GIVEN = Path(__file__).parents[2] / "../shared/law/clauses.csv"
A_NUMBER = re.compile(
    r"\d|\b(one|two|three|four|five|six|seven|eight|nine|ten|half|once|twice|single|second|third|year(ly)?|annual(ly)?|"
    r"month(ly)?|week(ly)?|daily|hour(ly)?|minutes?|days?|double|multiple|several|each|every)\b",
    re.IGNORECASE,
)


@pytest.mark.parametrize("edge", edges(), ids=lambda edge: edge.name)
def test_just_below_at_and_just_above(edge):
    assert {where for where, _, _ in edge.cases} == {BELOW, AT, ABOVE}
    assert wrong(edge) == []


@pytest.mark.parametrize("edge", edges(), ids=lambda edge: edge.name)
def test_the_order_of_facts_changes_nothing(edge):
    turned = tuple((where, dict(reversed(known.items())), expected) for where, known, expected in reversed(edge.cases))
    assert wrong(replace(edge, of=dict(reversed(edge.of.items())), cases=turned)) == []


def test_every_row_with_a_number_has_its_cases_or_a_reason_that_it_has_none():
    tested = {clause for edge in edges() for clause in edge.clauses}
    assert sorted(numbered().keys() - tested - excuses().keys()) == []
    assert sorted(tested & excuses().keys()) == []
    assert sorted(excuses().keys() - numbered().keys()) == []
    assert sorted(clause for clause in numbered() if clause not in inventory()) == []
    assert all(reason.endswith(".") for reason in excuses().values())


@pytest.mark.outside
def test_the_rows_with_a_number_are_those_of_the_texts():
    if not GIVEN.exists():
        pytest.skip("the three texts are not here")
    with GIVEN.open(encoding="utf-8", newline="") as lines:
        rows = {
            row["id"]: " | ".join((row["duty"], row["values_and_clock"], row["consequence"]))
            for row in csv.DictReader(lines)
        }
    assert len(rows) == 427
    assert [clause for clause, said in rows.items() if A_NUMBER.search(said)] == list(numbered())
    assert [clause for clause, said in numbered().items() if not rows[clause].startswith(said)] == []
