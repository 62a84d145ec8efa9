"""Passkeys end to end, in Chromium with a virtual authenticator."""

import json

import pytest

from fieldapp.services import passkeys, sessions, sign_in
from fieldapp.services.passkeys import Site

pytestmark = pytest.mark.browser
SITE = Site("localhost", "http://localhost:1")


@pytest.fixture
def authenticator(browser_page):
    """The page's own authenticator: a phone's, with its user's finger always there."""
    cdp = browser_page.context.new_cdp_session(browser_page)
    cdp.send("WebAuthn.enable", {"enableUI": False})
    options = {
        "protocol": "ctap2", "ctap2Version": "ctap2_1", "transport": "internal", "hasResidentKey": True,
        "hasUserVerification": True, "isUserVerified": True, "automaticPresenceSimulation": True, "hasPrf": True,
    }  # fmt: skip
    made = cdp.send("WebAuthn.addVirtualAuthenticator", {"options": options})["authenticatorId"]
    return lambda command, **more: cdp.send(f"WebAuthn.{command}", {"authenticatorId": made, **more})


def make(page, server):
    page.goto(f"{server.base}/account/second-factor")
    page.get_by_role("button", name="Make a passkey").click()
    page.wait_for_url(f"{server.base}/account/recovery-codes")


def sign_out(page, server):
    page.goto(f"{server.base}/account")
    page.locator("main form[action='/logout'] button").click()
    page.wait_for_url(f"{server.base}/login")


def test_made_signed_out_and_signed_in_with(browser_page, server, sign_in, authenticator):
    sign_in(browser_page, server, "clerk")
    make(browser_page, server)
    credential = authenticator("getCredentials")["credentials"][0]
    assert credential["isResidentCredential"]
    assert credential["rpId"] == "localhost"
    sign_out(browser_page, server)
    browser_page.goto(f"{server.base}/login?next=/account")
    browser_page.get_by_role("button", name="Sign in with a passkey").click()
    browser_page.wait_for_url(f"{server.base}/account")
    assert "last used" in browser_page.locator("main").inner_text()
    browser_page.get_by_role("button", name="Remove the passkey").click()
    browser_page.wait_for_load_state()
    assert "None yet" in browser_page.locator("main").inner_text()
    sign_out(browser_page, server)
    browser_page.get_by_role("button", name="Sign in with a passkey").click()
    browser_page.locator("[data-passkey-words]:visible").wait_for()
    assert "not known here" in browser_page.locator("[data-passkey-words]").inner_text()


def test_without_the_users_finger_nobody_signs_in(browser_page, server, sign_in, authenticator):
    sign_in(browser_page, server, "clerk")
    make(browser_page, server)
    sign_out(browser_page, server)
    authenticator("setUserVerified", isUserVerified=False)
    browser_page.get_by_role("button", name="Sign in with a passkey").click()
    browser_page.locator("[data-passkey-words]:visible").wait_for()
    assert browser_page.url.endswith("/login")


def test_a_copied_passkey_is_noticed(browser_page, server, sign_in, authenticator):
    sign_in(browser_page, server, "clerk")
    make(browser_page, server)
    sign_out(browser_page, server)
    credential = authenticator("getCredentials")["credentials"][0]
    browser_page.get_by_role("button", name="Sign in with a passkey").click()
    browser_page.wait_for_url(f"{server.base}/")
    sign_out(browser_page, server)
    authenticator("removeCredential", credentialId=credential["credentialId"])
    authenticator("addCredential", credential=credential)  # as it was before: its counter went back
    browser_page.get_by_role("button", name="Sign in with a passkey").click()
    browser_page.locator("[data-passkey-words]:visible").wait_for()


def test_the_options_ask_for_prf_a_resident_key_and_the_user(app, make_person, here):


    person = make_person()
    who = sessions.who_holds(sign_in.sign_in(person.username, person.password, here, demo=False).token)
    options = json.loads(passkeys.begin_making(who, SITE).options)
    assert options["extensions"]["prf"] == {}
    assert options["authenticatorSelection"]["residentKey"] == "required"
    assert options["authenticatorSelection"]["userVerification"] == "required"
    assert person.username not in options["user"]["id"]
    assert json.loads(passkeys.begin_sign_in(SITE, here.network).options)["userVerification"] == "required"
