"""Quarantine and exposed animals, by city and by the hour."""

from datetime import date, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest

from fieldapp.lawbook.clocks import CityClocks
from fieldapp.lawbook.grounds import exempts
from fieldapp.lawbook.keeping import own_grounds
from fieldapp.rules.quarantine import exposed, places, release, ten_days_over, triggers
from tests.rules.keeping_cases import BOOK, NO, OPEN, TODAY, YES, facts, limit, ways

CST = timezone(timedelta(hours=-6))
ENDS = datetime(2026, 12, 10, 14, 30, tzinfo=CST)
MINUTE = timedelta(minutes=1)
BITE = {"bit": True, "victim": "human", "carries_rabies": True, "species": "dog"}


def trigger(city, known):
    law = own_grounds(BOOK, city, "quarantine", TODAY)
    words = {s.answer.word for s in triggers(law, exempts(BOOK, city, TODAY), facts(**known))}
    return YES if YES in words else OPEN if OPEN in words else NO


@pytest.mark.parametrize(
    ("city", "known", "expected"),
    [
        ("crystal", BITE | {"skin_broken": True, "doctor_sought": False}, YES),
        ("crystal", BITE | {"skin_broken": False, "doctor_sought": True}, YES),
        ("crystal", BITE | {"skin_broken": False, "doctor_sought": False}, NO),
        ("crystal", BITE | {"skin_broken": False}, OPEN),
        ("crystal", BITE | {"victim": "animal", "skin_broken": True, "doctor_sought": True}, NO),
        ("benson", {"victim": "human", "potential_exposure": True, "disease": "none"}, YES),
        ("benson", {"victim": "human", "potential_exposure": False, "disease": "none"}, NO),
        ("benson", {"victim": "human", "potential_exposure": False, "disease": "distemper"}, YES),  # B-074
        ("battle_lake", BITE, YES),
        ("battle_lake", BITE | {"species": "hamster"}, NO),
    ],
)
def test_what_triggers_a_quarantine(city, known, expected):
    assert trigger(city, known) == expected


def offered(city, known):
    return {
        o.way.key.removeprefix("quarantine_place."): o.answer.word
        for o in places(ways(city, "quarantine_place"), facts(**known))
    }


def test_crystal_offers_no_home():
    assert offered("crystal", {"owner_known": True, "exceptional_condition": False}) == {"pound": YES}
    medical = {"exceptional_condition": True, "facility_acceptable": True, "kept_apart": True, "vet_supervised": True}
    assert offered("crystal", medical) == {"pound": YES, "other": YES}
    assert offered("crystal", medical | {"kept_apart": False}) == {"pound": YES, "other": NO}
    assert offered("crystal", {}) == {"pound": YES, "other": OPEN}


def test_benson_allows_home_and_vet_where_the_owner_is_known():
    known = {"owner_known": True, "officer_allows": True, "access_given": True}
    assert offered("benson", known) == {"pound": YES, "home": YES, "vet": YES}
    assert offered("benson", known | {"access_given": False}) == {"pound": YES, "home": NO, "vet": YES}
    assert offered("benson", {"owner_known": False}) == {"pound": YES, "stray_vet": YES}


def test_the_state_lets_a_vaccinated_animal_stay_home_where_the_city_is_silent():
    known = {"owner_known": True, "rabies_cover": "current", "authorities_direct": True}
    assert offered("battle_lake", known) == {"pound": YES, "home": YES}
    assert offered("battle_lake", known | {"rabies_cover": "never"}) == {"pound": YES, "home": NO}


@pytest.mark.parametrize(("now", "expected"), [(ENDS - MINUTE, NO), (ENDS, YES), (ENDS + MINUTE, YES)])
def test_ten_days_end_at_the_hour(now, expected):
    found = ten_days_over(limit(240, "hours"), ENDS, now)
    assert found.word == expected
    assert "10 December 2026 14:30" in (*found.reasons_for, *found.reasons_against)[0].limit
    assert ten_days_over(limit(240, "hours"), None, now).word == OPEN


def test_no_release_an_hour_early_where_the_clock_is_set_back():
    zone = ZoneInfo("America/Chicago")
    ends = datetime(2026, 11, 1, 1, 30, fold=1, tzinfo=zone)
    assert ten_days_over(limit(240, "hours"), ends, datetime(2026, 11, 1, 1, 45, tzinfo=zone)).word == NO
    assert ten_days_over(limit(240, "hours"), ends, ends).word == YES


def test_the_hours_come_from_the_citys_clock():
    bitten = ENDS - timedelta(hours=240)
    for city in ("crystal", "benson"):
        assert CityClocks(BOOK, city).due("quarantine", {"bitten": bitten}).first_lawful_day == ENDS


FREE = {
    "crystal": {"rabies_status": "not rabid", "costs_paid": True},
    "benson": {
        "written_permission": True, "rabies_status": "free of rabies", "quarantine_fees_paid": True,
        "licensing_complied": True,
    },
    "battle_lake": {"health_at_end": "healthy"},
}  # fmt: skip


@pytest.mark.parametrize("city", FREE)
def test_release_needs_the_hours_and_every_condition(city):
    def word(known, now=ENDS, ends=ENDS):
        return release(ways(city, "quarantine_release"), facts(**known), limit(240, "hours"), ends, now).word

    assert word(FREE[city]) == YES
    assert word(FREE[city], ENDS - MINUTE) == NO
    assert word(FREE[city], ends=None) == OPEN
    for name, value in FREE[city].items():
        bad = {True: False, "not rabid": "rabid", "free of rabies": "rabid", "healthy": "sick"}[value]
        assert word(FREE[city] | {name: bad}) == NO
        assert word(FREE[city] | {name: None}) == OPEN


def test_without_any_condition_the_hours_decide():
    assert release((), {}, limit(240, "hours"), ENDS, ENDS).word == YES


DAYS = {"exposed_vaccinated": date(2027, 1, 15), "exposed_unvaccinated": date(2027, 6, 1)}
PROVEN = {"immunization_proven": True, "booster_in_time": True, "owner_pays": True, "suitable_quarantine": True}


def paths(city, known, day=TODAY, days=DAYS):
    return {
        o.way.key.removeprefix("exposed_animal."): (o.answer.word, end.word)
        for o, end in exposed(ways(city, "exposed_animal"), facts(**known), days, day)
    }


@pytest.mark.parametrize(("day", "end"), [(date(2027, 1, 14), NO), (date(2027, 1, 15), YES), (date(2027, 1, 16), YES)])
@pytest.mark.parametrize("city", ["crystal", "benson", "battle_lake"])
def test_a_vaccinated_animal_is_confined_until_its_clock_ends(city, day, end):
    found = paths(city, PROVEN | {"rabies_cover": "current"}, day)
    assert found["vaccinated"] == (YES, end)
    assert "unvaccinated" not in found


def test_without_the_booster_the_short_path_is_closed():
    for city in ("crystal", "battle_lake"):
        assert paths(city, PROVEN | {"rabies_cover": "current", "booster_in_time": False})["vaccinated"][0] == NO


def test_the_longer_path_for_one_never_vaccinated():
    known = PROVEN | {"rabies_cover": "never", "exposed_to_known_rabid": True, "owner_declines_quarantine": False}
    assert paths("crystal", known) == {"unvaccinated": (YES, NO), "destroyed": (NO, NO)}
    assert paths("crystal", known, days={})["unvaccinated"] == (YES, OPEN)
    assert paths("benson", known) == {"unvaccinated": (YES, NO), "killed": (OPEN, NO)}
    assert paths("benson", {"rabies_cover": "lapsed", "board_decision": "90 days"})["case_by_case"] == (YES, NO)


def test_the_board_decides_and_the_clocks_are_the_longer_ones():
    offers = [o for o, _ in exposed(ways("crystal", "exposed_animal"), facts(rabies_cover="current"), {}, TODAY)]
    assert {o.way.decides for o in offers} == {"Board of Animal Health"}
    clocks = CityClocks(BOOK, "crystal")
    seen = {"exposed": date(2026, 3, 2)}
    assert clocks.due("exposed_vaccinated", seen).latest >= date(2026, 3, 2) + timedelta(days=45)
    assert clocks.due("exposed_unvaccinated", seen).latest >= date(2026, 3, 2) + timedelta(days=180)
