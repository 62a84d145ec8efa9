"""The real lists that the product is tried with: exit codes and counts, where they are there."""

from datetime import date
from pathlib import Path

import pytest

from fieldapp.media.sheets import UnusableSheet
from fieldapp.services.license_list.run import Order, import_list
from tests.list.conftest import counts, rows

LISTS = Path(__file__).resolve().parents[2].parent / "shared" / "data" / "csv"
pytestmark = [pytest.mark.outside, pytest.mark.skipif(not LISTS.is_dir(), reason="../shared/data/csv is not there")]


def take(name, **more):
    today = more.pop("today", date(2026, 11, 30))
    return import_list(Order("crystal", LISTS / name, name, frozenset(("dog", "pig")), today, "cli"), **more)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("seattle_pet_licenses.csv", (3152, 2035, 4, 39, 1074)),
        ("dc_licensed_dogs_flat.csv", (1438, 1420, 3, 0, 15)),
        ("seattle_excel_unicode_text.csv", (151, 108, 0, 0, 43)),
        ("really_a_workbook.csv", (59, 42, 0, 0, 17)),
    ],
)
def test_each_list_gives_its_counts_and_nothing_twice(app_on_both, name, expected):
    assert counts(take(name, dry_run=True)) == expected
    assert counts(take(name)) == expected
    read, _, _, _, refused = expected
    assert counts(take(name)) == (read, 0, 0, read - refused, refused)


@pytest.mark.parametrize("name", ["nyc_dog_licensing.csv", "toronto_dangerous_dogs.csv", "nyc_dog_bites.csv"])
def test_what_is_no_license_list_is_refused_whole(app, name):
    with pytest.raises(UnusableSheet, match="missing: the license number, the owner, the address"):
        take(name)
    assert rows("select count(*) from imports") == [(0,)]


def test_status_and_date_disagree_on_22_rows_of_2016(app):
    assert take("dc_licensed_dogs_flat.csv", today=date(2016, 8, 1), dry_run=True).disagree == 22


def test_numbers_keep_their_zeros_and_no_expiry_is_made_up(app):
    take("dc_licensed_dogs_flat.csv")
    assert rows("select count(*) from licenses where number = '0766'") == [(1,)]
    assert rows("select count(*) from licenses where ended_early <> ''") == [(46,)]
    take("seattle_pet_licenses.csv")
    assert rows("select count(*) from licenses where number_folded = 's116897'") == [(2,)]
    assert rows("select count(ends_on) from licenses where import_id = 2") == [(0,)]
