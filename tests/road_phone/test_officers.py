"""Two officers on one phone: neither sees the other's records or writes under that name; all of them are sent."""

import pytest

from tests.road_phone.conftest import run

pytestmark = pytest.mark.browser


def test_row_28_what_one_sealed_stays_that_ones_whoever_sends_it(phone):
    found = run(phone, """async (m) => {
      const { setCurrent } = await m("who");
      const { enrol } = await m("enrol");
      const { list, count, read } = await m("outbox");
      const { drafts } = await m("drafts");
      const mine = await sealed("by seven");
      const draft = await drafted("seven's draft");
      await draft.close();
      server.person = 8;
      await setCurrent({ id: 8, name: "Eight", cities: ["crystal"] });
      const early = await sealed("too early").catch((fault) => fault.constructor.name);
      await enrol({ label: "eight" });
      const theirs = await sealed("by eight");
      const seen = (await list()).filter(({ state }) => state !== "draft").map(({ id }) => id);
      const [other, otherDraft] = [await read(mine.id), await drafts.open("field_note", draft.id).catch((fault) => fault.constructor.name)];
      const counts = await count();
      await drained();
      return { early, seen, theirs: theirs.id, other, otherDraft, drafts: (await drafts.list()).length, counts, rows: server.summary().rows.map(({ author, device, seq }) => [author, device, seq]), devices: (await rows("devices")).map(({ person, device }) => [person, device]) };
    }""")  # noqa: E501  # fmt: skip
    assert found["early"] == "NoDevice"
    assert found["seen"] == [found["theirs"]]
    assert (found["other"], found["otherDraft"], found["drafts"]) == (None, "Gone", 1)
    assert (found["counts"]["mine"], found["counts"]["others"]) == (1, 1)
    device = dict(found["devices"])
    assert sorted(found["rows"]) == [[7, device[7], 1], [8, device[8], 1]]


def test_after_log_out_nothing_is_listed_and_everything_is_still_sent(phone):
    found = run(phone, """async (m) => {
      const { forgetCurrent } = await m("who");
      const { list, count } = await m("outbox");
      await sealed("before log-out");
      await forgetCurrent();
      const seen = [(await list()).length, await count()];
      await drained();
      return { seen, rows: server.summary().rows.length, open: (await count()).others };
    }""")  # fmt: skip
    assert found["seen"] == [0, {"mine": 0, "others": 1, "needs": 0, "oldest": ""}]
    assert (found["rows"], found["open"]) == (1, 0)


def test_a_record_whose_key_is_not_at_hand_waits_and_holds_up_nobody(phone):
    found = run(phone, """async (m) => {
      const { within } = await m("store");
      const locked = await sealed("locked");
      const other = await sealed("open");
      await within(["records"], "readwrite", async (tx) => {
        await tx.store.put({ ...(await tx.store.get(locked.id)), body: { how: "passkey", value: "?" } });
      });
      const { left, wait } = await drained();
      const row = (await rows("records")).find(({ id }) => id === locked.id);
      const now = await states();
      return { locked: now[locked.id], other: now[other.id], attempts: row.attempts, left, wait };
    }""")  # fmt: skip
    assert found == {"locked": "sealed", "other": "complete", "attempts": 0, "left": 1, "wait": None}
