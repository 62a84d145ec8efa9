"""Seizing, killing at the scene, giving back: by city, class, clock and appeal."""

from datetime import date

import pytest

from fieldapp.lawbook.grounds import exempts, grounds, reclaim_ways
from fieldapp.rules.reclaim import reclaim, ways_for
from fieldapp.rules.seizure import applies, scene, seizure, seizures
from tests.rules.dog_cases import BOOK, CITIES, PD, TODAY, D, facts

YES, NO, OPEN = "supported", "not supported", "not known"
BAD = {
    "registered": False,
    "insured": False,
    "kept_in_enclosure": False,
    "handler_present": False,
    "outside_enclosure": True,
    "physically_restrained": False,
    "sterilized": False,
    "requirement_unmet": True,
    "council_asks_registration": True,
    "council_asks_insurance": True,
    "earlier_conviction_same_dog": False,
    "charged_again": False,
}
OPENED = {"registration": TODAY, "sterilization": TODAY}


def words(city, dog_class=D, *, known=BAD, appeal="none", opens_on=OPENED, day=TODAY):
    law = grounds(BOOK, city, "seize", TODAY)
    return {s.ground.key: s.answer.word for s in seizures(law, facts(**known), dog_class, appeal, opens_on, day)}


PAPER = ("seize.registration", "seize.insurance", "seize.sterilization")
AT_ONCE = ("seize.enclosure", "seize.restraint")


@pytest.mark.parametrize("city", CITIES)
@pytest.mark.parametrize(
    ("opens", "expected"),
    [(date(2026, 12, 1), NO), (date(2026, 11, 30), YES), (date(2026, 11, 29), YES)],
)
def test_paper_waits_for_its_clock_and_a_loose_dog_for_nothing(city, opens, expected):
    found = words(city, opens_on=dict.fromkeys(("registration", "sterilization"), opens))
    assert {found[key] for key in PAPER} == {expected}
    assert {found[key] for key in AT_ONCE} == {YES}


@pytest.mark.parametrize("city", CITIES)
@pytest.mark.parametrize(("appeal", "expected"), [("none", YES), ("pending", NO), ("decided", YES), ("", OPEN)])
def test_an_appeal_stops_paper_and_not_a_loose_dog(city, appeal, expected):
    found = words(city, appeal=appeal)
    assert {found[key] for key in PAPER} == {expected}
    assert {found[key] for key in AT_ONCE} == {YES}


@pytest.mark.parametrize("city", CITIES)
def test_what_is_in_order_seizes_nothing_and_what_is_not_asked_stays_open(city):
    good = {name: not value for name, value in BAD.items()} | {"earlier_conviction_same_dog": False}
    assert set(words(city, known=good).values()) == {NO}
    assert set(words(city, known={}).values()) == {OPEN}
    assert words(city, opens_on={})["seize.registration"] == OPEN


@pytest.mark.parametrize("city", CITIES)
def test_a_handler_with_the_dog_is_no_lack_of_an_enclosure(city):
    assert words(city, known=BAD | {"handler_present": True})["seize.enclosure"] == NO


def test_battle_lake_the_loose_dangerous_dog_is_seized_by_state_law():
    law = {g.key: g for g in grounds(BOOK, "battle_lake", "seize", TODAY)}
    assert law["seize.enclosure"].law.clause == "MN-347.54-1a3"
    assert law["seize.registration"].law.clause == "T-052"


def test_battle_lake_a_potentially_dangerous_dog_waits_for_notice_and_no_appeal():
    assert set(words("battle_lake", PD).values()) == {YES}
    assert set(words("battle_lake", PD, appeal="pending").values()) == {NO}
    later = dict.fromkeys(("registration", "sterilization"), date(2026, 12, 1))
    assert set(words("battle_lake", PD, opens_on=later).values()) == {NO}
    unasked = BAD | {"council_asks_registration": False}
    assert words("battle_lake", PD, known=unasked)["seize.registration.potentially_dangerous"] == NO


def test_which_classes_are_seized():
    assert words("crystal", PD) == {}
    assert list(words("benson", PD)) == ["seize.requirements"]
    assert all(applies(g, D) or g.classes == (PD,) for g in grounds(BOOK, "battle_lake", "seize", TODAY))


def test_a_ground_of_another_class_is_refused():
    ground = next(g for g in grounds(BOOK, "crystal", "seize", TODAY) if g.key == "seize.registration")
    with pytest.raises(ValueError, match="no ground"):
        seizure(ground, facts(**BAD), PD, "none", OPENED, TODAY)


@pytest.mark.parametrize("city", CITIES)
@pytest.mark.parametrize(("earlier", "again", "expected"), [(True, True, YES), (False, True, NO), (True, None, OPEN)])
def test_a_second_charge_with_the_same_dog(city, earlier, again, expected):
    known = {"earlier_conviction_same_dog": earlier, "charged_again": again}
    assert words(city, known=known)["seize.subsequent"] == expected


def test_not_seizing_needs_a_reason_where_the_law_says_shall():
    law = grounds(BOOK, "crystal", "seize", TODAY)
    found = seizures(law, facts(**BAD), D, "none", OPENED, TODAY)
    enclosure = next(s for s in found if s.ground.key == "seize.enclosure")
    assert enclosure.ground.force == "shall"  # the text says may in one place, shall in another
    assert enclosure.ground.law.clauses == ("C-180", "C-168")
    assert enclosure.reason_not_to


def test_the_first_lawful_day_is_told():
    law = grounds(BOOK, "crystal", "seize", TODAY)
    found = seizures(law, facts(**BAD), D, "none", {"registration": date(2026, 12, 15)}, TODAY)
    assert found[0].answer.first_lawful_day == date(2026, 12, 15)


@pytest.mark.parametrize(
    ("city", "known", "expected"),
    [
        ("crystal", {"danger": "rabid", "can_be_impounded": False}, YES),
        ("crystal", {"danger": "rabid", "can_be_impounded": True}, NO),
        ("crystal", {"danger": "none", "can_be_impounded": False}, NO),
        ("crystal", {"danger": "vicious"}, OPEN),
        ("benson", {"attack_in_progress": True, "officer_witnessed": True}, YES),
        ("benson", {"attack_in_progress": False, "officer_witnessed": True}, NO),
        ("battle_lake", {}, None),
    ],
)
def test_killing_at_the_scene(city, known, expected):
    law = grounds(BOOK, city, "kill_at_scene", TODAY)
    found = scene(law, exempts(BOOK, city, TODAY), facts(**known))
    assert [s.answer.word for s in found] == ([] if expected is None else [expected])


def back(city, known, *, after="seizure", dog_class=D, opens=date(2026, 12, 1), day=TODAY):
    ways = ways_for(reclaim_ways(BOOK, city, TODAY), after, dog_class)
    return {way.key: reclaim(way, facts(**known), opens, day).word for way in ways}


PAID = {"fees_paid": True, "requirements_met": True}


@pytest.mark.parametrize("city", CITIES)
@pytest.mark.parametrize(
    ("opens", "known", "expected"),
    [
        (date(2026, 12, 1), PAID, YES),  # today is the last day
        (date(2026, 11, 30), PAID, NO),
        (date(2026, 11, 29), PAID, NO),
        (None, PAID, OPEN),
        (date(2026, 12, 1), PAID | {"fees_paid": False}, NO),
        (date(2026, 12, 1), PAID | {"requirements_met": False}, NO),
        (date(2026, 12, 1), {"fees_paid": True}, OPEN),
    ],
)
def test_reclaiming_a_seized_dog(city, opens, known, expected):
    assert back(city, known, opens=opens)["reclaim.complied"] == expected


@pytest.mark.parametrize(("decision", "expected"), [("return on plan, pen by Friday", YES), (None, OPEN), ("", OPEN)])
def test_crystal_a_plan_needs_the_chief(decision, expected):
    known = {"fees_paid": True, "requirements_met": False, "plan_proved": True, "chief_decision": decision}
    for dog_class in (D, PD):
        found = back("crystal", known, dog_class=dog_class)
        assert found == {"reclaim.complied": NO, "reclaim.on_plan": expected}


@pytest.mark.parametrize("city", CITIES)
def test_reclaiming_after_an_acquittal(city):
    assert back(city, {"acquitted": True}, after="acquittal") == {"reclaim.acquitted": YES}
    assert back(city, {"acquitted": False}, after="acquittal") == {"reclaim.acquitted": NO}
    clocks = {way.after: way.clock for way in reclaim_ways(BOOK, city, TODAY)}
    assert clocks == {"seizure": "reclaim_dangerous", "acquittal": "reclaim_after_acquittal"}
