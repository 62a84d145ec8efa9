"""A list's own latitude and longitude place the address where an animal is kept, where nobody placed it before."""

import hashlib

import pytest

from fieldapp.cli.import_licenses import notes
from fieldapp.services.license_list.cells import position_of
from fieldapp.services.license_list.columns import recognise
from fieldapp.services.license_list.listed import SEPARATOR, content_hash
from fieldapp.services.place_premises import place
from fieldapp.services.search import kept_around
from tests.list.conftest import counts, rows

HEAD = "License Number,Dog Name,Owner Name,Address,Expires,Latitude,Longitude\n"
PLACED = "select address, latitude, longitude from premises order by address"


@pytest.mark.parametrize(
    ("latitude", "longitude", "position"),
    [("45.0326", "-93.3599", "45.0326 -93.3599"), (" 45.0326 ", "-93.3599", "45.0326 -93.3599"),
     ("45.03261234567", "-93", "45.032612 -93.0"), ("90", "180", "90.0 180.0"), ("-90", "-180", "-90.0 -180.0"),
     ("90.0001", "0.1", ""), ("45", "180.0001", ""), ("0", "0", ""), ("nan", "1", ""), ("1", "inf", ""),
     ("45,03", "-93,36", ""), ("45.03N", "93.36W", ""), ("", "-93", ""), ("45", "", ""), ("-", "-", "")],
)  # fmt: skip
def test_degrees_are_read_where_they_are_a_place(latitude, longitude, position):
    assert position_of(latitude, longitude) == position


def test_a_list_places_its_addresses_and_dogs_are_found_around(app_on_both, give):
    report = give(
        HEAD + "1,Rex,Ann Lee,4100 Sample Ave N,2027-12-31,45.0326,-93.3599\n"
        "2,Bo,Cy Dee,4200 Sample Ave N,2027-12-31,,\n"
        "3,Al,Ed Fox,4300 Sample Ave N,2027-12-31,0,0\n"
        "4,Zoe,Ed Fox,4300 Sample Ave N,2027-12-31,north,west\n"
    )
    assert counts(report) == (4, 4, 0, 0, 0)
    assert report.ignored_columns == ()
    assert report.no_positions == 2
    assert any("On 2 rows latitude and longitude are no place on a map" in note for note in notes(report))
    assert rows(PLACED) == [
        ("4100 Sample Ave N", 45.0326, -93.3599),
        ("4200 Sample Ave N", None, None),
        ("4300 Sample Ave N", None, None),
    ]
    assert [m.name for m in kept_around("crystal", position=(45.0327, -93.3598))] == ["Rex"]


def test_the_same_list_again_changes_nothing_and_a_later_one_fills_what_is_blank(app_on_both, give):
    plain = "License Number,Dog Name,Owner Name,Address,Expires\n1,Rex,Ann Lee,4100 Sample Ave N,2027-12-31\n"
    placed = HEAD + "1,Rex,Ann Lee,4100 Sample Ave N,2027-12-31,45.0326,-93.3599\n"
    give(plain)
    assert counts(give(placed)) == (1, 0, 1, 0, 0)
    assert rows(PLACED) == [("4100 Sample Ave N", 45.0326, -93.3599)]
    assert counts(give(placed)) == (1, 0, 0, 1, 0)


def test_a_position_on_record_stays(app_on_both, give, tmp_path):
    placed = HEAD + "1,Rex,Ann Lee,4100 Sample Ave N,{},45.0326,-93.3599\n"
    give(placed.format("2026-12-31"))
    file = tmp_path / "places.csv"
    file.write_text("address,latitude,longitude\n4100 Sample Avenue North,45.04,-93.35\n")
    assert place("crystal", file, actor="cli").placed == 1
    assert counts(give(placed.format("2027-12-31"))) == (1, 0, 1, 0, 0)
    assert rows(PLACED) == [("4100 Sample Ave N", 45.04, -93.35)]


def test_one_address_on_several_rows_is_placed_by_the_first_that_has_degrees(app, give):
    give(
        HEAD + "1,Rex,Ann Lee,4100 Sample Ave N,2027-12-31,,\n"
        "2,Bo,Ann Lee,4100 Sample Ave N,2027-12-31,45.0326,-93.3599\n"
        "3,Al,Ann Lee,4100 Sample Ave N,2027-12-31,45.1,-93.1\n"
    )
    assert rows(PLACED) == [("4100 Sample Ave N", 45.0326, -93.3599)]


@pytest.mark.parametrize(
    "header", [("License", "Lat"), ("License", "Address", "Lat"), ("License", "Lat", "Long"), ("License", "Longitude")]
)
def test_one_degree_or_a_position_without_an_address_is_named_as_not_used(header):
    wanted = tuple(name for name in header if name not in ("License", "Address"))
    assert recognise(header).ignored == wanted


@pytest.mark.parametrize("names", [("LAT", "LON"), ("Latitude (Y)", "Longitude (X)"), ("lat", "lng")])
def test_degrees_are_recognized_by_their_usual_names(names):
    assert recognise(("License", "Address", *names)).at.keys() >= {"latitude", "longitude"}


def test_a_row_without_a_position_has_the_hash_that_it_had_before_lists_had_positions():
    old = SEPARATOR.join(["7", "Rex", "", ""])
    before = hashlib.blake2b(f"7{SEPARATOR}{old}".encode(), digest_size=16).hexdigest()
    assert content_hash("7", old + SEPARATOR) == before
    assert content_hash("7", f"{old}{SEPARATOR}45.0 -93.0") != before
