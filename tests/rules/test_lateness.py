"""Seven days to show a certificate, twelve hours to remove a dead animal, two to report one taken up."""

from datetime import date, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest

from fieldapp.lawbook.clocks import CityClocks
from fieldapp.rules.lateness import late
from tests.rules.keeping_cases import BOOK, NO, OPEN, YES, limit

LAST = date(2026, 6, 8)
CDT = timezone(timedelta(hours=-5))
AT = datetime(2026, 6, 1, 20, 0, tzinfo=CDT)
DAY, MINUTE = timedelta(days=1), timedelta(minutes=1)


@pytest.mark.parametrize(("now", "expected"), [(LAST - DAY, NO), (LAST, NO), (LAST + DAY, YES)])
def test_nothing_is_wrong_before_the_seventh_day_is_over(now, expected):
    due = CityClocks(BOOK, "benson").due("vaccination_proof", {"demanded": date(2026, 6, 1)})
    assert due.latest == LAST
    assert late("certificate", limit(7, "days"), due.latest, None, now).word == expected


@pytest.mark.parametrize(("done", "expected"), [(LAST - DAY, NO), (LAST, NO), (LAST + DAY, YES)])
def test_the_day_on_which_it_was_shown_decides(done, expected):
    found = late("certificate", limit(7, "days"), LAST, done, LAST + 30 * DAY)
    assert found.word == expected
    assert (*found.reasons_for, *found.reasons_against)[0].limit == "In time through 8 June 2026"


@pytest.mark.parametrize(
    ("clock", "event", "hours"), [("carcass_removal", "died_at", 12), ("private_seizure_report", "taken_up", 2)]
)
@pytest.mark.parametrize(("off", "expected"), [(-MINUTE, NO), (timedelta(0), NO), (MINUTE, YES)])
def test_hours_run_to_the_instant(clock, event, hours, off, expected):
    due = CityClocks(BOOK, "benson").due(clock, {event: AT})
    assert due.latest == AT + timedelta(hours=hours)
    assert late("duty", limit(hours, "hours"), due.latest, due.latest + off, AT + 3 * DAY).word == expected
    assert late("duty", limit(hours, "hours"), due.latest, None, due.latest + off).word == expected


def test_a_clock_without_its_start_is_a_question():
    found = late("certificate", limit(7, "days"), None, None, LAST)
    assert (found.word, found.unasked) == (OPEN, ("certificate: from when does the time run?",))


@pytest.mark.parametrize(("minute", "fold", "expected"), [(45, 0, NO), (29, 1, NO), (30, 1, NO), (31, 1, YES)])
def test_two_hours_over_the_night_on_which_the_clock_is_set_back(minute, fold, expected):
    zone = ZoneInfo("America/Chicago")
    due = CityClocks(BOOK, "benson").due(
        "private_seizure_report", {"taken_up": datetime(2026, 11, 1, 0, 30, tzinfo=zone)}
    )
    done = datetime(2026, 11, 1, 1, minute, fold=fold, tzinfo=zone)
    for now in (done, datetime(2026, 11, 1, 9, 0, tzinfo=zone)):
        assert late("report", limit(2, "hours"), due.latest, done, now).word == expected
    assert late("report", limit(2, "hours"), due.latest, None, done).word == expected
