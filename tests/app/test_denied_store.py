"""A browser that denies IndexedDB, under the worker: with a signal everything is recorded, and nothing untrue said."""

import re

import pytest
from playwright.sync_api import expect

from tests.app.conftest import until
from tests.app.test_ready import points

UUID = re.compile("^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$")
MINUTE = re.compile("^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}$")
pytestmark = pytest.mark.browser
DENIED = """Object.defineProperty(globalThis, "indexedDB", {
  get() { throw new DOMException("denied", "SecurityError"); },
})"""


@pytest.fixture
def denied(town, phone, sign_in):
    """A page signed in where nothing is kept, under the worker."""
    phone.context.add_init_script(DENIED)
    page = sign_in(phone.page(), town, "officer")
    until(page, "async () => navigator.serviceWorker.controller")
    return page


def test_a_note_is_sent_from_the_shell_and_received(town, denied):
    page = denied
    page.goto(f"{town.base}/notes/new")
    assert page.evaluate("document.body.dataset.shell") == "new-note"
    expect(page.locator("[data-state=no-store]")).to_be_visible()
    expect(page.locator("[name=record]")).to_have_value(UUID)
    expect(page.locator("[name=occurred_at]")).to_have_value(MINUTE)
    expect(page.locator("[name=city]:checked")).to_have_value("crystal")
    assert page.locator("[name=city]:enabled").count() == 1
    page.locator("label.end", has_text="Gone on arrival").tap()
    page.fill("[name=words]", "nobody there")
    page.get_by_role("button", name="Save this note").tap()
    page.wait_for_url(re.compile(r"/notes/[0-9]+"))
    expect(page.get_by_text("nobody there", exact=True)).to_be_visible()


def test_without_a_signal_what_was_typed_stays_on_the_page(town, phone, denied):
    page = denied
    page.goto(f"{town.base}/notes/new")
    expect(page.locator("[name=record]")).to_have_value(UUID)
    page.locator("label.end", has_text="Gone on arrival").tap()
    page.fill("[name=words]", "nobody there")
    phone.context.set_offline(True)
    page.get_by_role("button", name="Save this note").tap()
    expect(page.locator("[data-capture-wrong]")).to_contain_text("No signal: this was not sent.")
    expect(page.locator("[name=words]")).to_have_value("nobody there")
    phone.context.set_offline(False)
    page.get_by_role("button", name="Save this note").tap()
    page.wait_for_url(re.compile(r"/notes/[0-9]+"))


@pytest.mark.parametrize("address", ["/", "/scan", "/notes/new", "/waiting", "/ready"])
def test_no_page_says_that_nobody_is_signed_in(town, denied, address):
    page = denied
    page.goto(town.base + address)
    until(page, "async () => document.body.dataset.role === 'officer'")
    expect(page.get_by_text("Nobody is signed in on this phone").locator("visible=true")).to_have_count(0)


def test_ready_and_waiting_say_that_nothing_is_kept(town, denied):
    page = denied
    page.goto(f"{town.base}/ready")
    said = points(page)
    for point in ("list", "waiting", "key"):
        assert said[point][0] == "bad"
        assert said[point][1].startswith("This browser keeps nothing on this phone")
    assert said["server"][0] == "good"
    page.goto(f"{town.base}/waiting")
    expect(page.locator("[data-waiting-no-store]")).to_be_visible()
