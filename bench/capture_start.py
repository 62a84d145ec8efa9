"""The form of a field note on a phone: how long a cold start without a network takes, and what its scripts weigh.

Cold: the browser is started anew for each turn, the server is gone, the processor is slowed down four times (Chrome's
Emulation.setCPUThrottlingRate). Usable: the form has a draft, so that what is typed from here on is kept.
"""

import contextlib
import io
import shutil
import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import BrowserContext, Page, Playwright, sync_playwright

from bench.figures import Figure
from bench.serving import served
from bench.weights import _demo, _size

GOAL_SECONDS, GOAL_SCRIPTS = 2, 60_000
SLOWER, TURNS, FORM = 4, 5, "/notes/new"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "headless": True}
FLAGS = ("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking")
JS = "/static/js/offline"
KEPT = f"""async () => {{
  if (!navigator.serviceWorker.controller) return false;
  const {{ ask }} = await import("{JS}/app.000000000000.js");
  const {{ first, extras }} = await ask("check");
  return first.whole === first.of && extras.whole === extras.of;
}}"""
ENROL = f'async () => (await import("{JS}/enrol.000000000000.js")).enrol({{ label: "Bench" }})'


def figures() -> list[Figure]:
    """Both figures, over a demo of its own."""
    with contextlib.redirect_stdout(io.StringIO()):  # the app's log
        return list(_figures())


def _figures() -> Iterator[Figure]:
    with tempfile.TemporaryDirectory(prefix="fieldapp-bench-") as name, sync_playwright() as playwright:
        folder = Path(name)
        client, _, person = _demo(folder)
        with served("wsgi:app", {"FIELDAPP_INSTANCE": str(folder / "instance")}) as port:
            base = f"http://localhost:{port}"
            scripts = _set_up(playwright, folder / "profile", base, person)
        sizes = {address: _size(client, address) for address in scripts}
        yield Figure(
            f"scripts of {FORM}, all that it loads", sum(sizes.values()), GOAL_SCRIPTS, "B", f"{len(sizes)} files"
        )
        seconds = [_cold(playwright, folder / "profile", base + FORM) for _ in range(TURNS)]
        how = f"median of {TURNS}, longest {max(seconds):.2f} s"
        milliseconds = statistics.median(seconds) * 1000
        yield Figure(f"cold start of {FORM} offline, {SLOWER}x slower", milliseconds, GOAL_SECONDS * 1000, "ms", how)


def _set_up(playwright: Playwright, profile: Path, base: str, person: dict[str, str]) -> set[str]:
    """Sign in, enroll, wait until the worker has every file; gives the scripts that the form then asks for."""
    with _browser(playwright, profile) as context:
        page = context.new_page()
        page.goto(f"{base}/login")
        page.locator("input[name=username]").fill(person["username"])
        page.locator("input[name=password]").fill(person["password"])
        with page.expect_navigation():
            page.locator("input[name=password]").press("Enter")
        while not page.evaluate(KEPT):
            page.wait_for_timeout(200)
        page.evaluate(ENROL)
        asked: set[str] = set()
        page.on("request", lambda r: asked.add(r.url.removeprefix(base)) if r.resource_type == "script" else None)
        _open(page, base + FORM)
        page.wait_for_load_state("networkidle")
        return {address for address in asked if address.startswith("/static/")}


def _cold(playwright: Playwright, profile: Path, address: str) -> float:
    """Seconds from the call of the address to a usable form, in a browser that was just started."""
    with _browser(playwright, profile) as context:
        page = context.new_page()
        context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        began = time.perf_counter()
        _open(page, address)
        return time.perf_counter() - began


def _open(page: Page, address: str) -> None:
    page.goto(address, wait_until="commit")
    page.wait_for_url("**draft=*", wait_until="commit")


@contextlib.contextmanager
def _browser(playwright: Playwright, profile: Path) -> Iterator[BrowserContext]:
    chromium = shutil.which("chromium") or "/usr/bin/chromium"
    context = playwright.chromium.launch_persistent_context(profile, executable_path=chromium, args=[*FLAGS], **PHONE)
    context.set_default_timeout(60_000)
    try:
        yield context
    finally:
        context.close()
