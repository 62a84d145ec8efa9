"""The screens of the installed app: nothing for axe to find, nothing that runs over, in all looks of a phone."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from fieldapp.web.shells import SHELLS
from tests.screens.test_pages import RULES

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", [320, 390])
def test_each_shell_without_a_server(town, phone, set_up, width, dark):
    page = set_up()
    town.stop()
    found = []
    page.emulate_media(color_scheme="dark" if dark else "light")
    for shell in SHELLS:
        page.set_viewport_size({"width": width, "height": 3200})
        page.goto(town.base + (shell.path or shell.address))
        expect(page.locator("h1")).to_be_visible()
        summary = page.locator("[data-ready-summary]")
        if summary.count():
            expect(summary).not_to_have_attribute("data-state", "checking")
        found += [(shell.name, v["id"], v["nodes"][0]["html"][:90]) for v in axe_of(page)]
        over = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert over <= 0, shell.name
    assert found == []


def axe_of(page):
    return Axe().run(page, options=RULES).response["violations"]
