"""Two officers on one phone: neither sees the other's records or writes under that name; all of them are sent."""

import re

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
    }""")  # fmt: skip  # noqa: E501  lines of the page's own script
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
      const [{ sealed_at }] = await rows("records");
      await drained();
      return { seen, sealed_at, rows: server.summary().rows.length, open: (await count()).others };
    }""")  # fmt: skip
    counts = {"mine": 0, "others": 1, "needs": 0, "locked": 0, "others_locked": 0, "oldest": found["sealed_at"]}
    assert found["seen"] == [0, counts]
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


def test_how_it_goes_is_said_by_protection_and_number_and_the_sender_does_just_that(phone):
    """What the sentence says of one sealed by an officer who signed out since, and whether it went."""
    found = run(phone, """async (m) => {
      const { within } = await m("store");
      const { forgetCurrent, setCurrent } = await m("who");
      const { howTheyGo } = await m("how-it-goes");
      const { count } = await m("outbox");
      await sealed("plain");
      const { id } = await sealed("guarded");
      await within(["records"], "readwrite", async (tx) => {
        await tx.store.put({ ...(await tx.store.get(id)), body: { how: "passkey", value: "?" } });
      });
      await forgetCurrent();
      await setCurrent({ id: 8, name: "Eight", cities: ["crystal"] });
      const { others, others_locked } = await count();
      const before = howTheyGo({ waits: others, locked: others_locked });
      await drained();
      const { others: left, others_locked: locked } = await count();
      const after = howTheyGo({ waits: left, locked });
      return { before, sent: server.summary().rows.map(({ author }) => author), after };
    }""")  # fmt: skip
    assert found["before"].startswith("1 goes by itself when there is a signal, whoever is signed in then, ")
    assert found["before"].endswith(" 1 goes after its officer has unlocked it on this phone with the passkey.")
    assert found["sent"] == [7]
    assert found["after"] == "It goes after its officer has unlocked it on this phone with the passkey."


@pytest.mark.parametrize("locked", range(4))
@pytest.mark.parametrize("free", range(4))
def test_the_grammar_of_one_and_of_many_is_right(phone, free, locked):
    given = {"waits": free + locked, "locked": locked}
    words = run(phone, 'async (m, given) => (await m("how-it-goes")).howTheyGo(given)', given)
    sentences = [one for one in re.split(r"(?<=\.) ", words) if one]
    assert len(sentences) == (free > 0) + (locked > 0)
    for sentence, number in zip(sentences, [n for n in (free, locked) if n], strict=True):
        one = number == 1
        assert re.match(r"(It|1) goes " if one else r"(They|\d) go ", sentence), sentence
        assert ("itself" in sentence or "its officer has unlocked it" in sentence) is one, sentence
        assert ("themselves" in sentence or "their officers have unlocked them" in sentence) is not one, sentence
    assert ("whoever is signed in" in words) is (free > 0)
    assert ("passkey" in words) is (locked > 0)
