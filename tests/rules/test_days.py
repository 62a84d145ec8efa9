"""Months and years as the law counts them."""

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest

from fieldapp.rules.days import add_months, add_years, in_order, written


@pytest.mark.parametrize(
    ("day", "months", "expected"),
    [
        (date(2026, 5, 31), 6, date(2026, 11, 30)),
        (date(2026, 8, 31), 6, date(2027, 2, 28)),
        (date(2027, 8, 31), 6, date(2028, 2, 29)),
        (date(2026, 12, 15), 1, date(2027, 1, 15)),
        (date(2026, 1, 15), 0, date(2026, 1, 15)),
        (date(2026, 7, 1), 18, date(2028, 1, 1)),
    ],
)
def test_months(day, months, expected):
    assert add_months(day, months) == expected


def test_a_leap_day_a_year_later():
    assert add_years(date(2024, 2, 29), 1) == date(2025, 2, 28)
    assert add_years(date(2024, 2, 29), 4) == date(2028, 2, 29)


def test_written():
    assert written(date(2028, 5, 4)) == "4 May 2028"


def test_instants_stand_in_the_order_in_which_they_went_by():
    first = datetime(2026, 11, 1, 1, 45, tzinfo=ZoneInfo("America/Chicago"))  # before the clock is set back
    then = datetime(2026, 11, 1, 1, 30, fold=1, tzinfo=ZoneInfo("America/Chicago"))  # 45 minutes later
    assert in_order(first) < in_order(then)
    assert (in_order(then) - in_order(first)).total_seconds() == 45 * 60
    assert in_order(first).tzinfo is UTC
    assert in_order(date(2026, 11, 1)) == date(2026, 11, 1)
