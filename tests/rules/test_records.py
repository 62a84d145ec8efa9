"""What a record must hold, what is missing, and for which no text says how long."""

import pytest

from fieldapp.lawbook.office import records
from fieldapp.rules.facts import Fact
from fieldapp.rules.records import gaps, without_period
from tests.rules.keeping_cases import BOOK, CITIES, TODAY, facts

FULL = {
    "species": "dog", "breed": "mixed", "sex": "male", "approximate_age": "2 years", "traits": "one white ear",
    "description": "brown dog, one white ear", "seized_at": "Main Street", "seized_on": "30 November 2026",
    "received_from": "A. Person, 1 Main Street", "transferred_to": "B. Person, 2 Main Street",
}  # fmt: skip


@pytest.mark.parametrize("city", CITIES)
def test_the_record_of_an_impounded_animal(city):
    record = records(BOOK, city, TODAY)["pound.record"]
    assert gaps(record, facts(**FULL)).missing == ()
    assert (record.kept, record.public_view) == ("pound_records_kept", True)
    assert any(clause.startswith("MN-346.47") for clause in record.law.clauses)
    for line in record.lines:
        without = facts(**{name: value for name, value in FULL.items() if name != line.name}, age_months=24)
        assert gaps(record, without).missing == (line.text,)


@pytest.mark.parametrize(("months", "missing"), [("2.9", 0), (3, 2), ("3.1", 2)])
def test_names_and_addresses_from_three_months_of_age(months, missing):
    record = records(BOOK, "benson", TODAY)["pound.record"]
    known = {n: v for n, v in FULL.items() if n not in {"received_from", "transferred_to"}} | {"age_months": months}
    found = gaps(record, facts(**known))
    assert len(found.missing) == missing
    assert len(found.lifted) == 2 - missing
    assert found.unasked == ()


def test_an_unknown_age_is_asked_once():
    record = records(BOOK, "crystal", TODAY)["pound.record"]
    assert gaps(record, {}).unasked == ("How many months old is the animal, about?",)


def test_what_was_told_is_written_down_and_an_empty_word_is_not():
    record = records(BOOK, "benson", TODAY)["license.application"]
    known = {line.name: Fact("x", "told") for line in record.lines}
    assert gaps(record, known).missing == ()
    assert gaps(record, known | {"breed": Fact("")}).missing == ("breed",)
    assert gaps(record, known | {"sex": Fact(None)}).missing == ("sex",)


def test_no_period_is_made_up():
    held = records(BOOK, "crystal", TODAY)
    open_ones = {record.key for record in without_period(held.values())}
    assert "kennel.purchases" in open_ones
    assert "pound.record" not in open_ones
    assert all(record.law.doubt for record in without_period(held.values()) if record.key == "kennel.purchases")


@pytest.mark.parametrize(("age", "missing"), [("17.9", 1), (18, 0), (19, 0)])
def test_a_juvenile_citation_names_a_parent(age, missing):
    record = records(BOOK, "benson", TODAY)["citation.fields"]
    known = {line.name: "x" for line in record.lines if line.name != "parent"} | {"defendant_age_years": age}
    assert len(gaps(record, facts(**known)).missing) == missing
