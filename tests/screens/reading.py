"""Give the scan page's own photo reader a picture, and see what comes of it."""

import json
import re
import time
from dataclasses import dataclass
from urllib.parse import parse_qs


@dataclass(frozen=True)
class Outcome:
    """What the page made of a picture: code, number, foreign, several, nothing or unreadable; its text; seconds."""

    kind: str
    text: str
    seconds: float


class PhotoReader:
    """The scan page, with its two ways out (a code's page, a number's look-up) caught."""

    def __init__(self, page, preview):
        self.page, self.preview, self.left = page, preview, []
        page.route(re.compile(r"/t/[^/]+$"), lambda route: self._caught(route, "code"))
        page.route(re.compile(r"/scan$"), lambda route: self._caught(route, "number"), times=None)

    def _caught(self, route, kind):
        request = route.request
        if request.url.startswith(self.preview):
            route.fallback()
            return
        text = request.url.rsplit("/", 1)[1] if kind == "code" else parse_qs(request.post_data)["text"][0]
        self.left.append((kind, text))
        route.fulfill(status=204)

    def read(self, file) -> Outcome:
        """What the page makes of the picture `file` (a path, or a dict as Playwright takes it)."""
        self.left.clear()
        self.page.goto(self.preview + "scan")
        chooser = self.page.locator("[data-scan-photo] input:not([capture])")
        chooser.wait_for(state="attached")
        self.page.locator("[data-scan-photo]:not([hidden])").wait_for()
        start = time.perf_counter()
        chooser.set_input_files(file)
        words = self.page.locator("[data-scan-words]")
        while time.perf_counter() - start < 10:
            if self.left:
                return Outcome(*self.left[0], time.perf_counter() - start)
            told = words.inner_text()
            for sign, kind in (
                ("not the city", "foreign"),
                ("More than one", "several"),
                ("No code", "nothing"),
                ("cannot read", "unreadable"),
                ("could not be loaded", "no decoder"),
            ):
                if sign in told:
                    text = self.page.locator("[data-foreign-text]").inner_text() if kind == "foreign" else ""
                    return Outcome(kind, text, time.perf_counter() - start)
            self.page.wait_for_timeout(20)
        raise AssertionError(f"the page says nothing of {file}; it shows {json.dumps(words.inner_text())}")
