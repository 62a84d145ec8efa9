"""A tag that is scanned while a note is written comes into that note's draft, and nothing that was typed is lost."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.at_rest.conftest import m, set_phone_up, until_said
from tests.notes.test_form import SEALED
from tests.screens.pictures import as_file, on_ground, symbol

pytestmark = pytest.mark.browser
DRAFTS = "async (m) => (await (await m('drafts')).listDrafts()).map(({ id }) => id)"
FIELDS = "async (m, id) => (await (await m('drafts')).openDraft('field_note', id)).fields"

GOES_TO = """(form) => {
  const asked = new URLSearchParams({ for: form, draft: crypto.randomUUID() });
  history.replaceState(null, "", `/scan?${asked}`);
}"""


@pytest.fixture
def code(town):
    """The code of a tag of Crystal that is on a dog."""
    file = next(Path(town.app.instance_path).glob("*.db"))
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute("select code from tags where state = 'issued' and city = 'crystal'").fetchone()[0]


@pytest.fixture
def writing(town, set_up):
    """A page of a phone that is set up."""
    page = set_up()
    set_phone_up(page, town)
    return page


def begin(page, town):
    page.goto(f"{town.base}/notes/new")
    page.locator("label.end", has_text="Other").tap()
    page.fill("[name=ended_words]", "Taken along by a rescue")
    page.fill("[name=words]", "brown, limping")
    page.fill("[name=animal-tag]", "26-")
    page.get_by_role("link", name="Scan the tag").click()
    expect(page.locator("h1")).to_have_text("Scan a tag")
    expect(page.get_by_text("The tag goes into the form that you began")).to_be_visible()


def is_whole(page, tag):
    expect(page.locator("[name=animal-tag]")).to_have_value(tag)
    expect(page.locator("[name=words]")).to_have_value("brown, limping")
    expect(page.locator("[name=ended_words]")).to_have_value("Taken along by a rescue")
    expect(page.locator("[name=ended][value=other]")).to_be_checked()


@pytest.mark.parametrize("online", [True, False])
def test_a_scanned_tag_comes_into_the_open_draft(writing, town, code, online):
    page = writing
    if not online:
        town.stop()
    begin(page, town)
    [draft] = m(page, DRAFTS)
    photo = as_file(on_ground(symbol(f"{town.base.upper()}/T/{code}"), turn=200))
    page.locator("[data-scan-photo] input:not([capture])").set_input_files(photo)
    page.wait_for_url(f"{town.base}/notes/new?draft={draft}")
    is_whole(page, code)
    until_said(page, f"async (m) => (await ({FIELDS})(m, '{draft}'))['animal-tag'] === '{code}'")
    page.reload()
    is_whole(page, code)
    assert m(page, DRAFTS) == [draft]
    page.get_by_role("button", name="Save this note").tap()
    expect(page.get_by_role("heading", name=SEALED)).to_be_visible()


def test_a_typed_number_comes_back_too_and_so_does_who_scans_nothing(writing, town):
    page = writing
    begin(page, town)
    page.fill("[name=text]", "26-00417")
    page.keyboard.press("Enter")
    page.wait_for_url(f"{town.base}/notes/new?draft=*")
    is_whole(page, "26-00417")
    page.get_by_role("link", name="Scan the tag").click()
    page.get_by_role("link", name="Back to the form without a tag").click()
    is_whole(page, "26-00417")


@pytest.mark.parametrize(
    "form", ["//evil.example/", "https://evil.example/", "/notes/new?x=", "javascript:alert(1)", ""]
)
def test_an_address_that_is_no_form_of_ours_is_not_gone_back_to(writing, town, form):
    page = writing
    page.evaluate(GOES_TO, form)
    assert page.evaluate("async () => (await import('/static/js/scan-for.000000000000.js')).formThatAsked()") is None
