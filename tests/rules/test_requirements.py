"""What the owner of a declared dog must do, by city and class, at each edge; and when it is due."""

from datetime import date, timedelta

import pytest

from fieldapp.lawbook.declared_dogs import requirements
from fieldapp.lawbook.grounds import needed
from fieldapp.rules.registration_fee import registration_fee
from fieldapp.rules.requirements import DueDates, certificate, duties, duty, facts_of, opens
from tests.rules.dog_cases import BOOK, CITIES, PD, TODAY, D, facts

CHIP = {"microchip_number": "985112001234567", "microchip_maker": "Avid"}
INSURED = {"insurance_cents": 30000000, "insurance_in_force": True, "insurer_authorized": True}
PLACES = ("at_front_door", "front", "rear", "on_property", "on_enclosure", "uniform_symbol")
SIGNS = {f"sign_{place}": True for place in PLACES}
ALL_MET = (
    CHIP
    | INSURED
    | SIGNS
    | {
        "registered": True,
        "registration_fee_paid": True,
        "enclosure": "pass",
        "enclosure_approved": True,
        "tag_worn": True,
        "sterilized": True,
        "sterilization_veterinarian": "Dr. Vang, 12 Main St, 555-0100",
        "photographed": True,
        "owner_age_years": 18,
        "license": "current",
        "rabies": "current",
        "registration_renewed": True,
        "back_in_city": False,
        "obedience_ordered": False,
        "outside_enclosure": False,
        "tenant": False,
        "moved_or_transferred": False,
        "transferred": False,
        "died": False,
        "moved_out": False,
        "affidavit_requested": False,
        "inspection_requested": False,
        "move_planned": False,
        "removed_from_city": False,
        "sterilization_ordered": False,
        "council_asks_registration": False,
    }
)
OUTSIDE = {
    "outside_enclosure": True,
    "muzzled": True,
    "muzzle_prevents_biting": True,
    "muzzle_harmless": True,
    "lead_kind": "chain",
    "lead_length_inches": 36,
    "lead_strong": True,
    "physically_restrained": True,
    "handler_responsible": True,
    "handler_age_years": 16,
}


def one(city, dog_class, topic, known, *, due=None, appeal="none", day=TODAY, on=TODAY):
    law = {r.topic: r for r in requirements(BOOK, city, dog_class, on)}
    return duty(law[topic], facts(**known), due or {}, appeal, day)


def word(city, topic, known, dog_class=D, **more):
    return one(city, dog_class, topic, known, **more).word


OVER = {clock: DueDates(TODAY, TODAY) for clock in ("registration", "microchip", "sterilization", "transfer_notice")}


@pytest.mark.parametrize(
    ("city", "topic", "known", "expected"),
    [
        ("crystal", "owner_age", {"owner_age_years": 17}, "unmet"),
        ("crystal", "owner_age", {"owner_age_years": 18}, "met"),
        ("crystal", "owner_age", {"owner_age_years": 19}, "met"),
        ("crystal", "owner_age", {}, "not known"),
        ("crystal", "insurance", INSURED, "met"),
        ("crystal", "insurance", INSURED | {"insurance_cents": 29999999}, "unmet"),
        ("benson", "insurance", INSURED | {"insurance_cents": 30000001}, "met"),
        ("benson", "insurance", INSURED | {"insurance_cents": 29999999}, "unmet"),
        ("battle_lake", "insurance", INSURED, "met"),
        ("battle_lake", "insurance", INSURED | {"insurance_cents": 29999999}, "unmet"),
        ("battle_lake", "insurance", INSURED | {"insurance_in_force": False}, "unmet"),
        ("battle_lake", "insurance", INSURED | {"insurer_authorized": False}, "unmet"),
        ("crystal", "sign", SIGNS | {"sign_rear": False, "sign_on_enclosure": False}, "met"),
        ("crystal", "sign", SIGNS | {"sign_at_front_door": False}, "unmet"),
        ("benson", "sign", SIGNS | {"sign_rear": False}, "unmet"),
        ("benson", "sign", SIGNS, "met"),
        ("battle_lake", "sign", SIGNS | {"sign_on_enclosure": False}, "unmet"),
        ("battle_lake", "sign", SIGNS | {"sign_uniform_symbol": False}, "unmet"),
        ("battle_lake", "sign", SIGNS | {"sign_front": False}, "met"),
        ("crystal", "enclosure", {"enclosure": "pass"}, "met"),
        ("crystal", "enclosure", {"enclosure": "fail"}, "unmet"),
        ("crystal", "enclosure", {"enclosure": "incomplete"}, "not known"),
        ("battle_lake", "enclosure", {"enclosure": "pass"}, "not known"),  # approved by the city, too
        ("battle_lake", "enclosure", {"enclosure": "pass", "enclosure_approved": True}, "met"),
        ("battle_lake", "sterilization", {"sterilized": True}, "not known"),  # which veterinarian?
        ("benson", "license_and_rabies", {"license": "current", "rabies": "lapsed"}, "unmet"),
        ("crystal", "microchip", {"microchip_number": "985"}, "not known"),
        ("crystal", "landlord", {"tenant": False}, "not asked"),
        ("crystal", "landlord", {}, "not known"),
        ("benson", "landlord", {"tenant": True, "landlord_told": False}, "unmet"),
        ("crystal", "obedience_class", {"obedience_ordered": True, "obedience_completed": True}, "met"),
        ("battle_lake", "no_reentry", {"removed_from_city": True, "back_in_city": True}, "unmet"),
        ("crystal", "tag", {"tag_worn": False}, "unmet"),  # the state's floor
    ],
)
def test_what_satisfies_a_duty(city, topic, known, expected):
    assert word(city, topic, known, due=OVER) == expected


def test_insurance_before_2008():
    known = INSURED | {"insurance_cents": 5000000}
    for day, expected in ((date(2008, 7, 31), "met"), (date(2008, 8, 1), "unmet")):
        assert word("crystal", "insurance", known, due=OVER, on=day) == expected
    assert word("crystal", "insurance", known | {"insurance_cents": 4999999}, due=OVER, on=date(2008, 7, 31)) == "unmet"


@pytest.mark.parametrize(
    ("city", "changed", "expected"),
    [
        ("crystal", {}, "met"),
        ("crystal", {"lead_length_inches": "36.1"}, "unmet"),
        ("crystal", {"lead_length_inches": "35.9"}, "met"),
        ("crystal", {"lead_kind": "leash"}, "unmet"),  # a chain, nothing else
        ("crystal", {"handler_age_years": 12}, "met"),  # no age in the text
        ("benson", {"lead_length_inches": 72, "lead_kind": "leash"}, "met"),
        ("benson", {"lead_length_inches": "71.9"}, "met"),
        ("benson", {"lead_length_inches": "72.1"}, "unmet"),
        ("benson", {"handler_age_years": 15}, "unmet"),
        ("benson", {"handler_age_years": 17}, "met"),
        ("battle_lake", {"lead_length_inches": 48, "lead_kind": "leash"}, "met"),
        ("battle_lake", {"lead_length_inches": "47.9"}, "met"),
        ("battle_lake", {"lead_length_inches": "48.1"}, "unmet"),
        ("battle_lake", {"lead_kind": "chain"}, "met"),  # read as a leash
        *((city, {"muzzled": False}, "unmet") for city in CITIES),
        *((city, {"muzzle_harmless": False}, "unmet") for city in CITIES),
        *((city, {"physically_restrained": False}, "unmet") for city in CITIES),
        *((city, {"lead_strong": None}, "not known") for city in CITIES),
        *((city, {"outside_enclosure": False}, "not asked") for city in CITIES),
    ],
)
def test_a_dangerous_dog_outside_its_enclosure(city, changed, expected):
    assert word(city, "restraint", OUTSIDE | changed) == expected


def test_which_cities_restrain_a_potentially_dangerous_dog():
    asked = {city: "restraint" in {r.topic for r in requirements(BOOK, city, PD, TODAY)} for city in CITIES}
    assert asked == {"crystal": False, "benson": False, "battle_lake": True}
    assert word("battle_lake", "restraint", OUTSIDE | {"lead_length_inches": 60}, PD) == "unmet"


def test_what_a_potentially_dangerous_dog_needs():
    topics = {city: {r.topic for r in requirements(BOOK, city, PD, TODAY)} for city in CITIES}
    assert all("microchip" in found for found in topics.values())
    assert topics["benson"] == {"microchip", "move_notice"}  # no pen, no insurance
    assert {"register", "renewal", "photograph", "owner_age"} <= topics["crystal"]
    assert "enclosure" not in topics["battle_lake"]
    assert word("battle_lake", "register", {"council_asks_registration": False}, PD) == "not asked"


@pytest.mark.parametrize(
    ("day", "expected"),
    [(date(2026, 12, 14), "not due yet"), (date(2026, 12, 15), "unmet"), (date(2026, 12, 16), "unmet")],
)
@pytest.mark.parametrize("city", CITIES)
def test_nothing_is_unmet_before_the_first_lawful_day(city, day, expected):
    due = {"registration": DueDates(date(2026, 12, 11), date(2026, 12, 15))}
    assert word(city, "register", {"registered": False}, due=due, day=day) == expected
    assert word(city, "register", {"registered": True}, due=due, day=day) == "met"
    assert word(city, "register", {}, due=due, day=day) == ("not due yet" if expected == "not due yet" else "not known")


def test_a_clock_that_has_not_started_is_asked_for():
    found = one("crystal", D, "register", {"registered": False})
    assert found.word == "not known"
    assert "registration" in found.unasked[0]


@pytest.mark.parametrize("city", CITIES)
def test_what_an_appeal_pauses_and_what_not(city):
    bad = {"registered": False, "enclosure": "fail", "moved_or_transferred": True, "move_reported": False}
    bad |= OUTSIDE | {"muzzled": False, "insurance_cents": 0, "sterilized": False}
    words = {
        d.requirement.topic: d.word
        for d in duties(requirements(BOOK, city, D, TODAY), facts(**bad), OVER, "pending", TODAY)
    }
    assert words["enclosure"] == words["restraint"] == words["transfer_notice"] == "unmet"
    assert words["register"] == words["insurance"] == words["sterilization"] == "paused"


@pytest.mark.parametrize("city", CITIES)
def test_the_certificate_waits_for_every_duty(city):
    law = requirements(BOOK, city, D, TODAY)
    assert certificate(duties(law, facts(**ALL_MET), OVER, "none", TODAY)).word == "supported"
    waits = [r for r in law if r.for_certificate]
    assert {"fee", "enclosure", "sign", "insurance", "microchip"} <= {r.topic for r in waits}
    for required in waits:
        for element in required.satisfied_by:
            without = {name: value for name, value in ALL_MET.items() if name != element.fact}
            assert certificate(duties(law, facts(**without), {}, "none", TODAY)).word == "not known"
    assert certificate(()).word == "not supported"


def test_where_the_city_inspected_and_failed_no_certificate():
    law = requirements(BOOK, "crystal", D, TODAY)
    found = certificate(duties(law, facts(**ALL_MET | {"enclosure": "fail"}), OVER, "none", TODAY))
    assert found.word == "not supported"
    assert "C-159" in {r.clause for r in found.reasons_against}


def test_what_the_duties_say_together():
    law = requirements(BOOK, "benson", D, TODAY)
    known = facts_of(duties(law, facts(**ALL_MET), OVER, "none", TODAY))
    assert {name: fact.value for name, fact in known.items()} == {
        "insured": True,
        "requirement_unmet": False,
        "requirements_met": True,
    }
    no_tag = duties(law, facts(**ALL_MET | {"tag_worn": False, "insurance_cents": 1}), OVER, "none", TODAY)
    known = facts_of(no_tag)
    assert (known["insured"].value, known["requirement_unmet"].value) == (False, True)
    assert known["requirements_met"].value is False
    assert opens(no_tag, "seizure") == ("insurance", "tag")


def test_what_is_not_due_yet_stays_open_for_a_reclaim():
    law = requirements(BOOK, "benson", D, TODAY)
    later = OVER | {"sterilization": DueDates(TODAY, TODAY + timedelta(days=1))}
    known = facts_of(duties(law, facts(**ALL_MET | {"sterilized": False}), later, "none", TODAY))
    assert "requirements_met" not in known
    assert known["requirement_unmet"].value is False
    nothing = facts_of(duties(law, {}, OVER, "none", TODAY))
    assert nothing == {}


def test_benson_lack_of_a_chip_seizes_no_potentially_dangerous_dog():
    law = requirements(BOOK, "benson", PD, TODAY)
    due = {"microchip_reminder": DueDates(TODAY, TODAY)}
    found = duties(law, facts(move_planned=False), due, "none", TODAY)
    assert {d.requirement.topic: d.word for d in found} == {"microchip": "not known", "move_notice": "not asked"}
    chipless = next(r for r in law if r.topic == "microchip")
    assert "seizure" not in chipless.unmet
    assert "reminder" in chipless.unmet


def test_every_duty_names_its_law():
    for city in CITIES:
        for dog_class in (D, PD):
            for required in requirements(BOOK, city, dog_class, TODAY):
                assert required.law.citation
                assert required.law.clauses


@pytest.mark.parametrize(
    ("cents", "expected"),
    [(49999, "supported"), (50000, "supported"), (50001, "not supported"), (None, "not known")],
)
@pytest.mark.parametrize("city", CITIES)
def test_a_fee_is_set_by_the_city_and_capped_by_the_state(city, cents, expected):
    assert registration_fee(cents, needed(BOOK, city, "registration_fee.cap", TODAY)).word == expected
