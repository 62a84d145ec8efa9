"""Benson's barking from timed intervals: three minutes, under one minute, repeated; any order."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fieldapp.lawbook.keeping import barking_law
from fieldapp.rules.barking import Noise, barking, intervals
from tests.rules.keeping_cases import BOOK, NO, OPEN, TODAY, YES, one

LAW = barking_law(BOOK, "benson", TODAY)


def heard(*spans, off=True, how="measured"):
    return [Noise(a, b, off, how) for a, b in spans]


@pytest.mark.parametrize(
    ("noises", "expected"),
    [
        (heard((0, 179), (1000, 1179)), NO),
        (heard((0, 179), (1000, 1180)), NO),  # one of them is long enough
        (heard((0, 180), (1000, 1180)), YES),
        (heard((0, 181), (1000, 1181)), YES),
        (heard((0, 180)), NO),  # not repeated
        (heard((0, 100), (159, 180), (1000, 1180)), YES),  # 59 seconds of silence
        (heard((0, 100), (160, 180), (1000, 1180)), NO),  # 60: an interruption
        (heard((0, 100), (161, 180), (1000, 1180)), NO),
        (heard((0, 180), (239, 419)), NO),  # one interval, not two
        (heard((0, 180), (240, 420)), YES),
        (heard((0, 300), (10, 20), (400, 580)), YES),  # one inside the other
        (heard((0, 180), (1000, 1180), off=None), OPEN),
        (heard((0, 180), (1000, 1180), off=False), OPEN),  # nothing that counts was timed
        (heard((0, 180)) + heard((1000, 1180), off=None), OPEN),
        (heard((0, 180)) + heard((1000, 1180), off=False), NO),
        (heard((0, 180), (1000, 1180), how="told"), OPEN),
        ([], OPEN),
    ],
)
def test_habitual_barking(noises, expected):
    assert barking(noises, LAW).word == expected
    assert barking(noises[::-1], LAW).word == expected


def test_the_answer_unfolds():
    found = barking(heard((0, 185), (1000, 1180)), LAW)
    assert found.reasons_for[0].fact == "Barked for 3 minutes 5 seconds"
    assert found.reasons_for[0].clause == "B-060"
    few = barking(heard((0, 180), (1000, 1010)), LAW)
    assert "1 of 2" in few.reasons_against[0].fact
    assert "two are the fewest" in few.reasons_against[0].doubt
    assert barking(heard((0, 180), (1000, 1180), off=None), LAW).unasked


def test_a_noise_cannot_end_before_it_begins():
    with pytest.raises(ValueError, match="before it begins"):
        barking([Noise(5, 4)], LAW)


def test_crystal_has_no_minutes_but_a_narrative():
    assert barking_law(BOOK, "crystal", TODAY) is None
    known = {"noise": "barking", "disturbs_ordinary_person": True, "police_dog": False}
    assert one("crystal", "violation", "noise.disturbs", known) == OPEN
    assert one("crystal", "violation", "noise.disturbs", known | {"narrative": "half the night"}) == YES
    assert one("crystal", "violation", "noise.disturbs", known | {"noise": "none"}) == NO


SPANS = st.lists(st.tuples(st.integers(0, 2000), st.integers(0, 400)), max_size=8)


@given(SPANS, st.randoms(use_true_random=False))
def test_the_order_of_noises_changes_nothing(spans, random):
    noises = [Noise(a, a + length, off_premises=True) for a, length in spans]
    assert barking(noises, LAW) == barking(random.sample(noises, len(noises)), LAW)
    found = intervals(noises, LAW)
    assert all(later.begins - earlier.ends >= 60 for earlier, later in pairwise(found))
