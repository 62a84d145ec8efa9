"""Every place of the product from a running server: the demo, the longest names, a city without animals."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.screens.places import places
from tests.screens.test_pages import CONTRAST, RULES, TARGETS, unfold

pytestmark = pytest.mark.browser
HIGHEST = 8000  # points of a page that axe is shown at once
OVER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
CUT = """
() => [...document.querySelectorAll("main *")]
  .filter((e) => e.checkVisibility() && !e.closest(".unseen, .viewer, svg"))
  .filter((e) => e.getBoundingClientRect().right > innerWidth + 1).map((e) => e.outerHTML.slice(0, 80))
"""
LONG = ("law of", "law, unfolded", "law, supervisor", "law changes", "GET /law")  # many alike: looked at, not measured


def whole(page, width, scheme):
    """The page so high that its bar covers nothing, in this width and scheme."""
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": width, "height": 844})
    high = min(page.evaluate("document.documentElement.scrollHeight"), HIGHEST)
    page.set_viewport_size({"width": width, "height": high + 100})
    return page


def at_phone_size(page):
    page.emulate_media(color_scheme="light")
    page.set_viewport_size({"width": 390, "height": 844})


@pytest.mark.parametrize("kind", ["demo", "long", "bare"])
def test_each_place_holds_its_shape_and_axe_finds_nothing(stage_of, kind):
    axe, found, seen = Axe(), [], []
    with stage_of(kind) as one:
        for name, open_it in places(one):
            page = open_it()
            if page is None:
                continue
            seen.append(name)
            expect(page.locator("h1"), name).to_have_count(1)  # a form that was sent may still be on its way
            assert page.title(), name
            unfold(whole(page, 320, "dark" if kind == "long" else "light"))
            if page.evaluate(OVER) > 0:
                found.append((name, "scrolls sideways", page.evaluate(CUT)[:2]))
            if not name.startswith(LONG):
                found += [(name, "small", small) for small in page.evaluate(TARGETS)]
                found += [(name, *weak) for weak in page.evaluate(CONTRAST)]
                if not one.runs_scripts(page):  # axe is one itself
                    at_phone_size(page)
                    continue
                for wrong in axe.run(page, options=RULES).response["violations"]:
                    found.append((name, wrong["id"], wrong["nodes"][0]["html"][:120]))
            at_phone_size(page)
        assert one.faults == []
    assert len(seen) > (80 if kind == "bare" else 120)
    assert found == []
