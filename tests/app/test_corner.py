"""The corner of every page counts what waits on this phone, and says apart what cannot go without the officer."""

import pytest
from playwright.sync_api import expect

from tests.app.test_ready import points
from tests.app.test_signing_out import REMEMBERED, put_waiting_record

pytestmark = pytest.mark.browser


def test_the_corner_of_every_page_counts_what_waits(town, phone, set_up):
    page = set_up()
    corner = page.locator("[data-waiting-count]")
    expect(corner).to_be_hidden()
    person = page.evaluate(REMEMBERED)
    put_waiting_record(page, person)
    put_waiting_record(page, person)
    put_waiting_record(page, -1)  # another officer's, of whom nothing but the number is said
    for address in ("/", "/scan", "/search", "/account"):
        page.goto(town.base + address)
        expect(corner).to_have_text("3 waiting", use_inner_text=True)
    page.evaluate(
        """async () => {
          const { within } = await import("/static/js/offline/store.000000000000.js");
          await within(["records"], "strict", async (tx) => {
            const [one] = (await tx.store.getAll()).filter((row) => row.person > 0);
            await tx.store.put({ ...one, state: "conflict" });
          });
        }"""
    )
    page.goto(f"{town.base}/search")
    expect(corner).to_have_text("1 needs you", use_inner_text=True)  # a small screen says first what needs somebody
    page.set_viewport_size({"width": 700, "height": 844})
    expect(corner).to_have_text("1 needs you 2 waiting", use_inner_text=True)
    page.goto(f"{town.base}/ready")
    assert points(page)["waiting"] == ["bad", "1 of 3 that wait cannot go without you."]
