"""The grade of an offense, what earlier convictions make of it, and one offense a day."""

from dataclasses import replace
from datetime import date, timedelta
from itertools import permutations

import pytest

from fieldapp.lawbook.declared_dogs import charges
from fieldapp.rules.charges import GRADES, Conviction, graded, offenses
from tests.rules.dog_cases import BOOK, CITIES, TODAY

BEFORE = TODAY - timedelta(days=1)
MILD, GROSS = "misdemeanor", "gross_misdemeanor"


def charge(city, key):
    return charges(BOOK, city, TODAY)[key]


@pytest.mark.parametrize("city", CITIES)
@pytest.mark.parametrize(
    ("earlier", "expected"),
    [
        ([], MILD),
        ([("declared.uninsured", BEFORE)], GROSS),
        ([("declared.chip_removed", BEFORE)], GROSS),
        ([("declared.uninsured", TODAY)], MILD),  # only convictions before the offense
        ([("declared.uninsured", TODAY + timedelta(days=1))], MILD),
        ([("ownership.barred", BEFORE)], MILD),
        ([("declared.uninsured", BEFORE), ("declared.restraint", BEFORE), ("ownership.barred", BEFORE)], GROSS),
    ],
)
def test_a_second_conviction_steps_up(city, earlier, expected):
    for turned in permutations(earlier):
        found = graded(charge(city, "declared.restraint"), [Conviction(*one) for one in turned], TODAY)
        assert found.grade == expected
        assert found.unasked == ()


STEPS = [("crystal", "C-197"), ("benson", "B-157"), ("battle_lake", "MN-347.55-c")]


@pytest.mark.parametrize(("city", "clause"), STEPS)
def test_the_step_names_its_law(city, clause):
    found = graded(charge(city, "declared.uninsured"), [Conviction("declared.uninsured", BEFORE)], TODAY)
    assert found.reasons[-1].clause == clause
    assert "29 November 2026" in found.reasons[-1].fact


@pytest.mark.parametrize(
    ("conviction_dog", "dog", "expected", "asked"),
    [("A1", "A1", GROSS, False), ("A1", "B2", MILD, False), ("", "A1", MILD, True), ("A1", "", MILD, True)],
)
def test_a_step_for_the_same_dog(conviction_dog, dog, expected, asked):
    plain = charge("crystal", "declared.uninsured")
    same = replace(plain, step_up=tuple(replace(step, same_dog=True) for step in plain.step_up))
    found = graded(same, [Conviction("declared.uninsured", BEFORE, conviction_dog)], TODAY, dog)
    assert (found.grade, bool(found.unasked)) == (expected, asked)


@pytest.mark.parametrize("count", [1, 2, 3])
def test_a_step_counts_to_its_number(count):
    plain = charge("crystal", "declared.uninsured")
    third = replace(plain, step_up=(replace(plain.step_up[0], after=2),))
    earlier = [Conviction("declared.uninsured", BEFORE - timedelta(days=n)) for n in range(count)]
    assert graded(third, earlier, TODAY).grade == (GROSS if count >= 2 else MILD)


def test_a_step_never_lowers_a_grade():
    gross = replace(charge("crystal", "declared.uninsured"), grade=GROSS)
    mild = replace(gross, step_up=(replace(gross.step_up[0], grade="ordinance"),))
    assert graded(mild, [Conviction("declared.uninsured", BEFORE)], TODAY).grade == GROSS


def test_owning_while_barred_and_harm_by_a_loose_dog():
    for city in CITIES:
        assert charge(city, "ownership.barred").grade == charge(city, "ownership.household").grade == GROSS
        loose = charge(city, "harm.uncontrolled")
        assert graded(loose, [], TODAY).grade == MILD
        assert graded(loose, [Conviction("harm.uncontrolled", BEFORE)], TODAY).grade == GROSS
        assert charge(city, "harm.after_conviction").grade == GROSS


@pytest.mark.parametrize(("city", "expected"), [("crystal", 1), ("benson", 3), ("battle_lake", 1)])
def test_each_day_is_an_offense_only_in_benson(city, expected):
    days = [TODAY, TODAY - timedelta(days=1), TODAY - timedelta(days=2), TODAY]
    assert offenses(charge(city, "declared.uninsured"), days) == expected
    assert offenses(charge(city, "declared.uninsured"), []) == 0
    assert offenses(charge(city, "declared.uninsured"), [TODAY]) == 1


@pytest.mark.parametrize("city", CITIES)
def test_what_no_text_states_is_unset(city):
    for key, one in charges(BOOK, city, TODAY).items():
        assert one.grade in GRADES, key
        assert one.fine_cents is None
        assert one.court_code is None
        assert one.observed
    state = charges(BOOK, "battle_lake", TODAY)["declared.chip_removed"]
    assert state.payable is False
    assert state.law.since == date(2000, 1, 1)
