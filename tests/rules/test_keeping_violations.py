"""Nuisance limbs, waste, noise, care, disease, traps, events: each ground with the fact that makes or breaks it."""

import pytest

from fieldapp.lawbook.declared_dogs import charges
from fieldapp.lawbook.grounds import exempts, grounds
from fieldapp.lawbook.keeping import repetitions
from fieldapp.rules.charges import offenses
from fieldapp.rules.ways import allowed
from tests.rules.keeping_cases import BOOK, CITIES, NO, OPEN, TODAY, YES, facts, one, ways

NOT_POLICE = {"police_dog": False}
CASES = [  # city, action, ground, the facts that support it, one fact that breaks it
    (
        "crystal",
        "nuisance",
        "nuisance.attack_person",
        {"victim": "human", "attacked": True, "provoked": False, "injured": True},
        {"provoked": True},
    ),
    (
        "crystal",
        "nuisance",
        "nuisance.attack_animal",
        {
            "victim": "animal",
            "victim_species": "cat",
            "off_property": True,
            "attacked": True,
            "injured": True,
            "provoked": True,
        },
        {"victim_species": "chicken"},
    ),
    ("crystal", "nuisance", "nuisance.propensity", {"propensity_shown": True}, {"propensity_shown": False}),
    ("crystal", "nuisance", "nuisance.right_of_way", {"habitual_right_of_way": True}, {"habitual_right_of_way": False}),
    ("crystal", "nuisance", "nuisance.damage", {"habitual_damage": True}, {"habitual_damage": False}),
    (
        "crystal",
        "nuisance",
        "nuisance.quarantine_broken",
        {"at_large": True, "quarantine_required": True},
        {"at_large": False},
    ),
    ("benson", "nuisance", "nuisance.travelers", {"species": "dog", "habitual_molesting": True}, {"species": "cat"}),
    ("crystal", "violation", "keeping.unsanitary", {"conditions_endanger": True}, {"conditions_endanger": False}),
    ("crystal", "violation", "keeping.odor", {"odor_outside": True}, {"odor_outside": False}),
    ("crystal", "violation", "cruelty.basic_care", {"care_lacking": ("sufficient food",)}, {"care_lacking": "nothing"}),
    (
        "crystal",
        "violation",
        "waste.not_removed",
        {"on_own_confined": False, "feces_removed_at_once": False},
        {"on_own_confined": True},
    ),
    (
        "crystal",
        "violation",
        "waste.no_means",
        {"on_own_confined": False, "carries_means": False},
        {"carries_means": True},
    ),
    ("crystal", "violation", "waste.accumulation", {"feces_accumulated": True}, {"feces_accumulated": False}),
    (
        "crystal",
        "violation",
        "disease.possess",
        {"infectious": True, "known_to_keeper": True},
        {"known_to_keeper": False},
    ),
    (
        "crystal",
        "violation",
        "event.animal_in_park",
        {"on_event_park": True, "during_event": True, "service_animal": False, "event_entertainment": False},
        {"service_animal": True},
    ),
    (
        "crystal",
        "violation",
        "event.animal_in_park",
        {"on_event_park": True, "during_event": True, "service_animal": False, "event_entertainment": False},
        {"event_entertainment": True},
    ),
    (
        "crystal",
        "violation",
        "event.animal_in_park",
        {"on_event_park": True, "during_event": True, "service_animal": False, "event_entertainment": False},
        {"during_event": False},
    ),
    ("benson", "violation", "keeping.damage", {"damaged_property": True}, {"damaged_property": False}),
    (
        "benson",
        "violation",
        "waste.not_removed",
        {"feces_place": "own property", "feces_removed": False},
        {"feces_removed": True},
    ),
    (
        "benson",
        "violation",
        "at_large.chasing",
        {"conduct": "chased", "victim": "bicycle", "way": "park"},
        {"way": "private property"},
    ),
    (
        "benson",
        "violation",
        "at_large.unattended",
        {"public_place": "alley", "left_unattended": True},
        {"left_unattended": False},
    ),
    ("benson", "violation", "keeping.tied", {"tied_to": "post", "in_public_place": True}, {"tied_to": "nothing"}),
    ("benson", "violation", "cruelty.basic_care", {"care_lacking": "housing in winter"}, {"care_lacking": "nothing"}),
    (
        "benson",
        "violation",
        "disease.keep",
        {"disease": "distemper", "dealing": "sold", "under_vet_care": False},
        {"under_vet_care": True},
    ),
    (
        "benson",
        "violation",
        "disease.abandon",
        {"condition": "injured", "abandoned": True, "cared_for": "no"},
        {"cared_for": "cared for"},
    ),
    ("benson", "violation", "disease.dumping", {"carcass_at": "water"}, {"carcass_at": "designated place"}),
    (
        "benson",
        "violation",
        "traps.set",
        {
            "trap_can_harm": True,
            "trap_person": "set it",
            "trapper": "anybody else",
            "on_duty": False,
            "more_humane_trap": True,
            "on_private_property": False,
            "trap": "other trap",
        },
        {"trap_can_harm": False},
    ),
    (
        "benson",
        "destroy_diseased",
        "disease.certified",
        {"disease": "rabies", "vet_certified": True},
        {"vet_certified": False},
    ),
    (
        "benson",
        "destroy_diseased",
        "disease.past_recovery",
        {"abandoned": True, "past_recovery": True, "unclaimed": True},
        {"unclaimed": False},
    ),
    (
        "benson",
        "destroy_diseased",
        "disease.public_danger",
        {"vet_examined": True, "danger_to_health": True},
        {"danger_to_health": False},
    ),
]


@pytest.mark.parametrize(("city", "action", "key", "known", "breaks"), CASES)
def test_a_ground_holds_breaks_and_stays_open(city, action, key, known, breaks):
    known = known | NOT_POLICE
    assert one(city, action, key, known) == YES
    assert one(city, action, key, dict(reversed(known.items()))) == YES  # the order of facts changes nothing
    assert one(city, action, key, known | breaks) == NO
    for name in known:
        assert one(city, action, key, {n: v for n, v in known.items() if n != name}) in {OPEN, YES}
    if city == "crystal":
        assert one(city, action, key, known | {"police_dog": True}) == NO  # C-118


TRAP = {"trap_can_harm": True, "trap_person": "set it"}


@pytest.mark.parametrize(
    ("known", "expected"),
    [
        ({"trapper": "government agent", "on_duty": True, "more_humane_trap": False}, NO),
        ({"trapper": "government agent", "on_duty": True, "more_humane_trap": True, "on_private_property": False}, YES),
        ({"trapper": "licensed pest control", "on_duty": False, "on_private_property": False}, YES),
        ({"trapper": "anybody else", "on_private_property": True, "trap": "mouse trap"}, NO),
        ({"trapper": "anybody else", "on_private_property": True, "trap": "other trap"}, YES),
        ({"trapper": "anybody else", "on_private_property": False, "trap": "mouse trap"}, YES),
        ({"trapper": "anybody else"}, OPEN),
    ],
)
def test_traps_that_are_allowed(known, expected):
    assert one("benson", "violation", "traps.set", TRAP | known) == expected


@pytest.mark.parametrize(
    ("city", "known", "expected"),
    [
        ("crystal", {"curable": True, "under_vet_care": True}, YES),
        ("crystal", {"curable": False, "under_vet_care": True}, NO),
        ("benson", {"under_vet_care": True}, YES),
        ("benson", {}, OPEN),
    ],
)
def test_keeping_a_diseased_animal(city, known, expected):
    assert allowed("keep", ways(city, "keeping_diseased"), facts(**known)).word == expected


@pytest.mark.parametrize(
    ("known", "expected"),
    [
        (
            {"complaint_written": True, "summons_in_time": True, "complainant": "warden", "complaint_rests_on": "seen"},
            YES,
        ),
        (
            {
                "complaint_written": True,
                "summons_in_time": False,
                "complainant": "warden",
                "complaint_rests_on": "seen",
            },
            NO,
        ),
        (
            {
                "complaint_written": True,
                "summons_in_time": True,
                "complainant": "neighbor",
                "complaint_rests_on": "seen",
            },
            NO,
        ),
        ({"complaint_written": True, "summons_in_time": True, "complainant": "warden"}, OPEN),
    ],
)
def test_a_nuisance_goes_to_court_by_the_warden(known, expected):
    assert allowed("court", ways("crystal", "nuisance_court"), facts(**known)).word == expected


@pytest.mark.parametrize("city", ["crystal", "benson"])
def test_the_catalog_of_violations(city):
    listed = charges(BOOK, city, TODAY)
    groups = {charge.group for charge in listed.values()}
    assert groups >= {
        "at large",
        "bite",
        "noise",
        "waste",
        "license",
        "tag",
        "cruelty",
        "kennel",
        "interference",
        "disease",
    }
    assert "muzzle" in groups or city == "benson"  # Benson's muzzles are the declared dogs' restraint
    assert all(charge.title and charge.observed and charge.law.citation for charge in listed.values())


@pytest.mark.parametrize("city", CITIES)
def test_no_fine_court_code_or_payable_is_made_up(city):
    for charge in charges(BOOK, city, TODAY).values():
        assert (charge.fine_cents, charge.court_code) == (None, None)
        assert charge.payable in {None, False}  # false only where state law says so
    own = [c for c in charges(BOOK, city, TODAY).values() if c.grade == "ordinance"]
    assert all(c.step_up == () for c in own)


def test_each_day_is_an_offense_in_benson_only():
    days = [TODAY, TODAY.replace(day=29), TODAY]
    listed = charges(BOOK, "benson", TODAY)
    ordinary = [p.key for p in BOOK.cities["benson"].all("charge", TODAY) if p.file == "benson/charges.toml"]
    assert len(ordinary) > 30
    assert {offenses(listed[key], days) for key in ordinary} == {2}
    assert offenses(charges(BOOK, "crystal", TODAY)["waste.accumulation"], days) == 1
    assert BOOK.at("benson", "offense.each_day", TODAY).clause == "B-154"
    assert BOOK.at("crystal", "offense.each_day", TODAY) is None


def test_what_repeats_into_a_nuisance_is_in_the_catalog():
    listed = charges(BOOK, "crystal", TODAY)
    assert all(key in listed for law in repetitions(BOOK, "crystal", TODAY) for key in law.of)


@pytest.mark.parametrize("city", CITIES)
def test_every_ground_and_exemption_has_its_words(city):
    for action in ("violation", "nuisance", "impound", "quarantine", "kill_unmuzzled", "kill_exposed", "revoke_kennel"):
        for ground in grounds(BOOK, city, action, TODAY):
            assert all(need.ask.endswith(("?", ".")) for need in ground.needs), ground.key
    assert all(exempt.needs for exempt in exempts(BOOK, city, TODAY))


def test_the_ceilings_of_fines():
    assert BOOK.at("benson", "fine.misdemeanor", TODAY).met_by(100000)
    assert not BOOK.at("benson", "fine.misdemeanor", TODAY).met_by(100001)
    assert BOOK.at("crystal", "fine.petty_misdemeanor", TODAY).met_by(30000)
    assert not BOOK.at("crystal", "fine.petty_misdemeanor", TODAY).met_by(30001)


def test_the_kennels_copies_of_the_compendium():
    law = BOOK.at("crystal", "kennel.compendium_copies", TODAY)
    assert [law.met_by(n) for n in (2, 3, 4)] == [False, True, True]
