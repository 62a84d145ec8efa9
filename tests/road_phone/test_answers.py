"""Whatever answers that is no verified receipt: the record stays, nothing says received, and it arrives later, once."""

import pytest

from tests.road_phone.conftest import run

pytestmark = pytest.mark.browser
NO_RECEIPT = [
    "drop before", "drop after commit", "redirect", "html", "204", "empty", "403", "502", "401", "413", "429", "423",
    "500", "503", "507", "cut", "410", "422",
]  # fmt: skip
STATE = {"401": "wait_auth", "413": "too_large"}
ONE = """async (m, [what, on]) => {
  const { id } = await sealed("kept", [["dog", 300000, 9000]]);
  if (on === "blobs") {
    server.faults.push({ on: "/sync/blobs", method: "HEAD", what: "502" });
    await drained();
    await later();
    server.faults.length = 0;
  }
  server.faults.push({ on: `/sync/${on}`, method: on === "blobs" ? "PUT" : undefined, what });
  await drained("tick");
  const [row] = (await rows("records")).filter((each) => each.id === id);
  const blobs = (await rows("blobs")).filter(({ record }) => record === id).length;
  const during = { state: (await states())[id], receipt: row.receipt_kind, because: row.because, blobs };
  server.faults.length = 0;
  for (let n = 0; n < 3; n++) {
    await later();
    await drained();
  }
  const all = server.summary();
  const stored = all.rows.filter((each) => each.id === id).length;
  const wholes = all.wholes.filter((name) => name.startsWith(id)).length;
  return { during, after: (await states())[id], stored, wholes };
}"""


def each_of(page, on):
    """What ONE finds for each answer, one after the other on one phone: {answer: what was found}."""
    each = "for (const what of all) found[what] = await one(m, [what, on]);"
    loop = f"async (m, [all, on]) => {{ const [one, found] = [{ONE}, {{}}]; {each} return found; }}"
    return run(page, loop, [NO_RECEIPT, on])


def test_row_5_an_answer_that_is_no_receipt_deletes_nothing(phone):
    for what, found in each_of(phone, "records").items():
        during = found["during"]
        assert (what, during["receipt"], during["blobs"]) == (what, "", 2)
        assert (what, during["state"]) == (what, STATE.get(what, "sealed"))
        assert during["because"], what
        assert (what, found["after"], found["stored"], found["wholes"]) == (what, "complete", 1, 2)


def test_row_9_an_interrupted_photo_stays_and_goes_on(phone):
    for what, found in each_of(phone, "blobs").items():
        assert (what, found["during"]["receipt"] in ("stored", "complete")) == (what, True)
        assert (what, found["during"]["blobs"]) == (what, 2)
        assert (what, found["after"], found["stored"], found["wholes"]) == (what, "complete", 1, 2)


def test_row_21_an_answer_lost_after_the_commit_gives_the_same_receipt(phone):
    found = run(phone, """async () => {
      const { id } = await sealed("once");
      server.faults.push({ on: "/sync/records", what: "drop after commit" });
      await drained();
      const before = (await states())[id];
      const told = server.records.get(id).receipt.receipt;
      await later();
      await drained();
      const kept = (await rows("receipts")).map(({ receipt }) => receipt);
      return { before, after: (await states())[id], same: kept.length === 1 && kept[0] === told, rows: server.summary().rows.length };
    }""")  # fmt: skip  # noqa: E501  lines of the page's own script
    assert found == {"before": "sealed", "after": "complete", "same": True, "rows": 1}


def test_row_37_a_fault_of_the_probe_does_not_restart_the_photo(phone):
    found = run(phone, """async () => {
      const { id } = await sealed("big", [["dog", 700000, 0]]);
      server.faults.push({ on: "/sync/blobs", method: "PUT", what: "none" }, { on: "/sync/blobs", method: "PUT", what: "drop before" });
      await drained();
      server.faults.push({ on: "/sync/blobs", method: "HEAD", what: "502" });
      await later();
      await drained();
      await later();
      await drained();
      const puts = server.log.filter(({ method, address, fault }) => method === "PUT" && address.includes("blobs") && fault !== "drop before");
      return { state: (await states())[id], offsets: puts.map(({ offset }) => offset), sent: puts.reduce((sum, { bytes }) => sum + bytes, 0) };
    }""")  # fmt: skip  # noqa: E501  lines of the page's own script
    assert found["state"] == "complete"
    assert found["offsets"] == ["0", "262144", "524288"]
    assert found["sent"] == 700000


def test_a_wrong_offset_is_put_right_by_the_server(phone):
    found = run(phone, """async () => {
      const { id } = await sealed("big", [["dog", 600000, 0]]);
      server.faults.push({ on: "/sync/blobs", method: "PUT", what: "none" }, { on: "/sync/blobs", method: "PUT", what: "drop after commit" });
      await drained();
      await later();
      await drained();
      return { state: (await states())[id], whole: server.summary().wholes.length };
    }""")  # fmt: skip  # noqa: E501  lines of the page's own script
    assert found == {"state": "complete", "whole": 1}


def test_a_void_ticket_is_renewed_by_putting_the_record_again(phone):
    found = run(phone, """async () => {
      const { id } = await sealed("ticket", [["dog", 500000, 0]]);
      server.faults.push({ on: "/sync/blobs", method: "PUT", what: "none" }, { on: "/sync/blobs", method: "PUT", what: "410" });
      await drained();
      const puts = server.log.filter(({ address }) => address.startsWith("/sync/records")).length;
      return { state: (await states())[id], puts, attempts: (await rows("records"))[0].attempts };
    }""")  # fmt: skip  # noqa: E501  lines of the page's own script
    assert found == {"state": "complete", "puts": 2, "attempts": 0}


def test_row_36_a_photo_that_is_too_large_is_said_and_the_others_go_on(phone):
    found = run(phone, """async (m) => {
      const { id } = await sealed("large", [["dog", 500000, 9000], ["scene", 1200, 0]]);
      const { sha256 } = (await rows("records"))[0].manifest[0];
      server.faults.push({ on: sha256, method: "PUT", what: "413", times: 99 });
      const other = await sealed("other");
      await drained("tick");
      const { list } = await m("outbox");
      const shown = (await list()).find((each) => each.id === id);
      const now = await states();
      await drained("tick");
      const tried = server.log.filter(({ fault }) => fault === "413").length;
      server.faults.length = 0;
      await later();
      await drained();
      return { state: shown.state, because: shown.because, large: shown.large, sent: shown.sent, total: shown.total, other: now[other.id], tried, after: (await states())[id] };
    }""")  # fmt: skip  # noqa: E501  lines of the page's own script
    assert (found["state"], found["sent"], found["total"], found["other"]) == ("too_large", 3, 4, "complete")
    assert found["large"] == [{"slot": "dog-1", "form": "original", "copy": True}]
    assert "The city has its smaller copy" in found["because"]
    assert found["tried"] == 3  # smaller parts were tried: 256, 64 and 16 KiB
    assert found["after"] == "complete"


def test_something_between_that_takes_only_small_parts_is_served_with_small_parts(phone):
    found = run(phone, """async () => {
      server.mostPart = 65536;
      const { id } = await sealed("small parts", [["dog", 300000, 0]]);
      await drained();
      return { state: (await states())[id] };
    }""")  # fmt: skip
    assert found == {"state": "complete"}


def test_the_server_says_when_and_is_heard_but_not_for_longer_than_an_hour(phone):
    found = run(phone, """async () => {
      const waits = [];
      for (const seconds of ["1800", "999999999"]) {
        const { id } = await sealed("wait");
        server.faults.push({ on: id, what: "429", headers: { "Retry-After": seconds } });
        await drained("online");
        const row = (await rows("records")).find((each) => each.id === id);
        waits.push(Math.round((row.not_before - Date.now()) / 60000));
        const before = server.log.length;
        await drained("asked");
        waits.push(server.log.length - before);
      }
      return waits;
    }""")  # fmt: skip
    assert found == [30, 0, 60, 0]


def test_without_any_signal_a_pass_stops_soon_and_every_record_stays(phone):
    found = run(phone, """async () => {
      for (let n = 0; n < 8; n++) await sealed(`r${n}`);
      server.faults.push({ on: "/sync/", what: "drop before", times: 1000 });
      await drained("online");
      const tried = server.log.filter(({ address }) => address.startsWith("/sync/records")).length;
      for (let n = 0; n < 12; n++) {
        await later();
        await drained();
      }
      const before = Object.values(await states());
      server.faults.length = 0;
      await later();
      await drained();
      return { tried, before, after: Object.values(await states()), rows: server.summary().rows.length };
    }""")  # fmt: skip
    assert found["tried"] == 3
    assert found["before"] == ["sealed"] * 8
    assert found["after"] == ["complete"] * 8
    assert found["rows"] == 8


def test_the_pauses_are_full_jitter_from_2_seconds_to_5_minutes_then_hourly(phone):
    found = run(phone, """async (m) => {
      const { pause, retryAfterOf, isDue } = await m("backoff");
      const span = (n) => [pause(n, 0, 0), pause(n, 0, 0.999999)].map((ms) => Math.round(ms / 1000));
      return {
        spans: [1, 2, 3, 9].map(span), many: span(10), after: [pause(1, 60000, 0), pause(1, 9e9, 0)],
        header: [retryAfterOf("7"), retryAfterOf("Mon, 30 Nov 2026 15:00:10 GMT", Date.parse("2026-11-30T15:00:00Z")), retryAfterOf("soon"), retryAfterOf(null)],
        due: [isDue(5, 10), isDue(20, 10), isDue(10 + 3600001, 10)],
      };
    }""")  # fmt: skip  # noqa: E501  lines of the page's own script
    assert found["spans"] == [[2, 4], [2, 8], [2, 16], [2, 300]]
    assert found["many"] == [3240, 3600]
    assert found["after"] == [60000, 3600000]
    assert found["header"] == [7000, 10000, 0, 0]
    assert found["due"] == [True, False, True]
