"""Who takes a tag off, what no tag says, and what a license needs to be issued."""

import pytest

from fieldapp.rules.tags import may_take_off, presumed_unlicensed
from fieldapp.rules.ways import allowed
from tests.rules.keeping_cases import NO, OPEN, YES, facts, one, value, ways


@pytest.mark.parametrize(
    ("who", "expected"),
    [
        ("owner", YES),
        ("agent of the owner", YES),
        ("police officer", YES),
        ("animal warden", YES),
        ("neighbor", NO),
        (None, OPEN),
    ],
)
def test_who_may_take_a_tag_off(who, expected):
    assert may_take_off(ways("crystal", "remove_tag"), facts(remover=who)).word == expected
    assert may_take_off(ways("benson", "remove_tag"), facts(remover=who)) is None


@pytest.mark.parametrize(
    ("known", "presumed"),
    [
        ({"at_large": True, "wears_tag": False}, True),
        ({"at_large": True, "wears_tag": True}, False),
        ({"at_large": False, "wears_tag": False}, False),
        ({"wears_tag": False}, False),
        ({"at_large": True}, False),
    ],
)
def test_a_loose_dog_without_a_tag_is_presumed_unlicensed(known, presumed):
    found = presumed_unlicensed(facts(**known), value("benson", "tag.presumption"))
    assert (found is not None) is presumed
    assert found is None or found.clause == "MN-347.14"


@pytest.mark.parametrize("city", ["crystal", "benson"])
@pytest.mark.parametrize(
    ("needed", "wears", "expected"), [(True, False, YES), (True, True, NO), (False, False, NO), (True, None, OPEN)]
)
def test_a_tag_is_worn_where_a_license_is_needed(city, needed, wears, expected):
    known = {"license_needed": needed, "wears_tag": wears, "police_dog": False}
    assert one(city, "violation", "tag.not_worn", known) == expected


@pytest.mark.parametrize(
    ("city", "known", "expected"),
    [
        (
            "crystal",
            {"species": "dog", "application_on_form": True, "fee_paid": True, "vaccine_good_through": "x"},
            YES,
        ),
        ("crystal", {"species": "dog", "application_on_form": True, "fee_paid": True}, OPEN),
        (
            "crystal",
            {"species": "dog", "application_on_form": True, "fee_paid": False, "vaccine_good_through": "x"},
            NO,
        ),
        (
            "crystal",
            {
                "species": "pot-bellied pig",
                "application_on_form": True,
                "fee_paid": True,
                "vet_certificate": "not yet of age",
            },
            YES,
        ),
        (
            "crystal",
            {
                "species": "pot-bellied pig",
                "application_on_form": True,
                "fee_paid": True,
                "vet_certificate": "too late",
            },
            NO,
        ),
        (
            "benson",
            {
                "species": "dog",
                "application_complete": True,
                "vaccinated_by_vet": True,
                "certificate_attached": True,
                "fee_paid": True,
            },
            YES,
        ),
        (
            "benson",
            {
                "species": "dog",
                "application_complete": True,
                "vaccinated_by_vet": False,
                "certificate_attached": True,
                "fee_paid": True,
            },
            NO,
        ),
    ],
)
def test_issuing_a_license(city, known, expected):
    assert allowed("license", ways(city, "license_issue"), facts(**known)).word == expected
