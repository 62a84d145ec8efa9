"""The file that a phone carries: the same law gives the same bytes, and its name is the hash of them."""

import hashlib
import json
from datetime import date

import pytest

from fieldapp.lawbook import current
from fieldapp.lawbook.load import load_lawbook
from fieldapp.services.enclosures import LawNotKnown
from fieldapp.services.law_tables import law_table
from tests.law.oakmere import CHECKS, write_oakmere
from tests.rules.pens import BOOK, CITIES, DAY


@pytest.fixture(autouse=True)
def book(monkeypatch):
    monkeypatch.setattr(current, "_book", BOOK)


@pytest.mark.parametrize("city", CITIES)
def test_the_name_is_the_hash_and_the_bytes_stay(city, monkeypatch):
    table = law_table(city, DAY)
    assert table.sha256 == hashlib.sha256(table.body).hexdigest()
    assert table.name == f"law-{city}.{table.sha256}.json"
    assert law_table(city, date(2027, 3, 1)) == table  # another day under the same law
    monkeypatch.setattr(current, "_book", load_lawbook())
    assert law_table(city, DAY) == table  # another process


def test_what_a_check_carries():
    content = json.loads(law_table("crystal", DAY).body)
    assert (content["version"], content["city"], content["name"]) == (1, "crystal", "Crystal")
    checks = {check["id"]: check for check in content["enclosures"]["checks"]}
    floor, height, cover = checks["floor_area"], checks["wall_height"], checks["cover_gauge"]
    assert (floor["amount"], floor["unit"], floor["per_animal"]) == ("32", "square feet", True)
    assert floor["inputs"] == ["length_in", "width_in", "rectangles_in", "animals"]
    assert (height["amount"], height["unit"], height["clauses"]) == ("60", "inches", ["C-161"])  # five feet in the text
    assert (cover["amount"], cover["against"]) == (None, "wall_gauge")
    condition = {"field": "cover", "operator": "is not", "value": "none", "not_noted": "applies"}
    assert cover["applies_when"] == [condition]
    assert all(check["how"] and check["prompt"] and check["citation"] for check in checks.values())
    assert {"name", "type", "unit", "options", "prompt", "how"} == content["enclosures"]["facts"][0].keys()


def test_it_says_until_when_it_holds_and_a_new_law_has_a_new_name(tmp_path, monkeypatch):
    later = (
        CHECKS[CHECKS.index('[[check]]\nkey = "dogs"') :].replace("number = 3", "number = 2").replace("2020", "2027")
    )
    monkeypatch.setattr(current, "_book", load_lawbook(write_oakmere(tmp_path, CHECKS + later)))
    before, after = law_table("oakmere", date(2026, 12, 31)), law_table("oakmere", date(2027, 1, 1))
    assert json.loads(before.body)["changes_on"] == "2027-01-01"
    assert json.loads(after.body)["changes_on"] is None
    assert before.name != after.name


def test_before_the_citys_law_the_states_table_and_none_before_that():
    city, state = (json.loads(law_table("benson", day).body) for day in (date(2010, 2, 10), date(2010, 2, 9)))
    assert city["changes_on"] != state["changes_on"]
    with pytest.raises(LawNotKnown):
        law_table("benson", date(1900, 1, 1))
