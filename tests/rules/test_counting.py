"""How the law counts: holidays from 2020 to 2035, closed days, a pound's business days, hours across a clock change."""

from datetime import date, datetime, timedelta
from decimal import Decimal
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fieldapp.rules.counting import (
    Calendar,
    Holiday,
    add_business_days,
    add_hours,
    business_weekdays,
    densest,
    holiday_on,
    is_business_day,
    is_open,
    last_open,
    next_open,
    service_warning,
    undecided_between,
    within,
)
from fieldapp.rules.limits import Limit

LAW = Limit(Decimal(4), "hours", "at least", (), ("MN-645.44-5",), "Minn. Stat. 645.44, subd. 5", date(2000, 1, 1), "")
FROM, TO = date(2000, 1, 1), date.max
ZONE = ZoneInfo("America/Chicago")


def fixed(name, month, day, *, since=FROM, until=TO, moves=True):
    return Holiday(name, month, day, 0, 0, 0, moves, True, since, until, LAW)


def nth(name, month, weekday, number, *, plus=0, kept=True):
    return Holiday(name, month, 0, weekday, number, plus, False, kept, FROM, TO, LAW)


def minnesota(october=None, friday=None, business=frozenset(range(5))):
    holidays = (
        fixed("New Year's Day", 1, 1),
        nth("Martin Luther King's Birthday", 1, 0, 3),
        nth("Presidents", 2, 0, 3),
        nth("Memorial Day", 5, 0, -1),
        fixed("Juneteenth", 6, 19, since=date(2023, 1, 1)),
        fixed("Independence Day", 7, 4),
        nth("Labor Day", 9, 0, 1),
        nth("Indigenous Peoples Day", 10, 0, 2, kept=october),
        fixed("Veterans Day", 11, 11),
        nth("Thanksgiving Day", 11, 3, 4),
        nth("Friday after Thanksgiving", 11, 3, 4, plus=1, kept=friday),
        fixed("Christmas Day", 12, 25),
    )
    return Calendar(holidays, frozenset({5, 6}), business, True, LAW, LAW, LAW, LAW)


PLAIN = minnesota()
days = st.dates(date(2001, 1, 1), date(2090, 12, 31))


# by hand from printed calendars: the day itself, or the weekday on which it is kept
NEW_YEAR = "2020-01-01 2021-01-01 2021-12-31 2023-01-02 2024-01-01 2025-01-01 2026-01-01 2027-01-01 2027-12-31 \
    2029-01-01 2030-01-01 2031-01-01 2032-01-01 2032-12-31 2034-01-02 2035-01-01"
KING = "2020-01-20 2021-01-18 2022-01-17 2023-01-16 2024-01-15 2025-01-20 2026-01-19 2027-01-18 2028-01-17 2029-01-15 \
    2030-01-21 2031-01-20 2032-01-19 2033-01-17 2034-01-16 2035-01-15"
PRESIDENTS = "2020-02-17 2021-02-15 2022-02-21 2023-02-20 2024-02-19 2025-02-17 2026-02-16 2027-02-15 2028-02-21 \
    2029-02-19 2030-02-18 2031-02-17 2032-02-16 2033-02-21 2034-02-20 2035-02-19"
MEMORIAL = "2020-05-25 2021-05-31 2022-05-30 2023-05-29 2024-05-27 2025-05-26 2026-05-25 2027-05-31 2028-05-29 \
    2029-05-28 2030-05-27 2031-05-26 2032-05-31 2033-05-30 2034-05-29 2035-05-28"
JUNETEENTH = "2023-06-19 2024-06-19 2025-06-19 2026-06-19 2027-06-18 2028-06-19 2029-06-19 2030-06-19 2031-06-19 \
    2032-06-18 2033-06-20 2034-06-19 2035-06-19"
INDEPENDENCE = "2020-07-03 2021-07-05 2022-07-04 2023-07-04 2024-07-04 2025-07-04 2026-07-03 2027-07-05 2028-07-04 \
    2029-07-04 2030-07-04 2031-07-04 2032-07-05 2033-07-04 2034-07-04 2035-07-04"
LABOR = "2020-09-07 2021-09-06 2022-09-05 2023-09-04 2024-09-02 2025-09-01 2026-09-07 2027-09-06 2028-09-04 2029-09-03 \
    2030-09-02 2031-09-01 2032-09-06 2033-09-05 2034-09-04 2035-09-03"
VETERANS = "2020-11-11 2021-11-11 2022-11-11 2023-11-10 2024-11-11 2025-11-11 2026-11-11 2027-11-11 2028-11-10 \
    2029-11-12 2030-11-11 2031-11-11 2032-11-11 2033-11-11 2034-11-10 2035-11-12"
THANKSGIVING = "2020-11-26 2021-11-25 2022-11-24 2023-11-23 2024-11-28 2025-11-27 2026-11-26 2027-11-25 2028-11-23 \
    2029-11-22 2030-11-28 2031-11-27 2032-11-25 2033-11-24 2034-11-23 2035-11-22"
CHRISTMAS = "2020-12-25 2021-12-24 2022-12-26 2023-12-25 2024-12-25 2025-12-25 2026-12-25 2027-12-24 2028-12-25 \
    2029-12-25 2030-12-25 2031-12-25 2032-12-24 2033-12-26 2034-12-25 2035-12-25"
KEPT = " ".join(
    [NEW_YEAR, KING, PRESIDENTS, MEMORIAL, JUNETEENTH, INDEPENDENCE, LABOR, VETERANS, THANKSGIVING, CHRISTMAS]
).split()


def test_every_weekday_that_is_closed_from_2020_to_2035():
    first, last = date(2020, 1, 1), date(2035, 12, 31)
    every = (first + timedelta(n) for n in range((last - first).days + 1))
    closed = {d.isoformat() for d in every if d.weekday() < 5 and not is_open(PLAIN, d)}
    assert sorted(closed) == sorted(KEPT)
    assert len(set(KEPT)) == 16 * 10 - 3  # no Juneteenth before 2023


def test_a_holiday_that_moves_is_kept_on_its_own_day_too():
    assert [holiday_on(PLAIN, date(2026, 7, day)) is not None for day in (2, 3, 4, 5, 6)] == [
        False, True, True, False, False,
    ]  # fmt: skip
    assert holiday_on(PLAIN, date(2027, 12, 31)).name == "New Year's Day"
    assert holiday_on(PLAIN, date(2027, 12, 30)) is None


def test_the_edges_of_the_calendar():
    assert holiday_on(PLAIN, date(1, 1, 1)) is None
    assert holiday_on(PLAIN, date(9999, 12, 25)).name == "Christmas Day"


@pytest.mark.parametrize(("said", "closed"), [(None, False), (False, False), (True, True)])
def test_the_two_days_that_a_city_chooses(said, closed):
    calendar = minnesota(october=said, friday=said)
    for day in (date(2026, 10, 12), date(2026, 11, 27)):
        assert is_open(calendar, day) is not closed
        assert [h.kept for h in undecided_between(calendar, day, day)] == ([None] if said is None else [])
    assert is_open(calendar, date(2026, 10, 5))
    assert is_open(calendar, date(2026, 10, 19))


def test_the_friday_after_thanksgiving_is_no_fourth_friday():
    assert not is_open(minnesota(friday=True), date(2024, 11, 29))
    assert is_open(minnesota(friday=True), date(2024, 11, 22))


@pytest.mark.parametrize(
    ("day", "forward", "back"),
    [
        ("2026-05-15", "2026-05-15", "2026-05-15"),  # a Friday
        ("2026-05-16", "2026-05-18", "2026-05-15"),  # Saturday
        ("2026-05-17", "2026-05-18", "2026-05-15"),  # Sunday
        ("2026-05-25", "2026-05-26", "2026-05-22"),  # Memorial Day
        ("2026-05-23", "2026-05-26", "2026-05-22"),  # Saturday before it
        ("2026-07-03", "2026-07-06", "2026-07-02"),  # 4 July kept on Friday, then the weekend
        ("2021-12-24", "2021-12-27", "2021-12-23"),  # Christmas kept on Friday
        ("2021-12-31", "2022-01-03", "2021-12-30"),  # New Year kept on the last day of the year before
        ("2022-12-24", "2022-12-27", "2022-12-23"),  # Saturday, Christmas on Sunday kept on Monday
        ("2024-11-28", "2024-11-29", "2024-11-27"),  # Thanksgiving
        ("2024-02-29", "2024-02-29", "2024-02-29"),  # a leap day is a day
        ("2020-02-29", "2020-03-02", "2020-02-28"),  # on a Saturday
        ("2022-06-20", "2022-06-20", "2022-06-20"),  # Juneteenth on Sunday, before it was law
        ("2033-06-20", "2033-06-21", "2033-06-17"),  # since it is
    ],
)
def test_on_over_closed_days_and_back(day, forward, back):
    assert next_open(PLAIN, date.fromisoformat(day)).isoformat() == forward
    assert last_open(PLAIN, date.fromisoformat(day)).isoformat() == back


@given(days)
def test_the_next_open_day_is_open_and_near(day):
    ends = next_open(PLAIN, day)
    assert is_open(PLAIN, ends)
    assert day <= ends <= day + timedelta(5)
    assert last_open(PLAIN, day) <= day
    assert is_open(PLAIN, last_open(PLAIN, day))


@given(days, st.integers(1, 30))
def test_business_days_are_counted_one_by_one(day, count):
    ends = add_business_days(PLAIN, day, count)
    between = [day + timedelta(n) for n in range(1, (ends - day).days + 1)]
    assert is_business_day(PLAIN, ends)
    assert sum(is_business_day(PLAIN, d) for d in between) == count


@pytest.mark.parametrize(
    ("hours", "business"),
    [
        ("08:00-12:00", True),  # four hours in a row
        ("08:00-11:59", False),
        ("08:01-12:00", False),
        ("07:00-11:59", False),  # before eight does not count
        ("07:00-12:00", True),
        ("15:00-19:00", True),
        ("15:01-20:00", False),  # after seven does not count
        ("15:00-22:00", True),
        ("19:00-23:59", False),
        ("00:00-07:00", False),
        ("08:00-11:00 12:00-15:00", False),  # six hours, not in a row
        ("08:00-11:00 12:00-16:00", True),
    ],
)
def test_a_regular_business_day(hours, business):
    def minutes(text):
        return int(text[:2]) * 60 + int(text[3:])

    spans = [tuple(map(minutes, span.split("-"))) for span in hours.split()]
    assert business_weekdays({2: spans}, 240, 480, 1140) == (frozenset({2}) if business else frozenset())


def test_a_pound_open_on_tuesday_and_saturday():
    calendar = minnesota(business=frozenset({1, 5}))
    assert add_business_days(calendar, date(2026, 3, 2), 5) == date(2026, 3, 17)
    assert not is_business_day(calendar, date(2026, 7, 4))  # a Saturday, and a legal holiday


@pytest.mark.parametrize(
    ("begun", "ends"),
    [
        ("2026-02-20T23:30:00-06:00", "2026-03-02T23:30:00-06:00"),
        ("2026-03-01T12:00:00-06:00", "2026-03-11T13:00:00-05:00"),  # spring: 240 hours are the later
        ("2026-10-28T12:00:00-05:00", "2026-11-07T12:00:00-06:00"),  # autumn: the same hour is the later
        ("2026-02-26T02:30:00-06:00", "2026-03-08T03:30:00-05:00"),  # an hour that is left out that night
        ("2026-10-22T01:30:00-05:00", "2026-11-01T01:30:00-05:00"),  # one that comes twice: its first time
        ("2026-11-01T01:30:00-05:00", "2026-11-11T01:30:00-06:00"),
        ("2026-11-01T01:30:00-06:00", "2026-11-11T01:30:00-06:00"),
        ("2026-02-21T05:30:00+00:00", "2026-03-03T05:30:00+00:00"),  # stays in the offset that was given
        ("2024-02-19T09:15:30-06:00", "2024-02-29T09:15:30-06:00"),
        ("2026-12-26T00:00:00-06:00", "2027-01-05T00:00:00-06:00"),
    ],
)
def test_ten_days_by_the_hour(begun, ends):
    assert add_hours(datetime.fromisoformat(begun), 240, ZONE, local_hour=True).isoformat() == ends


def test_plain_hours_do_not_look_at_the_clock_on_the_wall():
    begun = datetime.fromisoformat("2026-10-31T18:00:00-05:00")
    assert add_hours(begun, 12, ZONE, local_hour=False).isoformat() == "2026-11-01T05:00:00-06:00"


@given(days, st.times(), st.sampled_from([0, 1]))
def test_never_released_before_240_hours_nor_an_hour_late(day, time, fold):
    begun = datetime.combine(day, time, ZONE).replace(fold=fold).astimezone(ZoneInfo("UTC"))
    ends = add_hours(begun.astimezone(ZONE), 240, ZONE, local_hour=True).astimezone(ZoneInfo("UTC"))
    assert timedelta(hours=240) <= ends - begun <= timedelta(hours=241)


@pytest.mark.parametrize(
    ("apart", "span", "expected"),
    [
        (58, 60, "yes"), (59, 60, "yes"), (60, 60, "doubtful"), (61, 60, "no"),
        (179, 180, "yes"), (180, 180, "doubtful"), (181, 180, "no"),
        (359, 360, "yes"), (360, 360, "doubtful"), (361, 360, "no"), (0, 1, "yes"),
    ],
)  # fmt: skip
def test_consecutive_days(apart, span, expected):
    assert within(date(2026, 1, 1), date(2026, 1, 1) + timedelta(apart), span) == expected


def test_the_days_that_lie_closest_together():
    found = [date(2026, 1, 1), date(2026, 6, 1), date(2026, 3, 1), date(2026, 6, 20), date(2026, 6, 10)]
    assert densest(found, 3) == (date(2026, 6, 1), date(2026, 6, 20))
    assert densest(found[:2], 3) is None
    assert densest([date(2026, 1, 1)] * 3, 3) == (date(2026, 1, 1), date(2026, 1, 1))


def test_no_notice_is_served_on_a_holiday():
    assert service_warning(PLAIN, date(2026, 5, 26)) is None
    assert service_warning(PLAIN, date(2026, 5, 23)) is None  # a Saturday is no legal holiday
    warned = service_warning(PLAIN, date(2026, 5, 25))
    assert "Memorial Day" in warned.fact
    assert warned.clause == "MN-645.44-5"
