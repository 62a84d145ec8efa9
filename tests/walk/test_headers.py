"""The headers of every answer (security: exact values), and no word of a person in any address."""

import re

from fieldapp.web.guard import right_of
from tests.walk.addresses import fill, sought
from tests.walk.conftest import CITY

ALWAYS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(self), geolocation=(self), microphone=(), payment=(), usb=()",
}
NEVER = ("Access-Control-Allow-Origin", "Access-Control-Allow-Credentials", "Server", "X-Powered-By")


def answers(app, as_person, names=("signed out", "officer here", "supervisor here")):
    for rule, method in sought(app):
        for name in names:
            address, _ = fill(rule, CITY)
            yield name, rule, method, as_person(name).open(address, method=method)
    yield "signed out", None, "GET", as_person("signed out").get("/no/such/page")


def test_every_answer_has_its_headers(demo_app, people, as_person):
    for name, rule, method, answer in answers(demo_app, as_person):
        where = f"{name}: {method} {rule}"
        assert {k: answer.headers.get(k) for k in ALWAYS} == ALWAYS, where
        assert not [h for h in NEVER if h in answer.headers], where
        policy = answer.headers["Content-Security-Policy"]
        assert policy.startswith("default-src 'none'; "), where
        assert "unsafe-inline" not in policy, where
        assert "'unsafe-eval'" not in policy, where
        if answer.mimetype.startswith("text/"):
            assert "charset=utf-8" in answer.headers["Content-Type"].lower(), where


def test_pages_behind_a_guard_are_never_kept(demo_app, people, as_person):
    for name, rule, method, answer in answers(demo_app, as_person):
        if rule is not None and right_of(demo_app, rule.endpoint) != "public":
            assert answer.headers["Cache-Control"] == "no-store", f"{name}: {method} {rule}"


def test_the_finders_page_has_no_script(demo_app, people, as_person):
    rule = next(r for r, _ in sought(demo_app) if str(r) == "/t/<code>")
    address, _ = fill(rule, CITY)
    answer = as_person("signed out").get(address)
    assert "<script" not in answer.text
    assert "<form" not in answer.text
    assert "script-src" not in answer.headers["Content-Security-Policy"]
    assert answer.headers["X-Robots-Tag"] == "noindex"
    assert {"Cookie", "Accept"} <= {v.strip() for v in answer.headers["Vary"].split(",")}


def test_an_address_never_holds_what_was_typed(demo_app, people, as_person):
    client = as_person("officer here")
    for address, typed in (
        ("/search", {"q": "Marisol Vandersteen"}),
        ("/around", {"address": "4127 Sample Avenue", "size": "", "sex": ""}),
    ):
        answer = client.post(address, data=typed)
        assert answer.status_code == 303
        assert not re.search(r"Marisol|Vandersteen|4127|Sample", answer.location, re.IGNORECASE)


def test_a_name_that_is_not_ours_is_refused(demo_app, people, as_person):
    for host in ("evil.example", "localhost.evil.example", "evil.example:80", "", "localhost@evil.example"):
        answer = as_person("officer here").get("/t/7K3QW9XZ41", headers={"Host": host})
        assert answer.status_code == 400, host
