"""The installed app's icons, drawn by Chromium from static/icons/mark.svg: `python ops/app_icons.py`.

A plain icon keeps the mark's round corners. A maskable one, and Apple's, fill their square: the phone cuts its own
shape out of it, and the mark lies within the middle four fifths.
"""

import io
import os
import shutil
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

STATIC = Path(__file__).resolve().parent.parent / "fieldapp" / "static"
CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium")
GROUND = "#14181c"
PLAIN, WITHIN = 1.0, 0.8
ICONS = {"icon-192": (192, PLAIN), "icon-512": (512, PLAIN), "maskable-512": (512, WITHIN), "apple-180": (180, 0.9)}
COLORS = 64


def main() -> None:
    """Write each icon under static/app/."""
    mark = (STATIC / "icons" / "mark.svg").read_text(encoding="utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        for name, (size, part) in ICONS.items():
            drawn(browser, mark, size, part).save(STATIC / "app" / f"{name}.png", optimize=True)
        browser.close()


def drawn(browser: Browser, mark: str, size: int, part: float) -> Image.Image:
    """The mark at `part` of a square of `size` pixels; below 1 the ground reaches the square's edges."""
    page = browser.new_page(viewport={"width": size, "height": size})
    ground = GROUND if part < 1 else "transparent"
    place = f"display:block;width:{part:%};margin:{(1 - part) / 2 * size}px auto"
    page.set_content(f'<body style="margin:0;background:{ground}">{mark.replace("<svg", f"<svg style={place!r}", 1)}')
    taken = Image.open(io.BytesIO(page.screenshot(omit_background=True)))
    page.close()
    kind = "RGBA" if part == PLAIN else "RGB"
    return taken.convert(kind).quantize(COLORS, dither=Image.Dither.NONE)


if __name__ == "__main__":
    main()
