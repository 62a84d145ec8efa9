"""Enrolment and hello: one key an officer, kept through lost answers; what the server misses is sent again."""

import pytest

from tests.road_phone.conftest import run

pytestmark = pytest.mark.browser


def test_a_lost_answer_of_enrolment_is_asked_for_again_with_the_same_key(phone_of):
    phone = phone_of(enrolled=False)
    found = run(phone, """async (m) => {
      const { enrol } = await m("enrol");
      server.faults.push({ on: "/sync/devices", what: "none" }, { on: "/sync/devices", what: "drop after commit" });
      const first = await enrol({ label: "a" }).catch((fault) => fault.constructor.name);
      const again = await Promise.all([enrol({ label: "a" }), enrol({ label: "a" })]);
      const { keys } = server;
      return { first, devices: server.devices.size, rows: (await rows("devices")).length, same: again[0].device === again[1].device, exportable: again[0].private.extractable, label: again[0].label };
    }""")  # fmt: skip  # noqa: E501  lines of the page's own script
    assert found == {
        "first": "NotEnrolled", "devices": 1, "rows": 1, "same": True, "exportable": False, "label": "a",
    }  # fmt: skip


def test_a_refused_enrolment_says_why_and_leaves_nothing_that_seals(phone_of):
    phone = phone_of(enrolled=False)
    found = run(phone, """async (m) => {
      const { enrol } = await m("enrol");
      server.faults.push({ on: "/sync/devices/challenge", what: "401" });
      const said = await enrol({ label: "a" }).catch(({ message, status, word }) => [message, status, word]);
      return [said, (await (await m("who")).deviceOf(7)) === undefined];
    }""")  # fmt: skip
    assert found == [["refused: device", 401, "device"], True]


def test_a_new_key_follows_the_old_one_and_the_chain_goes_on(phone):
    found = run(phone, """async (m) => {
      const one = await sealed("old key");
      await (await m("enrol")).enrol({ label: "new", replace: true });
      const two = await sealed("new key");
      await drained();
      const [first, second] = [one, two].map(({ id }) => server.records.get(id));
      return { seqs: [one.seq, two.seq], prev: JSON.parse(second.body).prev === first.sha256, devices: server.devices.size, states: Object.values(await states()) };
    }""")  # fmt: skip  # noqa: E501  lines of the page's own script
    assert found == {"seqs": [1, 1], "prev": True, "devices": 2, "states": ["complete", "complete"]}


def test_hello_tells_what_is_open_and_keeps_the_servers_clock(phone):
    found = run(phone, """async (m) => {
      await sealed("sent");
      await drained();
      const { id } = await sealed("open");
      await (await m("hello")).hello({ now: true, version: "1.2" });
      const { meta } = await m("store");
      const clock = await meta("clock");
      const skew = Math.abs(clock.offset_ms - (server.now - Date.now()));
      await sealed("with offset");
      await drained();
      const body = JSON.parse([...server.records.values()].at(-1).body);
      return { heard: server.heard, id, near: skew < 60000, sealed: body.clock.offset_ms === clock.offset_ms };
    }""")  # fmt: skip
    heard = found["heard"]
    assert (heard["v"], heard["seq"], heard["app_version"]) == (1, 2, "1.2")
    assert [one["id"] for one in heard["open"]] == [found["id"]]
    assert len(heard["kept"]) == 1
    assert heard["oldest_unsent_at"]
    assert (found["near"], found["sealed"]) == (True, True)


def test_a_server_restored_from_an_older_backup_is_given_the_records_again(phone):
    found = run(phone, """async (m) => {
      const { id } = await sealed("lost there", [["dog", 1200, 100]]);
      await drained();
      const before = (await states())[id];
      server.records.clear();
      server.blobs.clear();
      await (await m("hello")).hello({ now: true });
      return { before, after: (await states())[id], rows: server.summary().rows.length, wholes: server.summary().wholes.length };
    }""")  # fmt: skip  # noqa: E501  lines of the page's own script
    assert found == {"before": "complete", "after": "complete", "rows": 1, "wholes": 2}


FORGETS = """
  const { within } = await m("store");
  const device = async () => (await rows("devices"))[0];
  const forget = () => [server.devices, server.records, server.blobs].forEach((all) => all.clear());
"""


def test_a_server_that_forgot_the_phone_is_given_its_key_and_its_records_again(phone):
    found = run(phone, "async (m) => {" + FORGETS + """
      const { id: before } = await sealed("came", [["dog", 1200, 100]]);
      await drained();
      const own = (await device()).device;
      forget();
      const { id: after } = await sealed("waits");
      await drained();
      const refused = [(await states())[after], (await device()).unknown];
      (await m("draining")).wireDraining();
      const { watch } = await m("outbox");
      const done = async () => Object.values(await states()).every((state) => state === "complete") && server.records.size === 2;
      while (!(await done())) await new Promise((again) => { const end = watch(() => { end(); again(); }); });
      const { device: same, unknown, last_seq } = await device();
      return { refused, same: same === own, unknown, last_seq, devices: server.devices.size, wholes: server.summary().wholes.length, chains: server.chains(), ids: [...server.records.keys()].sort().join() === [before, after].sort().join() };
    }""")  # fmt: skip  # noqa: E501  lines of the page's own script
    assert found == {
        "refused": ["wait_auth", "told"], "same": True, "unknown": None, "last_seq": 2, "devices": 1, "wholes": 2,
        "chains": [True], "ids": True,
    }  # fmt: skip


def test_it_is_not_enrolled_again_under_another_name_or_another_id(phone):
    found = run(phone, "async (m) => {" + FORGETS + """
      const { enrol, enrolAgain } = await m("enrol");
      const why = (fault) => fault.constructor.name;
      const { id } = await sealed("waits");
      const asked = [await enrolAgain()];
      forget();
      await drained();
      server.person = 8; // somebody else is signed in
      asked.push(await enrolAgain());
      server.person = 7;
      server.faults.push({ on: "/sync/devices/challenge", what: "401" });
      asked.push(await enrolAgain().catch(why));
      const none = server.devices.size;
      server.ids = {};
      asked.push(await enrolAgain().catch(why), await enrolAgain());
      await drained();
      const kept = [(await states())[id], (await device()).unknown];
      const fresh = await enrol({ label: "anew" });
      await sealed("by the new key");
      await drained();
      return { asked, none, kept, fresh: fresh.last_seq, keys: (await rows("devices")).length, rows: server.summary().rows.map(({ payload }) => payload.words), states: Object.values(await states()).sort() };
    }""")  # fmt: skip  # noqa: E501  lines of the page's own script
    assert found == {
        "asked": [False, False, "NotEnrolled", "OtherId", False], "none": 0, "kept": ["wait_auth", "other"],
        "fresh": 0, "keys": 2, "rows": ["by the new key"], "states": ["complete", "wait_auth"],
    }  # fmt: skip


def test_a_receipt_that_was_lost_comes_with_hello(phone):
    found = run(phone, """async (m) => {
      const { id } = await sealed("lost answer");
      server.faults.push({ on: "/sync/records", what: "drop after commit" });
      await drained();
      await (await m("hello")).hello({ now: true });
      const puts = server.log.filter(({ address }) => address.startsWith("/sync/records")).length;
      return { state: (await states())[id], puts };
    }""")  # fmt: skip
    assert found == {"state": "complete", "puts": 1}


def test_row_19_a_hello_that_fails_stops_nothing(phone):
    found = run(phone, """async (m) => {
      const { hello } = await m("hello");
      const said = [];
      for (const what of ["drop before", "html", "redirect", "500", "401", "cut", "204"]) {
        for (const on of ["/sync/nonce", "/sync/hello"]) {
          server.faults.push({ on, what });
          said.push(await hello({ now: true }));
          server.faults.length = 0;
        }
      }
      const { id } = await sealed("still sent");
      await drained();
      return { said: said.filter(Boolean).length, state: (await states())[id] };
    }""")  # fmt: skip
    assert found == {"said": 0, "state": "complete"}


def test_row_7_a_wipe_sends_first_and_forgets_only_its_own_officer(phone):
    found = run(phone, """async (m) => {
      const { setCurrent } = await m("who");
      const { hello } = await m("hello");
      await drafted("a draft", [["dog", 500, 0]]);
      await sealed("unsent", [["dog", 700, 0]]);
      server.person = 8;
      await setCurrent({ id: 8, name: "Eight", cities: [] });
      await (await m("enrol")).enrol({ label: "eight" });
      await sealed("eight's");
      await setCurrent({ id: 7, name: "Seven", cities: [] });
      server.wipe = true;
      server.faults.push({ on: "/sync/records", what: "500", times: 2 });
      await hello({ now: true });
      const refused = (await rows("devices")).length;
      await later();
      server.faults.length = 0;
      await hello({ now: true });
      const left = {};
      for (const store of ["drafts", "records", "blobs", "devices"]) left[store] = (await rows(store)).map(({ person }) => person ?? "?");
      return { refused, left, rows: server.summary().rows.map(({ author }) => author).sort(), who: await (await m("who")).current() };
    }""")  # fmt: skip  # noqa: E501  lines of the page's own script
    assert found == {
        "refused": 2, "left": {"drafts": [], "records": [8], "blobs": [], "devices": [8]}, "rows": [7, 8], "who": None,
    }  # fmt: skip
