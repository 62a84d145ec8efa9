"""What leaves the phone, when: only what is complete, only by the server's time and the phone's, never a receipt."""

import pytest

from tests.road_phone.conftest import run

pytestmark = pytest.mark.browser
AGE = """async (m, { protection, server: serverHours, phone: phoneHours, state }) => {
  const { within, setMeta, meta } = await m("store");
  const { id } = await sealed("old", [["dog", 900, 0]]);
  if (state !== "sealed") await drained();
  await within(["records"], "readwrite", async (tx) => {
    const row = await tx.store.get(id);
    await tx.store.put({ ...row, protection, completed_at: Date.now() - phoneHours * 3600000 });
  });
  const seen = Date.parse("2026-11-30T15:00:00Z");
  await setMeta("server_time", seen + serverHours * 3600000);
  await (await m("purge")).purge();
  return [(await rows("records")).length, (await rows("blobs")).length, (await rows("receipts")).length > 0];
}"""
KEPT, GONE = [1, 1, True], [0, 0, True]


@pytest.mark.parametrize(
    ("protection", "server", "phone_hours", "expected"),
    [
        ("storage", 25, 25, GONE), ("storage", 23, 25, KEPT), ("storage", 25, 23, KEPT), ("storage", 0, 9999, KEPT),
        ("storage", 9999, 0, KEPT), ("passkey", 25, 25, KEPT), ("passkey", 169, 169, GONE),
        ("passkey", 167, 9999, KEPT),
    ],
)  # fmt: skip
def test_a_complete_record_goes_when_both_clocks_say_so(phone, protection, server, phone_hours, expected):
    asked = {"protection": protection, "server": server, "phone": phone_hours, "state": "complete"}
    assert run(phone, AGE, asked) == expected


def test_what_is_not_complete_never_goes(phone):
    asked = {"protection": "storage", "server": 99999, "phone": 99999, "state": "sealed"}
    assert run(phone, AGE, asked) == [1, 1, False]


def test_the_journal_tells_the_whole_way_and_nobodys_words(phone):
    found = run(phone, """async (m) => {
      const { id } = await sealed("CANARY", [["dog", 900, 50]]);
      server.faults.push({ on: id, what: "500" });
      await drained();
      await later();
      await drained();
      const all = await (await m("journal")).journal();
      return { told: all.filter((each) => each.id === id).map(({ what }) => what), text: JSON.stringify(all) };
    }""")  # fmt: skip
    assert found["told"] == ["sealed", "try 1 failed", "receipt: stored", "receipt: complete"]
    assert "CANARY" not in found["text"]
