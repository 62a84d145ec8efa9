"""Every page of this folder: for axe, keyboard, thumb, narrow screens, large text, no script, and hostile words."""

import re
from itertools import pairwise

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.screens.made_up import HOSTILE
from tests.screens.preview import PAGES

pytestmark = pytest.mark.browser
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"], "resultTypes": ["violations"]}
STATUS = [name for name in PAGES if name.startswith("status/")]
KINDS = [
    "status/current", "status/dangerous", "status/long", "finder/plain", "start", "scan", "scan/wrong", "search/found",
    "around", "edit/wrong",
]  # fmt: skip
FINDER = [name for name in PAGES if name.startswith("finder/")]
TARGETS = """
() => [...document.querySelectorAll("a, button, summary, select, input:not([type=hidden])")]
  .filter((e) => e.checkVisibility() && !e.classList.contains("unseen") && !e.classList.contains("skip"))
  .filter((e) => !e.closest("p") || e.matches(".button, button"))
  .map((e) => [e.closest("label.pick") || (e.matches("[type=radio], [type=checkbox]") && e.closest("label")) || e, e])
  .map(([target, e]) => [target.getBoundingClientRect(), e.outerHTML.slice(0, 90)])
  .filter(([box]) => box.height < 47.5 || box.width < 47.5).map(([box, html]) => `${box.width}x${box.height} ${html}`)
"""
CONTRAST = """
() => {
  const channel = (c) => ((c /= 255) <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
  const light = (color) => {
    const [r, g, b] = color.match(/[\\d.]+/g).map(Number).map(channel);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = (e) => {
    for (; e; e = e.parentElement) {
      const color = getComputedStyle(e).backgroundColor;
      if (!/, 0\\)$/.test(color) && color !== "transparent") return color;
    }
    return "rgb(255, 255, 255)";
  };
  const ratio = (e) => {
    const [a, b] = [light(getComputedStyle(e).color), light(ground(e))].sort((x, y) => y - x);
    return (a + 0.05) / (b + 0.05);
  };
  return [...document.querySelectorAll("main *, .bar *, .top *")]
    .filter((e) => e.checkVisibility() && [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()))
    .map((e) => [Math.round(ratio(e) * 100) / 100, e.outerHTML.slice(0, 80)]).filter(([r]) => r < 7);
}
"""


FOCUSED = """
() => {
  const e = document.activeElement;
  if (e === document.body) return null;
  const box = e.getBoundingClientRect();
  const mark = getComputedStyle(e.closest(".pick") ?? e);
  const bar = document.querySelector(".bar");
  const covers = bar && !e.closest(".bar") && getComputedStyle(bar).position === "sticky";
  return {
    at: [...document.querySelectorAll("*")].indexOf(e), html: e.outerHTML.slice(0, 80),
    marked: mark.outlineStyle !== "none" && parseFloat(mark.outlineWidth) >= 2,
    hidden: Boolean(covers && box.height < 400 && box.top >= bar.getBoundingClientRect().top),
  };
}
"""


def unfold(page):
    page.evaluate("for (const details of document.querySelectorAll('main details')) details.open = true")


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_finds_nothing_and_text_is_seven_to_one(page_of, preview, dark):
    page, axe, found = page_of(dark=dark, height=3000), Axe(), []  # high: the bar covers nothing
    for name in PAGES:
        page.goto(preview + name)
        unfold(page)
        violations = axe.run(page, options=RULES).response["violations"]
        found += [(name, one["id"], [node["html"][:120] for node in one["nodes"]]) for one in violations]
        found += [(name, *weak) for weak in page.evaluate(CONTRAST)]
    assert not found


@pytest.mark.parametrize(("width", "size"), [(320, "100%"), (390, "100%"), (320, "200%")])
def test_nothing_scrolls_sideways(page_of, preview, width, size):
    page, wide = page_of(width=width, height=640), []
    for name in PAGES:
        page.goto(preview + name)
        page.evaluate("(size) => { document.documentElement.style.fontSize = size }", size)
        unfold(page)
        over = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        cut = page.evaluate(
            "[...document.querySelectorAll('main *')]"
            ".filter((e) => e.checkVisibility() && !e.closest('.unseen, .viewer, svg'))"
            ".filter((e) => e.getBoundingClientRect().right > innerWidth + 1).map((e) => e.outerHTML.slice(0, 80))"
        )
        if over > 0 or cut:
            wide.append((name, over, cut[:2]))
    assert not wide


def test_every_target_is_for_a_gloved_thumb(page_of, preview):
    page, small = page_of(width=320), {}
    for name in PAGES:
        page.goto(preview + name)
        page.wait_for_load_state("networkidle")
        if found := page.evaluate(TARGETS):
            small[name] = found
        for main in page.locator("main .main").all():
            if main.is_visible():
                assert main.bounding_box()["height"] >= 56, name
    assert not small


def test_the_first_action_of_a_current_dog_is_call_owner(browser_page, preview):
    browser_page.goto(preview + "status/current")
    first = browser_page.locator("main a, main button, main summary").filter(visible=True).first
    expect(first).to_contain_text("Call owner")
    expect(first).to_have_attribute("href", "tel:+17635550142")
    expect(first).to_have_attribute("rel", "noreferrer")


def test_the_status_is_the_first_heading_and_the_tag_number_is_large(browser_page, preview):
    for name in STATUS:
        browser_page.goto(preview + name)
        assert browser_page.locator("h1").count() == 1
        assert browser_page.locator("h1 svg.icon").count() == 1
        number = browser_page.locator(".tag-number")
        if number.count():
            assert number.evaluate("(e) => parseFloat(getComputedStyle(e).fontSize)") >= 28


def test_why_unfolds_each_reason_without_a_script(page_of, preview):
    page = page_of(javascript=False)
    page.goto(preview + "status/current")
    expect(page.locator(".reasons")).to_be_hidden()
    page.locator("summary", has_text="Why current?").click()
    expect(page.locator(".reasons")).to_contain_text("Crystal 910, Dog licenses, subd. 2, in force since 1 March 2019")
    expect(page.locator(".reasons")).to_contain_text("In doubt: The city has not confirmed")


def test_a_protected_address_is_nowhere(browser_page, preview):
    browser_page.goto(preview + "status/long")
    expect(browser_page.locator(".owner").nth(1)).to_contain_text("Address protected")
    expect(browser_page.locator("main")).not_to_contain_text("Kept at")


def test_without_a_script_nothing_is_shown_that_does_nothing(page_of, preview):
    page = page_of(javascript=False)
    for name in PAGES:
        page.goto(preview + name)
        for button in page.locator("button:visible").all():
            assert button.get_attribute("type") == "submit", (name, button.inner_text())
        assert page.locator("input[type=file]:visible").count() == 0
    page.goto(preview + "scan")
    expect(page.locator("[data-number-form]")).to_be_visible()


def test_the_finders_page_has_no_script_and_no_way_to_sign_in(browser_page, preview):
    for name in FINDER:
        browser_page.goto(preview + name)
        assert browser_page.locator("script, form, input, button").count() == 0
        links = browser_page.locator("a").evaluate_all("(all) => all.map((a) => a.getAttribute('href'))")
        assert all(link in ("/", "#main") or link.startswith("tel:") for link in links), links


def test_the_finder_of_a_dangerous_dog_is_told_to_keep_away(browser_page, preview):
    browser_page.goto(preview + "finder/keep-away")
    expect(browser_page.locator("h1")).to_have_text(re.compile("Keep away"))
    expect(browser_page.locator("main")).to_contain_text(
        "Keep away, do not touch this dog. If it threatens anyone, call 911."
    )


def test_hostile_words_stay_words(browser_page, preview):
    for name in ("status/hostile", "finder/hostile", "scan/foreign"):
        browser_page.goto(preview + name)
        assert browser_page.locator("main img").count() == 0
        expect(browser_page.locator("main")).to_contain_text(HOSTILE)


def test_the_keyboard_walks_every_page_in_order_and_sees_where_it_is(browser_page, preview):
    for name in KINDS:
        browser_page.goto(preview + name)
        browser_page.wait_for_load_state("networkidle")
        browser_page.evaluate("document.activeElement.blur()")
        seen = []
        for _ in range(60):
            browser_page.keyboard.press("Tab")
            at = browser_page.evaluate(FOCUSED)
            if at is None or (seen and at["at"] == seen[0]):
                break
            assert at["marked"], (name, at["html"])
            assert not at["hidden"], (name, at["html"])
            seen.append(at["at"])
        forward = [a for a in seen if a > 0]
        assert forward, name
        assert sum(b < a for a, b in pairwise(forward)) <= 1, name


def test_errors_are_a_summary_with_the_focus_that_leads_to_the_field(browser_page, preview):
    for name in ("scan/wrong", "search/wrong", "around/wrong", "edit/wrong"):
        browser_page.goto(preview + name)
        summary = browser_page.locator(".error-summary")
        expect(summary).to_be_focused()
        expect(summary).to_contain_text("There is a problem")
        assert browser_page.title().startswith("Error: ")
        link = summary.locator("a").first
        link.click()
        field = browser_page.locator(link.get_attribute("href"))
        expect(field).to_be_focused()
        expect(field).to_have_attribute("aria-invalid", "true")
        described = field.get_attribute("aria-describedby").split()
        words = " ".join(browser_page.locator(f"[id='{one}']").inner_text() for one in described)
        assert link.inner_text() in words


def test_the_look_is_chosen_kept_and_does_not_flash(page_of, preview):
    page = page_of()
    page.goto(preview + "status/current")
    page.locator(".menu summary").click()
    page.get_by_role("button", name="Dark").click()
    dark = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert dark == "rgb(16, 19, 22)"
    answer = page.goto(preview + "finder/plain")
    assert 'data-look="dark"' in answer.text()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == dark
    page.goto(preview + "status/current")
    page.locator(".menu summary").click()
    page.get_by_role("button", name="As the phone").click()
    assert "data-look" not in page.goto(preview + "status/current").text().split("<head>")[0]


def test_the_menu_opens_without_a_script_and_closes_with_escape(page_of, preview):
    plain = page_of(javascript=False)
    plain.goto(preview + "start")
    plain.locator(".menu summary").click()
    expect(plain.get_by_role("button", name="Sign out")).to_be_visible()
    expect(plain.get_by_role("button", name="Dark")).to_be_hidden()
    page = page_of()
    page.goto(preview + "start")
    page.wait_for_load_state("networkidle")
    page.locator(".menu summary").click()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Sign out")).to_be_hidden()
    expect(page.locator(".menu summary")).to_be_focused()


def test_the_position_is_asked_for_on_the_tap_only(page_of, preview):
    page = page_of(
        permissions=["geolocation"], geolocation={"latitude": 45.0333, "longitude": -93.3602, "accuracy": 12}
    )
    page.add_init_script("""
      const ask = navigator.geolocation.getCurrentPosition.bind(navigator.geolocation);
      window.asked = 0;
      navigator.geolocation.getCurrentPosition = (...a) => { window.asked++; ask(...a) };
    """)
    sent = []
    page.route(
        "**/around",
        lambda route: (
            (sent.append(route.request.post_data), route.fulfill(status=204))
            if route.request.method == "POST"
            else route.fallback()
        ),
    )
    page.goto(preview + "around")
    button = page.get_by_role("button", name="Use my position")
    expect(button).to_be_visible()
    assert page.evaluate("window.asked") == 0
    button.click()
    expect(page.locator("[data-position-words]")).to_contain_text("within 12 meters")
    page.wait_for_timeout(300)
    assert "latitude=45.033300" in sent[0]
    assert "longitude=-93.360200" in sent[0]


def test_a_refused_position_says_what_else_works(page_of, preview):
    page = page_of()
    page.goto(preview + "around")
    page.get_by_role("button", name="Use my position").click()
    expect(page.locator("[data-position-words]")).to_contain_text("Type an address")


@pytest.mark.parametrize("options", [{"forced_colors": "active"}, {"contrast": "more"}, {"reduced_motion": "reduce"}])
def test_forced_colors_contrast_and_motion_are_honored(page_of, preview, options):
    page = page_of(**options)
    page.goto(preview + "status/dangerous")
    box = page.locator(".status")
    if "forced_colors" in options:
        assert box.evaluate("(e) => parseFloat(getComputedStyle(e).borderTopWidth)") >= 3
    if "reduced_motion" in options:
        assert page.locator(".why > summary .icon").evaluate("(e) => getComputedStyle(e).transitionDuration") in (
            "0s",
            "0s, 0s",
        )
    expect(page.locator("h1")).to_be_visible()
