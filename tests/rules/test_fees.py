"""Bills: what is set, what is not, what is too high; nothing is made up."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import permutations
from zoneinfo import ZoneInfo

import pytest

from fieldapp.lawbook.office import fees
from fieldapp.rules.fees import Charged, amount, bill, days_begun, over_cap
from tests.rules.keeping_cases import BOOK, CITIES, TODAY

ZONE = ZoneInfo("America/Chicago")
BENSON = fees(BOOK, "benson", TODAY)
RELEASE, KEEP, COST = (BENSON[k] for k in ("fee.release", "fee.maintenance", "fee.quarantine"))


@pytest.mark.parametrize("city", CITIES)
def test_no_text_gives_an_amount_and_none_is_made_up(city):
    listed = fees(BOOK, city, TODAY)
    assert listed
    assert all(fee.cents is None for fee in listed.values())
    total = bill(Charged(fee) for fee in listed.values())
    assert (total.known_cents, total.whole, len(total.unset)) == (0, False, len(listed))
    assert all("No amount is set" in reason.limit for reason in total.reasons)


@pytest.mark.parametrize(("days", "cents"), [(0, 2500), (1, 3700), (2, 4900)])
def test_days_and_parts_of_days_are_counted(days, cents):
    lines = [Charged(replace(RELEASE, cents=2500)), Charged(replace(KEEP, cents=1200), times=days)]
    for order in permutations(lines):
        total = bill(order)
        assert (total.known_cents, total.whole, total.unset) == (cents, True, ())
    assert bill(lines).reasons[1].limit == "$25.00"


@pytest.mark.parametrize(
    ("minutes", "days"),
    [(0, 0), (1, 1), (24 * 60 - 1, 1), (24 * 60, 1), (24 * 60 + 1, 2), (48 * 60, 2), (48 * 60 + 1, 3)],
)
def test_a_day_begun_is_a_day(minutes, days):
    since = datetime(2026, 3, 7, 16, 0, tzinfo=UTC)  # the clock is set forward that night: a day stays 24 hours
    until = since + timedelta(minutes=minutes)
    assert days_begun(since.astimezone(ZONE), until.astimezone(ZONE)) == days_begun(since, until) == days


def test_days_do_not_run_backward():
    now = datetime(2026, 3, 7, 16, 0, tzinfo=UTC)
    with pytest.raises(ValueError, match="earlier instant"):
        days_begun(now, now - timedelta(minutes=1))


def test_an_unset_fee_is_named_and_the_rest_is_summed():
    total = bill([Charged(replace(RELEASE, cents=2500)), Charged(KEEP, times=3), Charged(KEEP, times=1)])
    assert (total.known_cents, total.whole, total.unset) == (2500, False, (KEEP.title,))


@pytest.mark.parametrize(("spent", "cents"), [(None, None), (0, 0), (12345, 12345)])
def test_an_actual_cost_is_what_was_spent_once(spent, cents):
    assert amount(Charged(COST, times=9, spent_cents=spent)) == cents


@pytest.mark.parametrize(("cents", "over"), [(49999, False), (50000, False), (50001, True), (None, False)])
@pytest.mark.parametrize("city", CITIES)
def test_the_states_cap_of_a_registration(city, cents, over):
    fee = replace(fees(BOOK, city, TODAY)["fee.dangerous_registration"], cents=cents)
    assert over_cap(fee) is over
    assert bool(bill([Charged(fee)]).over_cap) is over


@pytest.mark.parametrize("line", [Charged(RELEASE, times=-1), Charged(COST, spent_cents=-1)])
def test_less_than_nothing_is_refused(line):
    with pytest.raises(ValueError, match="less than no times"):
        bill([line])
