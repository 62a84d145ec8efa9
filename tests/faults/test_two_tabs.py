"""50 runs of two tabs of one phone, both sealing and sending at the same time, over a network that spoils."""

import os

import pytest

from tests.faults.conftest import JPEG, enrolled, planned, script, spoil, without_network_faults
from tests.faults.reckoning import Reckoning
from tests.faults.unruly import FAULTS

pytestmark = pytest.mark.browser
RUNS = int(os.environ.get("FAULT_TWO_TABS", "50"))
GROUPS = 2
EACH = RUNS // GROUPS
START = f"(argument) => {{ globalThis.going = ({script('real.js')})(argument); }}"
NO_LOCKS = "delete Navigator.prototype.locks"


@pytest.mark.parametrize("group", range(GROUPS))
def test_two_tabs(browser_page, unruly_server, sign_in, seed, group):
    """Half of them in a browser without Web Locks, where a lease in the store keeps the tabs apart."""
    if group % 2:
        browser_page.context.add_init_script(NO_LOCKS)
    first, wrong, sealed, made = sign_in(browser_page, unruly_server), [], {}, {}
    person, second = enrolled(first), first.context.new_page()
    second.goto(first.url)
    planned(second)
    for number in range(seed + group * EACH, seed + (group + 1) * EACH):
        spoil(unruly_server, number, (0.1, 0.3, 0.5)[number % 3])
        for tab, own in ((first, 2 * number), (second, 2 * number + 1)):
            tab.evaluate(START, {"seed": own, "person": person, "jpeg": JPEG})
        told = [tab.evaluate("async () => going") for tab in (first, second)]
        wrong += [said for each in told for said in each["wrong"]]
        wrong += list(Reckoning(unruly_server).honest(first.evaluate("async () => plans.held()")))
        made = spoil(unruly_server)
        wrong += first.evaluate("async () => (await plans.settled()).map((id) => `lost: ${id} is open`)")
        held = first.evaluate("async () => plans.held()")
        sealed |= {row["id"]: row for row in held}
        wrong += [f"lost: {one['id']}" for each in told for one in each["made"] if one["id"] not in sealed]
        first.evaluate(script("forget.js"))
        assert wrong == [], f"run {number}"
    without_network_faults(first)
    assert list(Reckoning(unruly_server).same(sealed)) == []
    assert len(sealed) >= 4 * EACH
    assert set(made) == set(FAULTS) or EACH < 10, made
