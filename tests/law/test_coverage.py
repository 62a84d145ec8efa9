"""Nothing of the inventory is lost: each clause is carried or excused, and somebody looked at each piece lately."""

import re
import warnings
from datetime import date, timedelta

import pytest

from fieldapp.lawbook.coverage import RULES, coverage, docstrings, ids_in
from fieldapp.lawbook.inventory import inventory
from fieldapp.lawbook.load import load_lawbook

BOOK = load_lawbook()
A_YEAR = timedelta(days=365)


def test_every_clause_is_carried_or_excused():
    assert coverage(BOOK).missing == ()


def test_every_clause_is_carried_by_law_and_not_by_the_words_of_a_rule_alone():
    covered = coverage(BOOK).covered
    assert [clause for clause, where in covered.items() if all(w.startswith("rules/") for w in where)] == []


def test_the_docstrings_of_rules_name_clauses_that_there_are():
    named = {clause for file in RULES.glob("*.py") for clause in ids_in(docstrings(file))}
    assert len(named) > 200
    assert sorted(clause for clause in named if re.fullmatch(r"[CBT]-\d+", clause) and clause not in inventory()) == []


@pytest.mark.filterwarnings("default")
def test_somebody_looked_at_each_piece_within_a_year():
    """A piece that nobody has checked for a year still counts: the suite warns and goes on."""
    stale = stale_on(date.today())  # noqa: TID251, DTZ011  the real day is meant
    if stale:
        warnings.warn(f"{len(stale)} pieces of law were last checked over a year ago, {stale[0]} first", stacklevel=1)


def stale_on(day):
    pieces = (p for place in BOOK.places() for keys in place.pieces.values() for dated in keys.values() for p in dated)
    old = sorted((p.last_checked, f"{p.file} {p.key}") for p in pieces if day - p.last_checked > A_YEAR)
    return [f"{where} on {checked}" for checked, where in old]


def test_a_year_after_the_last_look():
    newest = max(
        p.last_checked
        for place in BOOK.places() for keys in place.pieces.values() for dated in keys.values() for p in dated
    )  # fmt: skip
    assert len(stale_on(newest + A_YEAR + timedelta(days=1))) > 900
    assert stale_on(date(2026, 11, 30)) == []
