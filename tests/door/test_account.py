"""One's own account by its pages."""

import re
from datetime import timedelta

import pyotp
import pytest

from fieldapp import clock
from fieldapp.services import people, sessions


def later(**more):
    clock.set_clock(clock.now() + timedelta(**more))


@pytest.fixture
def olive(browser, make_person):
    person = make_person()
    browser.log_in(person)
    return person


def test_setting_up_an_app_from_a_password_alone(browser, make_person):
    person = make_person(totp=False)
    browser.log_in(person)
    half = browser.token
    assert browser.get("/account/totp").location == "/account/second-factor"
    assert browser.post("/account/totp").location == "/account/totp"
    page = browser.get("/account/totp").text
    assert "data:image/svg+xml;base64," in page
    secret = re.search(r'aria-labelledby="key-label">([A-Z2-7 ]+)<', page)[1].replace(" ", "")
    assert secret in browser.get("/account/totp").text.replace(" ", ""), "reloading keeps the key"
    assert browser.post("/account/totp/finish", {"code": "12"}).status_code == 422
    code = pyotp.TOTP(secret).at(int(clock.now().timestamp()))
    assert browser.post("/account/totp/finish", {"code": code}).location == "/account/recovery-codes"
    assert browser.token != half
    assert browser.get("/account").status_code == 200
    codes = re.findall(r"<li><p>((?:\w{4}-){5}\w{4})</p></li>", browser.post("/account/recovery-codes").text)
    assert len(set(codes)) == 10
    assert codes[0] not in browser.get("/account/recovery-codes").text


VERIFIED = ["/account/password", "/account/recovery-codes"]
CHANGES = [*VERIFIED, "/account/totp", "/account/totp/remove", "/account/passkeys/1/remove"]


def test_changing_how_one_signs_in_asks_again_after_ten_minutes(browser, olive):
    assert browser.get("/account/password").status_code == 200
    later(minutes=11)
    for path in VERIFIED:
        assert browser.get(path).location == f"/account/verify?next={path.replace('/', '%2F')}"
    for path in CHANGES:
        answer = browser.post(path, {"password": "seven crooked fence posts"})
        assert answer.location.startswith("/account/verify?"), path
    wrong = {"next": "/account/password", "password": olive.password, "code": "000000"}
    assert browser.post("/account/verify", wrong).status_code == 422
    right = {**wrong, "code": olive.code()}
    assert browser.post("/account/verify", right).location == "/account/password"
    assert browser.post("/account/password", {"password": "seven crooked fence posts"}).location == "/account"


def test_proving_again_slows_down_too(browser, olive):
    wrong = {"password": "x", "code": "1"}
    assert [browser.post("/account/verify", wrong).status_code for _ in range(6)] == [422] * 5 + [429]


def test_the_form_of_a_lapsed_proof_leads_back_to_its_page(browser, olive):
    later(minutes=11)
    headers = {"Origin": "https://localhost", "Referer": "https://localhost/account"}
    assert browser.post("/account/totp/remove", headers=headers).location == "/account/verify?next=%2Faccount"
    headers["Referer"] = "https://evil.example/account"
    assert browser.post("/account/totp/remove", headers=headers).location == "/account/verify?next=%2F"


@pytest.mark.parametrize("password", ["", "short", "passwordpassword", "x y" * 50])
def test_a_poor_password_is_not_taken(browser, olive, password):
    page = browser.post("/account/password", {"password": password})
    assert page.status_code == 422
    assert password == "" or password not in page.text


def test_the_only_second_factor_stays(browser, olive):
    assert browser.post("/account/totp/remove").status_code == 409


def test_sessions_of_others_cannot_be_ended(browser, browser_of, app, olive, make_person):
    other = browser_of(app)
    other.log_in(make_person("greta"))
    own = sessions.who_holds(browser.token).session_id
    numbers = re.findall(r"/account/sessions/(\d+)/end", browser.get("/account").text)
    theirs = {str(n) for n in range(1, 20)} - set(numbers)
    for number in theirs:
        if str(own) != number:
            assert browser.post(f"/account/sessions/{number}/end").status_code == 404
    assert other.get("/account").status_code == 200


def test_ending_the_others(browser, browser_of, app, olive):
    other = browser_of(app)
    later(seconds=60)
    other.log_in(olive)
    assert browser.post("/account/sessions/end-others").location == "/account"
    assert other.get("/account").status_code == 303
    assert browser.get("/account").status_code == 200


def test_the_city_is_switched(browser, olive):
    assert browser.post("/account/city", {"city": "benson"}).status_code == 404
    people.add_from_elsewhere("benson", "olive", "supervisor", actor="cli")
    assert "Work for Benson" in browser.get("/account").text
    assert browser.post("/account/city", {"city": "benson"}).location == "/"
    assert browser.get("/people").status_code == 200
    assert browser.post("/account/city", {"city": "crystal"}).location == "/"
    assert browser.get("/people").status_code == 403


@pytest.mark.parametrize("number", [0, 99999, 2**31, 2**63, 10**40])
def test_numbers_that_nothing_has(browser, olive, number):
    for path in (f"/account/sessions/{number}/end", f"/account/passkeys/{number}/remove"):
        assert browser.post(path).status_code == 404


DEEP = "[" * 100_000
SENT = [
    "", "[]", "1", "{", DEEP, '{"credential": 1}', '{"credential": {}}', '{"credential": {"rawId": "\\ud800"}}',
    '{"credential": {"id": "a", "rawId": "a", "type": "public-key", "response": {}}, "token": "\\ud800"}',
    (
        '{"credential": {"id": "YQ", "rawId": "YQ", "type": "public-key", "response": {"clientDataJSON": "!!!!",'
        ' "attestationObject": "YQ", "authenticatorData": "YQ", "signature": "YQ", "userHandle": 5}},'
        ' "label": "\\u0000"}'
    ),
]  # fmt: skip


@pytest.mark.parametrize("body", SENT)
@pytest.mark.parametrize("path", ["/login/passkey", "/account/passkeys", "/account/verify/passkey"])
def test_what_no_authenticator_sends_is_refused(browser, olive, path, body):
    begun = browser.post("/account/passkeys/begin", headers={"Origin": "https://localhost"}).json["token"]
    body = body.replace('"label"', f'"token": "{begun}", "label"')
    headers = {"Origin": "https://localhost", "Content-Type": "application/json"}
    answer = browser.post(path, body, headers=headers)
    assert answer.status_code in (400, 422)
    assert answer.json["detail"]
