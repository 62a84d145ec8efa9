"""What is said of another officer's records: how many, since when, how they go; the same in each place, and no name."""

import pytest
from playwright.sync_api import expect

from tests.app.test_ready import points
from tests.app.test_signing_out import put_waiting_record, sign_out

pytestmark = pytest.mark.browser
OTHER = -1
GUARD = """async (number) => {
  const { within } = await import("/static/js/offline/store.000000000000.js");
  await within(["records"], "strict", async (tx) => {
    const rows = await tx.store.getAll();
    for (const row of rows.slice(0, number)) await tx.store.put({ ...row, body: { how: "passkey" } });
  });
}"""
WHOEVER = "when there is a signal, whoever is signed in then, and"
NAME = "under the name of the officer who made it."
GOES = {
    (1, 0): f"It goes by itself {WHOEVER} stays {NAME}",
    (2, 0): f"They go by themselves {WHOEVER} each stays {NAME}",
    (1, 1): "It goes after its officer has unlocked it on this phone with the passkey.",
    (2, 2): "They go after their officers have unlocked them on this phone with the passkey.",
}


@pytest.mark.parametrize(("number", "guarded"), GOES)
def test_three_pages_say_the_same_of_how_anothers_records_go(town, set_up, number, guarded):
    page = set_up()
    for _ in range(number):
        put_waiting_record(page, OTHER)
    page.evaluate(GUARD, guarded)
    page.goto(f"{town.base}/waiting")
    many = f"{number} records of other officers wait on this phone too."
    first = "1 record of another officer waits on this phone too." if number == 1 else many
    expect(page.locator("[data-if=others]")).to_have_text(f"{first} {GOES[number, guarded]}")
    expect(page.locator("[data-if=calm]")).to_be_hidden()
    page.goto(f"{town.base}/ready")
    said = points(page)["waiting"][1]
    assert said.startswith(f"{number} waiting, the oldest since ")
    assert said.endswith(f" {GOES[number, guarded]}")
    assert "since ." not in said
    town.stop()
    sign_out(page)
    expect(page.locator("[data-signed-out-go]")).to_have_text(GOES[number, guarded])


def test_where_no_time_is_known_none_is_said(town, set_up):
    page = set_up()
    put_waiting_record(page, OTHER)
    page.evaluate("""async () => {
      const { within } = await import("/static/js/offline/store.000000000000.js");
      await within(["records"], "strict", async (tx) => {
        for (const row of await tx.store.getAll()) await tx.store.put({ ...row, sealed_at: undefined });
      });
    }""")
    page.goto(f"{town.base}/ready")
    assert points(page)["waiting"][1] == f"1 waiting. {GOES[1, 0]}"
