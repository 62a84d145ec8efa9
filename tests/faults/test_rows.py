"""Rows of the table of failures that need a whole browser or a whole server, and that no other folder tries."""

import random
import re

import pytest
from playwright.sync_api import expect

from tests.app.conftest import town
from tests.faults.conftest import enrolled, planned, spoil, without_network_faults
from tests.faults.reckoning import Reckoning

__all__ = ["town"]
pytestmark = pytest.mark.browser
DRAINS = 100
SEAL = """async ({ seed, person, count, photos }) => {
  const chance = plans.chanceOf(seed);
  for (let n = 0; n < count; n++) await plans.record({ chance, words: `${seed} ${n}`, photos, person });
}"""
BEGIN = """async (ms) => {
  plans.later().then(() => plans.drained());
  await new Promise((on) => setTimeout(on, ms));
}"""
HELD = "async () => plans.held()"
SETTLED = "async () => plans.settled()"
WORKER = "async () => Boolean((await navigator.serviceWorker.ready).active)"


def test_row_2_a_hundred_drains_whose_worker_and_page_are_ended_lose_nothing(page_of, unruly_server, sign_in, seed):
    control = sign_in(page_of(service_workers="allow"), unruly_server)
    person, chance, context = enrolled(control), random.Random(seed), control.context  # noqa: S311
    control.wait_for_function(WORKER)
    power = context.new_cdp_session(control)
    power.send("ServiceWorker.enable")
    spoil(unruly_server, seed, 0.2)
    for number in range(seed, seed + DRAINS):
        page = context.new_page()
        page.goto(f"{unruly_server.base}/login", wait_until="commit")
        planned(page).evaluate(SEAL, {"seed": number, "person": person, "count": 1, "photos": 1})
        page.evaluate(BEGIN, chance.random() * 60)
        power.send("ServiceWorker.stopAllWorkers")
        page.close(run_before_unload=False)
    wrong = list(Reckoning(unruly_server).honest(control.evaluate(HELD)))
    spoil(unruly_server)
    assert control.evaluate(SETTLED) == []
    held = {row["id"]: row for row in control.evaluate(HELD)}
    without_network_faults(control)
    assert wrong + control.evaluate("async () => plans.torn()") == []
    assert len(held) == DRAINS
    assert list(Reckoning(unruly_server).same(held)) == []


def test_row_3_a_plain_post_without_signal_is_a_record_and_no_request(browser_page, server, sign_in):
    page = sign_in(browser_page, server)
    enrolled(page)
    page.goto(f"{server.base}/notes/new")
    expect(page).to_have_url(re.compile("draft="))
    assert page.locator("form[data-capture]").get_attribute("method") == "post"
    asked = []
    page.on("request", lambda request: request.is_navigation_request() and asked.append(request.url))
    page.context.set_offline(True)
    page.locator("label.end", has_text="No violation").tap()
    page.evaluate("document.querySelector('form[data-capture]').requestSubmit()")
    expect(page.get_by_role("heading", name="Saved on this phone, not yet at city hall")).to_be_visible()
    held = planned(page).evaluate(HELD)
    assert [(row["seq"], row["open"]) for row in held] == [(1, True)]
    assert asked == []
    page.context.set_offline(False)
    assert page.evaluate(SETTLED) == []
    without_network_faults(page)
    assert list(Reckoning(server).same({row["id"]: row for row in held})) == []


def test_row_47_a_session_that_ends_in_the_middle_of_a_drain_holds_nothing_up(browser_page, server, sign_in):
    page = sign_in(browser_page, server)
    person, asked = enrolled(page), []
    page.goto(f"{server.base}/login")

    def on_its_way(route):
        asked.append(route.request.all_headers().get("cookie"))
        if len(asked) == 2:
            page.context.clear_cookies()
        route.continue_()

    page.route("**/sync/records/*", on_its_way)
    planned(page).evaluate(SEAL, {"seed": 1, "person": person, "count": 4, "photos": 1})
    assert page.evaluate("async () => (await plans.drained()).left") == 0
    assert page.context.cookies() == []
    assert len(asked) >= 4
    assert set(asked) == {None}
    held = {row["id"]: row for row in page.evaluate(HELD)}
    assert list(Reckoning(server).same(held)) == []


def test_row_49_another_secret_of_the_server_stops_no_drain(browser_page, town, sign_in):
    """No token lies in a page or in the worker, so none can be stale: the phone's own signature is what counts."""
    page = sign_in(browser_page, town)
    person = enrolled(page)
    page.evaluate(SEAL, {"seed": 1, "person": person, "count": 3, "photos": 1})
    town.app.config["SECRET_KEY"] = b"rotated" * 5
    assert page.evaluate(SETTLED) == []
    held = page.evaluate(HELD)
    assert {row["receipt"] for row in held} == {"complete"}
    assert len(held) == 3
