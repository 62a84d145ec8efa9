"""Kennel licenses: their end, their vaccines, the season of screens, where they may stand, what revokes them."""

from datetime import date

import pytest

from fieldapp.rules.kennels import license_ends, screens_due, vaccine_must_reach, vaccines_reach
from fieldapp.rules.ways import allowed
from tests.rules.keeping_cases import NO, OPEN, YES, facts, one, value, ways


@pytest.mark.parametrize(
    ("issued", "ends"),
    [
        (date(2026, 4, 29), date(2026, 4, 30)),
        (date(2026, 4, 30), date(2026, 4, 30)),
        (date(2026, 5, 1), date(2027, 4, 30)),
        (date(2026, 12, 31), date(2027, 4, 30)),
    ],
)
def test_a_kennel_license_ends_on_30_april(issued, ends):
    assert license_ends(issued, value("crystal", "kennel.license_ends")) == ends


BEYOND = value("crystal", "kennel.vaccine_beyond")


@pytest.mark.parametrize(
    ("good_through", "expected"),
    [
        ([date(2027, 7, 29)], NO),
        ([date(2027, 7, 30)], YES),
        ([date(2027, 7, 31)], YES),
        ([date(2028, 1, 1), date(2027, 7, 29)], NO),
        ([date(2028, 1, 1), None], OPEN),
        ([date(2027, 7, 29), None], NO),
        ([], OPEN),
    ],
)
def test_vaccines_reach_three_months_beyond_the_license(good_through, expected):
    end = date(2027, 4, 30)
    assert vaccine_must_reach(end, BEYOND) == date(2027, 7, 30)
    for order in (good_through, good_through[::-1]):
        found = vaccines_reach(order, end, BEYOND)
        assert found.word == expected
        assert all(r.clause == "C-032" for r in (*found.reasons_for, *found.reasons_against))


@pytest.mark.parametrize(
    ("day", "due"),
    [
        (date(2026, 4, 30), False), (date(2026, 5, 1), True), (date(2026, 7, 1), True), (date(2026, 10, 1), True),
        (date(2026, 10, 2), False), (date(2026, 1, 1), False),
    ],
)  # fmt: skip
def test_the_season_of_screens(day, due):
    assert screens_due(day, value("crystal", "kennel.screens")) is due


@pytest.mark.parametrize(
    ("known", "expected"),
    [
        ({"restaurant_distance_feet": "49.9", "health_authority_approved": False}, NO),
        ({"restaurant_distance_feet": 50, "health_authority_approved": False}, NO),
        ({"restaurant_distance_feet": "50.1"}, YES),
        ({"restaurant_distance_feet": 50, "health_authority_approved": True}, YES),
        ({"restaurant_distance_feet": 50}, OPEN),
    ],
)
def test_fifty_feet_from_a_restaurant(known, expected):
    assert allowed("location", ways("crystal", "kennel_location"), facts(**known)).word == expected


PRIVATE = {
    "kennel_kind": "private", "application": "new", "application_on_form": True, "fee_paid": True, "plan_given": True,
    "vaccines_reach": True, "location_allowed": True,
}  # fmt: skip


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({}, YES),
        ({"vaccines_reach": False}, NO),
        ({"plan_given": False}, NO),
        ({"location_allowed": False}, NO),
        ({"fee_paid": None}, OPEN),
        ({"kennel_kind": "commercial", "vaccines_reach": None}, YES),  # certificates only for private kennels
        ({"application": "renewal", "plan_given": False, "plan_certified": True}, YES),
        ({"application": "renewal", "plan_given": True, "plan_certified": False}, YES),
        ({"application": "renewal", "plan_given": False, "plan_certified": False}, NO),
        ({"plan_given": False, "plan_certified": True}, NO),  # a new kennel needs a new plan
    ],
)
def test_issuing_a_kennel_license(change, expected):
    assert allowed("license", ways("crystal", "kennel_license"), facts(**PRIVATE | change)).word == expected


@pytest.mark.parametrize(
    ("key", "fault"),
    [
        ("surfaces", "hard to clean"), ("ventilation", "poorly ventilated"), ("screens", "openings not screened"),
        ("plumbing", "sewer, water or plumbing unsafe"), ("treatment", "cruelty"), ("equipment", "cages too small"),
        ("refuse", "refuse not removed"),
    ],
)  # fmt: skip
def test_each_condition_of_a_kennel(key, fault):
    known = {"kennel_faults": (fault,), "screens_due": True, "police_dog": False}
    assert one("crystal", "violation", f"kennel.{key}", known) == YES
    assert one("crystal", "violation", f"kennel.{key}", known | {"kennel_faults": ("nothing",)}) == NO
    assert one("crystal", "violation", f"kennel.{key}", {"police_dog": False}) == OPEN


def test_openings_need_no_screens_out_of_season():
    known = {"kennel_faults": ("openings not screened",), "screens_due": False, "police_dog": False}
    assert one("crystal", "violation", "kennel.screens", known) == NO


@pytest.mark.parametrize(
    ("key", "known", "expected"),
    [
        ("rabbit.sale", {"rabbits_sold": True, "sale_occasional": False}, YES),
        ("rabbit.sale", {"rabbits_sold": True, "sale_occasional": True}, NO),
        ("rabbit.slaughter", {"rabbits_slaughtered": True}, YES),
        ("rabbit.unscreened", {"hutches_screened": True}, NO),
        ("kennel.revocation", {"kennel_violation": "repeated", "health_authority_recommended": True}, OPEN),
        (
            "kennel.revocation",
            {"kennel_violation": "serious", "health_authority_recommended": True, "hearing_opportunity": True},
            YES,
        ),
        (
            "kennel.revocation",
            {"kennel_violation": "serious", "health_authority_recommended": True, "hearing_opportunity": False},
            NO,
        ),
    ],
)
def test_what_revokes_a_kennel_license(key, known, expected):
    assert one("crystal", "revoke_kennel", key, known) == expected


@pytest.mark.parametrize(
    ("key", "known", "expected"),
    [
        ("kennel.not_posted", {"kennel_kind": "commercial", "license_posted": False}, YES),
        ("kennel.not_posted", {"kennel_kind": "private", "license_posted": False}, NO),
        ("kennel.not_produced", {"kennel_kind": "private", "license_requested": True, "license_produced": False}, YES),
        ("kennel.not_produced", {"kennel_kind": "private", "license_requested": False, "license_produced": False}, NO),
    ],
)
def test_showing_a_kennel_license(key, known, expected):
    assert one("crystal", "violation", key, known | {"police_dog": False}) == expected
