"""Waiting on a phone: states, plain words, other officers as a count, thirty records on a small screen."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.notes.conftest import LONG, until

RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
STATES = ["sealed", "sending", "stored", "complete", "wait_auth", "too_large", "conflict", "needs_attention"]
FILL = """
async ({ states, titles, count, other }) => {
  const m = (name) => import(`/static/js/offline/${name}.000000000000.js`);
  const [{ within }, { current }, { tell }, safe] = await Promise.all([m("store"), m("who"), m("news"), m("safe")]);
  titles = await Promise.all(titles.map((title) => safe.close(title)));
  const me = (await current()).id;
  const file = { slot: "scene-1", sha256: "0".repeat(64), bytes: 9, type: "jpeg", taken_at: "" };
  const line = (form, whole) => ({ ...file, form, whole });
  await within(["records"], "readwrite", async (tx) => {
    for (let n = 0; n < count; n++) {
      const state = states[n % states.length];
      const received = state === "complete" || state === "stored";
      const row = {
        id: crypto.randomUUID(), person: other ? me + 1000 : me, author: me, city: "crystal", kind: "field_note",
        title: titles[n % titles.length], state, attempts: n % 3,
        because: state === "conflict" ? "The office decides." : "",
        sealed_at: new Date(Date.now() - n * 3_600_000).toISOString(), next_try: 0, not_before: 0, parents: [], seq: n,
        receipt_kind: received ? state : "", receipt_no: received ? 100 + n : null, received_at: "",
        protection: "storage",
        manifest: n % 2 ? [line("original", received), line("copy", true)] : [],
      };
      if (state !== "complete") row.open = 1;
      await tx.store.put(row);
    }
  });
  tell({ about: "record", id: "" });
}
"""


def waiting(page, server, *, count=30, other=False):
    titles = ["Field note: gone on arrival", *LONG]
    page.evaluate(FILL, {"states": STATES, "titles": titles, "count": count, "other": other})
    page.goto(f"{server.base}/waiting")
    expect(page.locator("[data-waiting]")).to_be_visible()
    return page


@pytest.fixture
def quiet(page_of, standing_server, sign_in):
    """A page that knows its officer and whose own sending is held back, over the standing server."""

    def make(**options):
        page = sign_in(page_of(**options), standing_server)
        beside = page.context.new_page()  # holds the drainer's turn, so that states stay as they are put
        beside.goto(f"{standing_server.base}/robots.txt")
        beside.evaluate("() => { navigator.locks.request('fieldapp:drain', () => new Promise(() => {})); }")
        until(page, "async (m) => Boolean(await (await m('who')).current())")
        return page

    return make


@pytest.mark.parametrize(("width", "dark"), [(390, False), (320, True)])
def test_thirty_records_and_long_names_fit_and_axe_finds_nothing(quiet, standing_server, tmp_path, width, dark):
    page = waiting(quiet(width=width, dark=dark), standing_server)
    expect(page.locator(".waiting-row")).to_have_count(30)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert Axe().run(page, options=RULES).response["violations"] == []
    small = page.evaluate(
        "[...document.querySelectorAll('main a.button, main button, main .row-link')].filter((e) => e.offsetParent)"
        ".filter((e) => e.getBoundingClientRect().height < 44).map((e) => e.textContent)"
    )
    assert small == []
    page.screenshot(path=tmp_path / "waiting.png", full_page=True)


def test_each_state_is_said_in_plain_words(quiet, standing_server):
    page = waiting(quiet(), standing_server, count=8)
    states = [text.strip() for text in page.locator(".waiting-state").all_inner_texts()]
    assert states == [
        "on this phone", "sending 1 of 3", "sending", "received", "needs you", "needs you", "needs you", "needs you",
    ]  # fmt: skip
    expect(page.get_by_text("receipt 103")).to_be_visible()
    expect(page.locator("[data-waiting-heading]")).to_have_text("4 records need you")
    expect(page.get_by_text("The office decides.")).to_be_visible()


def test_another_officers_records_are_a_count_and_nothing_more(quiet, standing_server):
    page = waiting(quiet(), standing_server, count=8, other=True)
    expect(page.get_by_text("7 records of other officers wait")).to_be_visible()
    expect(page.locator(".waiting-row")).to_have_count(0)
    for words in LONG:
        assert words not in page.content()


def test_a_draft_leads_back_to_its_form(quiet, standing_server):
    page = quiet()
    page.goto(f"{standing_server.base}/notes/new")
    page.fill("[name=words]", "half a note")
    until(page, "async (m) => (await (await m('drafts')).listDrafts()).length === 1")
    page.goto(f"{standing_server.base}/waiting")
    page.get_by_role("link", name="Go on").tap()
    expect(page.locator("[name=words]")).to_have_value("half a note")


def test_without_signal_the_page_says_so(quiet, standing_server):
    page = waiting(quiet(), standing_server, count=1)
    page.context.set_offline(True)
    expect(page.locator("[data-waiting-heading]")).to_have_text("No signal")
    page.context.set_offline(False)
    expect(page.locator("[data-waiting-heading]")).to_have_text("1 record waits")


@pytest.mark.parametrize(("width", "dark"), [(390, False), (320, True)])
@pytest.mark.parametrize("address", ["/notes/new", "/notes", "/waiting"])
def test_axe_finds_nothing_on_the_pages_of_notes(quiet, standing_server, address, width, dark):
    page = quiet(width=width, dark=dark, height=3000)
    page.goto(standing_server.base + address)
    expect(page.locator("h1")).to_be_visible()
    assert Axe().run(page, options=RULES).response["violations"] == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
