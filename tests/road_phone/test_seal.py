"""Sealing: one record however often it is asked for, numbers without a gap, all of it on the phone or nothing of it."""

import hashlib
import json

import pytest

from tests.road_phone.conftest import run

pytestmark = pytest.mark.browser
FIELDS = [
    "v", "id", "origin", "city", "city_by", "kind", "schema", "author", "device", "seq", "prev", "sealed_at", "clock",
    "place", "parents", "photos", "number", "payload",
]  # fmt: skip


def test_row_24_five_taps_in_a_moment_make_one_record(phone):
    found = run(phone, """async (m) => {
      const { seal } = await m("seal");
      const draft = await drafted("tapped");
      const taps = [];
      for (let n = 0; n < 5; n++) taps.push(seal(draft, { ...FACTS, payload: { n } }));
      const all = await Promise.all(taps);
      all.push(await seal(draft, { ...FACTS, payload: { n: 6 } }));
      await drained();
      const [device] = await rows("devices");
      return { ids: new Set(all.map(({ id, seq }) => `${id} ${seq}`)).size, rows: server.summary().rows.map((r) => r.payload), last: device.last_seq, drafts: (await rows("drafts")).length };
    }""")  # fmt: skip  # noqa: E501  lines of the page's own script
    assert found == {"ids": 1, "rows": [{"n": 0}], "last": 1, "drafts": 0}


def test_the_body_is_what_the_protocol_says_and_chains(phone):
    bodies = run(phone, """async (m) => {
      const { seal } = await m("seal");
      const { textOf } = await m("bytes");
      const { within } = await m("store");
      const place = { lat: "45.0326", lon: "-93.3599", accuracy_m: 12, at: "2026-11-30T15:00:00Z" };
      await within(["numbers"], "readwrite", (tx) => tx.store.put({ city: "crystal", number: "C-1", state: "granted" }));
      const draft = await drafted("x", [["dog", 900, 50]]);
      await seal(draft, { ...FACTS, payload: { words: "Nyob zoo, Xayasith \\ud800", seen: [{ by: "a\\0b" }], whole: "\\ud83d\\udc15" }, place, number: "C-1" });
      await sealed("second");
      await drained();
      return [...server.records.values()].map(({ body, sha256, device }) => ({ body, sha256, device, origin: location.origin }));
    }""")  # fmt: skip  # noqa: E501  lines of the page's own script
    first, second = (json.loads(one["body"]) for one in bodies)
    assert list(first) == FIELDS
    assert [hashlib.sha256(one["body"].encode()).hexdigest() for one in bodies] == [one["sha256"] for one in bodies]
    assert (first["seq"], first["prev"]) == (1, "0" * 64)
    assert (second["seq"], second["prev"]) == (2, bodies[0]["sha256"])
    assert (first["origin"], first["device"], first["author"]) == (bodies[0]["origin"], bodies[0]["device"], 7)
    assert first["payload"] == {
        "words": "Nyob zoo, Xayasith \ufffd",
        "seen": [{"by": "a\ufffdb"}],
        "whole": "\U0001f415",
    }
    assert set(first["clock"]) == {"offset_ms", "mono_ms"}
    assert [(p["slot"], p["form"], p["taken_at"]) for p in first["photos"]] == [
        ("dog-1", "original", "2026-11-30T14:59:00Z"), ("dog-1", "copy", "2026-11-30T14:59:00Z"),
    ]  # fmt: skip


def test_what_cannot_be_read_alike_everywhere_is_refused_and_the_draft_stays(phone):
    found = run(phone, """async (m) => {
      const { seal } = await m("seal");
      const tries = [{ width: 72.5 }, { n: 2 ** 60 }, { words: "x".repeat(300000) }];
      const said = [];
      for (const payload of tries) {
        const draft = await drafted("kept");
        await seal(draft, { ...FACTS, payload }).catch((fault) => said.push(fault.message));
      }
      await seal(await drafted("n"), { ...FACTS, payload: {}, number: "C-9" }).catch((fault) => said.push(fault.message));
      await seal(await drafted("c"), { ...FACTS, city: "", payload: {} }).catch((fault) => said.push(fault.message));
      return { said, drafts: (await rows("drafts")).length, records: (await rows("records")).length, last: (await rows("devices"))[0].last_seq };
    }""")  # fmt: skip  # noqa: E501  lines of the page's own script
    assert [words.split()[-2:] for words in found.pop("said")] == [
        ["whole", "number."], ["whole", "number."], ["you", "wrote."], ["to", "give."], ["this", "record."],
    ]  # fmt: skip
    assert found == {"drafts": 5, "records": 0, "last": 0}


def test_a_number_is_spent_once_in_the_same_transaction(phone):
    found = run(phone, """async (m) => {
      const { seal } = await m("seal");
      const { within } = await m("store");
      await within(["numbers"], "readwrite", (tx) => tx.store.put({ city: "crystal", number: "C-1", state: "granted" }));
      const [one, two] = [await drafted("one"), await drafted("two")];
      const all = await Promise.allSettled([one, two].map((draft) => seal(draft, { ...FACTS, payload: {}, number: "C-1" })));
      return { all: all.map(({ status }) => status).sort(), number: (await rows("numbers"))[0].state, drafts: (await rows("drafts")).length };
    }""")  # fmt: skip  # noqa: E501  lines of the page's own script
    assert found == {"all": ["fulfilled", "rejected"], "number": "used", "drafts": 1}


def test_row_16_a_full_phone_keeps_the_form_says_so_and_can_go_on(page_of, phone_of, origin):
    page = page_of()
    session = page.context.new_cdp_session(page)
    session.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 5_000_000})
    phone_of(page)
    found = run(page, """async (m) => {
      await sealed("whole already", [["dog", 2000000, 0]]);
      await drained();
      const { drafts } = await m("drafts");
      const draft = await drafts.open("field_note");
      await draft.save({ words: "kept" });
      const add = (length) => draft.addPhoto({ kind: "dog", file: picture(length, length), type: "jpeg" });
      const said = await add(6000000).catch((fault) => fault.message);
      const now = { said, fields: (await rows("drafts"))[0].fields.value, photos: draft.photos.length };
      const dropped = (await rows("blobs")).length === 0;
      const slot = await add(900000);
      const { id } = await (await m("seal")).seal(draft, { ...FACTS, payload: {} });
      await drained();
      return { ...now, dropped, slot, state: (await states())[id], receipts: (await rows("receipts")).length };
    }""")  # fmt: skip
    assert found.pop("said").startswith("Not saved: this phone has no room left.")
    assert found == {
        "fields": {"words": "kept"}, "photos": 0, "dropped": True, "slot": "dog-1", "state": "complete", "receipts": 4,
    }  # fmt: skip


def test_without_a_device_key_nothing_is_sealed_and_the_draft_stays(phone_of):
    phone = phone_of(enrolled=False)
    found = run(phone, """async () => {
      const said = await sealed("early").catch((fault) => fault.message);
      return { said, drafts: (await rows("drafts")).length };
    }""")  # fmt: skip
    assert found == {
        "said": "This phone is not set up for you yet. Set it up under Devices, then record.", "drafts": 1,
    }  # fmt: skip


def test_a_transaction_that_fails_anywhere_leaves_nothing_half_done(phone):
    """A fault in each store of the sealing transaction in turn."""
    found = run(phone, """async (m) => {
      const { seal } = await m("seal");
      const torn = [];
      for (const store of ["records", "devices", "journal"]) {
        const draft = await drafted(store, [["dog", 400, 0]]);
        const plain = { put: IDBObjectStore.prototype.put, add: IDBObjectStore.prototype.add };
        for (const name of ["put", "add"]) {
          IDBObjectStore.prototype[name] = function (...rest) {
            if (this.name === store) throw new DOMException("planted", "DataError");
            return plain[name].apply(this, rest);
          };
        }
        const said = await seal(draft, { ...FACTS, payload: {} }).catch((fault) => fault.message);
        Object.assign(IDBObjectStore.prototype, plain);
        const [{ last_seq }] = await rows("devices");
        torn.push([said, (await rows("records")).length, last_seq, (await rows("drafts")).length]);
        await seal(draft, { ...FACTS, payload: {} });
      }
      await drained();
      return { torn, chains: server.chains(), rows: server.summary().rows.length };
    }""")  # fmt: skip
    assert found["torn"] == [["planted", 0, 0, 1], ["planted", 1, 1, 1], ["planted", 2, 2, 1]]
    assert (found["chains"], found["rows"]) == ([True], 3)
