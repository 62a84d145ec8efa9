"""A microchip links two rows only where it can be one, and where the dogs are alike."""

import pytest

from fieldapp.cli.import_licenses import notes
from fieldapp.services.license_list.chips import chip_of
from tests.list.conftest import counts, rows

HEAD = "License Number,Dog Name,DOB,Microchip,Expires\n"


@pytest.mark.parametrize(
    "text",
    ["Yes", "No", "9.85112E+14", "9,85112E+14", "985112E9", "985112000000000", "000000000", "111111111111111",
     "123456789", "1234567890", "123456789012345", "MICROCHIP", "UNDECIDED", "scheduled", "since 2019", "Dec 15 2024",
     "Jan 15 2024", "01/15/2024", "12345", "9851120034567891", "chipped 985", "-", "", "n/a", "98511200345678X"],
)  # fmt: skip
def test_what_cannot_be_a_chip_is_none(text):
    assert chip_of(text) == ""


@pytest.mark.parametrize(
    ("text", "chip"),
    [("985112003456789", "985112003456789"), ("985 112 003 456 789", "985 112 003 456 789"),
     ("985-112-003456789", "985-112-003456789"), ("985112003456789.0", "985112003456789"),
     ("'985112003456789", "985112003456789"), ("AVID*012*346*678", "012*346*678"), ("012345679", "012345679"),
     ("4A12F4567B", "4A12F4567B"), ("0A13654B7E", "0A13654B7E")],
)  # fmt: skip
def test_a_chip_is_kept_as_written(text, chip):
    assert chip_of(text) == chip


def test_words_and_rounded_numbers_link_no_dogs(app_on_both, give):
    give(HEAD + "A1,Rex,,Yes,2025-12-31\nA2,Max,,No,2025-12-31\nA3,Sci,,9.85112E+14,2025-12-31\n")
    report = give(
        HEAD + "B1,Bo,,Yes,2026-12-31\nB2,Al,,Yes,2026-12-31\nB3,Zoe,,No,2026-12-31\nB4,Ed,,9.85112E+14,2026-12-31\n"
    )
    assert counts(report) == (4, 4, 0, 0, 0)
    assert report.no_chips == 4
    assert any("On 4 rows the microchip cannot be one" in note for note in notes(report))
    assert rows("select count(*) from animals where microchip = '' and microchip_key = ''") == [(7,)]


@pytest.mark.parametrize(
    ("second", "animals"),
    [("Rex,2020-01-01", 1), ("Rex,", 1), ("Rexie,2019-03-04", 1), ("Bo,2020-01-01", 2), ("Bo,", 2)],
)
@pytest.mark.parametrize("in_one", [True, False])
def test_one_chip_on_two_names_is_one_dog_only_where_name_or_birth_agree(app, give, second, animals, in_one):
    one = "1,Rex,2019-03-04,985112003456789,2025-12-31\n"
    two = f"2,{second},985112003456789,2026-12-31\n"
    for content in [one + two] if in_one else [one, two]:
        assert give(HEAD + content).refused == 0
    assert rows("select count(*) from animals") == [(animals,)]
    assert rows("select count(*) from licenses") == [(2,)]
    assert counts(give(HEAD + one + two)) == (2, 0, 0, 2, 0)


def test_two_blank_names_do_not_agree(app, give):
    give(HEAD + "1,,,985112003456789,2025-12-31\n2,,,985112003456789,2026-12-31\n")
    assert rows("select count(*) from animals") == [(2,)]
