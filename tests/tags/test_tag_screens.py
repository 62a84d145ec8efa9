"""A clerk's tag pages in Chromium: no accessibility finding, no sideways scroll, usable without JavaScript."""

import json
import os
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe

pytestmark = pytest.mark.browser
PICTURES = os.environ.get("TAG_PICTURES", "")  # a folder to keep the pictures in, for looking at them


@pytest.fixture(scope="module")
def places(standing_server, command):
    """The addresses of pages in every state."""
    answer = command("tags", "list", "--city", "crystal", "--json", instance=standing_server.instance)
    listed = json.loads(answer.stdout)
    stock = next(t for t in listed if t["animal"] is None)["code"]
    issued = next(t for t in listed if t["animal"])["code"]
    return {
        "stock": "/tags", "sheets": "/tags/sheets?year=2026", "in-stock": f"/tags/{stock}", "issued": f"/tags/{issued}",
        "issue": f"/tags/{stock}/issue", "report": f"/tags/{issued}/report", "replace": f"/tags/{issued}/replace",
        "of-animal": "/animals/1/tags",
    }  # fmt: skip


def keep(page, name):
    if PICTURES:
        page.screenshot(path=Path(PICTURES) / f"{name}.png", full_page=True)


def looked_at(page, name):
    page.wait_for_load_state()
    wide = page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")
    assert not wide, f"{name} scrolls sideways"
    assert Axe().run(page).response["violations"] == [], name
    small = page.eval_on_selector_all(
        "main a.button, main button, main a.row-link, main input:not([type=radio])",
        "all => all.filter(e => e.checkVisibility() && e.getBoundingClientRect().height < 47.5)"
        ".map(e => e.outerHTML.slice(0, 80))",
    )
    assert small == [], name
    keep(page, name)


@pytest.mark.parametrize(("width", "dark"), [(320, False), (320, True), (390, False), (390, True)])
def test_each_page_and_its_errors(page_of, standing_server, sign_in, places, width, dark):
    page = page_of(width=width, dark=dark)
    sign_in(page, standing_server, "clerk")
    shade = "dark" if dark else "light"
    for name, address in places.items():
        page.goto(standing_server.base + address)
        looked_at(page, f"{name}-{width}-{shade}")
    for name in ("stock", "issue", "report", "replace", "of-animal"):
        page.goto(standing_server.base + places[name])
        with page.expect_navigation():
            page.locator("main form button[type=submit]").first.click()
        assert page.title().startswith("Error: ")
        looked_at(page, f"{name}-error-{width}-{shade}")


def test_a_clerk_without_javascript_gives_reports_and_replaces_a_tag(page_of, server, sign_in, command):
    listed = json.loads(command("tags", "list", "--city", "crystal", "--json", instance=server.instance).stdout)
    one, two = [t for t in listed if t["animal"] is None][:2]
    page = page_of(javascript=False)
    sign_in(page, server, "clerk")
    page.goto(f"{server.base}/tags/{one['code']}")
    page.get_by_role("link", name="Give it to an animal").click()
    page.get_by_label("License number, microchip, name, phone or address").fill("nobody of this name")
    page.get_by_role("button", name="Find the animal").click()
    page.get_by_text("No animal found").wait_for()
    page.goto(f"{server.base}/tags")
    page.get_by_label("How many").fill("1")
    page.get_by_role("button", name="Make the tags").click()
    page.get_by_text("dark on light").first.wait_for()
    issued = next(t for t in listed if t["animal"] and t["status"] == "CURRENT")
    page.goto(f"{server.base}/tags/{issued['code']}/report")
    page.get_by_label("Stolen").check()
    page.get_by_role("button", name="Record it").click()
    page.get_by_text("Reported stolen").wait_for()
    page.get_by_role("link", name="Replace it by a new tag").click()
    assert page.get_by_label("Stolen").is_checked()
    page.get_by_label("Receipt", exact=True).check()
    page.get_by_label("Number on the new tag").fill(two["number"])
    page.get_by_role("button", name="Replace the tag").click()
    page.get_by_role("heading", name=f"Tag {two['number']}").wait_for()
    page.get_by_text("Issued").wait_for()
