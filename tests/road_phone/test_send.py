"""Sealed records arrive once, with all their photos; nothing but a verified receipt counts as an arrival."""

import pytest

from tests.road_phone.conftest import run

pytestmark = pytest.mark.browser


def test_a_record_without_photos_arrives_and_is_complete(phone):
    found = run(phone, """async () => {
      const { id, seq } = await sealed("two dogs");
      const before = (await states())[id];
      await drained();
      return { id, seq, before, after: (await states())[id], server: server.summary(), open: (await rows("records"))[0].open ?? null };
    }""")  # fmt: skip
    assert (found["seq"], found["before"], found["after"], found["open"]) == (1, "sealed", "complete", None)
    assert [(r["id"], r["author"], r["payload"]) for r in found["server"]["rows"]] == [
        (found["id"], 7, {"words": "two dogs"})
    ]
    assert {one["credentials"] for one in found["server"]["log"] if "/records/" in one["address"]} == {"omit"}


def test_photos_follow_copies_first_and_in_parts(phone):
    found = run(phone, """async () => {
      const { id } = await sealed("x", [["dog", 600000, 30000], ["scene", 1000, 0]]);
      const { left } = await drained();
      const server_ = server.summary();
      return { id, left, state: (await states())[id], log: server_.log.filter((one) => one.address.includes("blobs")), photos: server_.rows[0].photos, wholes: server_.wholes };
    }""")  # fmt: skip
    assert (found["left"], found["state"]) == (0, "complete")
    assert [(p["slot"], p["form"], p["bytes"]) for p in found["photos"]] == [
        ("dog-1", "original", 600000), ("dog-1", "copy", 30000), ("scene-1", "original", 1000),
    ]  # fmt: skip
    assert sorted(found["wholes"]) == sorted(f"{found['id']} {p['sha256']}" for p in found["photos"])
    sent = [(one["bytes"], one["offset"]) for one in found["log"] if one["method"] == "PUT"]
    assert sent == [(30000, "0"), (262144, "0"), (262144, "262144"), (75712, "524288"), (1000, "0")]
