"""WebKitGTK, the nearest to an iPhone here: it picks, hashes, makes the copy upright and sends."""

import hashlib
import time

import pytest
from selenium.webdriver.common.by import By

from tests.photos_phone import made
from tests.stand.serving import person_of

pytestmark = pytest.mark.webkit
PREVIEW = """
const img = document.querySelector(".picked-one:nth-child(2) img");
return [img.naturalWidth, img.naturalHeight, isSecureContext];
"""


def wait_for(webkit, ends):
    start = time.perf_counter()
    while time.perf_counter() - start < 30:
        rows = webkit.find_elements(By.CSS_SELECTOR, ".picked-one")
        states = [row.get_attribute("data-state") for row in rows]
        if states and not {"reading", "sending"} & set(states) and ends in states:
            return states
        time.sleep(0.1)
    return pytest.fail(webkit.find_element(By.TAG_NAME, "main").text)


def test_photos_are_picked_hashed_copied_and_sent(webkit, phone_server, address, on_record, tmp_path):
    files = {"one.jpg": made.GOOD, "turned.jpg": made.turned(6, width=900, height=1600), "IMG.HEIC": made.heic(),
             "page.jpg": made.REFUSED["page.jpg"], "blurred.jpg": made.blurred()}  # fmt: skip
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    person = person_of(phone_server.people, "officer", "crystal")
    webkit.get(f"{phone_server.base}/login")
    webkit.find_element(By.NAME, "username").send_keys(person["username"])
    webkit.find_element(By.NAME, "password").send_keys(person["password"])
    webkit.find_element(By.CSS_SELECTOR, "main form [type=submit]").click()
    time.sleep(1)
    webkit.get(address)
    shown = webkit.find_element(By.CSS_SELECTOR, "[data-picker=controls]:not([hidden]) input[multiple]")
    shown.send_keys("\n".join(str(tmp_path / name) for name in files))
    assert wait_for(webkit, "ready") == ["ready", "ready", "ready", "refused", "ready"]
    width, height, secure = webkit.execute_script(PREVIEW)
    assert (width, height) == (180, 320)
    assert secure
    assert "It looks blurred." in webkit.find_elements(By.CSS_SELECTOR, ".picked-one")[4].text
    webkit.find_element(By.CSS_SELECTOR, "input[name=kind][value=scene]").click()
    webkit.find_element(By.CSS_SELECTOR, "[data-photo-picker] [type=submit]").click()
    assert wait_for(webkit, "stored") == ["stored", "stored", "refused", "refused", "stored"]
    assert [row["sha256"] for row in on_record()] == [
        hashlib.sha256(files[name]).hexdigest() for name in ("one.jpg", "turned.jpg", "blurred.jpg")
    ]
