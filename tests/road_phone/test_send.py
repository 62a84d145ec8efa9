"""Sealed records arrive once, with all their photos: parents first, records before photos, copies before originals."""

import pytest

from tests.road_phone.conftest import run

pytestmark = pytest.mark.browser


def test_a_record_without_photos_arrives_and_is_complete(phone):
    found = run(phone, """async () => {
      const { id, seq } = await sealed("two dogs");
      const before = (await states())[id];
      await drained();
      const open = (await rows("records"))[0].open ?? null;
      return { id, seq, before, after: (await states())[id], server: server.summary(), open };
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
      const { log, rows, wholes } = server.summary();
      const blobs = log.filter((one) => one.address.includes("blobs"));
      return { id, left, state: (await states())[id], blobs, photos: rows[0].photos, wholes };
    }""")  # fmt: skip
    assert (found["left"], found["state"]) == (0, "complete")
    assert [(p["slot"], p["form"], p["bytes"]) for p in found["photos"]] == [
        ("dog-1", "original", 600000), ("dog-1", "copy", 30000), ("scene-1", "original", 1000),
    ]  # fmt: skip
    assert sorted(found["wholes"]) == sorted(f"{found['id']} {p['sha256']}" for p in found["photos"])
    sent = [(one["bytes"], one["offset"]) for one in found["blobs"] if one["method"] == "PUT"]
    assert sent == [(30000, "0"), (262144, "0"), (262144, "262144"), (75712, "524288"), (1000, "0")]


def test_row_31_two_photos_with_equal_bytes_are_two_lines_and_one_file(phone):
    found = run(phone, """async (m) => {
      const { drafts } = await m("drafts");
      const { seal } = await m("seal");
      const draft = await drafts.open("field_note");
      for (const kind of ["dog", "scene"]) await draft.addPhoto({ kind, file: picture(900, 5), type: "jpeg" });
      const { id } = await seal(draft, { ...FACTS, payload: {} });
      await drained();
      return { state: (await states())[id], photos: server.summary().rows[0].photos, wholes: server.summary().wholes };
    }""")  # fmt: skip
    assert found["state"] == "complete"
    assert len(found["photos"]) == 2
    assert len(found["wholes"]) == 1


def test_row_33_photos_added_within_a_moment_all_arrive(phone):
    found = run(phone, """async (m) => {
      const { drafts } = await m("drafts");
      const draft = await drafts.open("field_note");
      const add = (n) => draft.addPhoto({ kind: "dog", file: picture(500, n), type: "jpeg" });
      const slots = await Promise.all([add(1), add(2), add(3)]);
      const { id } = await (await m("seal")).seal(draft, { ...FACTS, payload: {} });
      await drained();
      return { slots, state: (await states())[id], wholes: server.summary().wholes.length };
    }""")  # fmt: skip
    assert found == {"slots": ["dog-1", "dog-2", "dog-3"], "state": "complete", "wholes": 3}


def test_records_go_before_photos_and_photos_in_turn(phone):
    order = run(phone, """async () => {
      const names = {};
      const photos = [["dog", 3000, 900], ["scene", 2500, 0]];
      for (const name of ["a", "b", "c"]) names[(await sealed(name, photos)).id] = name;
      await drained();
      const short = ({ address }) => names[/([0-9a-f-]{36})$/.exec(address)[1]];
      return server.log.filter(({ method, address }) => method === "PUT" && address.startsWith("/sync/"))
        .map((one) => [one.address.includes("blobs") ? one.bytes : "record", short(one)].join(" "));
    }""")  # fmt: skip
    assert order[:3] == ["record a", "record b", "record c"]
    assert order[3:6] == ["900 a", "900 b", "900 c"]
    assert [one[-1] for one in order[6:]] == ["a", "b", "c"] * 2


def test_parents_go_first_whatever_the_order_of_sealing(phone):
    found = run(phone, """async (m) => {
      const child = await drafted("child");
      const parent = await drafted("parent");
      const { seal } = await m("seal");
      await seal(child, { ...FACTS, payload: { words: "child" }, parents: [parent.id] });
      await seal(parent, { ...FACTS, payload: { words: "parent" } });
      const before = await states();
      await drained();
      return { before: [before[child.id], before[parent.id]], rows: server.summary().rows.map((r) => r.payload.words) };
    }""")  # fmt: skip
    assert found == {"before": ["wait_parent", "sealed"], "rows": ["parent", "child"]}


def test_row_4_one_bad_record_blocks_only_its_children(phone):
    found = run(phone, """async (m) => {
      const bad = await sealed("bad");
      const child = await sealed("child", [], { parents: [bad.id] });
      const good = [];
      for (let n = 0; n < 5; n++) good.push((await sealed(`good ${n}`, [["dog", 800, 0]])).id);
      server.faults.push({ on: bad.id, what: "500", times: 40 });
      for (let n = 0; n < 12; n++) { await drained(); await later(); }
      const now = await states();
      const row = (await rows("records")).find(({ id }) => id === bad.id);
      server.faults = [];
      await drained();
      const after = await states();
      return {
        bad: now[bad.id], child: now[child.id], good: good.map((id) => now[id]), attempts: row.attempts,
        after: [after[bad.id], after[child.id]],
      };
    }""")  # fmt: skip
    assert found["good"] == ["complete"] * 5
    assert (found["bad"], found["child"]) == ("needs_attention", "wait_parent")
    assert found["attempts"] == 12
    assert found["after"] == ["complete", "complete"]


def test_row_35_sixty_photos_arrive_a_part_at_a_time(phone):
    found = run(phone, """async () => {
      const { id } = await sealed("many", [...Array(60).keys()].map((n) => ["dog", 40000 + n, 0]));
      await drained();
      const most = Math.max(...server.log.map(({ bytes }) => bytes));
      return { state: (await states())[id], wholes: server.summary().wholes.length, most };
    }""")  # fmt: skip
    assert (found["state"], found["wholes"]) == ("complete", 60)
    assert found["most"] <= 262144


def test_a_drain_that_is_asked_for_ten_times_sends_each_once(phone):
    """Row 27."""
    found = run(phone, """async () => {
      for (const name of ["a", "b", "c"]) await sealed(name, [["dog", 300000, 0]]);
      await Promise.all([...Array(10).keys()].map(() => drained()));
      const puts = server.log.filter(({ method, address }) => method === "PUT" && address.startsWith("/sync/records"));
      return { puts: puts.length, rows: server.summary().rows.length };
    }""")  # fmt: skip
    assert found == {"puts": 3, "rows": 3}


def test_a_record_sealed_while_another_is_sent_goes_in_the_same_drain(phone):
    found = run(phone, """async (m) => {
      await sealed("first", [["dog", 700000, 0]]);
      const going = drained();
      const { id } = await sealed("second");
      await going;
      return { state: (await states())[id] };
    }""")  # fmt: skip
    assert found["state"] == "complete"


def test_a_row_that_makes_no_sense_blocks_nobody_and_is_shown(phone):
    found = run(phone, """async (m) => {
      const { within } = await m("store");
      const strange = { id: "b", open: 1, person: 7, manifest: 3, parents: "x", body: 9 };
      const rows = [{ id: "a", open: 1, person: 7 }, strange];
      await within(["records"], "readwrite", async (tx) => { for (const row of rows) await tx.store.put(row); });
      const { id } = await sealed("good");
      await drained();
      const now = await states();
      return [now[id], now.a, now.b];
    }""")  # fmt: skip
    assert found == ["complete", "needs_attention", "needs_attention"]


def test_who_asks_while_a_pass_runs_is_heard_too(phone):
    found = run(phone, """async () => {
      await sealed("slow", [["dog", 600000, 0]]);
      const { id } = await sealed("paused");
      server.faults.push({ on: id, what: "500" });
      const going = drained("tick");
      while (!(await rows("records")).find((row) => row.id === id).attempts) await drained("tick");
      await Promise.all([going, drained("asked")]);
      return (await states())[id];
    }""")  # fmt: skip
    assert found == "complete"


def test_row_23_a_photo_that_fails_eight_times_makes_no_second_record(phone):
    found = run(phone, """async (m) => {
      const { seal } = await m("seal");
      const draft = await drafted("again", [["dog", 2000, 0]]);
      server.faults.push({ on: "/sync/blobs", method: "PUT", what: "500", times: 8 });
      const ids = new Set();
      for (let n = 0; n < 9; n++) {
        ids.add((await seal(draft, { ...FACTS, payload: {} })).id);
        await later();
        await drained();
      }
      return { ids: ids.size, rows: server.summary().rows.length, state: Object.values(await states()) };
    }""")  # fmt: skip
    assert found == {"ids": 1, "rows": 1, "state": ["complete"]}


def test_row_32_a_record_is_not_complete_before_its_last_photo(phone):
    found = run(phone, """async () => {
      const { id } = await sealed("three", [["dog", 2000, 0], ["dog", 2100, 0], ["dog", 2200, 0]]);
      const { sha256 } = (await rows("records"))[0].manifest[1];
      server.faults.push({ on: sha256, method: "PUT", what: "500", times: 3 });
      const seen = [];
      for (let n = 0; n < 4; n++) {
        await drained();
        seen.push([(await states())[id], server.summary().wholes.length]);
        await later();
      }
      return seen;
    }""")  # fmt: skip
    assert found == [["stored", 1], ["stored", 1], ["stored", 1], ["complete", 3]]
