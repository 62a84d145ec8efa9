"""The phone's modules against the server itself: enrolled on its page, sealed, sent, and every photo whole there."""

import base64
import hashlib
import sqlite3
from contextlib import closing

import pytest

from fieldapp.services.browser_files import read_assets
from tests.photos_phone import made

pytestmark = pytest.mark.browser
WORDS = "async (names) => { globalThis.m = (name) => import(names[name]); %s }"
SETUP = """
  const { enrol } = await m("enrol");
  const { drafts } = await m("drafts");
  const { seal } = await m("seal");
  globalThis.note = async (words, files) => {
    const draft = await drafts.open("field_note");
    for (const [kind, text] of files) {
      const file = Uint8Array.from(atob(text), (each) => each.charCodeAt(0));
      await draft.addPhoto({ kind, file, copy: file.slice(), type: "jpeg", taken_at: "2026-11-30T14:59:00Z" });
    }
    await draft.save({ words });
    const occurred_at = new Date().toISOString();
    const animal = { id: null, tag: "", words: "brown" };
    const empty = { ended_words: "", place_words: "", case_number: "", city_differs: "", corrects: null };
    const said = { ended: "no_violation", animal, place_by: "none", occurred_at, words, protection: "storage" };
    const payload = { ...said, ...empty };
    return seal(draft, { city: "crystal", city_by: "chosen", kind: "field_note", schema: 1, payload });
  };
  return (await enrol({ label: "test" })).status;
"""


@pytest.fixture
def names():
    return {
        name.rpartition("/")[2].removesuffix(".js"): f"/static/{asset.address}"
        for name, asset in read_assets().items()
        if name.startswith("js/offline/")
    }


def rows(server, query):
    with closing(sqlite3.connect(server.instance / "fieldapp.db")) as connection:
        return connection.execute(query).fetchall()


def test_a_note_with_photos_is_received_and_complete(browser_page, server, sign_in, names):
    page = sign_in(browser_page, server)
    assert page.evaluate(WORDS % SETUP, names) == "active"
    text = base64.b64encode(made.GOOD).decode()
    sent = page.evaluate("async (text) => note('Two dogs', [['dog', text], ['scene', text]])", text)
    plain = page.evaluate("async () => note('No photo', [])")
    left = page.evaluate("async () => (await m('drainer')).drain('asked')")
    listed = page.evaluate("async () => (await m('outbox')).list()")
    assert left["left"] == 0, listed
    assert {one["id"]: (one["state"], one["sent"], one["total"]) for one in listed} == {
        sent["id"]: ("complete", 5, 5), plain["id"]: ("complete", 1, 1),
    }  # fmt: skip
    assert sorted(rows(server, "select id, seq, state from records where device not like 'desk%'")) == sorted(
        [(sent["id"], 1, "applied"), (plain["id"], 2, "applied")]
    )
    found = {sha for (sha,) in rows(server, "select sha256 from record_photos where whole_at is not null")}
    assert found == {hashlib.sha256(made.GOOD).hexdigest()}


def test_hello_with_the_server_keeps_its_clock(browser_page, server, sign_in, names):
    page = sign_in(browser_page, server)
    page.evaluate(WORDS % SETUP, names)
    page.evaluate("async () => note('Sealed', [])")
    told = page.evaluate("async () => (await m('hello')).hello({ now: true })")
    assert told["device"]["status"] == "active"
    assert page.evaluate("async () => (await (await m('store')).meta('clock')).offset_ms") == pytest.approx(
        0, abs=60_000
    )
