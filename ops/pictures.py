"""`make pictures`: the pictures of the README and of the app's manifest, from a fresh demo at a phone's size."""

import io
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench.serving import served  # noqa: E402

FOLDER = ROOT / "docs" / "pictures"
OF_APP = ROOT / "fieldapp" / "static" / "app"
CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium")
PHONE = {"viewport": {"width": 390, "height": 780}, "device_scale_factor": 2, "is_mobile": True, "has_touch": True}
COLORS = 96


def main() -> None:
    """Load a demo, serve it, take the pictures."""
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="fieldapp-pictures-") as name:
        env = {"FIELDAPP_INSTANCE": str(Path(name) / "instance")}
        people = json.loads(flask(env, "demo", "--json"))["people"]
        officer = next(p for p in people if p["role"] == "officer" and p["city"] == "crystal")
        tags = json.loads(flask(env, "tags", "list", "--city", "crystal", "--json"))
        code = next(t["code"] for t in tags if t["status"] == "DANGEROUS DOG")
        with served("wsgi:app", env) as port, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
            base = f"http://localhost:{port}"
            take(browser.new_context(**PHONE, service_workers="block").new_page(), f"{base}/t/{code}", "finder")
            page = browser.new_context(**PHONE, service_workers="block").new_page()
            page.goto(f"{base}/login")
            page.fill("input[name=username]", officer["username"])
            page.fill("input[name=password]", officer["password"])
            page.press("input[name=password]", "Enter")
            page.wait_for_url(f"{base}/")
            take(page, f"{base}/t/{code}", "status")
            take(page, f"{base}/t/{code}", "screen-status", OF_APP)
            take(page, f"{base}/scan", "screen-scan", OF_APP)
            page.goto(f"{base}/search")
            page.fill("input[name=q]", "5525 Hampshire Avenue N")
            page.press("input[name=q]", "Enter")
            page.wait_for_url(f"{base}/search?s=*")
            take(page, page.url, "search")
            browser.close()


def flask(env: dict[str, str], *words: str) -> str:
    """The output of one of our commands."""
    command = [sys.executable, "-m", "flask", "--app", "wsgi", *words]
    done = subprocess.run(command, cwd=ROOT, env={**os.environ, **env}, check=True, capture_output=True, text=True)
    return done.stdout


def take(page: Page, address: str, name: str, folder: Path = FOLDER) -> None:
    """One picture of what the screen shows first, in few colors so that it weighs little."""
    page.goto(address)
    image = Image.open(io.BytesIO(page.screenshot()))
    image.convert("RGB").quantize(COLORS, dither=Image.Dither.NONE).save(folder / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
