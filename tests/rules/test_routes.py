"""Who may cite, and which answers to a violation are open in a city."""

from dataclasses import replace
from datetime import date

import pytest

from fieldapp.lawbook.office import designations
from fieldapp.lawbook.office import routes as of_city
from fieldapp.rules.routes import may_cite, route, routes
from tests.rules.keeping_cases import BOOK, CITIES, NO, OPEN, TODAY, YES, facts, value


def cite(city, known, day=TODAY):
    return may_cite(designations(BOOK, city, TODAY), facts(**known), value(city, "citation.designated"), day)


WARDEN = {"peace_officer": False, "post": "animal warden"}


@pytest.mark.parametrize(
    ("city", "known", "expected"),
    [
        ("crystal", WARDEN, YES),  # C-094
        ("crystal", {"post": "animal warden"}, YES),
        ("crystal", WARDEN | {"post": "clerk"}, NO),
        ("crystal", {"peace_officer": False}, OPEN),
        ("crystal", {}, OPEN),
        ("benson", WARDEN, NO),  # the text does not say so
        ("benson", {"post": "animal warden"}, OPEN),
        ("benson", {"peace_officer": True}, YES),
        ("battle_lake", WARDEN, NO),
    ],
)
def test_who_may_cite(city, known, expected):
    assert cite(city, known).word == expected


@pytest.mark.parametrize(
    ("day", "expected"), [(date(1999, 12, 31), NO), (date(2000, 1, 1), YES), (date(2000, 1, 2), YES)]
)
def test_a_designation_counts_from_its_day(day, expected):
    assert cite("crystal", WARDEN, day).word == expected


@pytest.mark.parametrize("city", CITIES)
def test_the_routes_of_a_city(city):
    found = routes(of_city(BOOK, city, TODAY)[::-1], cite(city, {"peace_officer": True}))
    assert [(way.title, answer.word) for way, answer in found] == [
        ("Warning", YES), ("Notice to comply", YES), ("Administrative citation", NO), ("Citation to court", YES),
    ]  # fmt: skip
    assert "no ordinance" in found[2][1].reasons_against[0].fact
    closed = routes(of_city(BOOK, city, TODAY), cite(city, WARDEN | {"post": "clerk"}))
    assert [answer.word for _, answer in closed] == [YES, YES, NO, NO]


def test_an_administrative_citation_opens_with_the_number():
    way = next(w for w in of_city(BOOK, "benson", TODAY) if w.by_ordinance)
    numbered = replace(way, ordinance="Ordinance 12-2027")
    officer = cite("benson", {"peace_officer": True})
    assert route(numbered, officer).word == YES
    assert route(numbered, officer).reasons_for[0].fact == "By Ordinance 12-2027"
    assert route(replace(way, ordinance="  "), officer).word == NO
    assert route(numbered, cite("benson", WARDEN)).word == NO
    assert route(numbered, cite("benson", {})).word == OPEN
