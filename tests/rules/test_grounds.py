"""Grounds to declare, both ways, by the three cities' law; edges first."""

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fieldapp.lawbook.grounds import exempts, grounds, harm_law
from fieldapp.rules.facts import Fact
from fieldapp.rules.grounds import supports
from fieldapp.rules.harm import label, with_harm
from tests.rules.dog_cases import AGAIN, BITE, BOOK, CHASE, CITIES, DEAD_CAT, NOT_EXEMPT, TODAY, facts

YES, NO, OPEN = "supported", "not supported", "not known"


def found(city, action, known):
    law = grounds(BOOK, city, action, TODAY)
    return {one.ground.key: one for one in supports(law, exempts(BOOK, city, TODAY), facts(**known))}


def word(city, key, known):
    action = "declare_dangerous" if key.startswith("dangerous.") else "declare_potentially_dangerous"
    return found(city, action, known)[key].answer.word


@pytest.mark.parametrize("city", CITIES)
@pytest.mark.parametrize(
    ("key", "known", "expected"),
    [
        ("dangerous.harm", BITE, YES),
        ("dangerous.harm", BITE | {"harm": "great"}, YES),
        ("dangerous.harm", BITE | {"harm": "bodily"}, NO),
        ("dangerous.harm", BITE | {"harm": None}, OPEN),
        ("dangerous.harm", BITE | {"victim": "animal"}, NO),
        ("dangerous.harm", BITE | {"provoked": True}, NO),
        ("dangerous.harm", BITE | {"provoked": None}, OPEN),
        ("dangerous.harm", BITE | {"provoked": Fact(False, "told", "the victim")}, OPEN),
        ("dangerous.harm", BITE | {"identified_by": "not identified"}, NO),
        ("dangerous.harm", BITE | {"identified_by": None}, OPEN),
        ("dangerous.harm", BITE | {"victim_trespassed": True}, NO),
        ("dangerous.harm", BITE | {"victim_trespassed": None}, OPEN),
        ("dangerous.harm", BITE | {"victim_provoked": True}, NO),
        ("dangerous.harm", BITE | {"victim_provoked_before": True}, NO),
        ("dangerous.harm", BITE | {"victim_committed_crime": True}, NO),
        ("dangerous.harm", BITE | {"victim_committed_crime": Fact(True, "told", "the owner")}, OPEN),
        ("dangerous.harm", BITE | {"police_dog": True}, NO),
        ("dangerous.killed", DEAD_CAT, YES),
        ("dangerous.killed", DEAD_CAT | {"death": "euthanized by choice"}, NO),  # In re Molly
        ("dangerous.killed", DEAD_CAT | {"death": "euthanized by medical need"}, OPEN),  # a person decides
        ("dangerous.killed", DEAD_CAT | {"death": "alive"}, NO),
        ("dangerous.killed", DEAD_CAT | {"death": None}, OPEN),
        ("dangerous.killed", DEAD_CAT | {"off_property": False}, NO),
        ("dangerous.killed", DEAD_CAT | {"off_property": None}, OPEN),
        ("dangerous.after_notice", AGAIN, YES),
        ("dangerous.after_notice", AGAIN | {"prior_notice_on": date(2026, 5, 2)}, OPEN),  # the same day: which hour?
        ("dangerous.after_notice", AGAIN | {"prior_notice_on": date(2026, 5, 3)}, NO),
        ("dangerous.after_notice", AGAIN | {"prior_notice_on": None}, OPEN),
        ("dangerous.after_notice", AGAIN | {"prior_declaration": "none"}, NO),
        ("dangerous.after_notice", AGAIN | {"conduct": "chased"}, NO),
        ("potentially_dangerous.bite_human", BITE, YES),
        ("potentially_dangerous.bite_human", BITE | {"bit": False}, NO),
        ("potentially_dangerous.bite_animal", DEAD_CAT, YES),
        ("potentially_dangerous.chase", CHASE, YES),
        ("potentially_dangerous.chase", CHASE | {"place": "owner's property"}, NO),
        ("potentially_dangerous.chase", CHASE | {"place": "other private property"}, YES),
        ("potentially_dangerous.chase", CHASE | {"apparent_attack": False}, NO),
        ("potentially_dangerous.chase", CHASE | {"conduct": ("bit", "chased")}, YES),
        ("potentially_dangerous.propensity", NOT_EXEMPT | {"known_propensity": True, "identified_by": "tag"}, YES),
        ("potentially_dangerous.propensity", NOT_EXEMPT | {"known_propensity": True}, OPEN),
    ],
)
def test_the_three_grounds_of_state_law_in_every_city(city, key, known, expected):
    assert word(city, key, known) == expected


@pytest.mark.parametrize(
    ("city", "species", "expected"),
    [
        ("crystal", "dog", YES),
        ("crystal", "ferret", YES),
        ("crystal", "rabbit", YES),
        ("crystal", "chicken", NO),  # the list of four is closed
        ("benson", "rabbit", YES),
        ("benson", "chicken", NO),  # a farm animal
        ("benson", "ferret", NO),  # non-domestic there
        ("benson", "parrot", OPEN),  # the list is open
        ("battle_lake", "dog", YES),
        ("battle_lake", "chicken", OPEN),  # not defined: ask the city attorney
        ("battle_lake", "wild animal", NO),
        ("crystal", None, OPEN),
    ],
)
def test_which_animals_are_domestic(city, species, expected):
    assert word(city, "dangerous.killed", DEAD_CAT | {"victim_species": species}) == expected


@pytest.mark.parametrize(("city", "expected"), [("crystal", YES), ("benson", NO), ("battle_lake", YES)])
def test_benson_has_a_second_test_of_provocation(city, expected):
    assert word(city, "dangerous.harm", BITE | {"excited": True}) == expected


def test_battle_lake_also_counts_harm_to_an_animal():
    hurt = DEAD_CAT | {"death": "alive", "harm": "substantial"}
    assert word("battle_lake", "dangerous.harm_to_animal", hurt) == YES
    assert word("battle_lake", "dangerous.harm_to_animal", hurt | {"harm": "bodily"}) == NO
    assert "dangerous.harm_to_animal" not in found("crystal", "declare_dangerous", hurt)


@pytest.mark.parametrize(
    ("evidence", "equipment", "expected"), [(True, True, YES), (True, False, NO), (False, True, NO), (True, None, OPEN)]
)
def test_crystal_a_fighting_dog_needs_both(evidence, equipment, expected):
    known = NOT_EXEMPT | {"fighting_evidence": evidence, "fighting_equipment": equipment, "identified_by": "chip"}
    assert word("crystal", "dangerous.fighting", known) == expected
    assert "dangerous.fighting" not in found("benson", "declare_dangerous", known)


@pytest.mark.parametrize(("city", "must"), [("crystal", False), ("benson", True), ("battle_lake", False)])
def test_benson_must_declare_or_say_why_not(city, must):
    assert found(city, "declare_dangerous", BITE)["dangerous.harm"].reason_not_to is must
    assert found(city, "declare_dangerous", BITE | {"provoked": True})["dangerous.harm"].reason_not_to is False


def test_who_declares():
    by = {city: grounds(BOOK, city, "declare_dangerous", TODAY)[0].by for city in CITIES}
    assert by["crystal"] == by["benson"] == ("animal control officer",)
    assert "law enforcement officer" in by["battle_lake"]


def test_an_answer_unfolds_both_ways():
    known = BITE | {"provoked": None, "victim_trespassed": True}
    one = found("crystal", "declare_dangerous", known)["dangerous.harm"].answer
    assert any("Was the dog provoked" in ask for ask in one.unasked)
    assert [r.clause for r in one.reasons_against] == ["C-119"]
    assert {"C-006", "C-120", "C-121"} <= {r.clause for r in one.reasons_for}
    assert all(r.citation and r.since for r in one.reasons_for + one.reasons_against)


@settings(max_examples=60, deadline=None)
@given(
    known=st.fixed_dictionaries({name: st.sampled_from([True, False, None]) for name in sorted(NOT_EXEMPT)}),
    order=st.randoms(use_true_random=False),
    city=st.sampled_from(CITIES),
)
def test_the_order_of_facts_changes_nothing(known, order, city):
    case = list((BITE | known).items())
    shuffled = case.copy()
    order.shuffle(shuffled)
    for action in ("declare_dangerous", "declare_potentially_dangerous", "destroy"):
        assert found(city, action, dict(case)) == found(city, action, dict(shuffled))


@pytest.mark.parametrize("city", CITIES)
@pytest.mark.parametrize(
    ("injuries", "expected"),
    [
        ((), "none"),
        (("puncture", "bruise"), "bodily"),
        (("fracture",), "substantial"),
        (("puncture", "temporary but substantial loss of use"), "substantial"),
        (("fracture", "serious permanent disfigurement"), "great"),
    ],
)
def test_the_label_of_injuries(city, injuries, expected):
    law = harm_law(BOOK, city, TODAY)
    assert label(injuries, law) == expected
    labelled = with_harm({"injuries": Fact(injuries, "document")}, law)
    assert labelled["harm"].value == expected
    assert labelled["harm"].how == "document"


def test_no_label_without_known_injuries():
    law = harm_law(BOOK, "crystal", TODAY)
    told = {"injuries": Fact(("fracture",), "told"), "harm": Fact("great")}
    assert "harm" not in with_harm(told, law)  # a label never stands by itself


@pytest.mark.parametrize(
    ("known", "expected"),
    [
        ({"conduct": "bit", "identified_by": "tag"}, YES),
        ({"conduct": "bit", "identified_by": "tag", "police_dog": True}, NO),
        ({"conduct": "bit", "identified_by": "tag", "victim_intruded": True, "victim_criminal_intent": True}, NO),
        ({"conduct": "bit", "identified_by": "tag", "victim_intruded": True, "victim_criminal_intent": None}, OPEN),
        ({"conduct": "none", "identified_by": "tag"}, NO),
    ],
)
def test_benson_an_animal_may_not_inflict_injury(known, expected):
    known = {"police_dog": False, "victim_intruded": False, "victim_criminal_intent": False} | known
    assert found("benson", "charge", known)["charge.inflict_injury"].answer.word == expected


@pytest.mark.parametrize(
    ("known", "expected"),
    [
        ({"relation": "harbors", "keeper_kind": "private person", "keeping_days": 1}, YES),
        ({"relation": "keeps", "keeper_kind": "kennel", "keeping_days": 29}, NO),
        ({"relation": "keeps", "keeper_kind": "kennel", "keeping_days": 30}, NO),
        ({"relation": "keeps", "keeper_kind": "veterinarian", "keeping_days": 31}, YES),
        ({"relation": "keeps", "keeper_kind": "veterinarian"}, OPEN),
        ({"relation": "none", "keeper_kind": "private person"}, NO),
    ],
)
def test_battle_lake_who_counts_as_owner(known, expected):
    assert found("battle_lake", "count_as_owner", known)["owner.keeps"].answer.word == expected
