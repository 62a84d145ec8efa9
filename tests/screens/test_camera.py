"""The camera in the page: it reads a tag, and whatever happens to it a restart button and the other ways stay."""

import re

import pytest
from PIL import Image
from playwright.sync_api import expect

from tests.screens.film import film_of, raw_film
from tests.screens.pictures import CODE, on_ground, symbol
from tests.stand.browsers import camera_flags

pytestmark = pytest.mark.browser
START = "[data-part=start]"
WORDS = "[data-scan-words]"
COUNTS = """() => {
  const brush = CanvasRenderingContext2D.prototype;
  const plain = brush.getImageData;
  globalThis.frames = 0;
  brush.getImageData = function (...given) {
    globalThis.frames += 1;
    return plain.apply(this, given);
  };
}"""


@pytest.fixture
def scan_page(chromium_of, page_of, preview, tmp_path):
    """scan_page(picture): the scan page with a camera that shows the picture; `.left` holds the codes it went to."""

    def open_page(picture, *, raw=False, address="scan"):
        film = (raw_film if raw else film_of)(picture, tmp_path / "film.y4m")
        page = page_of(browser=chromium_of(*camera_flags(film)), permissions=["camera"])
        page.left = []

        def caught(route):
            page.left.append(route.request.url.rsplit("/", 1)[1])
            route.fulfill(status=204)

        page.route(re.compile(r"/t/[^/]+$"), caught)
        page.goto(preview + address)
        page.locator("[data-scan-camera]:not([hidden])").wait_for()
        return page

    return open_page


def reached(page, milliseconds=8000):
    for _ in range(milliseconds // 50):
        if page.left:
            return page.left[0]
        page.wait_for_timeout(50)
    raise AssertionError(page.locator(WORDS).inner_text())


TAG = on_ground(symbol(f"HTTP://LOCALHOST/T/{CODE}"), size=(640, 640), turn=12)


def test_the_camera_reads_a_tag_and_opens_its_page(scan_page):
    page = scan_page(TAG)
    assert page.locator("video").get_attribute("playsinline") is not None
    page.locator(START).click()
    assert reached(page) == CODE


def test_an_engraved_tag_light_on_dark_is_read(scan_page):
    page = scan_page(on_ground(symbol(CODE, ink="#ddd", ground="#333"), size=(640, 640), ground="#333"))
    page.locator(START).click()
    assert reached(page) == CODE


def test_nothing_is_loaded_or_started_before_the_tap(chromium_of, page_of, preview, tmp_path):
    page = page_of(browser=chromium_of(*camera_flags(film_of(TAG, tmp_path / "film.y4m"))))
    page.goto(preview + "scan")
    page.locator(START).wait_for()
    assert page.evaluate("document.querySelector('video').srcObject") is None
    assert page.evaluate("[...document.scripts].every((s) => s.type === 'module' || s.defer)")


def test_the_scan_button_of_the_bar_starts_an_allowed_camera_at_once(scan_page):
    page = scan_page(TAG, address="scan#start")
    assert reached(page) == CODE


def test_another_code_is_shown_as_text_and_scanning_goes_on(scan_page):
    page = scan_page(on_ground(symbol("https://evil.example/t/" + CODE), size=(640, 640)))
    page.locator(START).click()
    expect(page.locator("[data-foreign-text]")).to_have_text("https://evil.example/t/" + CODE)
    expect(page.locator(WORDS)).to_contain_text("This is not the city")
    assert page.locator("video").is_visible()
    assert not page.left


def test_two_tags_at_once_are_not_guessed_at(scan_page):
    both = Image.new("RGB", (700, 640), "#7d8f6f")
    both.paste(symbol(CODE, box=6), (20, 150))
    both.paste(symbol("ZZZZZZZZZX", box=6), (360, 150))
    page = scan_page(both)
    page.evaluate(COUNTS)
    page.locator(START).click()
    expect(page.locator(WORDS)).to_contain_text("More than one tag")
    page.wait_for_function("() => globalThis.frames > 12")  # each way twice: one of them sees only one of the two
    assert not page.left
    expect(page.locator(WORDS)).to_contain_text("More than one tag")


def test_a_denied_camera_says_so_and_the_other_ways_stay(page_of, chromium_of, preview):
    page = page_of(browser=chromium_of("--deny-permission-prompts", "--use-fake-device-for-media-stream"))
    page.goto(preview + "scan")
    page.locator(START).click()
    expect(page.locator(WORDS)).to_contain_text("not allowed")
    expect(page.locator(START)).to_have_text("Start the camera again")
    expect(page.locator(START)).to_be_enabled()
    expect(page.locator("[data-scan-photo]")).to_be_visible()
    expect(page.locator("[data-number-form] input[name=text]")).to_be_visible()


def test_a_device_without_a_camera_says_so(browser_page, preview):
    browser_page.goto(preview + "scan")
    browser_page.locator(START).click()
    expect(browser_page.locator(WORDS)).to_contain_text("This device has no camera")


EMPTY = Image.new("RGB", (640, 480), "#6d7d66")


def test_a_black_picture_offers_to_start_again(scan_page):
    page = scan_page(Image.new("RGB", (640, 480), "black"), raw=True)
    page.locator(START).click()
    expect(page.locator(WORDS)).to_contain_text("only black")
    expect(page.locator(START)).to_be_visible()


def test_a_picture_that_stands_still_offers_to_start_again(scan_page):
    page = scan_page(EMPTY, raw=True)
    page.locator(START).click()
    expect(page.locator(WORDS)).to_have_text("Hold the tag inside the frame.")
    page.evaluate("document.querySelector('video').pause()")
    expect(page.locator(WORDS)).to_contain_text("stands still")
    page.locator(START).click()
    expect(page.locator(WORDS)).to_have_text("Hold the tag inside the frame.")


def test_row_58_a_camera_taken_away_offers_to_start_again(scan_page):
    page = scan_page(EMPTY, raw=True)
    page.locator(START).click()
    expect(page.locator(WORDS)).to_have_text("Hold the tag inside the frame.")
    page.evaluate("document.querySelector('video').srcObject.getVideoTracks()[0].dispatchEvent(new Event('ended'))")
    expect(page.locator(WORDS)).to_contain_text("taken away")
    expect(page.locator(START)).to_be_visible()


def test_the_camera_stops_in_the_background_and_comes_back(scan_page):
    page = scan_page(EMPTY, raw=True)
    page.locator(START).click()
    expect(page.locator(WORDS)).to_have_text("Hold the tag inside the frame.")
    hide = """(hidden) => {
      Object.defineProperty(document, 'hidden', {value: hidden, configurable: true});
      document.dispatchEvent(new Event('visibilitychange'));
    }"""
    page.evaluate(hide, arg=True)
    assert page.evaluate("document.querySelector('video').srcObject") is None
    page.evaluate(hide, arg=False)
    expect(page.locator(WORDS)).to_have_text("Hold the tag inside the frame.")


ABLE = """
const can = MediaStreamTrack.prototype.getCapabilities;
MediaStreamTrack.prototype.getCapabilities = function () {
  return { ...can.call(this), torch: true, zoom: { min: 1, max: 5, step: 0.5 } };
};
globalThis.wishes = [];
MediaStreamTrack.prototype.applyConstraints = async function (wish) { globalThis.wishes.push(wish.advanced[0]); };
"""


def test_light_and_zoom_are_there_where_the_camera_has_them_and_zoom_is_kept(scan_page):
    page = scan_page(EMPTY, raw=True)
    page.locator(START).click()
    expect(page.locator(WORDS)).to_have_text("Hold the tag inside the frame.")
    expect(page.locator("[data-part=torch]")).to_be_hidden()
    expect(page.locator("[data-part=zoom-label]")).to_be_hidden()
    page.add_init_script(ABLE)
    page.reload()
    page.locator(START).click()
    page.locator("[data-part=torch]").click()
    expect(page.locator("[data-part=torch]")).to_have_attribute("aria-pressed", "true")
    page.locator("[data-part=zoom]").fill("3")
    page.reload()
    page.locator(START).click()
    expect(page.locator("[data-part=zoom]")).to_have_value("3")
    assert {"zoom": 3} in page.evaluate("globalThis.wishes")


def test_another_camera_can_be_chosen_and_the_choice_is_kept(chromium_of, page_of, preview):
    flags = ("--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream=device-count=2")
    page = page_of(browser=chromium_of(*flags), permissions=["camera"])
    page.goto(preview + "scan")
    page.locator(START).click()
    expect(page.locator(WORDS)).to_have_text("Hold the tag inside the frame.")
    used = "document.querySelector('video').srcObject.getVideoTracks()[0].getSettings().deviceId"
    first = page.evaluate(used)
    page.locator("[data-part=switch]").click()
    # the picture of the first camera stays until the second one plays: only its id says that it changed
    changed = f"first => document.querySelector('video').srcObject && {used} !== first"
    page.wait_for_function(changed, arg=first)
    expect(page.locator(WORDS)).to_have_text("Hold the tag inside the frame.")
    second = page.evaluate(used)
    page.reload()
    page.locator(START).click()
    expect(page.locator(WORDS)).to_have_text("Hold the tag inside the frame.")
    assert page.evaluate(used) == second
