"""A clerk corrects a record: only what changed, all or nothing, nobody's work overwritten, no list either."""

import re
from datetime import date
from html import unescape

import pytest

from fieldapp.services import edit_animal, look_up
from fieldapp.services.correct import correct
from fieldapp.services.correctable import FIELDS, UnusableValue, refuse_absurd
from fieldapp.services.demo.load import load_demo
from fieldapp.services.edit_animal import ChangedMeanwhileError, record_of, save
from fieldapp.tables.db import reading


def test_only_what_changed_is_written_and_audited(animals):
    juniper = animals["crystal", "Juniper"]
    was = record_of("crystal", juniper)
    owner = was.owners[0]
    typed = {**was.values, ("color", None): "  dark   brindle ", ("phone", owner): "763-555-0199"}
    save("crystal", juniper, was.values, typed, actor="person:1", person_id=1)
    found = look_up.by_animal("crystal", juniper)
    assert (found.animal.color, found.owners[0].phone) == ("dark brindle", "763-555-0199")
    with reading() as connection:
        rows = connection.exec_driver_sql("select field from differences order by field").scalars().all()
        told = connection.exec_driver_sql(
            "select count(*) from audit_entries where action = 'value.corrected'"
        ).scalar_one()
    # the owner's other animal shows the changed telephone too
    assert (sorted(set(rows)), told) == (["color", "phone"], 1)


def test_one_wrong_value_and_nothing_is_written(animals):
    juniper = animals["crystal", "Juniper"]
    was = record_of("crystal", juniper)
    typed = {**was.values, ("color", None): "red", ("birth", None): "2026-02-30"}
    with pytest.raises(UnusableValue) as wrong:
        save("crystal", juniper, was.values, typed, actor="person:1", person_id=1)
    assert wrong.value.field == "birth"
    assert record_of("crystal", juniper) == was


def test_a_date_that_cannot_be_is_refused_as_in_a_list(animals):
    juniper = animals["crystal", "Juniper"]
    was = record_of("crystal", juniper)
    for typed in ("2030-01-01", "2199", "2031-05", "1900-01-01"):
        with pytest.raises(UnusableValue, match=r"has not come yet|cannot be") as wrong:
            save("crystal", juniper, was.values, {**was.values, ("birth", None): typed}, actor="person:1", person_id=1)
        assert wrong.value.field == "birth"
    for field in ("license issued", "license end", "rabies given", "rabies due"):
        for typed in ("1979-12-31", "0001-01-01", "2199-01-01", "9999-12-31"):
            with pytest.raises(UnusableValue, match="cannot be"):
                correct("crystal", juniper, field, typed, actor="person:1", of=1)
    assert record_of("crystal", juniper) == was


@pytest.mark.parametrize("field", ["license end", "rabies due"])
def test_a_date_some_years_ahead_is_no_fault(field):
    refuse_absurd("2040-05-01", FIELDS[field].values("2040-05-01"), date(2026, 11, 30))
    refuse_absurd("", FIELDS[field].values(""), date(2026, 11, 30))


@pytest.mark.parametrize(("typed", "shown"), [("2021", "2021"), ("2021-05", "May 2021"), ("2021-05-04", "4 May 2021")])
def test_a_birth_is_kept_as_closely_as_it_is_known(app, typed, shown):
    load_demo(app.config["SETTINGS"].instance)
    was = record_of("crystal", 1)
    save("crystal", 1, was.values, {**was.values, ("birth", None): typed}, actor="person:1", person_id=1)
    assert look_up.by_animal("crystal", 1).animal.birth == shown
    assert record_of("crystal", 1).values["birth", None] == typed


def test_nobody_overwrites_what_somebody_else_changed_meanwhile(animals):
    juniper = animals["crystal", "Juniper"]
    was = record_of("crystal", juniper).values
    save("crystal", juniper, was, {**was, ("color", None): "red"}, actor="person:1", person_id=1)
    save("crystal", juniper, was, {**was, ("size", None): "medium"}, actor="person:2", person_id=2)  # another field
    with pytest.raises(ChangedMeanwhileError, match="red"):
        save("crystal", juniper, was, {**was, ("color", None): "blue"}, actor="person:2", person_id=2)
    now = record_of("crystal", juniper).values
    assert (now["color", None], now["size", None]) == ("red", "medium")


def test_another_citys_record_is_not_there(animals):
    assert edit_animal.record_of("benson", animals["crystal", "Juniper"]) is None


def test_the_page_keeps_what_was_typed_and_names_the_field(demo_app, demo_people):
    client = demo_app.test_client()
    me = next(p for p in demo_people if (p["role"], p["city"]) == ("clerk", "crystal"))
    headers = {"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"}
    assert client.post("/login", data={k: me[k] for k in ("username", "password")}, headers=headers).status_code == 303
    page = client.get("/animals/1/edit").text
    fields = dict(re.findall(r'<input[^>]* name="([^"]+)"[^>]* value="([^"]*)"', page))
    fields |= {"species": "dog", "sex": "female", "altered": "yes", "size": "large", "exemption": ""}
    fields |= {"call_name_hidden": "no", "owners-0-address_protected": "no", "owners-1-address_protected": "no"}
    fields = {name: unescape(value) for name, value in fields.items()}
    wrong = client.post("/animals/1/edit", data=fields | {"birth": "yesterday", "color": "plaid"}, headers=headers)
    assert wrong.status_code == 422
    assert "Birth: " in wrong.text
    assert 'value="plaid"' in wrong.text
    assert "<title>Error: " in wrong.text
    right = client.post("/animals/1/edit", data=fields | {"color": "plaid"}, headers=headers)
    assert (right.status_code, right.headers["Location"]) == (303, "/animals/1")
    assert "plaid" in client.get("/animals/1").text
