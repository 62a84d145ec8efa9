"""A list without license numbers loses no dog; a value corrected here and then in the list means the same dog."""

import pytest

from fieldapp.services.correct import correct
from tests.list.conftest import counts, rows

BARE = "Dog Name,Owner Name,Address,Breed,Color,Sex,DOB,Phone,Expires\n"
HEAD = "License Number,Dog Name,DOB,Breed,Owner Name,Address,Expires\n"
REXX = "42,Rexx,2019-03-04,Pug,Ann Lee,12 Elm St,2026-12-31\n"


def ann(cells, name="", phone="", end="2026-12-31"):
    return f"{name},Ann B,1 Main St,{cells},{phone},{end}\n"


@pytest.mark.parametrize("name", ["", "Unknown"])
@pytest.mark.parametrize(
    "other",
    ["Poodle,white,,", "Poodle,black,M,2019-01-01", "Labrador,white,M,2019-01-01", "Labrador,black,F,2019-01-01",
     "Labrador,black,M,2020-01-01"],
)  # fmt: skip
def test_dogs_without_number_and_name_are_told_apart_by_their_looks(app, give, name, other):
    content = BARE + ann("Labrador,black,M,2019-01-01", name) + ann(other, name)
    assert counts(give(content)) == (2, 2, 0, 0, 0)
    assert counts(give(content)) == (2, 0, 0, 2, 0)
    assert rows("select count(*) from animals") == [(2,)]
    renewed = content.replace("2026-12-31", "2027-12-31")
    assert counts(give(renewed)) == (2, 0, 2, 0, 0)
    assert rows("select count(*) from animals") == [(2,)]


def test_the_reviewers_two_columns(app_on_both, give):
    head = "Owner Name,Address,Breed,Color,Expires\n"
    lines = "Ann B,1 Main St,Labrador,black,2026-12-31\nAnn B,1 Main St,Poodle,white,2026-12-31\n"
    assert counts(give(head + lines)) == (2, 2, 0, 0, 0)
    assert rows("select breed from animals order by id") == [("Labrador",), ("Poodle",)]


@pytest.mark.parametrize("end", ["2026-12-31", "2026-06-30", ""])
def test_rows_that_cannot_be_told_apart_are_refused_with_both_lines(app, give, end):
    content = BARE + ann("Pug,tan,,", phone="1") + ann("Pug,tan,,", phone="2", end=end) + ann("Boxer,tan,,")
    report = give(content)
    assert counts(report) == (3, 1, 0, 0, 2)
    assert [line for line, _ in report.refusals] == [2, 3]
    assert all("line 2, line 3" in reason for _, reason in report.refusals)
    assert rows("select breed from animals") == [("Boxer",)]
    assert counts(give(content)) == (3, 0, 0, 1, 2)


def test_one_name_with_two_looks_in_a_year_is_refused_too(app, give):
    content = BARE + ann("Pug,tan,,", "Rex") + ann("Boxer,tan,,", "Rex")
    assert counts(give(content)) == (2, 0, 0, 0, 2)
    assert counts(give(BARE + ann("Pug,tan,,", "Rex", "1") + ann("Pug,,,", "Rex", "2"))) == (2, 1, 1, 0, 0)


def test_equal_rows_are_one_dog(app, give):
    assert counts(give(BARE + ann("Pug,tan,,") * 2)) == (2, 1, 0, 1, 0)


@pytest.mark.parametrize(("field", "value", "was"), [("name", "Rex", "Rexx"), ("birth", "2018-03-04", "2019-03-04")])
def test_a_value_corrected_here_and_then_in_the_list_is_the_same_dog(app_on_both, give, field, value, was):
    give(HEAD + REXX)
    correct("crystal", 1, field, value, actor="cli")
    mended = REXX.replace(was, value)
    assert counts(give(HEAD + mended)) == (1, 0, 1, 0, 0)
    assert rows("select in_list from differences") == [(None,)], "the list agrees: the difference is closed"
    assert counts(give(HEAD + mended)) == (1, 0, 0, 1, 0)
    assert counts(give(HEAD + mended.replace("2026-12-31", "2027-12-31"))) == (1, 0, 1, 0, 0)
    assert rows("select count(*) from animals") == [(1,)]
    assert rows("select count(*) from licenses") == [(2,)]


@pytest.mark.parametrize("name", ["Rex", "Rexx"])
@pytest.mark.parametrize("number", ["42", "77"])
def test_next_years_list_means_the_corrected_dog_by_either_name(app, give, name, number):
    give(HEAD + REXX)
    correct("crystal", 1, "name", "Rex", actor="cli")
    renewed = REXX.replace("Rexx", name).replace("2026", "2027").replace("42,", f"{number},", 1)
    assert counts(give(HEAD + renewed)) == ((1, 0, 1, 0, 0) if number == "42" else (1, 1, 0, 0, 0))
    assert rows("select name from animals") == [("Rex",)]


def test_two_corrections_of_which_the_list_takes_one(app, give):
    give(HEAD + REXX)
    correct("crystal", 1, "name", "Rex", actor="cli")
    correct("crystal", 1, "birth", "2018-03-04", actor="cli")
    assert counts(give(HEAD + REXX.replace("Rexx", "Rex"))) == (1, 0, 1, 0, 0)
    assert rows("select field, in_list from differences order by field") == [("birth", "2019-03-04"), ("name", None)]


def test_both_names_in_one_year_are_two_dogs_still(app, give):
    give(HEAD + REXX)
    correct("crystal", 1, "name", "Rex", actor="cli")
    both = REXX + REXX.replace("Rexx", "Rex")
    assert counts(give(HEAD + both)) == (2, 0, 0, 0, 2)
    apart = REXX + REXX.replace("Rexx", "Rex").replace("2026", "2027")
    assert counts(give(HEAD + apart)) == (2, 0, 1, 1, 0)
    assert rows("select count(*) from animals") == [(1,)]
