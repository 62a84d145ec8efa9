"""Scripts of a capture page, compressed as a phone gets them, until its form is usable and everything came to rest."""

import re

import pytest
from playwright.sync_api import expect

from fieldapp.web.waiting_pages import FORMS
from tests.notes.conftest import ENROL

pytestmark = pytest.mark.browser
MOST = 60_000  # bytes, issue 5


@pytest.fixture
def weigh(town):
    """weigh(addresses of scripts): {address: bytes on the wire}."""
    client = town.app.test_client()

    def ask(addresses):
        answers = {a: client.get(a, headers={"Accept-Encoding": "br"}) for a in addresses}
        assert {
            a: (got.status_code, got.headers.get("Content-Encoding")) for a, got in answers.items()
        } == dict.fromkeys(answers, (200, "br"))
        return {address: len(got.data) for address, got in answers.items()}

    return ask


def scripts_of(page, address):
    """The paths of every script that a page asks for until it is at rest, whoever asked for it."""
    asked = set()
    page.on("request", lambda one: one.resource_type == "script" and asked.add(re.sub(r"^https?://[^/]+", "", one.url)))
    page.goto(address)
    expect(page).to_have_url(re.compile(r"draft="))  # the form has a draft: what is typed is kept
    page.wait_for_load_state("networkidle")
    return asked


@pytest.mark.parametrize("kind", sorted(FORMS))
def test_scripts_of_a_capture_page_are_light(town, browser_page, sign_in, weigh, kind):
    page = sign_in(browser_page, town)
    page.wait_for_load_state("networkidle")
    page.evaluate(ENROL)
    weights = weigh(scripts_of(page, town.base + FORMS[kind]))
    names = {address.rsplit("/", 1)[-1].split(".")[0] for address in weights}
    assert names >= {"start", "capture-form", "capture-fields", "drafts", "seal", "photo-picker"}
    heaviest = sorted(weights.items(), key=lambda one: -one[1])
    told = ", ".join(f"{a.rsplit(chr(47), 1)[-1].split(chr(46))[0]} {n:,}" for a, n in heaviest)
    assert sum(weights.values()) <= MOST, told
