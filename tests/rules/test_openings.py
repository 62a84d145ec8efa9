"""Where a clock stands on a day, and when a declaration is final."""

from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from fieldapp.rules.clocks import Due
from fieldapp.rules.limits import Reason
from fieldapp.rules.openings import final_day, stage

EARLIEST, LATEST, FIRST = date(2026, 5, 18), date(2026, 5, 21), date(2026, 5, 22)
WHY = (Reason("Sent: 4 May 2026", "14 days"),)
NOON = datetime(2026, 5, 21, 12, tzinfo=ZoneInfo("America/Chicago"))


def answer(state="set", earliest=EARLIEST, latest=LATEST, first=FIRST, missing=()):
    return Due("appeal", "Appeal", "owner", state, earliest, latest, first, ("X-1",), WHY, (), (), missing)


PAUSED = answer("paused", None, None, None, ("decided",))
WAITING = answer("waiting", EARLIEST, None, None, ("received",))


@pytest.mark.parametrize(
    ("due", "at", "expected"),
    [
        (answer(), EARLIEST, "running"),
        (answer(), EARLIEST + timedelta(1), "doubtful"),
        (answer(), LATEST, "doubtful"),
        (answer(), FIRST, "past"),
        (answer(first=None), LATEST, "doubtful"),
        (answer(first=None), FIRST, "past"),
        (answer(earliest=LATEST, first=LATEST), LATEST, "past"),  # a beginning has come on its day
        (PAUSED, FIRST, "paused"),
        (WAITING, EARLIEST, "running"),
        (WAITING, EARLIEST + timedelta(400), "doubtful"),
        (answer("waiting", None, None, None, ("sent",)), EARLIEST, "not known"),
        (answer(earliest=NOON, latest=NOON, first=NOON), NOON - timedelta(minutes=1), "running"),
        (answer(earliest=NOON, latest=NOON, first=NOON), NOON, "past"),
        (answer(earliest=NOON, latest=NOON, first=None), NOON, "running"),
        (answer(earliest=NOON, latest=NOON, first=None), NOON + timedelta(microseconds=1), "past"),
    ],
)
def test_where_a_clock_stands(due, at, expected):
    assert stage(due, at) == expected


def test_final_without_an_appeal_on_the_day_after_the_time_to_appeal():
    found = final_day(answer(), appealed_on=None, decision_received_on=None)
    assert (found.earliest, found.latest) == (date(2026, 5, 19), FIRST)
    assert found.reasons[1:] == WHY
    open_end = final_day(WAITING, appealed_on=None, decision_received_on=None)
    assert (open_end.earliest, open_end.latest) == (date(2026, 5, 19), None)


@pytest.mark.parametrize("received", [None, date(2026, 6, 20)])
def test_final_with_an_appeal_on_receipt_of_the_decision(received):
    found = final_day(answer(), appealed_on=date(2026, 5, 10), decision_received_on=received)
    assert (found.earliest, found.latest) == (received, received)
    assert found.reasons[0].doubt


@pytest.mark.parametrize(("minute", "fold", "expected"), [(45, 0, "running"), (29, 1, "running"), (30, 1, "past")])
def test_an_hour_clock_on_the_night_on_which_the_clock_is_set_back(minute, fold, expected):
    zone = ZoneInfo("America/Chicago")
    ends = datetime(2026, 11, 1, 1, 30, fold=1, tzinfo=zone)
    due = answer(earliest=ends, latest=ends, first=ends)
    assert stage(due, datetime(2026, 11, 1, 1, minute, fold=fold, tzinfo=zone)) == expected
