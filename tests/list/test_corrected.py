"""A value corrected here is never overwritten by a list; both are shown until a person settles it."""

import pytest

from fieldapp.services.correct import NotOnRecord, UnusableValue, correct, settle
from tests.list.conftest import counts, rows

HEAD = "License Number,Dog Name,DOB,Breed,Owner Name,Address,Phone,Issued,Expires,Rabies Vaccination Date,Rabies Due\n"
REX = "42,Rex,2019-03-04,Pug,Ann Lee,12 Elm St,763-555-0101,2026-01-02,2026-12-31,2025-05-01,2026-05-01\n"
BO = "43,Bo,2019-03-04,Pug,Ann Lee,12 Elm St,763-555-0101,2026-01-02,2026-12-31,2025-05-01,2026-05-01\n"


def differences():
    return rows("select animal_id, field, here, in_list from differences where settled_at is null order by id")


@pytest.mark.parametrize(
    ("field", "value", "was", "sql"),
    [
        ("name", "Max", "Rex", "select name from animals where id = 1"),
        ("breed", "Boxer", "Pug", "select breed from animals where id = 1"),
        ("birth", "2018-01-01", "2019-03-04", "select cast(born_on as text) from animals where id = 1"),
        ("license end", "2027-06-30", "2026-12-31", "select cast(ends_on as text) from licenses where id = 1"),
        ("rabies due", "2028-05-01", "2026-05-01", "select cast(due_on as text) from vaccinations where id = 1"),
        ("phone", "612-555-0000", "763-555-0101", "select phone from owners where id = 1"),
        ("address", "9 Oak Ave", "12 Elm St", "select address from owners where id = 1"),
        ("owner", "Anne Leigh", "Ann Lee", "select name from owners where id = 1"),
    ],
)
def test_a_corrected_value_outlives_every_list(app_on_both, give, field, value, was, sql):
    give(HEAD + REX)
    correct("crystal", 1, field, value, actor="cli")
    assert rows(sql) == [(value,)]
    assert differences() == [(1, field, value, was)]
    assert counts(give(HEAD + REX)) == (1, 0, 0, 1, 0), "the same list is unchanged"
    assert counts(give(HEAD + REX.replace("Pug", "Akita"))) == (1, 0, 1, 0, 0)
    next_year = REX.replace("2026-01-02", "2027-01-02").replace("2026-12-31", "2027-12-31")
    assert counts(give(HEAD + next_year)) == (1, 0, 1, 0, 0)
    assert rows(sql) == [(value,)]
    assert rows("select count(*) from animals") == rows("select count(*) from owners") == [(1,)]


def test_what_the_list_says_is_kept_up_to_date(app_on_both, give):
    give(HEAD + REX + BO)
    correct("crystal", 1, "phone", "612-555-0000", actor="person:1")
    assert [d[0] for d in differences()] == [1, 2], "both dogs of the owner show it"
    give(HEAD + REX.replace("763-555-0101", "763-555-0199"))
    assert {d[3] for d in differences()} == {"763-555-0199"}
    give(HEAD + REX.replace("763-555-0101", "612-555-0000"))
    assert {d[3] for d in differences()} == {None}, "the list agrees now"
    assert rows("select action from audit_entries where action = 'value.corrected'") == [("value.corrected",)]


def test_settling_keeps_this_or_takes_the_lists(app_on_both, give):
    give(HEAD + REX)
    correct("crystal", 1, "breed", "Boxer", actor="cli")
    ((one,),) = rows("select id from differences")
    settle("crystal", one, keep_here=True, actor="cli")
    assert differences() == []
    give(HEAD + REX.replace("0101", "0102"))
    assert differences() == [], "the same word of the list again opens nothing"
    give(HEAD + REX.replace("Pug", "Akita"))
    assert differences() == [(1, "breed", "Boxer", "Akita")]
    settle("crystal", one, keep_here=False, actor="cli")
    assert rows("select breed from animals") == [("Akita",)]
    give(HEAD + REX)
    assert rows("select breed from animals") == [("Pug",)], "lists count again"


def test_hostile_and_foreign_calls(app, give):
    give(HEAD + REX)
    with pytest.raises(NotOnRecord):
        correct("benson", 1, "name", "Max", actor="cli")
    with pytest.raises(NotOnRecord):
        correct("crystal", 99, "name", "Max", actor="cli")
    with pytest.raises(NotOnRecord):
        correct("crystal", 1, "license end", "2026-01-01", actor="cli", of=99)
    for field, value in (
        ("birth", "soon"),
        ("sex", "x"),
        ("city", "benson"),
        ("name", "x" * 501),
        ("altered", "maybe"),
    ):
        with pytest.raises(UnusableValue):
            correct("crystal", 1, field, value, actor="cli")
    with pytest.raises(NotOnRecord):
        settle("benson", 1, keep_here=True, actor="cli")
    assert rows("select count(*) from differences") == [(0,)]


def test_an_address_takes_the_animals_that_are_kept_there_along(app, give):
    give(HEAD + REX + BO)
    correct("crystal", 1, "address", "9 Oak Avenue", actor="cli")
    assert rows("select distinct p.address from animals a join premises p on p.id = a.premises_id") == [
        ("9 Oak Avenue",)
    ]
    correct("crystal", 2, "kept at", "1 Fir Ct", actor="cli")
    give(HEAD + BO.replace("Pug", "Akita"))
    assert rows("select p.address from animals a join premises p on p.id = a.premises_id where a.id = 2") == [
        ("1 Fir Ct",)
    ]
