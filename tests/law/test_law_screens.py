"""The law page on a phone: axe, narrow, thumb, with and without a script, and on paper."""

import subprocess

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.screens.test_pages import CONTRAST, RULES, TARGETS, unfold

pytestmark = pytest.mark.browser
ADDRESSES = (
    "/law/battle_lake?q=sign", "/law/crystal?q=license", "/law/crystal?only=doubts&q=tag", "/law/benson?on=x",
    "/law/crystal/changes?from=2008-01-01&to=2010-01-01", "/law/benson/changes", "/law/benson?q=zebra",
)  # fmt: skip


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_finds_nothing_and_text_is_seven_to_one(page_of, standing_server, dark):
    page, axe, found = page_of(dark=dark, height=3000), Axe(), []
    for address in ADDRESSES:
        page.goto(standing_server.base + address)
        unfold(page)
        violations = axe.run(page, options=RULES).response["violations"]
        found += [(address, one["id"], [node["html"][:120] for node in one["nodes"]][:3]) for one in violations]
        found += [(address, *weak) for weak in page.evaluate(CONTRAST)]
    assert not found


@pytest.mark.parametrize(("width", "size"), [(320, "100%"), (390, "100%"), (320, "200%")])
def test_nothing_scrolls_sideways(page_of, standing_server, width, size):
    page, wide = page_of(width=width, height=640), []
    for address in (*ADDRESSES, "/law/crystal"):
        page.goto(standing_server.base + address)
        page.evaluate("(size) => { document.documentElement.style.fontSize = size }", size)
        unfold(page)
        over = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        if over > 0:
            wide.append((address, over))
    assert not wide


def test_every_target_is_for_a_gloved_thumb(page_of, standing_server):
    page, small = page_of(width=320), {}
    for address in ADDRESSES:
        page.goto(standing_server.base + address)
        if found := page.evaluate(TARGETS):
            small[address] = found[:5]
    assert not small


def test_typing_searches_and_the_address_follows(browser_page, standing_server):
    page = browser_page
    page.goto(standing_server.base + "/law/crystal")
    page.wait_for_load_state("networkidle")
    whole = page.locator(".law-piece").count()
    page.locator("#q").press_sequentially("leash")
    expect(page.locator("#law [role=status]")).to_contain_text(" of ")
    today = page.locator("#on").input_value()
    expect(page).to_have_url(f"{standing_server.base}/law/crystal?q=leash&on={today}&only=")
    assert 0 < page.locator(".law-piece").count() < whole
    expect(page.locator("#q")).to_be_focused()
    page.reload()
    expect(page.locator("#q")).to_have_value("leash")
    page.locator("#only").select_option("doubts")
    expect(page.locator(".law-piece").first).to_contain_text("In doubt")


def test_search_and_other_dates_without_a_script(page_of, standing_server):
    page = page_of(javascript=False)
    page.goto(standing_server.base + "/law/crystal?on=2009-01-01")
    page.locator("#q").fill("insurance least")
    page.get_by_role("button", name="Show").click()
    piece = page.locator(".law-piece", has_text="at least $300,000").first
    expect(piece.locator(".law-ids")).to_contain_text("MN-347.51")
    expect(page.locator(".law-other").first).to_be_hidden()
    piece.locator("summary").click()
    expect(piece.locator(".law-other").first).to_contain_text("to 31 July 2008: at least $50,000")


def faults_of(page):
    violations = Axe().run(page, options=RULES).response["violations"]
    return [(one["id"], node["html"][:200]) for one in violations for node in one["nodes"]]


def test_a_supervisor_signs_a_doubt_off(page_of, server, sign_in):
    page = sign_in(page_of(width=320, height=3000), server, "supervisor")  # high: the bar covers nothing
    page.goto(server.base + "/law/crystal?only=open")
    page.locator(".law-doubt a").first.click()
    page.get_by_role("button", name="Sign off").click()
    expect(page.locator(".error-summary")).to_be_focused()
    assert faults_of(page) == []
    page.get_by_label("Confirmed").check()
    page.get_by_label("In the city's words").fill("The council on 4 May")
    page.get_by_role("button", name="Sign off").click()
    expect(page.locator(".law-doubt")).to_contain_text("Doubt settled: confirmed")
    expect(page.locator(".law-said")).to_contain_text("“The council on 4 May”")
    assert faults_of(page) == []
    page.faults.clear()  # the 422 that was asked for


def test_on_paper_everything_is_unfolded_and_nothing_to_press(page_of, standing_server, tmp_path):
    page = page_of(is_mobile=False)
    page.goto(standing_server.base + "/law/crystal?q=insurance")
    page.pdf(path=str(tmp_path / "law.pdf"), format="Letter")
    words = ["pdftotext", "-layout", "law.pdf", "-"]
    text = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    assert "The law of Crystal" in text
    assert "at least $50,000" in text  # an older value
    for pressed in ("Search the law", "Show", "What changed between"):
        assert pressed not in text
