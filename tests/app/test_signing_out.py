"""Who the phone believes to be here: signing out without a signal (row 51), and another officer on the same phone."""

import pytest
from playwright.sync_api import expect

from tests.app.conftest import until

pytestmark = pytest.mark.browser
REMEMBERED = """() => new Promise((tell, fail) => {
  const asked = indexedDB.open("fieldapp");
  asked.onerror = () => fail(asked.error);
  asked.onsuccess = () => {
    const found = asked.result.transaction("meta").objectStore("meta").get("current");
    found.onsuccess = () => {
      asked.result.close();
      tell(found.result?.value?.id ?? null);
    };
  };
})"""


def sign_out(page):
    page.locator(".menu summary").click()
    page.get_by_role("button", name="Sign out").click()


def put_waiting_record(page, person):
    """A sealed record of this person, as the outbox keeps it: only what the count needs."""
    page.evaluate(
        """async (person) => {
          const { within } = await import("/static/js/offline/store.000000000000.js");
          await within(["records"], "strict", (tx) => tx.store.put({
            id: crypto.randomUUID(), person, author: person, open: 1, state: "sealed", kind: "field_note", seq: 1,
            parents: [], manifest: [], sealed_at: new Date().toISOString(), because: "", attempts: 0,
            not_before: Date.now() + 240e3, next_try: Date.now() + 240e3,
          }));
        }""",
        person,
    )


def test_row_51_signing_out_without_a_signal_lands_on_our_page_and_keeps_what_waits(town, phone, set_up, sign_in):
    page = set_up()
    put_waiting_record(page, page.evaluate(REMEMBERED))
    town.stop()
    page.goto(f"{town.base}/ready")
    sign_out(page)
    expect(page.locator("h1")).to_have_text("Signed out on this phone")
    expect(page.locator("[data-signed-out-count]")).to_have_text("1 record waits on this phone.", use_inner_text=True)
    assert page.evaluate(REMEMBERED) is None
    page.goto(f"{town.base}/scan")
    expect(page.locator("[data-if=nobody]")).to_be_visible()
    expect(page.locator(".top-city")).to_have_text("Animal control")
    page.goto(f"{town.base}/")
    expect(page.locator("[data-if=nobody]")).to_be_visible()


def test_the_server_hears_of_it_before_anything_of_that_person_is_shown(town, phone, set_up):
    page = set_up()
    page.goto(f"{town.base}/ready")
    town.stop()
    sign_out(page)
    expect(page.locator("h1")).to_have_text("Signed out on this phone")
    town.start()
    town.asked.clear()
    page.goto(f"{town.base}/account")
    page.wait_for_url("**/login?next=*")
    paths = [one for one in town.asked if not one[1].startswith("/static/")]
    assert paths.index(("POST", "/logout")) < paths.index(("GET", "/account"))


def test_a_network_that_answers_for_the_server_settles_no_sign_out(town, phone, set_up):
    page = set_up()
    page.goto(f"{town.base}/ready")
    for path in ("/logout", "/current"):
        town.misbehave(path, "200 OK", b"<title>Sign in to this network</title>")
    sign_out(page)
    expect(page.locator("h1")).to_have_text("Signed out on this phone")
    page.goto(f"{town.base}/account")
    expect(page.locator("h1")).to_have_text("This page needs a signal")
    town.wrong.clear()
    page.goto(f"{town.base}/account")
    page.wait_for_url("**/login?next=*")


def test_with_a_signal_it_ends_at_the_sign_in(town, phone, set_up):
    page = set_up()
    sign_out(page)
    page.wait_for_url("**/login")
    assert page.evaluate(REMEMBERED) is None
    assert not [c for c in phone.context.cookies() if c["httpOnly"]]


def test_row_28_who_signs_in_next_is_who_the_phone_believes_even_on_a_page_that_it_keeps(town, phone, set_up):
    page = set_up()
    first = page.evaluate(REMEMBERED)
    phone.context.clear_cookies()  # the session ended; the phone still believes the first one
    page.goto(f"{town.base}/login?next=/scan")
    other = town.person("supervisor")
    page.locator("input[name=username]").fill(other["username"])
    page.locator("input[name=password]").fill(other["password"])
    page.locator("input[name=password]").press("Enter")
    page.wait_for_url("**/scan")
    until(page, "async () => document.body.dataset.role === 'supervisor'")
    assert page.evaluate(REMEMBERED) not in (None, first)


def test_row_28_where_that_cannot_be_known_nobody_is_believed(town, phone, set_up):
    page = set_up()
    phone.context.add_cookies([{"name": "fa-person-changed", "value": "1", "url": town.base}])
    town.stop()
    page.goto(f"{town.base}/scan")
    expect(page.locator("[data-if=nobody]")).to_be_visible()
    assert "person" not in page.evaluate("({ ...document.body.dataset })")
