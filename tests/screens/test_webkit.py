"""WebKitGTK, the nearest to an iPhone here: the tag page opens, and a photo of a tag is read."""

import json

import pytest
from selenium.common.exceptions import TimeoutException
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

from tests.screens.pictures import CODE, as_file, faults, on_ground, symbol
from tests.stand.browsers import PATIENCE

pytestmark = pytest.mark.webkit
STAYS = "document.addEventListener('submit', (event) => { event.preventDefault(); event.stopPropagation(); }, true)"


@pytest.fixture
def photos(tmp_path):
    made = faults(f"HTTP://LOCALHOST/T/{CODE}")
    paths = {}
    for name in ("engraved light on dark", "sideways by EXIF", "number only", "no code"):
        paths[name] = tmp_path / f"{name}.jpg"
        paths[name].write_bytes(made[name][0]["buffer"])
    return paths


def test_the_tag_page_opens_and_unfolds(webkit, preview):
    webkit.get(preview + "status/dangerous")
    assert webkit.find_element(By.TAG_NAME, "h1").text.strip() == "DANGEROUS DOG"
    assert webkit.find_element(By.CSS_SELECTOR, "a.main").get_attribute("href") == "tel:+17635550142"
    webkit.find_element(By.CSS_SELECTOR, "details.why summary").click()
    assert "Crystal 910" in webkit.find_element(By.CSS_SELECTOR, ".reasons").text
    wide = webkit.execute_script("return document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0


def test_a_photo_of_a_tag_is_read(webkit, preview, photos):
    for name, end in (
        ("no code", "No code was found"),
        ("number only", "Looking for OM-24-O0823"),
        ("engraved light on dark", CODE),
        ("sideways by EXIF", CODE),
    ):
        webkit.get(preview + "scan")
        webkit.execute_script(STAYS)
        shown = webkit.find_element(By.CSS_SELECTOR, "[data-scan-photo]:not([hidden]) input:not([capture])")
        shown.send_keys(str(photos[name]))
        waited(webkit, lambda end=end: end in f"{webkit.current_url} {webkit.find_element(By.TAG_NAME, 'body').text}")


def test_an_officer_signs_in_opens_a_tag_and_reads_a_photo_of_another(webkit, standing_server, command, tmp_path):
    """Against the demo's own server: no preview, nothing made up but the picture."""
    base, person = standing_server.base, standing_server.person("officer")
    listed = command("tags", "list", "--city", "crystal", "--json", instance=standing_server.instance)
    tags = {tag["status"]: tag for tag in reversed(json.loads(listed.stdout))}
    webkit.get(f"{base}/login")
    webkit.find_element(By.NAME, "username").send_keys(person["username"])
    webkit.find_element(By.NAME, "password").send_keys(person["password"])
    webkit.find_element(By.CSS_SELECTOR, "main form [type=submit]").click()
    waited(webkit, lambda: "/login" not in webkit.current_url)

    dangerous = tags["DANGEROUS DOG"]
    webkit.get(f"{base.upper().replace('HTTP://LOCALHOST', 'http://localhost')}/T/{dangerous['code']}")
    assert webkit.find_element(By.TAG_NAME, "h1").text.strip() == "DANGEROUS DOG"
    assert dangerous["number"] in webkit.find_element(By.TAG_NAME, "main").text

    current, photo = tags["CURRENT"], tmp_path / "from-the-gallery.jpg"
    made = as_file(on_ground(symbol(f"{base.upper()}/T/{current['code']}"), turn=200))
    photo.write_bytes(made["buffer"])
    webkit.get(f"{base}/scan")
    chooser = webkit.find_element(By.CSS_SELECTOR, "[data-scan-photo]:not([hidden]) input:not([capture])")
    chooser.send_keys(str(photo))
    waited(webkit, lambda: webkit.current_url.endswith(f"/t/{current['code']}"))
    assert webkit.find_element(By.TAG_NAME, "h1").text.strip() == "CURRENT"
    assert current["number"] in webkit.find_element(By.TAG_NAME, "main").text
    wide = webkit.execute_script("return document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0


def waited(driver, holds):
    """Wait until `holds()`; say what the browser shows where it never does."""
    try:
        WebDriverWait(driver, PATIENCE / 1000).until(lambda _: holds())
    except TimeoutException:
        pytest.fail(json.dumps([driver.current_url, driver.find_element(By.TAG_NAME, "body").text]))
