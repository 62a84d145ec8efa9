"""Nothing irreversible without every gate; and the grounds to destroy."""

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fieldapp.lawbook.grounds import exempts, gates, grounds
from fieldapp.rules.facts import Fact
from fieldapp.rules.gates import ALWAYS, destruction, passage
from fieldapp.rules.grounds import supports
from tests.rules.dog_cases import BITE, BOOK, CITIES, PD, TODAY, D, facts

ACTIONS = ("destroy", "dispose", "transfer", "sterilize")
CLOCKS = (
    "dangerous_appeal",
    "potentially_dangerous_appeal",
    "compliance_after_decision",
    "impound_hold",
    "reclaim_dangerous",
    "reclaim_after_acquittal",
    "security",
    "seizure_hearing_request",
)
OPENED = dict.fromkeys(CLOCKS, TODAY)
CLEAR = {
    "hearing": "held and decided for the city",
    "appeal": "decided for the city",
    "dog_class": D,
    "seized_as_declared": True,
    "impounded": True,
    "quarantine": "none",
    "security": "none",
    "charge_case": "none",
    "approver": "Chief Olson",
    "notice_sought_destruction": True,
}
LATE = CLEAR | {"hearing": "not asked for in time", "appeal": "none"}


def word(city, action, known, opens_on=OPENED, day=TODAY):
    return passage(action, gates(BOOK, city, TODAY), facts(**known), opens_on, day).word


@pytest.mark.parametrize("city", CITIES)
@pytest.mark.parametrize("action", ACTIONS)
@pytest.mark.parametrize("case", [CLEAR, LATE, CLEAR | {"hearing": "waived in writing", "appeal": "none"}])
def test_every_gate_open_lets_it_pass_and_each_fact_left_out_stops_it(city, action, case):
    assert word(city, action, case) == "supported"
    asked = {e.fact for g in gates(BOOK, city, TODAY) if action in g.actions for e in (*g.needs, *g.only_if)}
    for name in asked - {"dog_class", "notice_sought_destruction"}:
        assert word(city, action, {k: v for k, v in case.items() if k != name}) == "not known", name
        assert word(city, action, case | {name: Fact(case[name], "told", "by phone")}) == "not known", name


@pytest.mark.parametrize("city", CITIES)
@pytest.mark.parametrize("action", ACTIONS)
@pytest.mark.parametrize(
    "closed",
    [
        {"hearing": "pending"},
        {"hearing": "decided for the owner"},
        {"appeal": "pending"},
        {"quarantine": "running"},
        {"security": "posted"},
        {"security": "pending"},
        {"charge_case": "pending"},
    ],
)
def test_one_closed_gate_stops_it(city, action, closed):
    assert word(city, action, CLEAR | closed) == "not supported"


@pytest.mark.parametrize("city", CITIES)
@pytest.mark.parametrize("action", ACTIONS)
@pytest.mark.parametrize(("days", "expected"), [(-1, "supported"), (0, "supported"), (1, "not supported")])
def test_every_hold_ends_before_it(city, action, days, expected):
    clocks = {c for g in gates(BOOK, city, TODAY) if action in g.actions for c in g.clocks if not g.only_if}
    clocks |= {"impound_hold", "reclaim_dangerous", "security"}
    for clock in clocks:
        opens = OPENED | {clock: TODAY + timedelta(days=days)}
        assert word(city, action, CLEAR, opens) == expected
        assert word(city, action, CLEAR, {c: d for c, d in OPENED.items() if c != clock}) == "not known"


@pytest.mark.parametrize("city", CITIES)
@pytest.mark.parametrize(("dog_class", "clock"), [(D, "dangerous_appeal"), (PD, "potentially_dangerous_appeal")])
def test_a_hearing_that_nobody_asked_for_waits_for_its_window(city, dog_class, clock):
    case = LATE | {"dog_class": dog_class}
    for action in ACTIONS:
        assert word(city, action, case) == "supported"
        assert word(city, action, case, OPENED | {clock: TODAY + timedelta(days=1)}) == "not supported"


def test_after_a_decision_the_time_to_comply_runs_before_a_disposal():
    later = OPENED | {"compliance_after_decision": TODAY + timedelta(days=1)}
    for action, expected in (("dispose", "not supported"), ("transfer", "not supported"), ("destroy", "supported")):
        assert word("crystal", action, CLEAR, later) == expected


def test_an_acquittal_opens_the_owners_days():
    later = OPENED | {"reclaim_after_acquittal": TODAY + timedelta(days=1)}
    assert word("crystal", "dispose", CLEAR | {"charge_case": "acquitted"}, later) == "not supported"
    assert word("crystal", "dispose", CLEAR, later) == "supported"


@pytest.mark.parametrize(("said", "expected"), [(True, "supported"), (False, "not supported"), (None, "not known")])
def test_benson_an_order_not_appealed_destroys_only_what_the_notice_said(said, expected):
    assert word("benson", "destroy", LATE | {"notice_sought_destruction": said}) == expected
    assert word("benson", "destroy", CLEAR | {"notice_sought_destruction": said}) == "supported"


@pytest.mark.parametrize("lacking", sorted(ALWAYS))
def test_a_lawbook_without_a_gate_supports_nothing(lacking):
    some = [gate for gate in gates(BOOK, "crystal", TODAY) if gate.guards != lacking]
    found = passage("destroy", some, facts(**CLEAR), OPENED, TODAY)
    assert found.word == "not known"
    assert any(lacking in ask for ask in found.unasked)
    empty = [replace(gate, actions=()) for gate in gates(BOOK, "crystal", TODAY)]
    assert passage("destroy", empty, facts(**CLEAR), OPENED, TODAY).word == "not known"


def test_a_stray_needs_no_hearing_but_its_hold():
    stray = CLEAR | {"seized_as_declared": False, "dog_class": "none", "appeal": "none", "hearing": None}
    hold = {"impound_hold": TODAY}
    for city in CITIES:
        assert word(city, "dispose", stray, hold) == "supported"
        assert word(city, "dispose", stray, {"impound_hold": TODAY + timedelta(days=1)}) == "not supported"
        assert word(city, "dispose", stray | {"dog_class": None}, hold) == "not known"


@settings(max_examples=40, deadline=None)
@given(order=st.randoms(use_true_random=False), city=st.sampled_from(CITIES), action=st.sampled_from(ACTIONS))
def test_the_order_of_facts_and_clocks_changes_nothing(order, city, action):
    case, clocks = list(facts(**CLEAR).items()), list(OPENED.items())
    law = gates(BOOK, city, TODAY)
    plain = passage(action, law, dict(case), dict(clocks), TODAY)
    order.shuffle(case)
    order.shuffle(clocks)
    assert passage(action, law, dict(case), dict(clocks), TODAY) == plain


ONE_BITE = {"harm": "bodily", "bites_on_victim": 1, "people_bitten": 1, "dogs_in_attack": 1}


def ground_words(city, known):
    law = grounds(BOOK, city, "destroy", TODAY)
    return {s.ground.key: s.answer.word for s in supports(law, exempts(BOOK, city, TODAY), facts(**known))}


@pytest.mark.parametrize("city", CITIES)
@pytest.mark.parametrize(
    ("key", "known", "expected"),
    [
        ("destroy.harm", {"harm": "substantial"}, "supported"),
        ("destroy.harm", {"harm": "bodily"}, "not supported"),
        ("destroy.multiple_bites", {"bites_on_victim": 1}, "not supported"),
        ("destroy.multiple_bites", {"bites_on_victim": 2}, "supported"),
        ("destroy.multiple_bites", {"bites_on_victim": 3}, "supported"),
        ("destroy.multiple_victims", {"people_bitten": 1}, "not supported"),
        ("destroy.multiple_victims", {"people_bitten": 2}, "supported"),
        ("destroy.multiple_victims", {"people_bitten": 3}, "supported"),
        ("destroy.pack", {"dogs_in_attack": 1}, "not supported"),
        ("destroy.pack", {"dogs_in_attack": 2}, "supported"),
        ("destroy.pack", {"dogs_in_attack": 3}, "supported"),
        ("destroy.pack", {"dogs_in_attack": 3, "provoked": True}, "not supported"),
        ("destroy.pack", {"dogs_in_attack": 3, "victim_committed_crime": True}, "not supported"),
        ("destroy.pack", {}, "not known"),
    ],
)
def test_the_four_grounds_to_destroy(city, key, known, expected):
    assert ground_words(city, BITE | known)[key] == expected


@pytest.mark.parametrize(("prior", "expected"), [(D, "supported"), (PD, "supported"), ("none", "not supported")])
def test_battle_lake_has_a_narrower_ground_of_its_own(prior, expected):
    assert ground_words("battle_lake", BITE | {"prior_declaration": prior})["destroy.declared_harm"] == expected


@pytest.mark.parametrize(
    ("known", "case", "expected"),
    [
        (BITE, CLEAR, "supported"),
        (BITE | ONE_BITE, CLEAR, "not supported"),
        (BITE, CLEAR | {"hearing": "pending"}, "not supported"),
        ({}, CLEAR, "not known"),
    ],
)
def test_to_destroy_needs_a_ground_and_every_gate(known, case, expected):
    law = grounds(BOOK, "crystal", "destroy", TODAY)
    found = supports(law, exempts(BOOK, "crystal", TODAY), facts(**known))
    passed = passage("destroy", gates(BOOK, "crystal", TODAY), facts(**case), OPENED, TODAY)
    assert destruction(found, passed).word == expected
    assert destruction((), passed).word in ("not known", "not supported")


def test_what_a_court_orders():
    law = {g.key: g for g in grounds(BOOK, "crystal", "destroy_by_court", TODAY)}
    assert (law["court.conviction"].force, law["court.subsequent"].force) == ("may", "shall")
