"""Without a network, from a closed app: every start address opens, and what needs the server says so (rows 18, 51)."""

import json
import re

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
        page.locator(".menu summary").click()
        expect(page.locator(".menu-who [data-slot=role_word]")).to_have_text("Officer")
        expect(page.get_by_role("link", name="The law of Crystal")).to_have_attribute("href", "/law/crystal")
        expect(page.get_by_role("link", name="People")).to_have_count(0)  # no officer's page
        page.close()


CRAWL = (
    """() => [...document.querySelectorAll("a[href^='/']")].map((link) => link.getAttribute("href").split("#")[0])"""
)


def pages_with_forms(page, town):
    """Every page that a supervisor reaches by links: its address."""
    open_ones, done, shapes = ["/"], [], set()
    while open_ones and len(done) < 60:
        address = open_ones.pop(0)
        if page.goto(town.base + address).status >= 400:
            continue
        done.append(address)
        for link in page.evaluate(CRAWL):
            shape = re.sub(r"\d+|/t/\w+", "#", link)
            if shape not in shapes and "." not in link and not link.startswith(("/t/", "/static")):
                shapes.add(shape)
                open_ones.append(link)
    return done


def test_row_18_no_form_is_lost_without_a_signal(town, phone, set_up):
    """Each form of each page: recorded on the phone, or said to need a signal, with everything still there."""
    page = set_up("supervisor")
    tried = set()
    for address in pages_with_forms(page, town):
        page.goto(town.base + address)
        page.wait_for_load_state("networkidle")
        here = page.url
        forms = page.locator("form[method=post]:not([data-capture]):not([data-log-out])")
        phone.context.set_offline(True)
        for number in range(forms.count()):
            form = forms.nth(number)
            tried.add(form.get_attribute("action"))
            before = page.evaluate(
                "(form) => new URLSearchParams(new FormData(form)).toString()", form.element_handle()
            )
            page.evaluate("(form) => form.requestSubmit()", form.element_handle())
            if form.get_attribute("novalidate") is None and not form.evaluate("(form) => form.checkValidity()"):
                continue  # the browser asks for what is missing first
            notice = page.locator("[data-notice]")
            expect(notice).to_contain_text("What you typed is still here")
            after = page.evaluate("(form) => new URLSearchParams(new FormData(form)).toString()", form.element_handle())
            assert after == before
            assert page.url == here
            page.evaluate("document.querySelector('[data-notice]').hidden = true")
        phone.context.set_offline(False)
    assert {"/scan", "/search", "/around"} <= tried
    assert len(tried) > 4, tried
