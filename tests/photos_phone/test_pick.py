"""Pick on the phone: order, removing, kinds, copies, and what is told of a photo's look."""

import hashlib
import io

import pytest
from PIL import Image, ImageStat
from playwright.sync_api import expect

from fieldapp.services import photos
from tests.photos_phone import made
from tests.photos_phone.conftest import choose, module, picked

pytestmark = pytest.mark.browser
SIDE = photos.limits()["page"]
COPIED = """
async (address, m, limits) => {
  const blob = await (await fetch(address)).blob();
  const bytes = new Uint8Array(await blob.arrayBuffer());
  const facts = (await m("photo-type")).judge(bytes, limits);
  const { copy, preview } = await (await m("photo-copy")).copiesOf(blob, facts, limits);
  const parts = [];
  if (copy) for (const byte of new Uint8Array(await copy.arrayBuffer())) parts.push(byte);
  const hash = await (await m("photo-hash")).hashOf(bytes);
  return { copy: copy ? parts : null, preview: preview?.size ?? null, hash };
}
"""


def copied(page, data):
    """What photo-copy.js and photo-hash.js make of these bytes in this browser."""
    page.route("**/made-photo", lambda route: route.fulfill(body=data, content_type="image/jpeg"))
    found = module(page, COPIED, "/made-photo")
    page.unroute("**/made-photo")
    return found


def names(page):
    return [name for name, *_ in picked(page)]


def test_the_order_is_kept_across_taking_and_choosing(phone):
    choose(phone, {"one.jpg": made.GOOD, "two.heic": made.heic()})
    choose(phone, {"three.jpg": made.turned(6)}, take=True)
    choose(phone, {"one.jpg": made.GOOD})
    assert names(phone) == ["one.jpg", "two.heic", "three.jpg", "one.jpg"]
    expect(phone.locator(".picked-one").last).to_contain_text("The same photo is already in this list (one.jpg).")
    expect(phone.locator("[data-picker=status]")).to_have_text("4 photos are ready to send.")


def test_one_is_removed_and_the_focus_goes_on(phone):
    choose(phone, dict.fromkeys(("a.jpg", "b.jpg", "c.jpg"), made.GOOD))
    remove = phone.get_by_role("button", name="Remove: b.jpg")
    remove.focus()
    phone.keyboard.press("Enter")
    assert names(phone) == ["a.jpg", "c.jpg"]
    expect(phone.get_by_role("button", name="Remove: c.jpg")).to_be_focused()
    phone.keyboard.press("Enter")
    phone.get_by_role("button", name="Remove: a.jpg").click()
    expect(phone.locator("[data-picker=controls] input[multiple]")).to_be_focused()
    expect(phone.locator("[data-picker=status]")).to_have_text("a.jpg was removed. No photos are ready to send.")


def test_more_photos_than_a_form_may_have_are_not_taken(phone):
    most = photos.MOST_AT_ONCE
    control = phone.locator("[data-picker=controls] input[multiple]")
    small = made.as_bytes(made.scene(64, 64))
    control.set_input_files([{"name": f"{n}.jpg", "mimeType": "", "buffer": small} for n in range(most + 2)])
    expect(phone.locator(".picked-one[data-state=ready]")).to_have_count(most)
    expect(phone.locator("[data-picker=status]")).to_contain_text(f"Give at most {most} photos at a time.")


@pytest.mark.parametrize("orientation", range(1, 9))
def test_row_41_the_copy_is_upright_small_and_holds_pixels_only(phone, orientation):
    data = made.turned(orientation, width=2400, height=1800)
    found = copied(phone, data)
    copy = Image.open(io.BytesIO(bytes(found["copy"])))
    assert copy.format == "JPEG"
    assert copy.size == (SIDE, SIDE * 3 // 4)
    assert not copy.getexif()
    assert b"MADE BY US" not in bytes(found["copy"])
    w, h = copy.size
    for (name, color), at in zip(
        made.CORNERS.items(), ((0, 0), (w - 80, 0), (0, h - 80), (w - 80, h - 80)), strict=True
    ):
        mean = ImageStat.Stat(copy.crop((*at, at[0] + 80, at[1] + 80))).mean
        assert max(abs(a - b) for a, b in zip(mean, color, strict=True)) < 12, (name, mean)
    assert found["hash"] == hashlib.sha256(data).hexdigest()
    assert found["preview"] < len(found["copy"])


def test_a_heic_that_the_phone_cannot_draw_is_taken_without_a_preview(phone):
    choose(phone, {"IMG_0001.HEIC": made.heic()})
    row = phone.locator(".picked-one")
    expect(row).to_have_attribute("data-state", "ready")
    expect(row).to_contain_text("This phone cannot show it; it will be sent as it is.")
    expect(row).to_contain_text("HEIC")
    assert row.locator("img").is_hidden()


NO_MEMORY = """
globalThis.createImageBitmap = () => Promise.reject(new DOMException("no memory", "InvalidStateError"));
HTMLImageElement.prototype.decode = () => Promise.reject(new DOMException("no memory", "EncodingError"));
"""


def test_a_large_photo_that_a_phone_has_no_memory_for_is_no_damaged_one(page_of, photos_page):
    page = page_of()
    page.add_init_script(NO_MEMORY)
    photos_page(page)
    choose(page, {"48.jpg": made.jpeg_that_says(8000, 6000), "3.jpg": made.jpeg_that_says(2000, 1500)})
    assert [(name, state) for name, state, _ in picked(page)] == [("48.jpg", "ready"), ("3.jpg", "refused")]
    expect(page.locator(".picked-one").first).to_contain_text("This phone cannot show it; it will be sent as it is.")


BLANK = "CanvasRenderingContext2D.prototype.drawImage = () => {};"
CROPPED = """
const real = globalThis.createImageBitmap;
globalThis.createImageBitmap = (file, options) => real(file, 0, 0, 500, 400, options);
"""
NO_CANVAS = "HTMLCanvasElement.prototype.toBlob = (done) => done(null);"


@pytest.mark.parametrize("fault", [BLANK, CROPPED, NO_CANVAS], ids=["blank", "wrong size", "no file"])
def test_row_40_a_copy_that_went_wrong_is_noticed_and_the_original_used(page_of, photos_page, fault, on_record):
    page = page_of()
    page.add_init_script(fault)
    photos_page(page)
    choose(page, {"a.jpg": made.GOOD})
    expect(page.locator(".picked-one")).to_contain_text("could not make a smaller copy; the original will be used")
    page.get_by_role("radio", name="The animal").check()
    page.get_by_role("button", name="Add the photos").click()
    expect(page.locator(".picked-one[data-state=stored]")).to_have_count(1)
    assert on_record()[0]["sha256"] == hashlib.sha256(made.GOOD).hexdigest()


def test_blurred_dark_and_small_are_told_and_the_officer_decides(phone):
    given = {
        "sharp.jpg": made.GOOD,
        "blurred.jpg": made.blurred(),
        "dark.jpg": made.dark(),
        "small.jpg": made.as_bytes(made.scene(640, 480)),
        "sharp before soft ground.jpg": made.sharp_before_soft(),
    }
    choose(phone, given)
    told = phone.locator(".picked-one [data-part=look]").all_text_contents()
    words = [" ".join(text.split()) for text in told]
    assert words[0] == words[4] == ""
    assert words[1].startswith("It looks blurred.")
    assert words[2].startswith("It is dark.")
    assert words[3].startswith("It is small (640 x 480 pixels).")
    assert {state for _, state, _ in picked(phone)} == {"ready"}
    phone.get_by_role("button", name="Remove: blurred.jpg").click()
    assert "blurred.jpg" not in names(phone)


def test_a_page_loaded_again_names_the_photos_that_were_not_sent(phone):
    choose(phone, {"a.jpg": made.GOOD, "page.jpg": made.REFUSED["page.jpg"], "b <i>.jpg": made.GOOD})
    phone.once("dialog", lambda dialog: dialog.accept())
    phone.reload()
    left = phone.locator("[data-picker=left]")
    expect(left).to_contain_text("before these photos were sent: a.jpg, b <i>.jpg. Choose them again.")
    phone.reload()
    expect(phone.locator("[data-picker=controls]")).to_be_visible()
    assert left.is_hidden()


def test_where_what_reads_photos_cannot_be_loaded_it_is_said_and_the_photo_can_be_chosen_again(phone):
    phone.route("**/photo-reading.*", lambda route: route.fulfill(status=503))
    choose(phone, {"yard.jpg": made.GOOD})
    ((name, state, words),) = picked(phone)
    assert (name, state) == ("yard.jpg", "refused")
    assert words.startswith("What reads photos could not be loaded: there is no signal.")
    phone.unroute("**/photo-reading.*")
    choose(phone, {"yard.jpg": made.GOOD})
    assert [state for _, state, _ in picked(phone)] == ["refused", "ready"]
