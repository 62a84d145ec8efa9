"""The door's pages as people see them: narrow, dark, with and without scripts, and by a screen reader's rules."""

import json

import pytest
from axe_playwright_python.sync_playwright import Axe

pytestmark = pytest.mark.browser
SIGNED_OUT = ["/login", "/invited/nothing", "/nothing"]
SUPERVISOR = [
    "/people", "/people/new", "/people/1", "/people/1/end", "/account", "/account/password", "/account/second-factor",
    "/account/recovery-codes", "/account/verify", "/account/totp",
]  # fmt: skip


def look_at(page, server, paths):
    found = []
    for path in paths:
        page.goto(server.base + path)
        wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        rules = [v["id"] for v in Axe().run(page).response["violations"]]
        small = page.evaluate(
            "[...document.querySelectorAll('main button, main input:not([type=hidden]), main select, main .button')]"
            ".filter(e => e.offsetParent && e.offsetHeight < 48).map(e => e.outerHTML.slice(0, 80))"
        )
        if wide > 0 or rules or small:
            found.append((path, wide, rules, small))
    return found


@pytest.mark.parametrize(("width", "dark"), [(320, False), (320, True), (390, False), (390, True)])
def test_nothing_to_find(page_of, server, sign_in, width, dark):
    page = page_of(width=width, dark=dark)
    assert look_at(page, server, SIGNED_OUT) == []
    sign_in(page, server, "supervisor")
    page.goto(server.base + "/account/second-factor")
    page.get_by_role("button", name="Set up an app").click()
    assert look_at(page, server, SUPERVISOR) == []


def test_a_mistake_is_told_and_focused(page_of, server, sign_in):
    page = page_of(width=320)
    sign_in(page, server, "supervisor")
    page.goto(server.base + "/people/new")
    page.get_by_label("Name", exact=True).fill("Kim")
    page.locator("#username").fill("k m")
    page.get_by_role("button", name="Make the link").click()
    page.locator(".error-summary:focus").wait_for()
    assert page.title().startswith("Error: ")
    assert page.locator("#name").input_value() == "Kim"
    assert Axe().run(page).response["violations"] == []
    page.locator(".error-summary a").click()
    assert page.evaluate("document.activeElement.id") == "username"


def test_a_sign_in_without_scripts(page_of, server):
    page = page_of(javascript=False)
    person = server.person("supervisor")
    page.goto(server.base + "/people")
    assert not page.get_by_text("Sign in with a passkey").is_visible()
    page.get_by_label("Username").fill(person["username"])
    page.get_by_label("Password").fill(person["password"])
    page.get_by_role("button", name="Sign in", exact=True).click()
    assert page.url == server.base + "/people"


def test_an_htmx_call_after_the_session_ended_leads_the_whole_page_to_the_sign_in(page_of, server, sign_in):
    page = page_of()
    sign_in(page, server, "supervisor")
    page.goto(server.base + "/people")
    page.context.clear_cookies()
    page.evaluate("htmx.ajax('GET', '/people', '#main')")
    page.wait_for_url(server.base + "/login?next=%2Fpeople")
    person = server.person("supervisor")
    page.get_by_label("Username").fill(person["username"])
    page.get_by_label("Password").fill(person["password"])
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.wait_for_url(server.base + "/people")
    page.faults.clear()


def test_a_password_may_be_pasted(page_of, server):
    page = page_of()
    page.goto(server.base + "/login")
    page.get_by_label("Password").focus()
    page.evaluate(
        f"navigator.clipboard?.writeText; document.execCommand('insertText', false, {json.dumps('pasted words')})"
    )
    assert page.get_by_label("Password").input_value() == "pasted words"
