"""Columns by their names, and one date order for a whole column."""

from datetime import date

import pytest

from fieldapp.services.license_list.columns import UnusableColumns, field_of, recognise, shown, suggested
from fieldapp.services.license_list.dates import DAY_FIRST, MIXED, MONTH_FIRST, DateReader, NoDate, OrderFinder, orders


@pytest.mark.parametrize(
    ("header", "fields"),
    [
        ("License Issue Date|License Number|Animal's Name|Species|Primary Breed|Secondary Breed|ZIP Code",
         "issued number name species breed breed2 -"),
        ("|animalN|name|DOB|species|breed|color|gender|licenseN|licenseStatus|statusDT|licenseLength|expireD|"  # noqa: ISC004
         "rabiesVac|vacDate|reVacD|provider",
         "- - name birth species breed color sex number status - length ends product given due vet"),
        ("Tag #|Dog|Owner First Name|Owner Last Name|Street Address|City|State|Zip|Phone|Expires",
         "number - owner_first owner_last address town state zip phone ends"),
        ("Licence No.|Pet Name|Colour|Keeper|Address|AnimalBirthYear|Rabies Tag|Microchip #",
         "number name color owner address birth rabies_tag microchip"),
    ],
)  # fmt: skip
def test_columns_are_recognised_by_the_names_that_cities_use(header, fields):
    names = header.split("|")
    columns = recognise(names)
    found = {place: field for field, place in columns.at.items()}
    assert [found.get(place, "-") for place in range(len(names))] == fields.split()
    assert len(columns.ignored) == fields.split().count("-")


def test_an_unnamed_column_shifts_nothing_and_is_called_by_its_place():
    columns = recognise(["", "License Number", "Fee"])
    assert columns.at["number"] == 1
    assert columns.ignored == ("column 1 (no name)", "Fee")


@pytest.mark.parametrize(
    ("header", "mapping", "says"),
    [
        (["License Number", "Name"], {"Nome": "name"}, "Nome"),
        (["Animal", "Breed"], None, "license number"),
        (["Owner Name", "Breed"], None, "the address"),
        (["x", "x", "License Number"], {"x": "name"}, "twice"),
    ],
)
def test_a_header_that_cannot_be_used_names_the_columns(header, mapping, says):
    with pytest.raises(UnusableColumns, match=says):
        recognise(header, mapping)


def test_two_columns_of_one_meaning_are_both_named():
    with pytest.raises(UnusableColumns) as wrong:
        recognise(["License Number", "Tag Number", "Name"])
    assert "License Number" in str(wrong.value)
    assert "Tag Number" in str(wrong.value)
    columns = recognise(["License Number", "Tag Number", "Name"], {"License Number": "ignore"})
    assert columns.at["number"] == 1


def test_a_person_names_fields_in_many_ways():
    assert field_of("License Number") == "number"
    assert field_of("owner's phone") == "phone"
    assert field_of("Ignore") == "ignore"
    with pytest.raises(UnusableColumns, match="use one of"):
        field_of("shoe size")


def reader(order=MONTH_FIRST, *, future=True, serials=False):
    return DateReader(order, 2026, future, serials)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("3/4/2026", "2026-03-04"), ("03-04-2026", "2026-03-04"), ("3.4.26", "2026-03-04"),
        ("2026-03-04", "2026-03-04"),
        ("2026/3/4", "2026-03-04"), ("20260304", "2026-03-04"), ("03042026", "2026-03-04"),
        ("March 29 2005", "2005-03-29"), ("Mar 29, 2005", "2005-03-29"), ("29 March 2005", "2005-03-29"),
        ("29-Mar-05", "2005-03-29"), ("Tuesday, March 29, 2005", "2005-03-29"), ("Sept. 5, 2005", "2005-09-05"),
        ("4/27/2016 1:00:00 AM", "2016-04-27"), ("2016-04-27T01:00:00.000", "2016-04-27"),
        ("4/27/2016 13:00", "2016-04-27"),
        ("2/29/2024", "2024-02-29"), ("12/31/56", "2056-12-31"), ("12/31/57", "1957-12-31"),
    ],
)  # fmt: skip
def test_dates(text, day):
    assert reader().day(text).isoformat() == day


@pytest.mark.parametrize("text", ["2/30/2026", "2/29/2026", "13/13/2026", "0/1/2026", "31/12/2026", "yes", "2026",
                                  "46000",
                                  "1/1/0026", "Febuary 3 2026", "2026-02-30", "1/1/2026 nonsense"])  # fmt: skip
def test_what_is_no_date(text):
    with pytest.raises(NoDate):
        reader().day(text)


def test_day_first_serials_and_births():
    assert reader(DAY_FIRST).day("3/4/2026") == date(2026, 4, 3)
    assert reader(serials=True).day("46000") == date(2025, 12, 9)
    assert reader(future=False).day("1/1/27") == date(1927, 1, 1)
    assert reader().birth("2019") == (date(2019, 1, 1), "year")
    assert reader().birth("03/2019") == (date(2019, 3, 1), "month")
    assert reader().birth("March 2019") == (date(2019, 3, 1), "month")
    assert reader().birth("3/4/2019") == (date(2019, 3, 4), "day")
    with pytest.raises(NoDate, match="not certain"):
        reader(MIXED).day("3/4/2026")


def order(*texts):
    finder = OrderFinder()
    finder.see(texts)
    return finder


def test_the_whole_column_decides_one_order():
    assert order("1/2/2026", "3/4/2026").order is None
    assert order("1/2/2026", "3/14/2026").order == MONTH_FIRST
    assert order("1/2/2026", "14/3/2026").order == DAY_FIRST
    assert order("14/3/2026", "3/14/2026").order == MIXED
    assert order("14/3/2026", *(f"3/{day}/2026" for day in range(13, 31)), *(f"4/{day}/2026" for day in range(13, 31))
                 ).order == MONTH_FIRST  # fmt: skip
    decided = orders({"issued": order("1/2/2026"), "ends": order("14/3/2026")})
    assert decided == {"issued": DAY_FIRST, "ends": DAY_FIRST}, "a column without evidence is like the others"


TWICE = ("License Number", "Name", "Name", "Species", "Expires")


def test_columns_of_one_name_are_told_apart_by_their_place():
    assert shown(TWICE)[1:3] == ("Name (column 2)", "Name (column 3)")
    with pytest.raises(UnusableColumns, match=r'--map "Name#2=name" --map "Name#3="'):
        recognise(TWICE)
    with pytest.raises(UnusableColumns, match=r'stands twice.*--map "Name#2=name" --map "Name#3="'):
        recognise(TWICE, {"Name": "name"})


@pytest.mark.parametrize("form", ["Name#{}", "name #{}", "Name (column {})"])
@pytest.mark.parametrize(("counts", "other"), [(2, 3), (3, 2)])
def test_the_one_that_counts_is_settled_and_no_name_vanishes(form, counts, other):
    settled = {form.format(counts): "name", form.format(other): "ignore"}
    columns = recognise(TWICE, settled)
    assert columns.at["name"] == counts - 1
    assert columns.named[f"Name (column {counts})"] == "name"
    assert columns.ignored == (f"Name (column {other})",)
    assert suggested(TWICE, settled)[counts - 1] == "name"
    assert other - 1 not in suggested(TWICE, settled)
    both = recognise(("Tag", "Name", "Name"), {"Name#2": "name", "Name#3": "owner"})
    assert dict(both.named) == {"Tag": "number", "Name (column 2)": "name", "Name (column 3)": "owner"}


def test_a_map_remembered_for_the_name_alone_ignores_both():
    assert recognise(TWICE, {"Name": "ignore"}).ignored == ("Name (column 2)", "Name (column 3)")


@pytest.mark.parametrize(
    "header", [("Tag", "N", "N", "N (column 2)"), ("N (column 3)", "N", "N", "Tag"), ("", "", "column 1 (no name)")]
)
def test_shown_names_are_never_alike(header):
    assert len(set(shown(header))) == len(header)


def test_a_column_that_is_called_like_a_place_keeps_its_name():
    assert recognise(("Tag", "Lot#1"), {"Lot#1": "name"}).at == {"number": 0, "name": 1}
    with pytest.raises(UnusableColumns, match="no column"):
        recognise(("Tag", "Name"), {"Name#1": "name"})
