"""Only our own pages change anything, and reading changes nothing."""

import re

import pytest

from fieldapp.web.guard import right_of
from tests.walk.addresses import fill, sought
from tests.walk.conftest import CITY
from tests.walk.forms import field_names

FOREIGN = [
    {"HTTP_ORIGIN": "https://evil.example", "HTTP_SEC_FETCH_SITE": "cross-site"},
    {"HTTP_ORIGIN": "https://evil.example", "HTTP_SEC_FETCH_SITE": None},
    {"HTTP_ORIGIN": None, "HTTP_SEC_FETCH_SITE": "cross-site"},
    {"HTTP_ORIGIN": None, "HTTP_SEC_FETCH_SITE": "same-site"},
    {"HTTP_ORIGIN": "null", "HTTP_SEC_FETCH_SITE": None},
    {"HTTP_ORIGIN": "http://localhost.evil.example", "HTTP_SEC_FETCH_SITE": None},
    {"HTTP_ORIGIN": "https://localhost", "HTTP_SEC_FETCH_SITE": None},
    {"HTTP_ORIGIN": "http://localhost:8001", "HTTP_SEC_FETCH_SITE": None},
]
# what a reading may write: who looked at what, when a person was last seen, tries that missed
NOTED = {"lookups", "tallies"}


def changing(app):
    """But for what is signed: there the signature counts, wherever it comes from."""
    return [(r, m) for r, m in sought(app) if m != "GET" and right_of(app, r.endpoint) != "device"]


@pytest.mark.parametrize("headers", FOREIGN, ids=lambda h: "-".join(str(v) for v in h.values()))
def test_what_comes_from_another_site_is_refused(demo_app, people, as_person, rows, headers):
    before = rows()
    faults = []
    for rule, method in changing(demo_app):
        client = as_person("supervisor here")
        for name, value in headers.items():
            client.environ_base.pop(name)
            if value is not None:
                client.environ_base[name] = value
        address, _ = fill(rule, CITY)
        answer = client.open(address, method=method, data={"q": "x", "text": "x"})
        if answer.status_code != 403 or "Set-Cookie" in answer.headers:
            faults.append(f"{method} {address} answers {answer.status_code}")
    assert faults == []
    assert changed(before, rows()) == {}


def test_without_either_header_nothing_is_done_and_nothing_is_lost(demo_app, people, as_person, rows):
    fills = [(rule, method, fill(rule, CITY)[0]) for rule, method in changing(demo_app)]
    before = rows()
    for _rule, method, address in fills:
        client = as_person("supervisor here")
        client.environ_base.pop("HTTP_ORIGIN")
        client.environ_base.pop("HTTP_SEC_FETCH_SITE")
        answer = client.open(address, method=method, data={"q": "typed words"})
        assert answer.status_code == 409, address
        assert "typed words" in answer.text, address
    assert changed(before, rows()) == {}


def changed(before, after):
    """Tables whose rows differ, with the rows that came or changed."""
    return {t: sorted(set(after[t]) ^ set(before[t])) for t in before if after[t] != before[t] and t not in NOTED}


@pytest.mark.parametrize("name", ["signed out", "officer here", "supervisor here", "officer of several cities"])
def test_reading_changes_nothing(demo_app, people, as_person, rows, name):
    addresses = [fill(rule, CITY)[0] for rule, method in sought(demo_app) if method == "GET"]
    before = rows()
    for address in addresses:
        for extra in ("", "?s=x&q=x&next=/&city=benson&delete=1"):
            as_person(name).get(address + extra)
    different = changed(before, rows())
    seen = different.pop("sessions", [])
    assert {re.sub(r"datetime\.datetime\([^)]*\)", "", row) for row in seen} <= {
        re.sub(r"datetime\.datetime\([^)]*\)", "", row) for row in before["sessions"]
    }
    assert different == {}


CANARY = "Zyxwvut"


def test_no_form_tells_the_log_what_was_typed(demo_app, people, as_person, capsys):
    fields = field_names()
    assert {"q", "text", "address"} <= fields
    typed = {name: f"{CANARY} {name} 7635550142" for name in fields}
    for rule, method in sought(demo_app):
        address, _ = fill(rule, CITY)
        for name in ("signed out", "supervisor here"):
            agent = {"User-Agent": f"{CANARY} agent", "Referer": f"http://localhost/{CANARY}", "X-Request-Id": CANARY}
            asked = f"{address}?{CANARY}=1&s={CANARY}&next=/{CANARY}"
            as_person(name).open(asked, method=method, data=typed, headers=agent)
            as_person(name).open(address, method=method, json=typed, headers=agent)
        as_person("signed out").get(f"/{CANARY}/page", headers={"Cookie": f"fa={CANARY}"})
    said = capsys.readouterr()
    assert CANARY not in said.out + said.err
    assert "5550142" not in said.out + said.err
    assert "answered" in said.out
