"""10,000 runs of the phone's modules against a server that misbehaves, each run a few records of two officers."""

import pytest

from tests.faults.conftest import script
from tests.road_phone.conftest import run

pytestmark = pytest.mark.browser
RUNS = 10_000
GROUPS = 10
AT_ONCE = 50  # runs of one call into the page
SECOND_OFFICER = """async (m) => {
  server.person = 8;
  await (await m("who")).setCurrent({ id: 8, name: "Eight", cities: ["crystal"] });
  await (await m("enrol")).enrol({ label: "eight" });
}"""


@pytest.mark.parametrize("group", range(GROUPS))
def test_modules(phone, seed, group):
    page, wrong, sealed, used = phone, [], 0, {}
    run(page, SECOND_OFFICER)
    page.evaluate(script("plans.js"), {})
    for begun in range(0, RUNS // GROUPS, AT_ONCE):
        told = page.evaluate(script("modules.js"), {"from": seed + group * RUNS // GROUPS + begun, "count": AT_ONCE})
        wrong += told["wrong"]
        sealed += told["sealed"]
        used = {what: used.get(what, 0) + told["used"].get(what, 0) for what in {*used, *told["used"]}}
    assert wrong == []
    assert sealed >= RUNS // GROUPS
    assert len(used) == 18, used
