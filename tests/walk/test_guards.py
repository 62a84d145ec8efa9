"""Every address is tried by every kind of person: who may not, cannot, and hears the same about it everywhere."""

import pytest

from fieldapp.services.rights import RIGHTS_OF_ROLE
from fieldapp.web.guard import right_of
from tests.walk.addresses import fill, sought
from tests.walk.conftest import CITY, NAMES
from tests.walk.guards import EXPECTED

OPEN = {"public"}
DEVICE = "device"  # a signature is asked for, whoever is signed in


def test_the_guards_are_the_expected_ones(app):
    """A guard is changed here and there, on purpose, or not at all."""
    found = {f"{method} {rule}": right_of(app, rule.endpoint) for rule, method in sought(app)}
    assert found == EXPECTED


def signed_in_right(kind, right):
    """Whether this kind of person gets past a guard in their own city."""
    if right in OPEN:
        return True
    if kind.role is None:
        return right in ("half_done", "set_up_factor") and "without the second" in kind.name
    if right in ("signed_in", "half_done", "verified", "set_up_factor"):
        return True
    return right in RIGHTS_OF_ROLE[kind.role]


@pytest.mark.parametrize("name", NAMES)
def test_walk(app_walked, people, as_person, name):
    kind = people[name]
    faults = []
    for rule, method in sought(app_walked):
        right = right_of(app_walked, rule.endpoint)
        address, _ = fill(rule, kind.city or CITY)
        client = as_person(name)
        answer = client.open(address, method=method)
        passed = signed_in_right(kind, right)
        to_door = answer.status_code == 303 and answer.location.startswith(("/login", "/account/second-factor"))
        if answer.status_code >= 500:
            faults.append(f"{method} {address} answers {answer.status_code}")
        elif right == DEVICE:
            if answer.status_code not in (401, 410):  # no signature; no ticket
                faults.append(f"{method} {address} answers {answer.status_code} without a signature")
        elif passed and answer.status_code in (401, 403):
            faults.append(f"{method} {address} ({right}) refuses with {answer.status_code}")
        elif not passed and kind.role is None and not (to_door or answer.status_code == 401):
            faults.append(f"{method} {address} ({right}) answers {answer.status_code} to somebody not signed in")
        elif not passed and kind.role is not None and answer.status_code != 403:
            faults.append(f"{method} {address} ({right}) answers {answer.status_code} without the right")
    assert faults == []


@pytest.fixture
def app_walked(demo_app, people):
    return demo_app


@pytest.mark.parametrize("name", ["signed out", "ended supervisor"])
def test_signed_out_hears_the_same_by_htmx_and_by_json(app_walked, as_person, name):
    for rule, method in sought(app_walked):
        if right_of(app_walked, rule.endpoint) in {*OPEN, DEVICE}:
            continue
        address, _ = fill(rule, CITY)
        by_htmx = as_person(name).open(address, method=method, headers={"HX-Request": "true"})
        assert (by_htmx.status_code, by_htmx.headers["HX-Redirect"][:6]) == (401, "/login"), address
        by_json = as_person(name).open(address, method=method, headers={"Accept": "application/json"})
        assert (by_json.status_code, by_json.mimetype) == (401, "application/json"), address
        if rule.rule.startswith("/sync/"):  # there every answer is JSON, whatever is asked for
            plain = as_person(name).open(address, method=method)
            assert (plain.status_code, plain.mimetype) == (401, "application/json"), address


def test_an_id_of_another_city_is_not_there(app_walked, as_person):
    """404, not 403, which would tell that it exists. A tag's own page answers everybody: as a finder's page."""
    faults = []
    for name, other in (
        ("supervisor here", "benson"),
        ("supervisor here", "battle_lake"),
        ("supervisor elsewhere", "crystal"),
        ("officer of several cities", "battle_lake"),
        ("officer of several cities", "benson"),  # theirs too, but not the hat that they wear
    ):
        for rule, method in sought(app_walked):
            address, named = fill(rule, other)
            if not named:
                continue
            answer = as_person(name).open(address, method=method, data={"keep": "here"} if method == "POST" else None)
            if right_of(app_walked, rule.endpoint) in {*OPEN, DEVICE}:
                continue
            if answer.status_code not in (404, 403) or (answer.status_code == 403 and "supervisor" in name):
                faults.append(f"{name}: {method} {address} answers {answer.status_code}")
    assert faults == []


@pytest.mark.parametrize("name", ["supervisor elsewhere", "officer elsewhere", "signed out", "ended supervisor"])
def test_a_tag_of_another_city_shows_the_finders_page(app_walked, as_person, name):
    rule = next(r for r, _ in sought(app_walked) if str(r) == "/t/<code>")
    address, _ = fill(rule, CITY)
    answer = as_person(name).get(address, headers={"Accept": "application/json"})
    assert answer.status_code == 200
    assert not {"status", "owners", "license", "rabies", "alerts", "declaration"} & set(answer.json)


def test_an_animal_number_that_nobody_has_is_the_same_404(app_walked, as_person):
    rule = next(r for r, _ in sought(app_walked) if str(r) == "/animals/<int:animal_id>")
    address, _ = fill(rule, "benson")
    theirs, nobodys = (as_person("officer here").get(a) for a in (address, "/animals/999999999"))
    assert theirs.status_code == nobodys.status_code == 404
    assert theirs.data == nobodys.data
