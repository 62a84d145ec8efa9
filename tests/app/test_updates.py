"""A new release waits for whoever is typing or sending, and takes the old one's files away only then."""

import pytest
from playwright.sync_api import expect

from tests.app.conftest import kept_files, until

pytestmark = pytest.mark.browser
STATE = """async () => {
  const one = await navigator.serviceWorker.getRegistration("/");
  return { waiting: Boolean(one.waiting), installing: Boolean(one.installing) };
}"""
HOLD = """(name) => {
  navigator.locks.request(`fieldapp:${name}`, () => new Promise((free) => (window.free = free)));
}"""
WAITS = """async () => Boolean((await navigator.serviceWorker.getRegistration("/")).waiting)"""


def look_for_update(page):
    page.evaluate("async () => { await (await navigator.serviceWorker.getRegistration('/')).update(); }")


def ask_turn(page):
    page.evaluate(
        """async () => {
          const { ask } = await import("/static/js/offline/app.000000000000.js");
          await ask("turn", (await navigator.serviceWorker.getRegistration("/")).waiting);
        }"""
    )


def releases(page):
    return sorted(kept_files(page))


@pytest.mark.parametrize("work", ["types", "sends", "keeps a draft open"])
def test_a_release_waits_for_work_and_then_takes_its_turn(town, phone, set_up, work):
    page = set_up()
    old = releases(page)
    if work == "types":
        page.locator("input[name=text]").fill("26-00417")
    else:
        name = {"sends": "drain", "keeps a draft open": "draft:7"}[work]
        page.evaluate(HOLD, name)
    town.release("main { outline: 0 }")
    look_for_update(page)
    until(page, WAITS)
    ask_turn(page)
    assert page.evaluate(STATE) == {"waiting": True, "installing": False}
    both = releases(page)
    assert set(old) < set(both)
    assert page.locator("input[name=text]").input_value() == ("26-00417" if work == "types" else "")
    if work == "types":
        page.evaluate("document.querySelector('input[name=text]').form.reset()")
    else:
        page.evaluate("window.free()")
    until(page, "async () => (await navigator.locks.query()).held.length === 0")
    ask_turn(page)
    until(page, "async () => (await caches.keys()).length === 1")
    assert releases(page) == sorted(set(both) - set(old))
    town.stop()
    page.goto(f"{town.base}/scan")
    expect(page.locator("h1")).to_have_text("Scan a tag")


def test_an_update_fetches_only_what_changed(town, phone, set_up):
    page = set_up()
    town.release("main { outline: 0 }")
    town.asked.clear()
    page.locator("input[name=text]").fill("1")
    look_for_update(page)
    until(page, WAITS)
    fetched = {path for _, path in town.asked if path.startswith("/static/")}
    assert len(fetched) == 1
    assert fetched.pop().startswith("/static/css/app.")


def test_a_release_that_cannot_be_had_whole_leaves_the_old_one_at_work(town, phone, set_up):
    page = set_up()
    town.release("main { outline: 0 }")
    town.misbehave("/shell/scan")
    look_for_update(page)
    until(page, "async () => !(await navigator.serviceWorker.getRegistration('/')).installing")
    assert page.evaluate(STATE) == {"waiting": False, "installing": False}
    town.stop()
    page.goto(f"{town.base}/scan")
    expect(page.locator("h1")).to_have_text("Scan a tag")
    phone.context.faults.clear()
