"""Without a network, from a closed app: every start address opens, and what needs the server says so (rows 18, 51)."""

import json

import pytest
from playwright.sync_api import expect

from fieldapp.web.shells import SHELLS

pytestmark = pytest.mark.browser
STANDING_FOR = [shell for shell in SHELLS if shell.path]


def starts(town):
    described = json.loads(town.app.test_client().get("/manifest.webmanifest").text)
    addresses = [described["start_url"], *(one["url"] for one in described["shortcuts"])]
    return list(dict.fromkeys([*addresses, *(shell.path for shell in STANDING_FOR)]))


def test_every_start_address_opens_cold_and_without_a_server(town, phone, set_up):
    set_up()
    name = town.person("officer")["name"] if "name" in town.person("officer") else None
    phone.quit()
    town.stop()
    phone.start()
    for address in starts(town):
        page = phone.page()
        page.goto(town.base + address)
        expect(page.locator("h1")).to_be_visible()
        expect(page.locator(".top-city")).to_have_text("Crystal")
        expect(page.locator("[data-if=nobody]")).to_be_hidden()
        assert page.locator("h1").inner_text() != "This page needs a signal", address
        if name:
            page.locator(".menu summary").click()
            expect(page.locator(".menu-who")).to_contain_text(name)
        page.close()
