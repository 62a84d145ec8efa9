"""A note with photos, written through the page without a signal, up to the receipt that says complete."""

import pytest
from playwright.sync_api import expect

from tests.app.test_background import at_city_hall
from tests.at_rest.conftest import m, set_phone_up, until_said
from tests.at_rest.test_unlocking import LIST, SENT
from tests.photos_phone.made import as_bytes, scene

pytestmark = pytest.mark.browser
KINDS = "async (m, id) => (await (await m('outbox')).read(id)).receipts.map(({ kind }) => kind)"
KEPT = "async (m) => (await (await m('drafts')).listDrafts()).some(({ photos }) => photos === 2)"


def test_a_note_with_photos_is_recorded_offline_and_complete_with_a_signal(town, set_up):
    page = set_up()
    set_phone_up(page, town)
    town.stop()
    page.goto(f"{town.base}/notes/new")
    page.locator("label.end", has_text="No violation").tap()
    page.fill("[name=words]", "two dogs behind the fence")
    photos = [{"name": f"{n}.jpg", "mimeType": "image/jpeg", "buffer": as_bytes(scene(seed=n))} for n in (1, 2)]
    page.locator("[data-picker=controls] input[multiple]").set_input_files(photos)
    until_said(page, KEPT)
    page.get_by_role("button", name="Save this note").tap()
    expect(page.get_by_role("heading", name="Saved on this phone, not yet at city hall")).to_be_visible()
    [[sealed, state, _]] = m(page, LIST)
    assert state in ("sealed", "sending")  # tried, without a signal
    assert at_city_hall(town) == []
    town.start()
    page.goto(f"{town.base}/waiting")
    until_said(page, SENT)
    assert "complete" in m(page, KINDS, sealed)
    assert at_city_hall(town) == [(sealed, "applied", 4, 4)]
