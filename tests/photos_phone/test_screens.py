"""The picker on small screens: axe, thumb, keyboard, narrow, light and dark, with rows in every state."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.photos_phone import made
from tests.photos_phone.conftest import choose
from tests.photos_phone.test_send import ROUTE, posts_only, states
from tests.screens.test_pages import CONTRAST, FOCUSED, RULES, TARGETS

pytestmark = pytest.mark.browser
LONG = "IMG_20260704_235012_a_name_that_somebody_made_very_long_" + "x" * 60 + ".jpg"
FILES = {
    "sent.jpg": made.GOOD, "page.jpg": made.REFUSED["page.jpg"], LONG: made.turned(6), "IMG_0001.HEIC": made.heic(),
    "blurred.jpg": made.blurred(),
}  # fmt: skip


@pytest.fixture
def every_state(page_of, photos_page):
    """A page whose list has a stored, a refused, a failed and two ready photos."""

    def made_so(**options):
        page = photos_page(page_of(**options))
        choose(page, FILES)
        answer = posts_only(
            lambda route: route.abort() if b"sent.jpg" not in route.request.post_data_buffer else route.continue_()
        )
        page.route(ROUTE, answer)
        page.get_by_role("radio", name="The animal").check()
        page.get_by_role("button", name="Add the photos").click()
        states(page, "stored", "refused", "failed", "failed", "failed")
        page.unroute(ROUTE)
        page.faults.clear()  # the aborted calls are logged by the browser
        choose(page, {"IMG_0002.HEIC": made.heic(), "dark.jpg": made.dark()})
        return page

    return made_so


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", [320, 390])
def test_axe_targets_contrast_and_width(every_state, width, dark):
    page = every_state(width=width, dark=dark, height=4000)
    violations = Axe().run(page, options=RULES).response["violations"]
    assert [(v["id"], [n["html"][:120] for n in v["nodes"]][:3]) for v in violations] == []
    assert page.evaluate(CONTRAST) == []
    assert page.evaluate(TARGETS) == []
    for size in ("100%", "200%"):
        page.evaluate("(size) => { document.documentElement.style.fontSize = size }", size)
        assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0


def test_every_control_is_reached_by_keyboard_and_marked(every_state):
    page = every_state()
    page.locator("#add").scroll_into_view_if_needed()
    page.get_by_role("radio", name="The animal").focus()
    reached = []
    for _ in range(40):
        page.keyboard.press("Tab")
        seen = page.evaluate(FOCUSED)
        if seen is None or "data-picker" not in page.content():
            break
        reached.append(seen)
        if 'type="submit"' in seen["html"]:
            break
    assert all(one["marked"] and not one["hidden"] for one in reached), reached
    labels = " ".join(one["html"] for one in reached)
    for words in ("Send again: IMG_0001.HEIC", "Remove: page.jpg", "What it shows: dark.jpg", "multiple", "capture"):
        assert words in labels, words
    assert "Remove: sent.jpg" not in labels


def test_photos_are_added_by_keyboard_alone(phone, on_record):
    choose(phone, {"one.jpg": made.GOOD})
    phone.get_by_label("What it shows: one.jpg").focus()
    phone.keyboard.type("An injury")
    phone.keyboard.press("Tab")
    phone.keyboard.press("Tab")
    phone.keyboard.press("Enter")
    states(phone, "stored")
    expect(phone.locator("[data-picker=status]")).to_have_text("1 photo was added.")
    assert on_record()[0]["kind"] == "injury"
