"""The guard on the way of a request: who comes in, where others are led, and what comes from elsewhere."""

import re

import pytest
from werkzeug.routing import IntegerConverter

from fieldapp.web.guard import DEVICE, guard, local_address, right_of


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("/t/7K3QW9XZ41?x=1", "/t/7K3QW9XZ41?x=1"),
        ("/people", "/people"),
        ("//evil.example", "/"),
        ("///evil.example", "/"),
        ("/\\evil.example", "/"),
        ("\\\\evil.example", "/"),
        ("https://evil.example", "/"),
        ("https:evil.example", "/"),
        ("javascript:alert(1)", "/"),
        ("/\t/evil.example", "/"),
        ("\t//evil.example", "/"),
        ("/\r\nSet-Cookie: a=b", "/"),
        (" /people", "/"),
        ("people", "/"),
        ("", "/"),
        (None, "/"),
        ("/" + "a" * 3000, "/"),
    ],
)
def test_after_signing_in_only_local_addresses(given, kept):
    assert local_address(given) == kept


@pytest.mark.parametrize("evil", ["//evil.example", "/\\evil.example", "https://evil.example", "/login?next=/x"])
def test_the_sign_in_does_not_lead_away(browser, make_person, evil):
    assert browser.log_in(make_person(), evil).location == "/"


def test_signed_out_is_led_to_the_sign_in_and_back(browser, make_person):
    answer = browser.get("/people?x=1")
    assert (answer.status_code, answer.location) == (303, "/login?next=%2Fpeople%3Fx%3D1")
    assert browser.log_in(make_person(role="supervisor"), "/people?x=1").location == "/people?x=1"


def test_htmx_leads_the_whole_page_and_back(browser):
    headers = {"HX-Request": "true", "HX-Current-URL": "https://localhost/search?s=abc"}
    answer = browser.get("/people", headers=headers)
    assert (answer.status_code, answer.data) == (401, b"")
    assert answer.headers["HX-Redirect"] == "/login?next=%2Fsearch%3Fs%3Dabc"
    foreign = browser.get("/people", headers={**headers, "HX-Current-URL": "https://evil.example/search"})
    assert foreign.headers["HX-Redirect"] == "/login?next=%2F"


def test_json_hears_401(browser):
    answer = browser.get("/people", headers={"Accept": "application/json"})
    assert (answer.status_code, answer.json["status"]) == (401, 401)


def test_the_wrong_role_is_told_so(browser, make_person):
    browser.log_in(make_person(role="clerk"))
    answer = browser.get("/people")
    assert answer.status_code == 403
    assert "supervisor" in answer.text


def test_a_password_alone_opens_only_the_setting_up(browser, make_person):
    browser.log_in(make_person(totp=False))
    assert browser.get("/account").location.startswith("/account/second-factor?")
    assert browser.get("/account/second-factor").status_code == 200
    assert browser.get("/login/second-step").location == "/account/second-factor"


def test_a_password_does_not_set_up_another_factor_where_there_is_one(browser, make_person):
    person = make_person()
    browser.post("/login", {"username": person.username, "password": person.password})
    for path in ("/account/second-factor", "/account/totp", "/account"):
        assert browser.get(path).location.startswith("/login/second-step?"), path
    assert browser.post("/account/totp").location.startswith("/login/second-step?")
    headers = {"Origin": "https://localhost", "Accept": "application/json"}
    assert browser.post("/account/passkeys/begin", headers=headers).status_code == 401


def test_a_form_sent_after_the_session_ended_is_kept(browser):
    answer = browser.post("/people/new", {"name": "O'Neil <b>", "username": "oneil", "role": "clerk"})
    assert answer.status_code == 401
    assert 'value="O&#39;Neil &lt;b&gt;"' in answer.text
    assert 'action="/people/new"' in answer.text


def test_a_view_without_a_guard_fails_closed(app):
    app.add_url_rule("/open", "open", lambda: "secret")
    app.config.update(TESTING=False, PROPAGATE_EXCEPTIONS=False)
    answer = app.test_client().get("/open")
    assert answer.status_code == 500
    assert "secret" not in answer.text


def test_a_fault_in_the_guard_shows_no_page(browser, make_person, app, monkeypatch):
    browser.log_in(make_person())
    app.config.update(TESTING=False, PROPAGATE_EXCEPTIONS=False)
    monkeypatch.setattr("fieldapp.web.guard.who_holds", lambda _: 1 / 0)
    answer = browser.get("/account")
    assert answer.status_code == 500
    assert "Something went wrong here" in answer.text


@pytest.mark.parametrize(("word", "csp"), [("look-up", "staff"), ("", "staff"), ("public", "none")])
def test_a_guard_that_nobody_defined_is_refused_at_import(word, csp):
    with pytest.raises(ValueError, match="no such guard"):
        guard(word, csp=csp)


OWN = "https://localhost"
SENT = [
    ({"Origin": OWN, "Sec-Fetch-Site": "same-origin"}, None),
    ({"Origin": OWN}, None),
    ({"Sec-Fetch-Site": "same-origin"}, None),
    ({"Origin": OWN, "Sec-Fetch-Site": "none"}, None),
    ({"Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"}, 403),
    ({"Origin": "https://evil.example", "Sec-Fetch-Site": "same-origin"}, 403),
    ({"Origin": OWN, "Sec-Fetch-Site": "cross-site"}, 403),
    ({"Origin": OWN, "Sec-Fetch-Site": "same-site"}, 403),
    ({"Origin": "null"}, 403),
    ({"Origin": "http://localhost"}, 403),
    ({"Origin": "https://localhost:444"}, 403),
    ({"Origin": "https://localhost.evil.example"}, 403),
    ({"Origin": ""}, 403),
    ({"Sec-Fetch-Site": "none"}, 409),
    ({}, 409),
    ({"Referer": OWN + "/"}, 409),
]


@pytest.mark.parametrize(("headers", "status"), SENT)
def test_where_a_post_comes_from(browser, headers, status):
    answer = browser.post("/login", {"username": "", "password": ""}, headers=headers)
    assert answer.status_code == (status or 422)


def test_every_address_that_takes_anything_refuses_other_sites(app, browser):
    tried = 0
    for rule in app.url_map.iter_rules():
        if right_of(app, rule.endpoint) == DEVICE:
            continue  # a signature is asked for, and no cookie is read: tests/road
        values = {name: 1 if isinstance(c, IntegerConverter) else "x" for name, c in rule._converters.items()}
        for method in rule.methods - {"GET", "HEAD", "OPTIONS"}:
            path = app.url_map.bind("localhost").build(rule.endpoint, values, method=method)
            for headers, status in SENT:
                if status:
                    answer = browser.client.open(path, method=method, base_url=OWN, headers=headers)
                    assert answer.status_code == status, (method, path, headers)
                    tried += 1
    assert tried > 100


def test_without_either_header_one_tap_sends_it_again(browser, make_person):

    person = make_person(totp=False)
    typed = {"username": person.username, "password": person.password}
    asked = browser.post("/login", typed, headers={})
    assert asked.status_code == 409
    assert browser.token is None
    proof = re.search(r'name="_own_page" value="([^"]+)"', asked.text)[1]
    assert f'value="{person.username}"' in asked.text
    assert browser.post("/people/new", {**typed, "_own_page": proof}, headers={}).status_code == 409, "another address"
    foreign = {"Origin": "https://evil.example"}
    assert browser.post("/login", {**typed, "_own_page": proof}, headers=foreign).status_code == 403
    assert browser.post("/login", {**typed, "_own_page": proof + "x"}, headers={}).status_code == 409
    assert browser.post("/login", {**typed, "_own_page": proof}, headers={}).status_code == 303


def test_a_proof_is_no_good_in_another_network_or_for_another_session(app, browser_of, make_person):

    one, other = browser_of(app), browser_of(app, "198.51.100.9")
    page = one.post("/login", {"username": "a", "password": "b"}, headers={}).text
    proof = re.search(r'name="_own_page" value="([^"]+)"', page)[1]
    assert other.post("/login", {"username": "a", "_own_page": proof}, headers={}).status_code == 409
    one.log_in(make_person(totp=False))
    assert one.post("/login", {"username": "a", "_own_page": proof}, headers={}).status_code == 409
