"""The phone judges a file as the server does, in the server's words; what it cannot know it leaves to the server."""

import base64
from pathlib import Path

import pytest
from playwright.sync_api import expect

from fieldapp.media.photo_sniff import _OTHERS, Refused
from fieldapp.media.photos import read_photo
from fieldapp.services import photos
from tests.photos_phone import made
from tests.photos_phone.conftest import choose, module, picked

pytestmark = pytest.mark.browser
OUTSIDE = Path(__file__).resolve().parents[3] / "shared" / "data" / "photos"
GIVEN = Path(__file__).resolve().parents[1] / "photos" / "given"
JUDGED = """
async (text, m, limits) => {
  const { judge } = await m("photo-type");
  try {
    const { type, width, height } = judge(Uint8Array.from(atob(text), (c) => c.charCodeAt(0)), limits);
    return [type, Math.max(width, height), Math.min(width, height)];
  } catch (fault) {
    return fault.message;
  }
}
"""
BROKEN = {
    "The photo is damaged or incomplete. Take or choose it again.",
    "The photo is incomplete: its end is missing. Take or choose it again.",
}  # each asks for the same; which of them the server says of a cut file is its libraries' choice
INCOMPLETE = "The photo is incomplete: its end is missing. Take or choose it again."
END = " It will not be sent."


def on_server(data, folder):
    file = folder / "photo"
    file.write_bytes(data)
    try:
        seen = read_photo(file)
    except Refused as refused:
        return str(refused)
    return [seen.type, max(seen.width, seen.height), min(seen.width, seen.height)]


def judged(page, data):
    return module(page, JUDGED, base64.b64encode(data).decode())


def test_the_page_carries_the_servers_limits(phone):
    assert module(phone, "(_, m, limits) => limits") == photos.limits()


def test_each_fault_has_the_servers_words(phone, tmp_path):
    unlike = []
    for name, data in (made.REFUSED | made.TAKEN).items():
        here, there = judged(phone, data), on_server(data, tmp_path)
        if (
            here != there and not (here in BROKEN and there in BROKEN) and name != "large.heic"
        ):  # which holds nothing but its header
            unlike.append((name, here, there))
    assert unlike == []


def test_every_kind_of_file_that_is_no_photo_is_named_alike(phone, tmp_path):
    for start, _ in _OTHERS:
        data = start + bytes(40)
        assert judged(phone, data) == on_server(data, tmp_path)


def test_a_file_past_the_limit_of_bytes_is_refused_without_being_read(phone, tmp_path):
    length = photos.limits()["bytes"] + 1
    words = module(phone, "async (n, m, limits) => { try { (await m('photo-type')).judgeLength(n, limits); } "
                   "catch (fault) { return fault.message; } }", length)  # fmt: skip
    assert words == on_server(made.GOOD + bytes(length - len(made.GOOD)), tmp_path)


def test_what_can_be_taken_is_taken_and_the_rest_named_beside_it(phone):
    choose(phone, made.TAKEN | made.REFUSED)
    for name, state, words in picked(phone):
        assert state == ("ready" if name in made.TAKEN else "refused"), (name, words)
        assert state == "ready" or (words.endswith(END))
    ending = f"{len(made.REFUSED)} files are not taken: {', '.join(made.REFUSED)}."
    expect(phone.locator("[data-picker=status]")).to_have_text(f"{len(made.TAKEN)} photos are ready to send. {ending}")
    assert [row[0] for row in picked(phone)] == [*made.TAKEN, *made.REFUSED]


@pytest.mark.parametrize("place", ["given", pytest.param("outside", marks=pytest.mark.outside)])
def test_files_of_real_cameras(phone, tmp_path, place):
    """Every file in full: through the page, as an officer would choose it. Only damage inside a HEIC is left over."""
    folder = GIVEN if place == "given" else OUTSIDE
    if not folder.exists():
        pytest.skip(f"{folder} is not here")
    files = {file.name: file.read_bytes() for file in sorted(folder.iterdir()) if file.suffix not in {".txt", ".md"}}
    unlike = []
    for name, data in files.items():
        choose(phone, {name: data})
        _, state, words = picked(phone)[-1]
        there = on_server(data, tmp_path)
        here = words.removesuffix(END) if state == "refused" else "taken"
        there = there if isinstance(there, str) else "taken"
        if here != there and not (here in BROKEN and there in BROKEN):
            unlike.append((name, here, there))
        phone.locator(".picked-one [data-part=remove]").last.click()
    assert {name for name, *_ in unlike} <= {"heic_corrupted.heic"}, unlike


COPIED = """
async (text, m, limits) => {
  const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  const facts = (await m("photo-type")).judge(bytes, limits);
  try {
    const { copy } = await (await m("photo-copy")).copiesOf(new Blob([bytes]), facts, limits);
    return copy ? "copied" : "not copied";
  } catch (fault) {
    return fault.message;
  }
}
"""


def copied(page, data):
    return module(page, COPIED, base64.b64encode(data).decode())


def test_a_picture_that_was_cut_and_closed_is_refused_as_the_server_does(phone, tmp_path):
    for name, data in made.LACKING.items():
        assert copied(phone, data) == on_server(data, tmp_path) == INCOMPLETE, name


def test_a_whole_picture_is_not_refused_for_the_gray_that_it_ends_in(phone):
    assert {name: copied(phone, data) for name, data in made.WHOLE.items() if name != "all gray.jpg"} == dict.fromkeys(
        made.WHOLE.keys() - {"all gray.jpg"}, "copied"
    )
    assert copied(phone, made.WHOLE["all gray.jpg"]) == "not copied"  # one color is what a full canvas gives: no copy


def test_the_list_names_a_photo_that_was_cut_and_closed(phone):
    choose(phone, {"yard.jpg": made.LACKING["plain 0.3.jpg"]})
    ((name, state, words),) = picked(phone)
    assert (name, state) == ("yard.jpg", "refused")
    assert words == INCOMPLETE + END
