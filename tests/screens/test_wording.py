"""How values are written."""

from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

from fieldapp.services.readings import DeclarationReading
from fieldapp.web import wording
from tests.screens.made_up import STATUSES, animal, reading, standing
from tests.screens.preview import preview_app

CONTRACT = {
    "DANGEROUS DOG", "POTENTIALLY DANGEROUS", "NOT KNOWN", "EXPIRED", "NO LICENSE", "RABIES LAPSED",
    "NO LICENSE NEEDED", "CURRENT", "UNKNOWN TAG", "TAG NOT ISSUED",
}  # fmt: skip


def test_every_status_word_has_a_shape_of_its_own():
    assert set(wording.LOOKS) == CONTRACT
    assert len({look.icon for look in wording.LOOKS.values()}) == len(CONTRACT)


@pytest.mark.parametrize(
    ("phone", "dialed"),
    [
        ("763-555-0142", "+17635550142"), ("(763) 555.0142", "+17635550142"), ("1 763 555 0142", "+17635550142"),
        ("+44 20 7946 0000", "+442079460000"), ("763-555-0142 ext. 221", "+17635550142,221"),
        ("763-555-0142 x22", "+17635550142,22"), ("555-0142", "5550142"), ("911", "911"), ("", ""), ("unlisted", ""),
        ('"><script>', ""), ('"><img src=x onerror=alert(1)>', ""),
    ],
)  # fmt: skip
def test_a_telephone_is_dialed_with_its_country_and_extension(phone, dialed):
    assert wording.dial(phone) == dialed


@pytest.mark.parametrize(
    ("number", "written"),
    [
        ("985112345678903", "985 1123 4567 8903"),
        ("26-00417", "26-00417"),
        ("1229550", "1 229 550"),
        ("00822", "00822"),
        ("", ""),
    ],
)
def test_a_long_number_is_grouped(number, written):
    assert wording.grouped(number) == written


@pytest.mark.parametrize(
    ("month", "hour", "written"),
    [
        (1, 15, "1 January 2026, 9:00 a.m."),
        (7, 14, "1 July 2026, 9:00 a.m."),
        (7, 17, "1 July 2026, 12:00 p.m."),
        (7, 5, "1 July 2026, 12:00 a.m."),
    ],
)
def test_an_instant_is_written_in_the_citys_time_summer_and_winter(tmp_path, month, hour, written):
    with preview_app(tmp_path / "instance").app_context():
        assert wording.moment(datetime(2026, month, 1, hour, tzinfo=UTC), "crystal") == written


def test_an_animal_is_described_by_what_is_known():
    assert wording.described(animal()) == "Spayed female, brindle boxer mix, medium"
    assert (
        wording.described(animal(breed="Nova Scotia retriever", color="", size=""))
        == "Spayed female, Nova Scotia retriever"
    )
    assert wording.described(animal(breed="", color="", sex="", altered=None, size="")) == "Dog"
    assert wording.described(animal(altered=None, size="")) == "Female, brindle boxer mix"


def test_beneath_the_word_stand_license_and_rabies():
    assert wording.beneath(reading()) == "License to 14 May 2028 · rabies to 14 May 2028"
    assert wording.beneath(STATUSES["no-license"]).startswith("No license on record · ")
    for_life = replace(standing(), license_ends=None, for_life=True)
    assert wording.beneath(reading(standing=for_life)).startswith("License for life · ")
    assert wording.beneath(STATUSES["unknown"]) == "The city did not issue this tag."


@pytest.mark.parametrize(
    ("stage", "words"),
    [
        ("declared", "Declared dangerous on 2 October 2026"),
        ("appeal_pending", "Declared dangerous · appeal pending since 2 October 2026"),
        ("final", "Declared dangerous · final since 2 October 2026"),
    ],
)
def test_a_declaration_is_told_with_its_stage(stage, words):
    declared = DeclarationReading("dangerous", stage, date(2026, 10, 2))
    assert wording.beneath(reading("DANGEROUS DOG", declaration=declared)) == words
