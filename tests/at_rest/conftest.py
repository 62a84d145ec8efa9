"""A phone whose officer has a passkey: the installed app over a real server, Chromium's virtual authenticator with PRF.

keyed      a page of `phone` (tests/app), its officer signed in with a passkey, the phone not set up yet
           .page, .authenticator(command, **more): the phone's authenticator
guarded    the same, set up: what lies on this phone is closed under the passkey
m          m(page, "async (m, given) => ...", given): a function in the page; m(name) imports static/js/offline/NAME.js
"""

import json
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import expect

from fieldapp.services.browser_files import read_assets
from tests.app import conftest as app
from tests.app.conftest import until

town, phone, set_up = app.town, app.phone, app.set_up
AUTHENTICATOR = {
    "protocol": "ctap2", "ctap2Version": "ctap2_1", "transport": "internal", "hasResidentKey": True,
    "hasUserVerification": True, "isUserVerified": True, "automaticPresenceSimulation": True, "hasPrf": True,
}  # fmt: skip


@dataclass
class Keyed:
    page: Any
    cdp: Any
    made: str

    def authenticator(self, command, **more):
        return self.cdp.send(f"WebAuthn.{command}", {"authenticatorId": self.made, **more})


def give_passkey(page, town):
    """The officer of this page makes a passkey on an authenticator of their phone."""
    cdp = page.context.new_cdp_session(page)
    cdp.send("WebAuthn.enable", {"enableUI": False})
    made = cdp.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})["authenticatorId"]
    page.goto(f"{town.base}/account/second-factor")
    page.get_by_role("button", name="Make a passkey").click()
    page.wait_for_url(f"{town.base}/account/recovery-codes")
    return Keyed(page, cdp, made)


@pytest.fixture
def keyed(town, set_up):
    return give_passkey(set_up(), town)


def set_phone_up(page, town):
    """Through the button of the page Ready for the day."""
    page.goto(f"{town.base}/ready")
    with page.expect_navigation():
        page.get_by_role("button", name="Set up this phone").click()
    expect(page.locator("[data-ready=key] [data-say=open]")).to_be_visible()


@pytest.fixture
def guarded(keyed, town):
    set_phone_up(keyed.page, town)
    return keyed


NAMES = {
    name.rpartition("/")[2].removesuffix(".js"): f"/static/{asset.address}"
    for name, asset in read_assets().items()
    if name.startswith("js/offline/")
}
M = f"((name) => import({json.dumps(NAMES)}[name]))"


def m(page, function, given=None):
    return page.evaluate(f"(given) => ({function})({M}, given)", given)


def until_said(page, function):
    """Wait until the function of the phone's modules says something true."""
    until(page, f"async () => ({function})({M})")
