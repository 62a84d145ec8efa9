"""Going in to seize, impounding, giving back, giving away."""

from datetime import date

import pytest

from fieldapp.lawbook.grounds import exempts, grounds
from fieldapp.rules.entry import entry
from fieldapp.rules.impound import impound_grounds, new_home, reclaim_impounded
from tests.rules.keeping_cases import BOOK, NO, OPEN, TODAY, YES, facts, limit, ways

SIX = {
    "complainant_identified": True, "complaint_now": True, "believed_violation": "barking", "complaint_before": True,
    "contact_attempt": "failed", "forced_residence": False, "seizure_notice": "left conspicuously",
}  # fmt: skip
BAD = {
    "complainant_identified": False, "complaint_now": False, "believed_violation": "other", "complaint_before": False,
    "contact_attempt": "not tried", "forced_residence": True, "seizure_notice": "none",
}  # fmt: skip


def enter(city, known):
    return entry(ways(city, "entry_to_seize"), facts(**known)).word


def test_benson_all_six_or_a_warrant():
    assert enter("benson", SIX) == YES
    assert enter("benson", {"warrant": True, "reasonable_cause": True}) == YES
    assert (
        enter("benson", SIX | {"warrant": False} | {"believed_violation": "cruelty", "contact_attempt": "ignored"})
        == YES
    )
    assert enter("benson", {}) == OPEN
    assert (
        enter(
            "benson",
            {"consent_of": "the tenant", "emergency": True, "emergency_described": "fire"} | BAD | {"warrant": False},
        )
        == NO
    )


@pytest.mark.parametrize("name", SIX)
def test_benson_each_condition_alone_blocks(name):
    assert enter("benson", SIX | {name: BAD[name], "warrant": False}) == NO
    assert enter("benson", SIX | {name: None, "warrant": False}) == OPEN


@pytest.mark.parametrize("city", ["crystal", "battle_lake"])
@pytest.mark.parametrize(
    ("known", "expected"),
    [
        ({"consent_of": "the owner"}, YES),
        ({"warrant": True}, YES),
        ({"emergency": True, "emergency_described": "a dog under a fallen wall"}, YES),
        ({"emergency": True}, OPEN),
        (SIX, OPEN),  # Benson's conditions are no way here
        ({"consent_of": ""}, OPEN),
    ],
)
def test_elsewhere_consent_warrant_or_exigency(city, known, expected):
    assert enter(city, known) == expected


def impound(city, known):
    law = grounds(BOOK, city, "impound", TODAY)
    return {
        s.ground.key for s in impound_grounds(law, exempts(BOOK, city, TODAY), facts(**known)) if s.answer.word == YES
    }


@pytest.mark.parametrize(
    ("city", "known", "expected"),
    [
        ("benson", {"species": "dog", "wears_tag": False}, {"impound.no_tag"}),
        ("benson", {"species": "cat", "wears_tag": False}, set()),
        ("benson", {"at_large": True}, {"impound.at_large"}),
        ("benson", {"species_class": "non_domestic", "immediate_risk": True}, {"impound.immediate_risk"}),
        ("benson", {"species_class": "non_domestic", "kept_in_city": True}, {"impound.non_domestic"}),
        ("benson", {"damaged_property": True}, {"impound.damage"}),
        ("benson", {"care_lacking": ("sufficient water",)}, {"impound.care"}),
        ("crystal", {"contrary_to_section": True, "police_dog": False}, {"impound.contrary"}),
        ("crystal", {"contrary_to_section": True, "police_dog": True}, set()),
        ("battle_lake", {"species": "dog", "at_large": True, "licensed_on_record": False}, {"impound.unlicensed"}),
        ("battle_lake", {"species": "dog", "at_large": True, "licensed_on_record": True}, set()),
    ],
)
def test_what_lets_an_animal_be_impounded(city, known, expected):
    assert impound(city, known) == expected


BACK = {
    "crystal": {"species": "dog", "licensed": True, "impound_fees_paid": True},
    "benson": {
        "species": "dog", "licensed": True, "rabies_certificate": True, "release_fee_paid": True,
        "maintenance_paid": True,
    },
    "battle_lake": {"impound_fees_paid": True},
}  # fmt: skip


@pytest.mark.parametrize("city", BACK)
def test_having_an_animal_back(city):
    terms = ways(city, "reclaim_impounded")
    assert reclaim_impounded(terms, facts(**BACK[city])).word == YES
    for name in BACK[city]:
        if name != "species":
            assert reclaim_impounded(terms, facts(**BACK[city] | {name: False})).word == NO
            assert reclaim_impounded(terms, facts(**BACK[city] | {name: None})).word == OPEN
    if city != "battle_lake":  # a cat needs no license here
        assert reclaim_impounded(terms, facts(**BACK[city] | {"species": "cat", "licensed": False})).word == YES


GIVEN = {
    "crystal": {"species": "dog", "license_receipt_and_tag": True, "price_covers_costs": True, "purpose": "pet"},
    "benson": {"species": "dog", "sterilized": True, "purpose": "pet"},
    "battle_lake": {"purpose": "pet"},
}
OPENS = {"impound_hold": date(2026, 11, 30)}


@pytest.mark.parametrize("city", GIVEN)
def test_a_new_home(city):
    def word(known, day=TODAY, opens=OPENS):
        return new_home(
            ways(city, "new_home"), facts(**known), "impound_hold", limit(5, "business days"), opens, day
        ).word

    assert word(GIVEN[city]) == YES
    assert word(GIVEN[city], date(2026, 11, 29)) == NO  # the hold is not over
    assert word(GIVEN[city], date(2026, 12, 1)) == YES
    assert word(GIVEN[city], opens={}) == OPEN
    assert word(GIVEN[city] | {"purpose": "research"}) == NO
    assert word(GIVEN[city] | {"purpose": None}) == OPEN
    for name, value in GIVEN[city].items():
        if value is True:
            assert word(GIVEN[city] | {name: False}) == NO


def test_a_hold_alone_where_the_law_has_no_terms():
    assert new_home((), {}, "impound_hold", limit(), OPENS, TODAY).word == YES
