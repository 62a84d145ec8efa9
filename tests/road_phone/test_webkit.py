"""WebKitGTK, the nearest to an iPhone here: its store keeps the key and the photos, and the whole road is walked."""

import pytest

pytestmark = pytest.mark.webkit
WALK = """
const done = arguments[0];
(async () => {
  const fake = await import("/fake_server.js");
  Object.assign(globalThis, await import("/road.js"));
  const m = (name) => import(`/static/js/offline/${name}.js`);
  globalThis.server = await new fake.FakeServer({ origin: location.origin, person: 7 }).start();
  fake.installHere(server);
  await (await m("who")).setCurrent({ id: 7, name: "Officer", cities: ["crystal"] });
  await (await m("enrol")).enrol({ label: "webkit" });
  const one = await sealed("Nyob zoo", [["dog", 600000, 30000]]);
  const two = await sealed("waits");
  server.faults.push({ on: one.id, what: "drop after commit" }, { on: "/sync/blobs", method: "PUT", what: "cut" });
  await drained();
  const before = (await states())[one.id];
  await later();
  await drained();
  await (await m("hello")).hello({ now: true });
  const { rows: stored, wholes, chains } = server.summary();
  return { before, after: Object.values(await states()), stored: stored.length, wholes: wholes.length, chains };
})().then(done, (fault) => done(String(fault.stack ?? fault)));
"""


def test_the_road_is_walked(webkit, origin):
    webkit.get(f"{origin}/page")
    webkit.set_script_timeout(60)
    assert webkit.execute_async_script(WALK) == {
        "before": "sealed", "after": ["complete", "complete"], "stored": 2, "wholes": 2, "chains": [True],
    }  # fmt: skip
