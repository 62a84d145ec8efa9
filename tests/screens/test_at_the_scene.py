"""The whole way through a running demo: scan, read, search, go back, sign in again."""

import json
import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.screens.film import film_of
from tests.screens.pictures import as_file, on_ground, symbol
from tests.screens.test_pages import RULES
from tests.stand.browsers import camera_flags

pytestmark = pytest.mark.browser


@pytest.fixture(scope="session")
def demo_tags(standing_server, command):
    listed = command("tags", "list", "--city", "crystal", "--json", instance=standing_server.instance)
    return json.loads(listed.stdout)


@pytest.fixture
def current(demo_tags):
    return next(tag for tag in demo_tags if tag["status"] == "CURRENT")


def address_of(server, tag):
    return f"{server.base.upper()}/T/{tag['code']}"


def test_the_camera_opens_the_tag_page_of_the_dog(chromium_of, page_of, standing_server, sign_in, current, tmp_path):
    picture = on_ground(symbol(address_of(standing_server, current), box=7), size=(640, 640), turn=15)
    film = film_of(picture, tmp_path / "tag.y4m")
    page = page_of(browser=chromium_of(*camera_flags(film)), permissions=["camera"])
    sign_in(page, standing_server)
    page.goto(f"{standing_server.base}/scan")
    page.locator("[data-part=start]").click()
    page.wait_for_url(re.compile(f"/t/{current['code']}$"))
    expect(page.locator("h1")).to_have_text("CURRENT")
    expect(page.locator("main")).to_contain_text(current["number"])
    page.go_back()
    expect(page.locator("h1")).to_have_text("Scan a tag")


def test_a_photo_opens_the_tag_page_of_the_dog(browser_page, standing_server, sign_in, current):
    sign_in(browser_page, standing_server)
    browser_page.goto(f"{standing_server.base}/scan")
    browser_page.locator("[data-scan-photo]:not([hidden])").wait_for()
    photo = as_file(on_ground(symbol(address_of(standing_server, current)), turn=200))
    browser_page.locator("[data-scan-photo] input:not([capture])").set_input_files(photo)
    browser_page.wait_for_url(re.compile(f"/t/{current['code']}$"))


@pytest.mark.parametrize("javascript", [True, False])
def test_a_typed_number_leads_to_the_dog(page_of, standing_server, sign_in, current, javascript):
    page = sign_in(page_of(javascript=javascript), standing_server)
    page.goto(f"{standing_server.base}/scan")
    page.locator("input[name=text]").fill(current["number"].lower().replace("-", " "))
    page.get_by_role("button", name="Look up").click()
    expect(page.locator("h1")).to_have_text("CURRENT")


@pytest.mark.parametrize("javascript", [True, False])
def test_a_search_holds_on_back_and_reload_and_stays_out_of_the_address(
    page_of, standing_server, sign_in, current, javascript
):
    page = sign_in(page_of(javascript=javascript), standing_server)
    page.goto(f"{standing_server.base}/search")
    page.locator("input[name=q]").fill(current["number"])
    page.get_by_role("button", name="Search").click()
    expect(page.locator(".matches")).to_contain_text(current["number"])
    page.wait_for_url(re.compile(r"\?s="))
    assert current["number"] not in page.url
    page.locator(".match").first.click()
    expect(page.locator("h1 svg")).to_be_visible()
    page.go_back()
    expect(page.locator(".matches")).to_contain_text(current["number"])
    page.reload()
    expect(page.locator(".matches")).to_contain_text(current["number"])
    expect(page.locator("input[name=q]")).to_have_value(current["number"])


def test_a_search_that_says_nothing_gets_the_summary_with_the_focus(browser_page, standing_server, sign_in):
    sign_in(browser_page, standing_server)
    browser_page.goto(f"{standing_server.base}/search")
    browser_page.wait_for_load_state("networkidle")
    browser_page.get_by_role("button", name="Search").click()
    expect(browser_page.locator(".error-summary")).to_be_focused()
    assert browser_page.title().startswith("Error: ")
    assert browser_page.locator("main").count() == 1


def test_an_ended_session_on_an_htmx_call_leads_the_whole_page_to_sign_in_and_back(browser_page, server, sign_in):
    sign_in(browser_page, server)
    browser_page.goto(f"{server.base}/around")
    browser_page.wait_for_load_state("networkidle")
    browser_page.context.clear_cookies()
    browser_page.locator("input[name=address]").fill("Sample Avenue")
    browser_page.get_by_role("button", name="Show animals").click()
    browser_page.wait_for_url(re.compile(r"/login\?next="))
    person = server.person("officer")
    browser_page.locator("input[name=username]").fill(person["username"])
    browser_page.locator("input[name=password]").fill(person["password"])
    browser_page.locator("input[name=password]").press("Enter")
    browser_page.wait_for_url(re.compile(r"/around"))


def test_every_status_of_the_demo_looks_as_it_should(browser_page, standing_server, sign_in, demo_tags):
    sign_in(browser_page, standing_server)
    seen, axe, found = {}, Axe(), []
    for tag in demo_tags:
        seen.setdefault(tag["status"], tag)
    assert len(seen) >= 8
    browser_page.set_viewport_size({"width": 390, "height": 3000})
    for status, tag in seen.items():
        browser_page.goto(f"{standing_server.base}/t/{tag['code']}")
        expect(browser_page.locator("h1")).to_have_text(status)
        found += [(status, v["id"]) for v in axe.run(browser_page, options=RULES).response["violations"]]
    browser_page.goto(f"{standing_server.base}/t/0000000000")
    expect(browser_page.locator("h1")).to_have_text("UNKNOWN TAG")
    assert not found


def test_axe_finds_nothing_on_any_page_that_a_supervisor_can_open(browser_page, standing_server, sign_in):
    axe, found, open_ones = Axe(), [], ["/", "/login"]
    browser_page.set_viewport_size({"width": 390, "height": 3000})
    browser_page.goto(f"{standing_server.base}/login")
    found += [
        ("/login", v["id"], v["nodes"][0]["html"][:100])
        for v in axe.run(browser_page, options=RULES).response["violations"]
    ]
    sign_in(browser_page, standing_server, role="supervisor")
    done = {"/login"}
    while open_ones:
        path = open_ones.pop()
        if path in done or len(done) > 60:
            continue
        done.add(path)
        browser_page.set_viewport_size({"width": 390, "height": 3000})
        if browser_page.goto(standing_server.base + path).status >= 400:
            continue
        high = browser_page.evaluate("document.documentElement.scrollHeight")
        if high > 3000:  # so high that the bar covers nothing
            browser_page.set_viewport_size({"width": 390, "height": high + 100})
        for violation in axe.run(browser_page, options=RULES).response["violations"]:
            found.append((path, violation["id"], violation["nodes"][0]["html"][:100]))
        over = browser_page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        if over > 0:
            found.append((path, "scrolls sideways", over))
        links = browser_page.locator("a[href^='/']").evaluate_all("(all) => all.map((a) => a.getAttribute('href'))")
        shapes = {re.sub(r"\d+|/t/\w+", "#", one) for one in done | set(open_ones)}
        for link in links:
            plain = link.split("#")[0]
            shape = re.sub(r"\d+|/t/\w+", "#", plain)
            if plain and shape not in shapes and "." not in plain:
                shapes.add(shape)
                open_ones.append(plain)
    assert not found
