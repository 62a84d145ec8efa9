"""300 runs of several records with photos against the server itself, over a network that spoils requests."""

import pytest

from tests.faults.conftest import JPEG, enrolled, script, spoil, without_network_faults
from tests.faults.reckoning import Reckoning
from tests.faults.unruly import FAULTS

pytestmark = pytest.mark.browser
RUNS = 300
GROUPS = 6
EACH = RUNS // GROUPS
RATES = (0.1, 0.3, 0.6)


@pytest.mark.parametrize("group", range(GROUPS))
def test_in_page(browser_page, unruly_server, sign_in, seed, group):
    page, wrong, sealed, made = sign_in(browser_page, unruly_server), [], {}, {}
    person = enrolled(page)
    for number in range(seed + group * EACH, seed + (group + 1) * EACH):
        spoil(unruly_server, number, RATES[number % 3])
        told = page.evaluate(script("real.js"), {"seed": number, "person": person, "jpeg": JPEG})
        wrong += told["wrong"] + list(Reckoning(unruly_server).honest(told["held"]))
        made = spoil(unruly_server)
        wrong += page.evaluate("async () => (await plans.settled()).map((id) => `lost: ${id} is open`)")
        held = page.evaluate("async () => plans.held()")
        sealed |= {row["id"]: row for row in held}
        wrong += [f"lost: {one['id']}" for one in told["made"] if one["id"] not in sealed]
        page.evaluate(script("forget.js"))
        assert wrong == [], f"run {number}"
    without_network_faults(page)
    assert list(Reckoning(unruly_server).same(sealed)) == []
    assert len(sealed) >= 2 * EACH
    assert {row["author"] for row in sealed.values()} == {person}
    assert set(made) == set(FAULTS), made
