"""The form of a note on a phone started cold and locked: recording goes on, and nothing of it lies readable."""

import re
import shutil

import pytest
from playwright.sync_api import expect

from tests.at_rest.conftest import m, until_said
from tests.at_rest.test_copied_phone import found_in
from tests.at_rest.test_unlocking import LIST, LOCKED, SIGNED
from tests.photos_phone.made import as_bytes, scene

pytestmark = pytest.mark.browser
DRAFTS = "async (m) => (await (await m('drafts')).listDrafts()).map(({ id }) => id)"
KEPT = "async (m) => (await (await m('drafts')).listDrafts()).some(({ photos }) => photos === 1)"
WORDS = {name: f"Canary{name}Zw3" for name in ("Before", "After", "Place")}


def test_a_locked_draft_stays_and_recording_goes_on(guarded, phone, town, tmp_path):
    page = guarded.page
    page.goto(f"{town.base}/notes/new")
    expect(page).to_have_url(re.compile("draft="))
    page.fill("[name=words]", WORDS["Before"])
    until_said(page, f"async (m) => (await ({DRAFTS})(m)).length === 1")
    address = page.url
    [before] = m(page, DRAFTS)
    phone.quit()
    town.stop()
    phone.start()
    page = phone.page()
    page.goto(address)
    assert m(page, LOCKED) is True
    expect(page.get_by_text("What you began earlier is locked.")).to_be_visible()
    expect(page.locator("[data-state=others]")).to_be_visible()
    expect(page.locator("[name=words]")).to_have_value("")
    expect(page.get_by_role("link", name="Scan the tag")).to_be_hidden()
    page.locator("label.end", has_text="No violation").tap()
    page.fill("[name=words]", WORDS["After"])
    page.fill("[name=place_words]", WORDS["Place"])
    page.locator("[data-picker=controls] input[multiple]").set_input_files(
        {"name": "scene.jpg", "mimeType": "image/jpeg", "buffer": as_bytes(scene())}
    )
    until_said(page, KEPT)
    page.get_by_role("button", name="Save this note").tap()
    expect(page.get_by_role("heading", name="Saved on this phone, not yet at city hall")).to_be_visible()
    way = "It does not go by itself: it needs you. Unlock to send it. Waiting shows when it has been received."
    expect(page.locator("[data-part=way]")).to_have_text(way)
    [[sealed, state, _]] = [row for row in m(page, LIST) if row[1] != "draft"]
    assert (state, m(page, SIGNED, sealed)) == ("wait_auth", 0)
    assert m(page, DRAFTS) == [before]
    phone.quit()
    copy = tmp_path / "copy"
    shutil.copytree(phone.profile, copy, ignore=shutil.ignore_patterns("Singleton*"))
    assert found_in(copy, list(WORDS.values())) == []
