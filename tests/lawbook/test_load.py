"""One fault of each kind, planted in a lawbook, is reported with its place."""

from datetime import date

import pytest

from fieldapp.lawbook.load import UnusableLaw, load_lawbook

CITY = 'kind = "city"\nid = "oakmere"\nname = "Oakmere"\nstate = "minnesota"\ntime_zone = "America/Chicago"\n'
VALUE = """
[[value]]
key = "license.dog.from_age"
number = 4
unit = "months"
comparison = "at least"
clause = "O-1"
citation = "Oakmere 5.01"
from = 2020-01-01
last_checked = 2026-11-30
"""


def folder(tmp_path, city=CITY, value=VALUE, name="oakmere"):
    (tmp_path / name).mkdir()
    (tmp_path / name / "city.toml").write_text(city)
    (tmp_path / name / "licenses.toml").write_text(value)
    return tmp_path


def test_another_city_is_a_folder(tmp_path):
    book = load_lawbook(folder(tmp_path))
    limit = book.at("oakmere", "license.dog.from_age", date(2026, 1, 1))
    assert (limit.number, limit.citation) == (4, "Oakmere 5.01")
    assert book.at("oakmere", "license.dog.from_age", date(2019, 12, 31)) is None
    assert book.at("oakmere", "rabies.first_dose_wait", date(2026, 1, 1)).number == 28  # the state's


def test_old_values_stay_and_a_repeal_ends_them(tmp_path):
    later = VALUE.replace("number = 4", "number = 6").replace("2020-01-01", "2024-07-01")
    repeal = VALUE.replace("number = 4", "ends = true").replace('unit = "months"\n', "").replace("2020-", "2026-")
    book = load_lawbook(folder(tmp_path, value=VALUE + later + repeal))
    numbers = [
        limit and limit.number
        for day in (date(2024, 6, 30), date(2024, 7, 1), date(2025, 12, 31), date(2026, 1, 1))
        for limit in [book.at("oakmere", "license.dog.from_age", day)]
    ]
    assert numbers == [4, 6, 6, None]


@pytest.mark.parametrize(
    ("planted", "said"),
    [
        ({"value": VALUE.replace('clause = "O-1"\n', "")}, "clause is missing"),
        ({"value": VALUE.replace("last_checked = 2026-11-30\n", "")}, "last_checked is missing"),
        ({"value": VALUE.replace('"months"', '"moons"')}, "unit 'moons'"),
        ({"value": VALUE.replace('"at least"', '"about"')}, "comparison 'about'"),
        ({"value": VALUE.replace("number = 4", 'number = "four"')}, "number has the wrong kind"),
        ({"value": VALUE.replace("number = 4\n", "")}, "neither number nor words"),
        ({"value": VALUE + 'color = "red"\n'}, "color is unknown"),
        ({"value": VALUE.replace('"Oakmere 5.01"', '"  "')}, "citation is blank"),
        ({"value": VALUE.replace("2020-01-01", "9020-01-01")}, "from lies in 9020"),
        ({"value": VALUE + VALUE}, "two pieces from the same day"),
        ({"value": VALUE.replace("[[value]]", "[[vaule]]")}, "is no kind of law"),
        ({"value": VALUE + "key ="}, "is no TOML"),
        ({"city": CITY.replace("America/Chicago", "America/Nowhere")}, "is no time zone"),
        ({"city": CITY.replace("minnesota", "atlantis")}, "there is no state 'atlantis'"),
        ({"city": CITY.replace('"oakmere"', '"oakmer"')}, "must be the folder's name"),
        ({"city": CITY.replace('name = "Oakmere"\n', "")}, "name: is missing"),
    ],
)
def test_a_fault_is_named_with_its_place(tmp_path, planted, said):
    with pytest.raises(UnusableLaw) as found:
        load_lawbook(folder(tmp_path, **planted))
    assert said in str(found.value)
    assert "oakmere" in str(found.value)


def test_a_fault_names_its_line(tmp_path):
    wrong = VALUE.replace("number = 4", "number = 5").replace('"months"', '"moons"').replace("2020-", "2021-")
    with pytest.raises(UnusableLaw) as found:
        load_lawbook(folder(tmp_path, value=VALUE + wrong))
    assert [f.line for f in found.value.faults] == [15]


def test_an_id_can_stand_in_an_address(tmp_path):
    city = CITY.replace('"oakmere"', '"Oak Mere"')
    with pytest.raises(UnusableLaw, match="small letters"):
        load_lawbook(folder(tmp_path, city=city, name="Oak Mere"))
