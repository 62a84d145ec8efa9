"""Debian's Chromium through Playwright, and WebKitGTK through Selenium, at a phone's size.

browser_page   a page of 390 x 844 points, touch, light
page_of        page_of(width=320, dark=True, javascript=False, reduced_motion=..., **context options): more pages;
               without the app's worker, so that each page comes from the server, unless service_workers="allow"
chromium_of    chromium_of("--flag", ...): a browser with further flags (a fake camera: camera_flags(y4m file))
sign_in        sign_in(page, server, role="officer", city="crystal"): through the real sign-in page
webkit         a WebKitGTK driver (Selenium), for what Safari is like

A page is there for a test once its first scripts have wired it: nobody types faster than `goto` of a page of `patient`.

A page that throws, logs an error or breaks the content policy fails its test: what it said is in `page.faults`, which a
test that expects a fault empties.
"""

import contextlib
import os
import shutil
import subprocess
import warnings

import pytest
from playwright.sync_api import Error, expect, sync_playwright
from selenium import webdriver

from tests.stand.serving import person_of

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or "/usr/bin/chromium"
FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-dev-shm-usage",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
)  # fmt: skip
EXPECTED = ("Failed to load resource: the server responded",)  # a status that the test itself asks for
PATIENCE = 60_000  # a page that is slow is no fault: machines are noisy, and what holds at once costs nothing
WIRED = "() => !document.querySelector('[data-wired=soon]')"  # static/js/start.js
expect.set_options(timeout=PATIENCE)


def camera_flags(film):
    """Flags that give Chromium a camera which shows the y4m file `film` and grants the permission."""
    return (
        "--use-fake-ui-for-media-stream",
        "--use-fake-device-for-media-stream",
        f"--use-file-for-fake-video-capture={film}",
    )


def patient(page):
    """The page, whose `goto` and `reload` wait until what it shows is wired; one hindered in that is left so."""
    page.goto, page.reload = _and_wired(page, page.goto), _and_wired(page, page.reload)
    return page


def _and_wired(page, go):
    def goes(*args, **options):
        answer = go(*args, **options)
        with contextlib.suppress(Error):  # closed, or its scripts are kept from it by the test
            page.wait_for_function(WIRED, timeout=PATIENCE / 4)
        return answer

    return goes


@pytest.fixture(scope="session")
def _playwright():
    with sync_playwright() as playwright:
        yield playwright


def _launch(playwright, flags):
    return playwright.chromium.launch(executable_path=CHROMIUM, args=[*FLAGS, *flags], headless=True)


@pytest.fixture(scope="session")
def _chromium(_playwright):
    browser = _launch(_playwright, ())
    yield browser
    browser.close()


@pytest.fixture
def chromium_of(_playwright):
    with contextlib.ExitStack() as stack:

        def start(*flags):
            browser = _launch(_playwright, flags)
            stack.callback(browser.close)
            return browser

        yield start


@pytest.fixture
def page_of(_chromium):
    opened = []

    def open_page(*, width=390, height=844, dark=False, javascript=True, browser=None, **options):
        context = (browser or _chromium).new_context(
            **{
                "viewport": {"width": width, "height": height},
                "device_scale_factor": 2,
                "has_touch": True,
                "is_mobile": True,
                "color_scheme": "dark" if dark else "light",
                "java_script_enabled": javascript,
                "locale": "en-US",
                "timezone_id": "America/Chicago",
                "service_workers": "block",
                **options,
            }
        )
        context.set_default_timeout(PATIENCE)
        page = patient(context.new_page()) if javascript else context.new_page()
        page.faults = []
        page.on("pageerror", lambda fault: page.faults.append(str(fault)))
        page.on("console", lambda line: _note(page, line))
        opened.append((context, page))
        return page

    yield open_page
    faults = [fault for _, page in opened for fault in page.faults]
    for context, _ in opened:
        context.close()
    if faults:
        pytest.fail("a page said: " + " | ".join(faults))


def _note(page, line):
    if line.type == "error" and not line.text.startswith(EXPECTED):
        page.faults.append(line.text)


@pytest.fixture
def browser_page(page_of):
    return page_of()


@pytest.fixture
def sign_in():
    def enter(page, server, role="officer", city="crystal"):
        person = person_of(server.people, role, city)
        page.goto(f"{server.base}/login")
        page.locator("input[name=username]").fill(person["username"])
        page.locator("input[name=password]").fill(person["password"])
        with page.expect_navigation():
            page.locator("input[name=password]").press("Enter")
        assert "/login" not in page.url, page.inner_text("main")
        return page

    return enter


@pytest.fixture(scope="session")
def _screen():
    """A virtual screen for WebKitGTK; its number."""
    if shutil.which("Xvfb") is None:
        pytest.skip("Xvfb is not installed (Debian package xvfb)")
    process = subprocess.Popen(
        ["Xvfb", "-displayfd", "1", "-screen", "0", "800x1200x24", "-nolisten", "tcp"],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    )  # fmt: skip
    number = process.stdout.readline().strip()
    yield f":{number}"
    process.terminate()
    process.wait(10)
    process.stdout.close()


@pytest.fixture
def webkit(_screen):
    if shutil.which("WebKitWebDriver") is None:
        pytest.skip("WebKitWebDriver is not installed (Debian package webkit2gtk-driver)")
    options = webdriver.WebKitGTKOptions()
    env = {**os.environ, "DISPLAY": _screen, "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1", "NO_AT_BRIDGE": "1"}
    service = webdriver.WebKitGTKService(executable_path=shutil.which("WebKitWebDriver"), env=env)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # Selenium warns about itself
        driver = webdriver.WebKitGTK(options=options, service=service)
    try:
        driver.set_window_size(390, 844)
        driver.implicitly_wait(PATIENCE / 1000)
        yield driver
    finally:
        driver.quit()
