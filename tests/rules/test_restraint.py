"""Ordinary dogs off the premises, by city and place; who answers; what names a loose dog."""

from datetime import date
from itertools import permutations

import pytest

from fieldapp.rules.restraint import answerable, restraint_breach, unidentifiable
from tests.rules.keeping_cases import NO, OPEN, YES, facts, one, value, ways


def breach(city, **known):
    answer = restraint_breach(ways(city, "restraint"), facts(**known))
    return answer and answer.word


@pytest.mark.parametrize(
    ("city", "known", "expected"),
    [
        # Crystal C-060: a leash of at most six feet on public property
        ("crystal", {"place": "public", "leashed": True, "leash_length_inches": "71.99", "police_dog": False}, NO),
        ("crystal", {"place": "public", "leashed": True, "leash_length_inches": 72, "police_dog": False}, NO),
        ("crystal", {"place": "public", "leashed": True, "leash_length_inches": "72.01", "police_dog": False}, YES),
        ("crystal", {"place": "public", "leashed": True, "police_dog": False}, OPEN),
        ("crystal", {"place": "public", "leashed": False, "police_dog": False}, YES),
        ("crystal", {"place": "public", "leashed": False, "under_command": True, "police_dog": False}, YES),  # no voice
        ("crystal", {"place": "public", "leashed": False}, OPEN),  # a police dog?
        ("crystal", {"place": "public", "leashed": False, "police_dog": True}, NO),  # C-118
        ("crystal", {"place": "other_land", "held_by": "leash"}, NO),  # C-058: no length here
        ("crystal", {"place": "other_land", "held_by": "fence"}, NO),
        ("crystal", {"place": "other_land", "held_by": "nothing", "police_dog": False}, YES),
        ("crystal", {"place": "own_land", "supervised": True}, NO),  # C-059
        ("crystal", {"place": "own_land", "supervised": False, "held_by": "fence"}, NO),
        ("crystal", {"place": "own_land", "supervised": False, "held_by": "nothing", "police_dog": False}, YES),
        ("crystal", {"leashed": False, "police_dog": False}, OPEN),  # where?
        ("crystal", {"place": "vehicle", "leashed": False, "police_dog": False}, None),  # no rule for it
        # Benson B-013: no length, voice counts, unless posted
        ("benson", {"place": "public", "posted": False, "leashed": True, "responsible_person": True}, NO),
        ("benson", {"place": "public", "posted": False, "leashed": False, "under_command": True}, NO),
        ("benson", {"place": "public", "posted": False, "leashed": False, "under_command": False}, YES),
        ("benson", {"place": "public", "posted": True, "leashed": True, "responsible_person": True}, YES),
        ("benson", {"place": "public", "posted": True, "under_command": True, "leashed": False}, YES),
        ("benson", {"place": "public", "leashed": False, "under_command": True}, OPEN),
        ("benson", {"place": "other_land", "held_by": "chain"}, NO),
        ("benson", {"place": "other_land", "held_by": "nothing"}, YES),
        ("benson", {"place": "own_land"}, NO),  # B-008: at large is off the premises
        ("battle_lake", {"place": "public", "leashed": False}, None),  # the text has no rule
    ],
)
def test_a_breach_of_restraint(city, known, expected):
    assert breach(city, **known) == expected


def test_the_breach_unfolds_and_the_order_of_facts_changes_nothing():
    known = {"place": "public", "leashed": True, "leash_length_inches": 96, "police_dog": False}
    answers = {
        restraint_breach(ways("crystal", "restraint"), facts(**dict(order))) for order in permutations(known.items())
    }
    assert len(answers) == 1
    answer = answers.pop()
    assert "C-060" in {r.clause for r in answer.reasons_for}
    assert any("leash length inches: 96" in r.fact and "at most 6 feet" in r.limit for r in answer.reasons_for)
    assert all(r.citation for r in answer.reasons_for)


@pytest.mark.parametrize(
    ("born", "who"),
    [
        (date(2008, 11, 29), ("keeper",)),
        (date(2008, 11, 30), ("keeper",)),  # eighteen today
        (date(2008, 12, 1), ("keeper", "parent or guardian")),
        (None, ("keeper", "parent or guardian")),
    ],
)
@pytest.mark.parametrize("city", ["crystal", "benson"])
def test_a_parent_answers_for_a_minor(city, born, who):
    found, reason = answerable(born, date(2026, 11, 30), value(city, "keeper.minor"))
    assert found == who
    assert reason.clause in {"C-058", "B-012"}


LOOSE = {"at_premises": False, "under_control": False}


@pytest.mark.parametrize(
    ("known", "expected"),
    [
        (LOOSE | {"identified_by_means": "nothing"}, YES),
        (LOOSE | {"identified_by_means": ("microchip", "rabies tag")}, NO),
        (LOOSE | {"identified_by_means": "license tag"}, NO),
        (LOOSE | {"identified_by_means": "tattoo"}, NO),
        (LOOSE | {"identified_by_means": "tag with telephone"}, NO),
        (LOOSE, OPEN),
        ({"at_premises": True, "identified_by_means": "nothing"}, None),
        ({"at_premises": False, "under_control": True}, None),
    ],
)
def test_a_loose_dog_must_be_identifiable(known, expected):
    answer = unidentifiable(ways("benson", "identification"), facts(**known))
    assert (answer and answer.word) == expected


@pytest.mark.parametrize(
    ("city", "known", "expected"),
    [
        ("crystal", {"in_heat": True, "heat_enclosure": False, "police_dog": False}, YES),
        ("crystal", {"in_heat": True, "heat_enclosure": True, "police_dog": False}, NO),
        ("benson", {"species": "cat", "in_heat": True, "confined_from_contact": False, "planned_breeding": False}, YES),
        ("benson", {"species": "cat", "in_heat": True, "confined_from_contact": False, "planned_breeding": True}, NO),
        (
            "benson",
            {"species": "horse", "in_heat": True, "confined_from_contact": False, "planned_breeding": False},
            NO,
        ),
        ("benson", {"species": "dog", "in_heat": True, "confined_from_contact": False}, OPEN),
    ],
)
def test_an_animal_in_heat(city, known, expected):
    assert one(city, "violation", "at_large.in_heat", known) == expected
