"""License and rabies standing by the three cities' law as the lawbook holds it; edges first."""

from datetime import date

import pytest

from fieldapp.lawbook.load import load_lawbook
from fieldapp.lawbook.standing import LawNotKnown, standing_law
from fieldapp.rules.rabies import Vaccination
from fieldapp.rules.standing import AnimalFacts, LicenseTerm, standing

BOOK = load_lawbook(None)
TODAY = date(2026, 11, 30)
OLD = date(2020, 1, 1)
YEAR = LicenseTerm(date(2026, 2, 1), date(2027, 2, 1))
SHOT = Vaccination(date(2026, 2, 1), date(2027, 2, 1), "booster")


def word(city, *, species="dog", born=OLD, born_to=None, exemption="", terms=(), shots=(), day=TODAY):
    facts = AnimalFacts(species, born, born_to or born, exemption, tuple(terms), tuple(shots))
    return standing(facts, standing_law(BOOK, city, day), day)


@pytest.mark.parametrize(
    ("city", "born", "expected"),
    [
        # Crystal: 6 months old or more; Benson: over 6 months
        ("crystal", date(2026, 6, 1), "NO LICENSE NEEDED"),
        ("crystal", date(2026, 5, 31), "NO LICENSE"),  # November is shorter: its last day counts (645.14)
        ("crystal", date(2026, 5, 30), "NO LICENSE"),
        ("benson", date(2026, 5, 30), "NO LICENSE NEEDED"),
        ("benson", date(2026, 5, 29), "NO LICENSE"),
    ],
)
def test_the_age_from_which_a_license_is_needed(city, born, expected):
    shot = Vaccination(date(2026, 9, 1), date(2027, 9, 1), "booster")
    assert word(city, born=born, shots=[shot]).word == expected


@pytest.mark.parametrize(
    ("ends", "expected"),
    [(date(2026, 11, 29), "EXPIRED"), (date(2026, 11, 30), "CURRENT"), (date(2026, 12, 1), "CURRENT")],
)
@pytest.mark.parametrize("city", ["crystal", "benson"])
def test_the_last_day_of_a_license_counts(city, ends, expected):
    shot = Vaccination(date(2025, 1, 1), date(2027, 12, 1), "booster")
    found = word(city, terms=[LicenseTerm(date(2025, 1, 1), ends)], shots=[shot])
    assert (found.word, found.license_ends) == (expected, ends)


def test_crystal_a_license_lasts_no_longer_than_the_vaccine():
    shot = Vaccination(date(2023, 11, 29), date(2026, 11, 29), "booster")
    found = word("crystal", terms=[LicenseTerm(date(2024, 1, 1), date(2027, 6, 1))], shots=[shot])
    assert (found.word, found.license_ends) == ("EXPIRED", date(2026, 11, 29))
    assert any(r.clause == "C-016" for r in found.reasons)


def test_benson_a_lapsed_vaccine_does_not_end_the_license():
    shot = Vaccination(date(2023, 11, 29), date(2026, 11, 29), "booster")
    found = word("benson", terms=[LicenseTerm(date(2026, 1, 1), date(2026, 12, 31))], shots=[shot])
    assert (found.word, found.license) == ("RABIES LAPSED", "current")


@pytest.mark.parametrize(
    ("given", "expected"),
    [(date(2026, 11, 3), "RABIES LAPSED"), (date(2026, 11, 2), "CURRENT"), (date(2026, 11, 1), "CURRENT")],
)
def test_a_first_dose_counts_from_the_28th_day(given, expected):
    assert word("benson", terms=[YEAR], shots=[Vaccination(given, date(2027, 11, 1), "first")]).word == expected


@pytest.mark.parametrize(
    ("given", "expected"), [(date(2025, 11, 30), "CURRENT"), (date(2025, 11, 29), "RABIES LAPSED")]
)
def test_a_first_dose_lasts_a_year_whatever_the_label(given, expected):
    assert word("benson", terms=[YEAR], shots=[Vaccination(given, date(2028, 11, 1), "first")]).word == expected


def test_a_booster_counts_at_once_even_when_it_was_overdue():
    shots = [Vaccination(date(2019, 1, 1), date(2020, 1, 1)), Vaccination(TODAY, date(2029, 11, 30))]
    assert word("benson", terms=[YEAR], shots=shots).word == "CURRENT"
    assert word("benson", terms=[YEAR], shots=shots[::-1]).word == "CURRENT"


@pytest.mark.parametrize(
    ("given", "expected"), [(date(2023, 11, 30), "CURRENT"), (date(2023, 11, 29), "RABIES LAPSED")]
)
def test_benson_at_least_every_three_years(given, expected):
    found = word("benson", terms=[YEAR], shots=[Vaccination(given, date(2028, 1, 1), "booster")])
    assert found.word == expected
    assert any(r.clause == "B-028" for r in found.reasons)


@pytest.mark.parametrize(
    ("given", "due", "dose", "expected"),
    [
        (date(2026, 11, 10), date(2027, 11, 10), "", "NOT KNOWN"),  # a first dose would not count yet
        (date(2026, 11, 10), date(2027, 11, 10), "booster", "CURRENT"),
        (date(2026, 10, 1), None, "", "CURRENT"),  # within a year any label is good
        (date(2025, 6, 1), None, "", "NOT KNOWN"),  # one year or three?
        (date(2023, 11, 30), None, "booster", "NOT KNOWN"),
        (date(2023, 11, 29), None, "booster", "RABIES LAPSED"),  # no label is longer
        (None, date(2026, 11, 30), "", "CURRENT"),
        (None, date(2026, 11, 29), "", "RABIES LAPSED"),
        (None, None, "", "NOT KNOWN"),
        (date(2026, 12, 1), date(2027, 12, 1), "booster", "NOT KNOWN"),  # not given yet
    ],
)
def test_a_missing_fact_of_a_vaccination_is_not_known_where_it_decides(given, due, dose, expected):
    assert word("benson", terms=[YEAR], shots=[Vaccination(given, due, dose)]).word == expected


@pytest.mark.parametrize(
    ("city", "facts", "expected"),
    [
        ("crystal", {"terms": [YEAR]}, "NOT KNOWN"),  # no vaccination on record
        ("crystal", {"terms": [LicenseTerm(date(2026, 1, 1), None)], "shots": [SHOT]}, "NOT KNOWN"),  # no end
        ("crystal", {"terms": [LicenseTerm(OLD, date(2021, 1, 1))]}, "EXPIRED"),  # rabies cannot change it
        ("crystal", {"shots": [SHOT]}, "NO LICENSE"),
        ("crystal", {"born": None, "shots": []}, "NOT KNOWN"),  # a pup, or not?
        (  # expired, but nothing says that it is six months old yet
            "crystal",
            {"born": None, "terms": [LicenseTerm(date(2026, 10, 1), date(2026, 11, 1))]},
            "NOT KNOWN",
        ),
        ("crystal", {"born": None, "terms": [LicenseTerm(None, date(2026, 5, 30))]}, "EXPIRED"),  # alive by its end
        ("crystal", {"born": None, "terms": [LicenseTerm(None, date(2026, 6, 1))]}, "NOT KNOWN"),
        ("crystal", {"born": None, "terms": [YEAR], "shots": [SHOT]}, "CURRENT"),
        ("crystal", {"born": date(2026, 1, 1), "born_to": date(2026, 12, 31)}, "NOT KNOWN"),  # only the year is known
        ("crystal", {"born": date(2025, 1, 1), "born_to": date(2025, 12, 31)}, "NO LICENSE"),
        ("crystal", {"species": ""}, "NOT KNOWN"),
        ("crystal", {"exemption": "police"}, "NO LICENSE NEEDED"),  # C-118: the whole section
        ("crystal", {"exemption": "commercial_kennel"}, "NO LICENSE NEEDED"),
        ("crystal", {"exemption": "assistance"}, "NO LICENSE"),  # the text has no such exemption from licenses
        ("benson", {"exemption": "assistance", "shots": [SHOT]}, "NO LICENSE NEEDED"),
        ("benson", {"exemption": "assistance"}, "NOT KNOWN"),  # the vaccination is still due
        (
            "benson",
            {"exemption": "assistance", "shots": [Vaccination(date(2020, 1, 1), date(2021, 1, 1), "booster")]},
            "RABIES LAPSED",
        ),
        ("benson", {"exemption": "visitor", "shots": [SHOT]}, "NO LICENSE NEEDED"),
        ("benson", {"exemption": "commercial_kennel", "shots": [SHOT]}, "NO LICENSE"),
        ("benson", {"born": date(2026, 9, 1)}, "NO LICENSE NEEDED"),  # under three months: no first dose is given yet
        ("benson", {"born": date(2026, 8, 1)}, "NOT KNOWN"),
        ("crystal", {"born": date(2026, 8, 1)}, "NO LICENSE NEEDED"),  # no vaccination duty apart from the license
        ("crystal", {"species": "cat", "shots": [SHOT]}, "NO LICENSE NEEDED"),
        ("crystal", {"species": "cat"}, "NOT KNOWN"),
        ("crystal", {"species": "ferret", "shots": [Vaccination(None, date(2026, 1, 1))]}, "RABIES LAPSED"),
        ("crystal", {"species": "rabbit"}, "NO LICENSE NEEDED"),
        ("crystal", {"species": "pig", "born": date(2026, 11, 1)}, "NO LICENSE"),  # any age
        ("crystal", {"species": "pig", "terms": [YEAR]}, "CURRENT"),  # no rabies vaccine is asked of a pig
        ("benson", {"species": "cat", "shots": [Vaccination(OLD, date(2021, 1, 1), "booster")]}, "RABIES LAPSED"),
        ("benson", {"terms": [LicenseTerm(OLD, None, for_life=True)], "shots": [SHOT]}, "CURRENT"),
        ("benson", {"terms": [LicenseTerm(OLD, date(2030, 1, 1), ended_early="Deceased")]}, "NO LICENSE"),
        ("benson", {"terms": [LicenseTerm(date(2026, 12, 1), date(2027, 12, 1))], "shots": [SHOT]}, "NO LICENSE"),
        ("battle_lake", {}, "NO LICENSE NEEDED"),
        ("battle_lake", {"born": None}, "NO LICENSE NEEDED"),
    ],
)
def test_the_word_of_an_animal(city, facts, expected):
    assert word(city, **facts).word == expected


def test_the_latest_term_counts_in_any_order():
    terms = [LicenseTerm(date(2024, 1, 1), date(2025, 1, 1)), YEAR, LicenseTerm(date(2025, 1, 2), date(2026, 1, 1))]
    for turned in (terms, terms[::-1]):
        assert word("benson", terms=turned, shots=[SHOT]).license_ends == YEAR.ends_on


def test_an_older_blank_term_does_not_hide_a_newer_end():
    terms = [LicenseTerm(date(2020, 1, 1), None), LicenseTerm(date(2024, 1, 1), date(2025, 1, 1))]
    assert word("benson", terms=terms, shots=[SHOT]).word == "EXPIRED"


def test_every_answer_names_its_law():
    found = word("crystal", terms=[YEAR], shots=[SHOT])
    assert {"C-014", "C-016"} <= {r.clause for r in found.reasons}
    assert all(r.citation and r.since for r in found.reasons if r.clause)


def test_a_day_before_the_text_begins_is_not_silence():
    with pytest.raises(LawNotKnown, match="Benson"):
        standing_law(BOOK, "benson", date(2010, 2, 9))
    assert standing_law(BOOK, "benson", date(2010, 2, 10)).licensed
