"""Ready for the day: green only after everything was really checked; each point in plain words."""

import threading

import pytest
from playwright.sync_api import expect

from tests.app.test_signing_out import REMEMBERED

pytestmark = pytest.mark.browser
POINTS = {"shell", "list", "storage", "waiting", "key", "display", "server"}
AS_APP = """
  const real = window.matchMedia.bind(window);
  window.matchMedia = (asked) => real(/standalone/.test(asked) ? "all" : asked);
  navigator.storage.persisted = async () => true;
"""
AS_SAFARI_TAB = "Object.defineProperty(navigator, 'standalone', { value: false })"
SET_UP = """async (person) => {
  const { within } = await import("/static/js/offline/store.000000000000.js");
  const soon = new Date(Date.now() + 3600e3).toISOString();
  await within(["pack", "devices"], "strict", async (tx) => {
    const as_of = new Date().toISOString();
    await tx.objectStore("pack").put({ name: "a list", city: "crystal", person, as_of, valid_until: soon });
    const enrolled = { status: "active", protection: "storage", enrolled_at: "2026-01-01", label: "Phone 7" };
    await tx.objectStore("devices").put({ key_id: "k", person, device: "d", ...enrolled });
  });
}"""


def points(page):
    """What the page says: {point: (state, sentence)}."""
    expect(page.locator("[data-ready-summary]")).not_to_have_attribute("data-state", "checking")
    return page.evaluate(
        """async () => {
          const all = document.querySelector("[data-ready-summary]"); // it is checked again at each news
          while (all.dataset.state === "checking") await new Promise((look) => setTimeout(look, 20));
          const shown = (one) => [...one.querySelectorAll("[data-say]")].find((words) => !words.hidden)?.innerText;
          const points = [...document.querySelectorAll("[data-ready]")];
          return Object.fromEntries(points.map((one) => [one.dataset.ready, [one.dataset.state, shown(one)]]));
        }"""
    )


def says(page, state):
    """All of it is checked again at each news, so what it comes to is waited for."""
    expect(page.locator("[data-ready-summary]")).to_have_attribute("data-state", state)


def test_every_point_is_checked_and_a_phone_that_is_not_set_up_is_not_ready(town, phone, set_up):
    page = set_up()
    page.goto(f"{town.base}/ready")
    said = points(page)
    assert set(said) == POINTS
    assert all(state in ("good", "mind", "bad") and words for state, words in said.values())
    assert said["shell"][0] == "good"
    assert said["list"][0] == "mind"
    assert said["list"][1].startswith("No offline list yet. Without a signal a scan cannot tell")
    assert said["key"] == ["bad", "This phone is not set up for you yet, so nothing can be recorded on it."]
    assert said["waiting"] == ["good", "Nothing waits on this phone."]
    assert said["server"][0] == "good"
    assert said["display"][0] == "mind"
    says(page, "bad")


def test_it_is_green_once_all_of_it_is_true_and_not_before(town, phone, set_up):
    page = set_up()
    phone.context.add_init_script(AS_APP)
    page.evaluate(SET_UP, page.evaluate(REMEMBERED))
    page.goto(f"{town.base}/ready")
    said = points(page)
    assert {state for state, _ in said.values()} == {"good"}, said
    says(page, "good")
    page.goto(f"{town.base}/")
    points(page)
    expect(page.get_by_text("Ready: everything was checked")).to_be_visible()
    town.stop()
    page.goto(f"{town.base}/ready")
    said = points(page)
    assert said["server"][1].startswith("Not reached now. Last reached at ")
    says(page, "mind")


def test_a_damaged_file_is_mended_with_a_signal_and_said_without_one(town, phone, set_up):
    page = set_up()
    spoil = """async () => {
      const cache = await caches.open((await caches.keys())[0]);
      const headers = { "Content-Type": "text/html" };
      await cache.put("/shell/scan", new Response("<h1>Something else</h1>", { headers }));
    }"""
    page.evaluate(spoil)
    page.goto(f"{town.base}/ready")
    assert points(page)["shell"][0] == "good"
    page.evaluate(spoil)
    town.stop()
    page.locator("[data-ready-again]").click()
    expect(page.locator("[data-ready=shell]")).to_have_attribute("data-state", "bad")
    expect(page.get_by_text("missing or damaged")).to_be_visible()


def test_a_check_that_fails_counts_as_not_ready(town, phone, set_up):
    page = set_up()
    phone.context.add_init_script("navigator.storage.estimate = () => Promise.reject(new Error('no'))")
    page.goto(f"{town.base}/ready")
    assert points(page)["storage"] == [
        "bad",
        "This could not be checked. Check again; if it stays, close the app and open it again.",
    ]


@pytest.mark.parametrize(("valid_for", "state", "say"), [(3600, "good", "Offline list as of"), (-60, "bad", "too old")])
def test_the_age_of_the_offline_list_is_said_by_its_own_limit(town, phone, set_up, valid_for, state, say):
    page = set_up()
    page.evaluate(SET_UP.replace("3600e3", f"{valid_for}e3"), page.evaluate(REMEMBERED))
    page.goto(f"{town.base}/ready")
    found = points(page)["list"]
    assert found[0] == state
    assert say in found[1]


def test_row_11_a_safari_tab_is_warned_loudly(town, phone, set_up):
    page = set_up()
    phone.context.add_init_script(AS_SAFARI_TAB)
    for address in ("/", "/ready"):
        page.goto(town.base + address)
        expect(page.get_by_text("Do not record in this Safari tab.").first).to_be_visible()
    assert points(page)["display"][0] == "bad"


def test_opened_at_the_first_sign_in_it_says_that_it_is_being_set_up_and_looks_again_by_itself(town, phone, sign_in):
    arrives = threading.Event()
    town.misbehave("/shell/waiting", wait=arrives)  # a file that the worker needs before it is installed
    page = sign_in(phone.page(), town, "officer")
    page.goto(f"{town.base}/ready")
    said = points(page)
    assert said["shell"] == [
        "bad",
        "The pages are being put on this phone. Stay where there is a signal; this is looked at again by itself.",
    ]
    expect(page.get_by_role("button", name="Set up this phone")).to_be_visible()
    arrives.set()
    expect(page.locator("[data-ready=shell]")).to_have_attribute("data-state", "good")
    expect(page.locator("[data-ready=shell] [data-say=whole]")).to_be_visible()
    expect(page.get_by_role("button", name="Set up this phone")).to_be_visible()


def test_who_has_just_signed_in_here_is_learned_without_a_reload(town, phone, sign_in):
    page = phone.page()
    arrives = threading.Event()
    town.misbehave("/current", wait=arrives)  # the page stands before the phone knows who is here
    sign_in(page, town, "officer")
    page.goto(f"{town.base}/ready")
    expect(page.locator("[data-ready=key] [data-say=nobody]")).to_be_visible()
    arrives.set()
    expect(page.get_by_role("button", name="Set up this phone")).to_be_visible()


def test_a_browser_that_takes_no_worker_is_told_so(town, phone, sign_in):
    phone.context.add_init_script("navigator.serviceWorker.register = () => Promise.reject(new Error('not here'))")
    page = sign_in(phone.page(), town, "officer")
    page.goto(f"{town.base}/ready")
    assert points(page)["shell"][1].startswith("No pages are kept on this phone yet.")
