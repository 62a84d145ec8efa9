"""What the worker keeps and what it never touches: only whole files of the release, no page about anybody (row 53)."""

import json
import re
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Error, expect

from tests.app.conftest import ASK, kept_files, until, wait_until_kept

pytestmark = pytest.mark.browser
HTML = b"<!doctype html><title>Sign in to this network</title>"


def listed(town):
    """The release as the worker gets it."""
    return json.loads(re.match(r"const RELEASE = (\{.*\});", town.app.test_client().get("/sw.js").text)[1])


def no_worker(page):
    """Until the registration has given up; no worker may be at work then."""
    until(
        page,
        """async () => {
          const one = await navigator.serviceWorker.getRegistration("/");
          return !one || !(one.installing || one.waiting || one.active);
        }""",
    )


@pytest.mark.parametrize(("status", "body"), [("500 INTERNAL SERVER ERROR", b"<h1>Error</h1>"), ("200 OK", HTML)])
@pytest.mark.parametrize("which", ["/shell/scan", "js/look"])
def test_row_53_an_error_page_is_never_kept_as_the_page(town, phone, sign_in, which, status, body):
    address = next(a for a, _ in listed(town)["first"] if which in a)
    page = phone.page()
    town.misbehave(address, status, body)
    sign_in(page, town)
    until(page, "async () => (await caches.keys()).length > 0")
    no_worker(page)
    assert address not in [a for kept in kept_files(page).values() for a in kept]
    town.wrong.clear()
    page.reload()
    wait_until_kept(page)
    assert address in [a for kept in kept_files(page).values() for a in kept]
    phone.context.faults.clear()  # the browser says that the worker could not be installed


def test_a_large_file_that_does_not_come_stops_nothing_and_comes_later(town, phone, sign_in):
    wasm = next(a for a, _ in listed(town)["extras"] if a.endswith(".wasm"))
    town.misbehave(wasm)
    page = phone.page()
    sign_in(page, town)
    until(page, "async () => navigator.serviceWorker.controller")
    asked = f"{ASK}('extras').then(() => ask('check')))"
    found = page.evaluate(asked)
    assert found["first"]["whole"] == found["first"]["of"]
    assert found["extras"]["whole"] == found["extras"]["of"] - 1
    before = len([one for one in town.asked if one[1].startswith("/static/vendor/zxing-wasm/")])
    town.wrong.clear()
    found = page.evaluate(asked)
    assert found["extras"]["whole"] == found["extras"]["of"]
    again = [one for one in town.asked if one[1].startswith("/static/vendor/zxing-wasm/")][before:]
    assert {path for _, path in again} == {wasm}


def canaries(town):
    """Words about people that the demo holds, and what opens a session."""
    file = next(Path(town.app.instance_path).glob("*.db"))
    with closing(sqlite3.connect(file)) as connection:
        found = [name for (name,) in connection.execute("select name from owners")]
        found += [name for row in connection.execute("select name, username from people") for name in row]
        found += [code for (code,) in connection.execute("select code from tags where state = 'issued'")]
    return [one for one in found if one and len(one) > 5]


def test_nothing_about_anybody_lies_in_cache_storage(town, phone, set_up):
    page = set_up("supervisor")
    code = canaries(town)[-1]
    for address in ("/", f"/t/{code}", "/people", "/account", "/scan", "/search", "/ready"):
        page.goto(town.base + address)
    files = kept_files(page)
    assert len(files) == 1
    assert all(a.startswith(("/static/", "/shell/")) for kept in files.values() for a in kept)
    text = page.evaluate(
        """async () => {
          const texts = [];
          for (const name of await caches.keys()) {
            const cache = await caches.open(name);
            for (const one of await cache.keys()) {
              const kept = await cache.match(one);
              texts.push(one.url, ...[...kept.headers].flat());
              if (/^text/.test(kept.headers.get("content-type"))) texts.push(await kept.text());
            }
          }
          return texts.join("\\n");
        }"""
    )
    cookies = [c["value"] for c in phone.context.cookies() if c["httpOnly"]]
    assert cookies
    words = [*canaries(town), *cookies]
    assert len(words) > 50
    assert [word for word in words if word in text] == []


def test_the_worker_leaves_tags_alone_and_answers_for_the_scan(town, phone, set_up):
    page = set_up()
    code = canaries(town)[-1]
    assert page.goto(f"{town.base}/t/{code}").from_service_worker is False
    assert page.goto(f"{town.base}/scan").from_service_worker is True
    town.stop()
    with pytest.raises(Error, match="ERR_"):
        page.goto(f"{town.base}/t/{code}")


@pytest.mark.parametrize(
    ("address", "words"), [("/search", "The search asks the city"), ("/account", "Your account is on the server")]
)
def test_what_needs_the_server_says_so_and_leads_on(town, phone, set_up, address, words):
    page = set_up()
    town.stop()
    page.goto(town.base + address)
    expect(page.locator("h1")).to_have_text("This page needs a signal")
    expect(page.get_by_text(words)).to_be_visible()
    expect(page.locator("[data-of-page]:visible")).to_have_count(1)
    page.locator("main").get_by_role("link", name="Scan a tag").click()
    expect(page.locator("h1")).to_have_text("Scan a tag")
    town.start()
    page.goto(town.base + address)
    expect(page.locator("h1")).not_to_have_text("This page needs a signal")


def test_a_server_that_is_slow_gets_three_seconds_and_then_all_the_time_it_needs(town, phone, set_up):
    page = set_up()
    slow = threading.Event()
    town.misbehave("/search", wait=slow)
    page.goto(f"{town.base}/search")
    expect(page.locator("h1")).to_have_text("This page needs a signal")
    expect(page.locator("[data-of-page='/search']")).to_be_visible()  # its script has wired the button too
    page.locator("[data-try-again]").dispatch_event("click")  # a click would wait for the page
    slow.set()
    expect(page.locator("input[name=q]")).to_be_visible()
