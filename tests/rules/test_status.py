"""The status of an animal on the cases that both evaluators must agree on (tests/law/test_standing_twin.py)."""

import pytest

from fieldapp.lawbook.load import load_lawbook
from tests.law.standing_cases import CITIES, WORDS, answered, cases

BOOK, CASES = load_lawbook(), cases()


@pytest.mark.parametrize("case", CASES, ids=lambda c: f"{c['city']}: {c['name']}")
def test_the_rules_on_the_cases_at_hand(case):
    found, expected = answered(BOOK, case), dict(case["expect"])
    stage = expected.pop("declared")
    assert {name: found[name] for name in expected} == expected
    assert (found["declaration"] and found["declaration"]["stage"]) == stage


def test_the_cases_are_many_and_of_every_kind():
    assert len(CASES) >= 150
    assert len({(case["name"], case["city"]) for case in CASES}) == len(CASES)
    assert {case["city"] for case in CASES} == set(CITIES)
    assert {case["expect"]["status"] for case in CASES} == WORDS
