"""Who decides an appeal, where it is filed, what it costs; who may own a dog; reviews of a label."""

from datetime import date

import pytest

from fieldapp.lawbook.declared_dogs import hearing_route
from fieldapp.lawbook.grounds import bar_law, review_law
from fieldapp.rules.hearings import cost, may_sit, request_stands
from fieldapp.rules.label_review import label_review
from fieldapp.rules.ownership import Bar, bar, bar_review, household
from tests.rules.dog_cases import BOOK, CITIES, PD, TODAY, D, facts

FORM = {"form_complete": True, "fee_paid": True}


def route(city, matter):
    found = hearing_route(BOOK, city, matter, TODAY)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("city", "matter", "kind", "filed_with"),
    [
        ("crystal", D, "hearing", "police department"),
        ("crystal", PD, "record review", "police department"),
        ("benson", D, "hearing", "animal control"),
        ("benson", PD, "hearing", "animal control"),
        ("battle_lake", D, "hearing", "City Clerk/Treasurer, in writing"),
        ("battle_lake", PD, "hearing", "City Clerk/Treasurer, in writing"),
    ],
)
def test_the_route_of_an_appeal(city, matter, kind, filed_with):
    found = route(city, matter)
    assert (found.route, found.filed_with) == (kind, filed_with)
    assert found.clock_request == f"{matter}_appeal"


def test_no_route_where_there_is_none():
    assert hearing_route(BOOK, "benson", "ownership", TODAY) is None
    assert route("crystal", "ownership").fee_first


@pytest.mark.parametrize(
    ("opens", "known", "expected"),
    [
        (date(2026, 12, 1), FORM, "supported"),  # filed on the last day
        (date(2026, 11, 30), FORM, "not supported"),
        (date(2026, 11, 29), FORM, "not supported"),
        (None, FORM, "not known"),
        (date(2026, 12, 1), FORM | {"fee_paid": False}, "not supported"),
        (date(2026, 12, 1), {"form_complete": True}, "not known"),
    ],
)
def test_a_request_for_crystals_record_review(opens, known, expected):
    assert request_stands(route("crystal", PD), facts(**known), TODAY, opens).word == expected


def test_a_hearing_asks_no_fee_of_the_request():
    found = request_stands(route("benson", D), facts(form_complete=True), TODAY, date(2026, 12, 1))
    assert found.word == "supported"


@pytest.mark.parametrize("city", CITIES)
@pytest.mark.parametrize(
    ("known", "expected"),
    [
        ({"impartial": True, "handled_case": False}, "supported"),
        ({"impartial": True, "handled_case": True}, "not supported"),  # a clerk who handled the case
        ({"impartial": False, "handled_case": False}, "not supported"),
        ({"impartial": True}, "not known"),
    ],
)
def test_who_may_sit(city, known, expected):
    assert may_sit(route(city, D), facts(**known)).word == expected


@pytest.mark.parametrize("city", CITIES)
@pytest.mark.parametrize(("actual", "billed"), [(99999, 99999), (100000, 100000), (100001, 100000), (0, 0)])
def test_the_cost_is_the_actual_one_up_to_the_cap(city, actual, billed):
    assert cost(route(city, D), actual, upheld=True).cents == billed
    assert cost(route(city, D), actual, upheld=False).cents == 0


def test_the_cost_by_class():
    assert cost(route("crystal", PD), 5000, upheld=True).cents == 0  # a record review costs nothing
    assert cost(route("benson", PD), 5000, upheld=True).cents == 5000
    said = cost(route("battle_lake", PD), 123456, upheld=True).reason
    assert (said.fact, said.limit) == ("Actual cost $1,234.56", "At most $1,000.00")


CLEAN = {
    "dog_law_convictions": 0,
    "convicted_609_205_4": False,
    "convicted_gross_609_226_1": False,
    "convicted_609_226_2": False,
    "dog_destroyed_under_347_56": False,
    "convicted_with_destroyed_dog": False,
}


@pytest.mark.parametrize("city", CITIES)
@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({}, "not barred"),
        ({"dog_law_convictions": 2}, "not barred"),
        ({"dog_law_convictions": 3}, "barred"),
        ({"dog_law_convictions": 4}, "barred"),
        ({"dog_law_convictions": None}, "not known"),
        ({"convicted_609_205_4": True}, "barred"),
        ({"convicted_gross_609_226_1": True}, "barred"),
        ({"convicted_609_226_2": True, "dog_law_convictions": None}, "barred"),
        ({"dog_destroyed_under_347_56": True}, "not barred"),
        ({"dog_destroyed_under_347_56": True, "convicted_with_destroyed_dog": True}, "barred"),
    ],
)
def test_who_may_not_own_a_dog(city, changed, expected):
    found = bar(bar_law(BOOK, city, TODAY), facts(**CLEAN | changed))
    assert found.word == expected
    assert bool(found.unasked) is (changed.get("dog_law_convictions", 0) is None)


@pytest.mark.parametrize(
    ("members", "approved", "expected"),
    [
        ((), "", "supported"),
        (("not barred",), "", "supported"),
        (("barred",), "", "not supported"),
        (("not known", "barred"), "Chief Olson", "supported"),
        (("not known",), "", "not known"),
    ],
)
@pytest.mark.parametrize("city", CITIES)
def test_a_household(city, members, approved, expected):
    law = bar_law(BOOK, city, TODAY)
    for turned in (members, members[::-1]):
        assert household(law, [Bar(word, ()) for word in turned], approved).word == expected


@pytest.mark.parametrize(
    ("first", "again", "asked", "expected"),
    [
        (date(2026, 12, 1), None, False, "not supported"),
        (date(2026, 11, 30), None, False, "supported"),
        (date(2026, 11, 29), None, True, "not known"),
        (date(2026, 11, 29), date(2026, 12, 1), True, "not supported"),
        (date(2026, 11, 29), date(2026, 11, 30), True, "supported"),
    ],
)
def test_when_a_bar_or_a_label_may_be_reviewed(first, again, asked, expected):
    bars = {"ownership_bar_review": first} | ({"ownership_bar_review_again": again} if again else {})
    assert bar_review(bar_law(BOOK, "crystal", TODAY), bars, TODAY, asked_before=asked).word == expected
    labels = {"designation_review": first} | ({"designation_review_again": again} if again else {})
    law, known = review_law(BOOK, "crystal", TODAY), facts(changed_behavior=True)
    assert label_review(law, D, known, labels, TODAY, asked_before=asked).word == expected


@pytest.mark.parametrize(
    ("city", "dog_class", "expected"),
    [
        ("crystal", D, "supported"),
        ("crystal", PD, "not supported"),
        ("benson", D, "supported"),
        ("benson", PD, "supported"),
        ("battle_lake", D, "supported"),
        ("battle_lake", PD, "not supported"),
    ],
)
def test_whose_label_is_reviewed(city, dog_class, expected):
    law, known = review_law(BOOK, city, TODAY), facts(changed_behavior=True)
    opened = {"designation_review": TODAY}
    assert label_review(law, dog_class, known, opened, TODAY, asked_before=False).word == expected
    silent = label_review(law, D, {}, opened, TODAY, asked_before=False)
    assert silent.word == "not known"
    assert ("City Administrator" in silent.question) is (city == "benson")
