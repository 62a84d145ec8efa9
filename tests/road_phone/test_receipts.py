"""Only a receipt that the server's key signed over this very record counts; keys change only by the old one's word."""

import pytest

from tests.road_phone.conftest import run

pytestmark = pytest.mark.browser
LIES = [
    {"kind": "delivered"}, {"origin": "https://elsewhere.example"}, {"id": "0192f0c8-7a10-7c3e-8a1f-3b5d9e0f4a21"},
    {"sha256": "0" * 64}, {"v": 2}, {"received_at": "yesterday"}, {"audit": "x" * 5000},
]  # fmt: skip


def test_a_signed_receipt_for_something_else_is_none(phone):
    found = run(phone, """async (m, lies) => {
      const found = [];
      for (const lie of lies) {
        const { id } = await sealed("lied to");
        server.receiptLies = lie;
        await drained();
        found.push([(await states())[id], (await rows("receipts")).length]);
      }
      return found;
    }""", LIES)  # fmt: skip
    assert found == [["sealed", 0]] * len(LIES)


def test_a_receipt_by_a_foreign_key_or_with_a_broken_signature_is_none(phone):
    found = run(phone, """async () => {
      const found = [];
      const { id } = await sealed("forged");
      const old = server.key;
      await server.newKey({ rotation: false });
      await drained();
      found.push((await states())[id]);
      server.key = { ...server.key, kid: old.kid };
      server.records.clear();
      await drained();
      found.push((await states())[id]);
      server.key = old;
      server.records.clear();
      await drained();
      return [...found, (await states())[id]];
    }""")  # fmt: skip
    assert found == ["sealed", "sealed", "complete"]


def test_a_new_key_is_believed_where_the_old_one_hands_over_however_often(phone):
    found = run(phone, """async () => {
      const { id } = await sealed("rotated");
      await server.newKey();
      await server.newKey();
      await drained();
      return (await states())[id];
    }""")  # fmt: skip
    assert found == "complete"


@pytest.mark.parametrize("spoil", ["signature", "from", "origin", "old_kid"])
def test_a_rotation_that_the_old_key_did_not_sign_is_none(phone, spoil):
    found = run(phone, """async (m, spoil) => {
      const { id } = await sealed("rotated");
      const old = server.key.kid;
      const kid = await server.newKey();
      const other = { signature: "A".repeat(86), from: "2027-01-01T00:00:00Z", origin: "https://x.example" };
      server.rotations[0][spoil] = other[spoil] ?? kid;
      await drained();
      const { pinnedKeys } = await m("server-keys");
      return [(await states())[id], Object.keys(await pinnedKeys(location.origin)).join() === old];
    }""", spoil)  # fmt: skip
    assert found == ["sealed", True]


def test_a_revoked_key_is_trusted_no_more_and_nothing_is_lost(phone):
    found = run(phone, """async (m) => {
      const { id } = await sealed("revoked");
      server.keys[0].revoked = "2026-11-30T00:00:00Z";
      await (await m("server-keys")).learnKeys(location.origin);
      await drained();
      return [(await states())[id], (await rows("records")).length];
    }""")  # fmt: skip
    assert found == ["sealed", 1]


def test_a_key_for_the_desk_signs_no_receipt(phone):
    found = run(phone, """async () => {
      const { id } = await sealed("desk");
      await server.newKey();
      server.keys.at(-1).use = "desk";
      await drained();
      return (await states())[id];
    }""")  # fmt: skip
    assert found == "sealed"


def test_a_conflict_keeps_the_record_and_needs_the_officer(phone):
    found = run(phone, """async () => {
      const { id } = await sealed("mine");
      server.occupy(id, { city: "crystal", device: "x", seq: 1, photos: [] });
      await drained();
      const { state, because, open, receipt_kind } = (await rows("records"))[0];
      const before = server.log.length;
      await drained("tick");
      return { state, because, open, receipt_kind, tries: server.log.length - before };
    }""")  # fmt: skip
    assert found.pop("because").startswith("The city has another record")
    assert found == {"state": "conflict", "open": 1, "receipt_kind": "conflict", "tries": 0}


def test_quarantined_records_stay_until_a_later_receipt_says_stored(phone):
    """Row 48, the phone's side."""
    found = run(phone, """async () => {
      server.status = "revoked";
      const { id } = await sealed("held", [["dog", 900, 0]]);
      await drained();
      const { state, receipt_kind } = (await rows("records"))[0];
      const wholes = server.summary().wholes.length;
      server.records.get(id).receipt = null;
      await server.adopt(id);
      await later();
      await drained();
      return { state, receipt_kind, wholes, after: (await states())[id], kept: (await rows("receipts")).length };
    }""")  # fmt: skip
    assert found == {
        "state": "needs_attention", "receipt_kind": "quarantined", "wholes": 1, "after": "complete", "kept": 2,
    }  # fmt: skip
