"""Pictures of every place, to be looked at: `python tests/screens/look.py FOLDER [demo|long|bare] [PART OF A NAME]`.

Each place of tests/screens/places.py is taken whole at 320 and 390 points, light and dark, from a server of its own.
"""

import re
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from playwright.sync_api import sync_playwright

from tests.screens.places import places
from tests.screens.stage import stage
from tests.stand.browsers import CHROMIUM, FLAGS

HIGHEST = 8000  # points; of a longer page its beginning
LOOKS = [(width, scheme) for width in (320, 390) for scheme in ("light", "dark")]


def take(folder: Path, kind: str, only: str) -> None:
    """Write FOLDER/NN-place-WIDTH-SCHEME.png of each place whose name holds `only`."""
    folder.mkdir(exist_ok=True, parents=True)
    with sync_playwright() as playwright, tempfile.TemporaryDirectory(prefix="fieldapp-look-") as name:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=[*FLAGS])
        with stage(Path(name), browser, kind) as one:
            for number, (place, open_it) in enumerate(places(one)):
                if only not in place:
                    continue
                page = open_it()
                if page is None:
                    continue
                stem = f"{number:03}-{re.sub(r'[^a-z0-9]+', '-', place.lower()).strip('-')}"
                for width, scheme in LOOKS:
                    page.set_viewport_size({"width": width, "height": 844})
                    page.emulate_media(color_scheme=scheme)
                    high = min(page.evaluate("document.documentElement.scrollHeight"), HIGHEST)
                    page.set_viewport_size({"width": width, "height": max(high, 844)})
                    page.screenshot(path=folder / f"{stem}-{width}-{scheme}.png")
                page.set_viewport_size({"width": 390, "height": 844})
                page.emulate_media(color_scheme="light")
            sys.stderr.write("\n".join(one.faults))
        browser.close()


if __name__ == "__main__":
    where, kind, part = (*sys.argv[1:], *("", "demo", "")[len(sys.argv) - 1 :])
    take(Path(where), kind, part)
