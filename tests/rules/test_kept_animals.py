"""Pigs, farm and non-domestic animals, household pets: by city, district, minutes, feet and days."""

from datetime import date

import pytest

from fieldapp.lawbook.keeping import species_classes
from fieldapp.rules.answers import Answer
from fieldapp.rules.facts import Fact
from fieldapp.rules.kept_animals import neutered_late, pig_conditions, with_class
from fieldapp.rules.ways import allowed
from tests.rules.keeping_cases import BOOK, NO, OPEN, TODAY, YES, facts, found, one, value, ways


def class_of(city, species, how="seen"):
    known = with_class({"species": Fact(species, how)}, species_classes(BOOK, city, TODAY))
    return known["species_class"].value if "species_class" in known else None


@pytest.mark.parametrize(
    ("city", "species", "expected"),
    [
        ("benson", "ferret", "non_domestic"), ("benson", "rabbit", "domestic"), ("benson", "pot-bellied pig", "farm"),
        ("benson", "emu", None), ("benson", "bees", "farm"),
        ("crystal", "ferret", "household"), ("crystal", "chicken", "other"), ("crystal", "emu", None),
        ("crystal", "pot-bellied pig", "conditional"), ("battle_lake", "ferret", None),
    ],
)  # fmt: skip
def test_the_class_of_a_species_is_the_citys_own(city, species, expected):
    assert class_of(city, species) == expected


def test_a_species_that_was_told_has_no_class_and_a_stale_class_goes():
    assert class_of("benson", "ferret", "told") is None
    known = with_class(facts(species="emu", species_class="farm"), species_classes(BOOK, "benson", TODAY))
    assert "species_class" not in known


def test_bensons_domestic_list_is_the_one_of_the_declarations():
    assert value("benson", "species.domestic").words == value("benson", "domestic.animals").words


FARM = {"species_class": "farm", "kept_in_city": True, "use": "none", "existing_use": False, "use_is_nuisance": False}


@pytest.mark.parametrize(
    ("key", "change", "expected"),
    [
        ("keeping.farm_district", {"district": "agricultural"}, NO),
        ("keeping.farm_district", {"district": "industrial"}, YES),  # presence only
        ("keeping.farm_district", {"district": "residential"}, YES),
        ("keeping.farm_district", {}, OPEN),
        ("keeping.farm_district", {"district": "residential", "use": "zoo"}, NO),
        ("keeping.farm_district", {"district": "residential", "existing_use": True}, NO),
        ("keeping.farm_district", {"district": "residential", "existing_use": True, "use_is_nuisance": True}, YES),
        ("keeping.farm_shelter", {"shelter_distance_feet": "299.99"}, YES),
        ("keeping.farm_shelter", {"shelter_distance_feet": 300}, NO),
        ("keeping.farm_shelter", {"shelter_distance_feet": "300.01"}, NO),
        ("keeping.farm_shelter", {}, OPEN),
        ("keeping.farm_presence", {"district": "residential", "minutes_present": "29.9"}, NO),
        ("keeping.farm_presence", {"district": "residential", "minutes_present": 30}, NO),
        ("keeping.farm_presence", {"district": "residential", "minutes_present": "30.1"}, YES),
        ("keeping.farm_presence", {"district": "residential"}, OPEN),
        ("keeping.farm_presence", {"district": "industrial", "minutes_present": 500}, NO),
        ("keeping.farm_presence", {"district": "agricultural", "minutes_present": 500}, NO),
    ],
)
def test_benson_farm_animals(key, change, expected):
    assert one("benson", "violation", key, FARM | change) == expected


@pytest.mark.parametrize(
    ("known", "expected"),
    [
        ({"species_class": "non_domestic", "kept_in_city": True, "use": "none"}, YES),
        ({"species_class": "non_domestic", "kept_in_city": True, "use": "research laboratory"}, NO),
        ({"species_class": "non_domestic", "kept_in_city": True, "use": "trained assistance"}, NO),
        ({"species_class": "domestic", "kept_in_city": True, "use": "none"}, NO),
        ({"kept_in_city": True, "use": "none"}, OPEN),
    ],
)
def test_benson_non_domestic_animals(known, expected):
    assert one("benson", "violation", "keeping.non_domestic", known) == expected


PET = {"district": "residential", "police_dog": False}
NEW = {
    "kept_since": date(1990, 1, 1),
    "kept_without_break": True,
    "keeping_expanded": False,
    "title_or_occupancy_passed": False,
}


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (NEW | {"species_class": "other"}, YES),
        (NEW | {"species_class": "household"}, NO),
        (NEW | {"species_class": "conditional"}, NO),  # a pig: its own ground
        (NEW | {"species_class": "other", "district": "agricultural"}, NO),
        (NEW, OPEN),
        ({"species_class": "other"}, OPEN),  # since when?
        (NEW | {"species_class": "other", "kept_since": date(1959, 3, 2)}, NO),
        (NEW | {"species_class": "other", "kept_since": date(1959, 3, 3)}, NO),
        (NEW | {"species_class": "other", "kept_since": date(1959, 3, 4)}, YES),
        (NEW | {"species_class": "other", "kept_since": date(1950, 1, 1), "keeping_expanded": True}, YES),
        (NEW | {"species_class": "other", "kept_since": date(1950, 1, 1), "title_or_occupancy_passed": True}, YES),
    ],
)
def test_crystal_residential_districts(change, expected):
    assert one("crystal", "violation", "zoning.animals", PET | change) == expected


@pytest.mark.parametrize(("met", "expected"), [(True, NO), (False, YES), (None, OPEN)])
def test_crystal_a_pig_without_its_conditions_is_no_pet(met, expected):
    known = PET | {"species": "pot-bellied pig", "pig_conditions_met": met}
    assert one("crystal", "violation", "zoning.pig", known) == expected


@pytest.mark.parametrize(
    ("sex", "born", "expected"),
    [
        ("male", date(2026, 8, 29), YES),
        ("male", date(2026, 8, 30), NO),  # the day of three months is the last
        ("male", date(2026, 8, 31), NO),
        ("female", date(2025, 11, 29), YES),
        ("female", date(2025, 11, 30), NO),
        ("female", date(2025, 12, 1), NO),
    ],
)
def test_a_pig_is_neutered_by_its_age(sex, born, expected):
    age = value("crystal", f"pig.neutered_by.{sex}")
    assert neutered_late((born, born), Fact(False), age, TODAY).word == expected
    assert neutered_late((born, born), Fact(True), age, TODAY).word == NO


@pytest.mark.parametrize(
    ("born", "neutered", "unasked"),
    [
        ((None, None), Fact(False), 1),
        ((None, None), None, 2),
        ((None, None), Fact(True, "told"), 2),
        ((date(2020, 1, 1), date(2020, 1, 1)), Fact(True, "told"), 1),
        ((date(2026, 8, 1), date(2026, 9, 30)), Fact(False), 1),
        ((None, date(2026, 1, 1)), Fact(False), 0),
        ((date(2026, 9, 1), None), Fact(False), 0),
    ],
)
def test_what_is_not_known_of_a_pig(born, neutered, unasked):
    found = neutered_late(born, neutered, value("crystal", "pig.neutered_by.male"), TODAY)
    assert len(found.unasked) == unasked
    assert (found.word == OPEN) == bool(unasked)


def said(word):
    return Answer("", word, (), (), ())


@pytest.mark.parametrize(
    ("breaches", "expected"),
    [((), True), ((NO, NO), True), ((NO, YES, OPEN), False), ((NO, OPEN), None)],
)
def test_the_conditions_of_a_pig(breaches, expected):
    fact = pig_conditions(said(word) for word in breaches)
    assert fact.value is expected
    assert fact.counts == (expected is not None)


@pytest.mark.parametrize(
    ("key", "known", "expected"),
    [
        ("pig.dwelling", {"dwelling": "single-family detached"}, NO),
        ("pig.dwelling", {"dwelling": "townhouse"}, YES),
        ("pig.use", {"private_use": False}, YES),
        ("pig.use", {"private_use": True}, NO),
    ],
)
def test_where_and_why_a_pig_is_kept(key, known, expected):
    assert one("crystal", "violation", key, known | {"species": "pot-bellied pig", "police_dog": False}) == expected


REGULATED = {"species": "tiger", "regulated_registered": True, "police_dog": False}


@pytest.mark.parametrize(
    ("since", "expected"),
    [(date(2004, 12, 31), NO), (date(2005, 1, 1), NO), (date(2005, 1, 2), YES), (None, OPEN)],
)
@pytest.mark.parametrize("city", ["crystal", "battle_lake"])
def test_no_new_regulated_animal_since_2005(city, since, expected):
    assert one(city, "violation", "keeping.regulated", REGULATED | {"possessed_since": since}) == expected


@pytest.mark.parametrize(
    ("known", "expected"),
    [
        ({"transported_in": "cage"}, YES),
        ({"transported_in": "rope"}, YES),
        ({"transported_in": "freely", "species_class": "farm", "district": "agricultural"}, YES),
        ({"transported_in": "freely", "species_class": "farm", "district": "residential"}, NO),
        ({"transported_in": "freely"}, OPEN),
    ],
)
def test_benson_moving_animals(known, expected):
    assert allowed("transport", ways("benson", "transport"), facts(**known)).word == expected


def test_every_city_answers_every_violation_without_a_fact():
    for city in ("crystal", "benson", "battle_lake"):
        assert set(found(city, "violation", {}).values()) == {OPEN}
