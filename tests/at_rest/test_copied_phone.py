"""A profile copied from a phone: no canary word lies in any of its files, and without the passkey nothing opens.

Every file is searched for the words as UTF-8, as UTF-16 and as base64, and once more with each run of LevelDB blocks
decompressed (Snappy), since a compressed block could hide a word from a plain search.
"""

import base64
import re
import shutil

import pytest
from playwright.sync_api import expect

from tests.app.conftest import Phone
from tests.at_rest import snappy
from tests.at_rest.conftest import m, set_phone_up, until_said
from tests.at_rest.test_unlocking import LOCKED, NOTE

pytestmark = pytest.mark.browser
DRAFT = """async (m, { words, photo }) => {
  const { drafts } = await m("drafts");
  const draft = await drafts.open("field_note");
  await draft.save({ words, place_words: words });
  const file = new TextEncoder().encode(photo.repeat(40000));
  await draft.addPhoto({ kind: "dog", file, copy: file.slice(0, 90000), type: "jpeg" });
  return draft.id;
}"""
KEPT_AS_LIST = """async (m, words) => {
  const { within } = await m("store");
  const { close } = await m("safe");
  const list = await close({ alerts: [words] });
  await within(["pack"], "strict", (tx) => tx.store.put({ name: "canary", list }));
}"""
WORDS = {name: f"Canary{name}Qx7" for name in ("Draft", "Note", "Photo", "Pack", "Plain", "Typed")}
TYPED = "async (m) => (await (await m('drafts')).drafts.list()).length === 2"
OPENED = """async (m) => {
  const { within } = await m("store");
  const { open } = await m("safe");
  const found = [];
  const closed = (value) => value && typeof value === "object" && !ArrayBuffer.isView(value);
  const walk = async (value) => {
    if (!closed(value)) return;
    if (value.how) found.push(await open(value).then(() => "opened", (fault) => fault.constructor.name));
    else for (const each of Object.values(value)) await walk(each);
  };
  for (const store of ["drafts", "records", "blobs", "pack", "meta"]) {
    for (const row of await within([store], "readonly", (tx) => tx.store.getAll())) await walk(row);
  }
  return found;
}"""


def spellings(word):
    plain = word.encode()
    yield plain
    yield word.encode("utf-16-le")
    for shift in range(3):  # within a longer text that was made base64
        yield base64.b64encode(b"\0" * shift + plain)[4 if shift else 0 : -4]


def found_in(folder, words):
    """[(word, file)] of every word in every file below the folder."""
    found = []
    for file in sorted(each for each in folder.rglob("*") if each.is_file()):
        data = file.read_bytes()
        texts = [data, *snappy.blocks(data)] if file.suffix in (".ldb", ".sst", ".log") else [data]
        found += [(w, str(file.relative_to(folder))) for w in words if any(s in t for s in spellings(w) for t in texts)]
    return found


def test_the_search_finds_what_lies_plain(tmp_path):
    text = "a long text " * 30 + WORDS["Plain"]
    (tmp_path / "1.ldb").write_bytes(snappy.table([text.encode()]))
    (tmp_path / "plain").write_text(text, "utf-16-le")
    (tmp_path / "text").write_bytes(base64.b64encode(b"more" + text.encode()))
    assert WORDS["Plain"].encode() not in (tmp_path / "1.ldb").read_bytes()
    assert {file for _, file in found_in(tmp_path, [WORDS["Plain"]])} == {"1.ldb", "plain", "text"}


def test_a_copied_profile_yields_none_of_the_words(guarded, phone, town, tmp_path):
    page = guarded.page
    shown = page.locator(".menu-who [data-slot=name]")
    expect(shown).to_have_text(re.compile(r"\w+ \w+"))
    name = shown.text_content()
    town.stop()
    m(page, DRAFT, {"words": WORDS["Draft"], "photo": WORDS["Photo"]})
    m(page, NOTE, WORDS["Note"])
    m(page, KEPT_AS_LIST, WORDS["Pack"])
    page.goto(f"{town.base}/notes/new")
    page.locator("textarea[name=words]").fill(WORDS["Typed"])
    page.locator("input[name=place_words]").fill(WORDS["Typed"])
    until_said(page, TYPED)
    page.goto(f"{town.base}/waiting")
    expect(page.locator(".waiting-row").first).to_be_visible()
    phone.quit()
    copy = tmp_path / "copy"
    shutil.copytree(phone.profile, copy, ignore=shutil.ignore_patterns("Singleton*"))
    assert any(file.suffix in (".ldb", ".log") for file in copy.rglob("*"))
    assert found_in(copy, [*(w for n, w in WORDS.items() if n != "Plain"), name]) == []

    thief = Phone(phone.playwright, copy).start()
    try:
        there = thief.page()
        there.goto(f"{town.base}/waiting")
        assert m(there, LOCKED) is True
        opened = m(there, OPENED)
        assert len(opened) >= 7
        assert set(opened) == {"Locked"}
        assert not re.search("Canary", there.locator("body").inner_text())
    finally:
        thief.quit()


def test_where_no_passkey_guards_it_the_words_are_there(set_up, phone, town):
    """So that the search above is known to look in the right place."""
    page = set_up()
    set_phone_up(page, town)
    m(page, DRAFT, {"words": WORDS["Plain"], "photo": WORDS["Plain"]})
    phone.quit()
    assert found_in(phone.profile, [WORDS["Plain"]]) != []
