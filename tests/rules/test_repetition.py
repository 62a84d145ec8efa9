"""3 in 60, 4 in 180, 5 in 360 consecutive days: below, at and above, in any order."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fieldapp.lawbook.keeping import repetitions
from fieldapp.rules.repetition import Violation, nuisances, repeated
from tests.rules.keeping_cases import BOOK, TODAY

LAWS = repetitions(BOOK, "crystal", TODAY)
BY_KEY = {law.key: law for law in LAWS}
FIRST = date(2026, 1, 10)


def on(*days, charge="at_large.public", how="seen"):
    return [Violation(f"v{n}-{day}", charge, FIRST + timedelta(days=day), how) for n, day in enumerate(days)]


@pytest.mark.parametrize(
    ("key", "between"),
    [("nuisance.3_in_60", (5,)), ("nuisance.4_in_180", (5, 9)), ("nuisance.5_in_360", (5, 9, 70))],
)
@pytest.mark.parametrize(("off", "word"), [(-1, "certain"), (0, "doubtful"), (1, "not yet")])
def test_the_window(key, between, off, word):
    law = BY_KEY[key]
    found = repeated(law, on(0, *between, law.days + off))
    assert found.word == word
    assert len(found.violations) == law.law.number - (word == "not yet")
    assert found.reason.clause == "C-063"
    assert ("exactly" in found.reason.limit) == (word == "doubtful")


def test_the_data_are_the_three_of_the_text():
    assert [(law.law.number, law.days) for law in LAWS] == [(3, 60), (4, 180), (5, 360)]
    assert repetitions(BOOK, "benson", TODAY) == repetitions(BOOK, "battle_lake", TODAY) == ()


@pytest.mark.parametrize("count", [0, 1, 2])
def test_one_too_few(count):
    assert repeated(BY_KEY["nuisance.3_in_60"], on(*range(count))).word == "not yet"


def test_the_certain_run_is_preferred_to_a_doubtful_one():
    assert repeated(BY_KEY["nuisance.3_in_60"], on(0, 30, 60, 80)).word == "certain"  # 30, 60, 80


def test_only_the_confinement_rules_count():
    law = BY_KEY["nuisance.3_in_60"]
    assert repeated(law, on(0, 1, 2, charge="noise.disturbs")).word == "not yet"
    mixed = on(0) + on(1, charge="at_large.own_land") + on(2, charge="at_large.in_heat")
    assert repeated(law, mixed).word == "certain"


def test_what_was_only_told_keeps_it_open():
    law = BY_KEY["nuisance.3_in_60"]
    found = repeated(law, on(0, 1) + on(2, how="told"))
    assert (found.word, len(found.violations)) == ("not known", 3)
    assert repeated(law, on(0, 30, 60) + on(31, how="told")).word == "doubtful"  # what is known comes first
    assert repeated(law, on(0, 1) + on(60, how="told")).word == "not yet"


def test_two_on_one_day_are_two_and_one_given_twice_is_one():
    law = BY_KEY["nuisance.3_in_60"]
    assert repeated(law, on(0, 0, 0)).word == "certain"
    twice = on(0, 1)
    assert repeated(law, twice + twice).word == "not yet"


@given(
    st.lists(st.tuples(st.integers(0, 400), st.sampled_from(["seen", "told"])), max_size=8),
    st.randoms(use_true_random=False),
)
def test_the_order_changes_nothing_and_one_more_never_lowers(days, random):
    violations = [
        Violation(str(n), "at_large.public", FIRST + timedelta(days=d), how) for n, (d, how) in enumerate(days)
    ]
    turned = random.sample(violations, len(violations))
    assert nuisances(LAWS, violations) == nuisances(LAWS, turned)
    rank = ["not yet", "not known", "doubtful", "certain"]
    for before, after in zip(nuisances(LAWS, violations[:-1]), nuisances(LAWS, violations), strict=True):
        assert rank.index(after.word) >= rank.index(before.word)
