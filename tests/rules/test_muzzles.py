"""Proclamations and a chief's order; killing an unmuzzled or exposed animal at the scene."""

from datetime import date

import pytest

from fieldapp.lawbook.clocks import CityClocks
from fieldapp.rules.muzzles import as_fact, in_force, proclaimed
from tests.rules.keeping_cases import BOOK, CITIES, NO, OPEN, YES, facts, found, limit, one, ways


@pytest.mark.parametrize(
    ("known", "expected"),
    [
        ({"proclaimed_by": "community health board", "legal_newspaper": True, "published_in_newspaper": True}, YES),
        ({"proclaimed_by": "Board of Animal Health", "legal_newspaper": False, "posted_places": 2}, NO),
        ({"proclaimed_by": "Board of Animal Health", "legal_newspaper": False, "posted_places": 3}, YES),
        ({"proclaimed_by": "Board of Animal Health", "legal_newspaper": False, "posted_places": 4}, YES),
        (
            {
                "proclaimed_by": "Board of Animal Health",
                "legal_newspaper": True,
                "published_in_newspaper": False,
                "posted_places": 9,
            },
            NO,
        ),
        ({"proclaimed_by": "chief of police", "legal_newspaper": True, "published_in_newspaper": True}, NO),  # S-04
        ({"legal_newspaper": True, "published_in_newspaper": True}, OPEN),
        ({"proclaimed_by": "community health board"}, OPEN),
    ],
)
@pytest.mark.parametrize("city", CITIES)
def test_a_proclamation(city, known, expected):
    assert proclaimed(ways(city, "muzzle_proclamation"), facts(**known)).word == expected


@pytest.mark.parametrize(("places", "expected"), [(2, NO), (3, YES), (4, YES), (None, OPEN)])
def test_crystals_order_is_posted_in_three_places(places, expected):
    known = {"rabies_determined": True, "ordered_by": "chief of police", "posted_places": places}
    assert proclaimed(ways("crystal", "muzzle_order"), facts(**known)).word == expected
    assert proclaimed(ways("benson", "muzzle_order"), facts(**known)) is None


PROCLAIMED = date(2026, 6, 1)
KNOWN = {"proclaimed_by": "community health board", "legal_newspaper": True, "published_in_newspaper": True}
ORDER = proclaimed(ways("benson", "muzzle_proclamation"), facts(**KNOWN))


@pytest.mark.parametrize(
    ("day", "expected"),
    [
        (date(2026, 6, 5), NO),
        (date(2026, 6, 6), YES),
        (date(2026, 6, 7), YES),
        (date(2026, 11, 30), YES),
        (date(2026, 12, 1), YES),
        (date(2026, 12, 2), NO),
    ],
)
def test_five_days_after_and_up_to_six_months(day, expected):
    clocks = CityClocks(BOOK, "benson")
    begins = clocks.due("muzzle_order_begins", {"proclaimed": PROCLAIMED}).first_lawful_day
    last = clocks.due("muzzle_order_ends", {"proclaimed": PROCLAIMED}).latest
    assert in_force(ORDER, limit(), begins, last, day).word == expected


def test_an_order_without_its_day_or_without_a_source():
    assert in_force(ORDER, limit(), None, None, PROCLAIMED).word == OPEN
    bad = proclaimed(ways("benson", "muzzle_proclamation"), facts(**KNOWN | {"proclaimed_by": "chief of police"}))
    assert in_force(bad, limit(), PROCLAIMED, PROCLAIMED, PROCLAIMED).word == NO


@pytest.mark.parametrize(("expected", "value"), [(YES, True), (NO, False), (OPEN, None)])
def test_the_order_as_a_fact(expected, value):
    days = {YES: PROCLAIMED, NO: date(2030, 1, 1), OPEN: None}
    fact = as_fact(in_force(ORDER, limit(), days[expected], days[expected], PROCLAIMED))
    assert fact.value is value
    assert fact.counts == (value is not None)


@pytest.mark.parametrize(
    ("known", "expected"),
    [
        ({"muzzle_order_in_force": True, "muzzled": False, "can_be_impounded": False}, YES),
        ({"muzzle_order_in_force": True, "muzzled": False, "can_be_impounded": True}, NO),
        ({"muzzle_order_in_force": True, "muzzled": True, "can_be_impounded": False}, NO),
        ({"muzzle_order_in_force": False, "muzzled": False, "can_be_impounded": False}, NO),
        ({"muzzled": False, "can_be_impounded": False}, OPEN),
    ],
)
def test_crystal_killing_an_unmuzzled_dog(known, expected):
    assert one("crystal", "kill_unmuzzled", "kill.unmuzzled", known) == expected


def test_the_states_ground_asks_for_a_proclamation():
    known = {"proclamation_in_force": False, "at_large": True, "muzzled": False}
    assert found("battle_lake", "kill_unmuzzled", known) == {"kill.proclamation": NO}
    assert found("battle_lake", "kill_unmuzzled", known | {"proclamation_in_force": True}) == {"kill.proclamation": YES}


@pytest.mark.parametrize(("can", "expected"), [(False, YES), (True, NO), (None, OPEN)])
def test_crystal_killing_an_exposed_animal(can, expected):
    known = {"exposed_to_known_rabid": True, "can_be_impounded": can}
    assert found("crystal", "kill_exposed", known) == {"kill.exposed": expected}
    assert found("benson", "kill_exposed", known) == {}
