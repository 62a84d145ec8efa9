"""When a clock runs out: each way of counting at its edges, two dates for a doubt, pauses, floors, hours."""

from dataclasses import replace
from datetime import date, datetime, timedelta
from decimal import Decimal
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fieldapp.rules.clock_ends import HOURS_ASSUMED
from fieldapp.rules.clocks import Clock, due
from fieldapp.rules.counting import Calendar, Holiday, is_open
from fieldapp.rules.limits import Limit

ZONE = ZoneInfo("America/Chicago")
DAY = timedelta(days=1)
SINCE = date(2000, 1, 1)


def law(number, unit="days", clause="X-1", doubt=""):
    return Limit(Decimal(number), unit, "", (), (clause,), f"Oakmere {clause}", SINCE, doubt)


def holiday(name, month, day, kept):
    return Holiday(name, month, day, 0, 0, 0, True, kept, SINCE, date.max, law(0, clause="H-1"))


def calendar(*, hours_known=True):
    holidays = (holiday("Christmas Day", 12, 25, True), holiday("Founders' Day", 10, 14, None))
    closed, business = frozenset({5, 6}), frozenset(range(5))
    return Calendar(
        holidays, closed, business, hours_known, law(0, clause="first"), law(0, clause="roll"),
        law(0, clause="months"), law(4, "hours", clause="business"),
    )  # fmt: skip


PLAIN = calendar()


def clock(number=14, unit="days", first=("sent",), last=(), roll="both", nature="owner", doubt="", **more):
    return Clock(
        "answer", "Answer the notice", nature, law(number, unit, doubt=doubt), first, (*first, *last), roll, **more
    )


def ends(of, calendar=PLAIN, **events):
    told = {k: date.fromisoformat(v) if len(v) == 10 else datetime.fromisoformat(v) for k, v in events.items()}
    return due(of, told, calendar, ZONE)


def shown(answer):
    return tuple(d and d.isoformat() for d in (answer.earliest, answer.latest, answer.first_lawful_day))


HOLD = Clock("hold", "Hold", "hold", law(5, "business days", "F-1", "Floor?"), ("sent",), ("sent",), "neither")


@pytest.mark.parametrize(
    ("of", "sent", "expected"),
    [
        # (earliest, latest, first lawful day)
        (clock(), "2026-05-01", ("2026-05-15", "2026-05-15", "2026-05-16")),  # day 14 is a Friday
        (clock(), "2026-05-02", ("2026-05-18", "2026-05-18", "2026-05-19")),  # a Saturday
        (clock(), "2026-05-03", ("2026-05-18", "2026-05-18", "2026-05-19")),  # a Sunday
        (clock(), "2026-05-04", ("2026-05-18", "2026-05-18", "2026-05-19")),  # a Monday
        (clock(), "2026-12-11", ("2026-12-28", "2026-12-28", "2026-12-29")),  # a holiday on Friday, then the weekend
        (clock(), "2024-02-15", ("2024-02-29", "2024-02-29", "2024-03-01")),  # a leap day
        (clock(), "2023-02-15", ("2023-03-01", "2023-03-01", "2023-03-02")),
        (clock(), "2026-12-18", ("2027-01-01", "2027-01-01", "2027-01-02")),  # into the next year
        (clock(1), "2026-05-01", ("2026-05-04", "2026-05-04", "2026-05-05")),
        (clock(roll="neither"), "2026-05-02", ("2026-05-16", "2026-05-16", "2026-05-17")),
        (clock(roll="latest"), "2026-05-02", ("2026-05-16", "2026-05-18", "2026-05-19")),
        (clock(roll="latest"), "2026-05-01", ("2026-05-15", "2026-05-15", "2026-05-16")),
        (clock(roll="around", nature="city"), "2026-05-02", ("2026-05-15", "2026-05-18", "2026-05-19")),
        (clock(roll="around", nature="city"), "2026-05-01", ("2026-05-15", "2026-05-15", "2026-05-16")),
        (clock(roll="around", nature="city"), "2026-12-11", ("2026-12-24", "2026-12-28", "2026-12-29")),
        # the first day counted
        (clock(7, inclusive=True, roll="latest"), "2026-03-09", ("2026-03-15", "2026-03-16", "2026-03-17")),
        (clock(7, inclusive=True, roll="latest"), "2026-03-10", ("2026-03-16", "2026-03-16", "2026-03-17")),
        (clock(10, inclusive=True, roll="latest"), "2026-03-10", ("2026-03-19", "2026-03-19", "2026-03-20")),
        (clock(1, inclusive=True, roll="neither"), "2026-03-10", ("2026-03-10", "2026-03-10", "2026-03-11")),
        # back from an event
        (clock(14, back=True, roll="around"), "2026-05-29", ("2026-05-15", "2026-05-15", "2026-05-16")),
        (clock(14, back=True, roll="around"), "2026-05-30", ("2026-05-15", "2026-05-18", "2026-05-19")),
        (clock(6, back=True, roll="neither"), "2026-05-23", ("2026-05-17", "2026-05-17", "2026-05-18")),
        (clock(1, "months", back=True, roll="neither"), "2026-03-31", ("2026-02-28", "2026-02-28", "2026-03-01")),
        # months and years, a beginning on its own day
        (clock(6, "months", roll="neither", nature="beginning"), "2025-08-31", ("2026-02-28",) * 3),
        (clock(6, "months", roll="neither", nature="beginning"), "2023-08-31", ("2024-02-29",) * 3),
        (clock(6, "months", roll="neither", nature="beginning"), "2026-02-28", ("2026-08-28",) * 3),
        (clock(6, "months", roll="neither", nature="beginning"), "2026-07-15", ("2027-01-15",) * 3),
        (clock(6, "months"), "2025-11-16", ("2026-05-18", "2026-05-18", "2026-05-19")),  # a hold rolls
        (clock(1, "years", roll="neither", nature="beginning"), "2024-02-29", ("2025-02-28",) * 3),
        (clock(3, "years", roll="neither", nature="beginning"), "2024-02-28", ("2027-02-28",) * 3),
        # business days
        (HOLD, "2026-12-23", ("2026-12-31", "2026-12-31", "2027-01-01")),
        (HOLD, "2026-03-06", ("2026-03-13", "2026-03-13", "2026-03-14")),
        (HOLD, "2026-03-07", ("2026-03-13", "2026-03-13", "2026-03-14")),
        # nothing opens
        (clock(nature="reminder"), "2026-05-01", ("2026-05-15", "2026-05-15", None)),
        (clock(6, "months", roll="neither", nature="ending"), "2026-05-01", ("2026-11-01", "2026-11-01", None)),
    ],
)  # fmt: skip
def test_each_way_of_counting(of, sent, expected):
    assert shown(ends(of, sent=sent)) == expected


LATER = ("2026-05-21", "2026-05-22")
TWO = clock(first=("sent",), last=("received",), doubt="From which day?")


@pytest.mark.parametrize(
    ("events", "expected"),
    [
        ({"sent": "2026-05-04", "received": "2026-05-07"}, ("2026-05-18", "2026-05-21", "2026-05-22")),
        ({"sent": "2026-05-04", "received": "2026-05-04"}, ("2026-05-18", "2026-05-18", "2026-05-19")),
        ({"sent": "2026-05-04", "received": "2026-05-01"}, ("2026-05-18", "2026-05-18", "2026-05-19")),  # dated ahead
        ({"sent": "2026-05-04"}, ("2026-05-18", None, None)),
        ({"received": "2026-05-04"}, (None, None, None)),
        ({}, (None, None, None)),
        ({"sent": "2026-05-04", "received": "2026-05-07", "x": "2020-01-01"}, ("2026-05-18", *LATER)),
    ],
)  # fmt: skip
def test_two_dates_for_a_doubt(events, expected):
    answer = ends(TWO, **events)
    assert shown(answer) == expected
    assert answer.doubts == ("From which day?",)
    assert answer.missing == tuple(e for e in ("sent", "received") if e not in events)
    assert answer.state == ("set" if expected[1] else "waiting")


BOTH_WAYS = clock(first=("sent", "received"))


def test_the_earliest_of_several_beginnings():
    answer = ends(BOTH_WAYS, sent="2026-05-04", received="2026-05-01")
    assert shown(answer) == ("2026-05-15", "2026-05-18", "2026-05-19")


@pytest.mark.parametrize(
    ("events", "expected"),
    [
        ({"form": "2026-05-04", "fee": "2026-05-08"}, ("2026-05-18", "2026-05-18", "2026-05-19")),
        ({"form": "2026-05-08", "fee": "2026-05-04"}, ("2026-05-18", "2026-05-18", "2026-05-19")),
        ({"form": "2026-05-04"}, (None, None, None)),
    ],
)
def test_a_clock_that_begins_when_all_is_in(events, expected):
    assert shown(ends(clock(10, first=("form", "fee"), when_all=True), **events)) == expected


PAUSED = clock(paused_by="appealed", restarts_from="decided")


@pytest.mark.parametrize(
    ("events", "state", "expected"),
    [
        ({"sent": "2026-05-04"}, "set", ("2026-05-18", "2026-05-18", "2026-05-19")),
        ({"sent": "2026-05-04", "appealed": "2026-05-10"}, "paused", (None, None, None)),
        ({"appealed": "2026-05-10"}, "paused", (None, None, None)),
        (
            {"sent": "2026-05-04", "appealed": "2026-05-10", "decided": "2026-06-05"},
            "set",
            ("2026-06-19", "2026-06-19", "2026-06-20"),
        ),
        ({"decided": "2026-06-05"}, "set", ("2026-06-19", "2026-06-19", "2026-06-20")),
    ],
)
def test_an_appeal_stops_the_clock_until_the_decision(events, state, expected):
    answer = ends(PAUSED, **events)
    assert (answer.state, shown(answer)) == (state, expected)
    assert answer.missing == (("decided",) if state == "paused" else ())
    if state == "paused":
        assert "runs anew" in answer.reasons[0].limit


OVER_A_FLOOR = clock(7, first=("seized",), last=("told",), floor=HOLD, floor_from="seized")


@pytest.mark.parametrize(
    ("events", "expected"),
    [
        ({"seized": "2026-12-23", "told": "2026-12-23"}, ("2026-12-31", "2026-12-31", "2027-01-01")),  # it decides
        ({"seized": "2026-12-23", "told": "2026-12-28"}, ("2026-12-31", "2027-01-04", "2027-01-05")),  # of one date
        ({"seized": "2026-03-02", "told": "2026-03-05"}, ("2026-03-09", "2026-03-12", "2026-03-13")),  # of neither
        ({"told": "2026-03-05"}, (None, None, None)),
    ],
)  # fmt: skip
def test_never_before_the_floor(events, expected):
    answer = ends(OVER_A_FLOOR, **events)
    assert shown(answer) == expected
    assert answer.clauses == ("X-1", "F-1")
    assert answer.doubts == ("Floor?",)


def test_a_floor_with_its_own_event_missing():
    of = clock(7, first=("told",), floor=HOLD, floor_from="seized")
    answer = ends(of, told="2026-03-05")
    assert (answer.state, answer.missing, shown(answer)) == ("waiting", ("seized",), ("2026-03-12", None, None))


def test_hours():
    of = clock(240, "hours", first=("bitten",), roll="neither", nature="hold", local_hour=True)
    answer = ends(of, bitten="2026-03-01T12:00:00-06:00")
    assert shown(answer) == ("2026-03-11T13:00:00-05:00",) * 3
    assert answer.reasons[0].fact == "Bitten: 1 March 2026, 12:00 (UTC-0600)"
    assert answer.reasons[0].limit == (
        "240 hours after it, and not before the same hour of the clock: 11 March 2026, 13:00 (UTC-0500)"
    )
    plain = clock(12, "hours", first=("died",), roll="neither")
    answer = ends(plain, died="2026-10-31T18:00:00-05:00")
    assert shown(answer) == ("2026-11-01T05:00:00-06:00",) * 3


def test_what_is_assumed_is_said():
    business = clock(5, "business days", roll="neither")
    assert ends(business, sent="2026-03-02").assumed == ()
    assert ends(business, calendar(hours_known=False), sent="2026-03-02").assumed == (HOURS_ASSUMED,)
    said = ("Counted as an open day, for the city has not said that it keeps it: Founders' Day",)
    assert ends(business, sent="2026-10-13").assumed == said  # the 14th lies between
    assert ends(business, sent="2026-10-15").assumed == ()
    assert ends(clock(), sent="2026-09-30").assumed == said  # day 14 is the 14th
    assert ends(clock(), sent="2026-09-29").assumed == ()  # day 14 is the 13th, an open day
    assert ends(clock(), sent="2026-10-01").assumed == ()


def test_every_step_is_unfolded():
    answer = ends(clock(roll="around", nature="city"), sent="2026-12-11")
    assert [(r.fact, r.limit, r.clause) for r in answer.reasons] == [
        ("Sent: 11 December 2026", "14 days after it, that day left out: 25 December 2026", "X-1"),
        ("Counted in days", "The first day is left out, the last one counts", "first"),
        (
            "25 December 2026 is a legal holiday (Christmas Day)",
            "The end goes back to the last working day before it: 24 December 2026",
            "roll",
        ),
        (
            "25 December 2026 is a legal holiday (Christmas Day)",
            "The end goes on to the next open day: 28 December 2026",
            "roll",
        ),
    ]
    assert all(r.citation and r.since == SINCE for r in answer.reasons)


BUSINESS = ["business"]


@pytest.mark.parametrize(
    ("of", "sent", "words", "behind"),
    [
        (clock(1), "2026-05-04", "1 day after it, that day left out: 5 May 2026", ["first"]),
        (clock(7, inclusive=True), "2026-05-04", "7 days with that day counted: 10 May 2026", ["roll"]),
        (clock(2, back=True), "2026-05-08", "2 days before it: 6 May 2026", ["first"]),
        (clock(1, "months"), "2026-05-04", "1 month after it, that day left out: 4 June 2026", ["months"]),
        (clock(2, "years"), "2026-05-04", "2 years after it, that day left out: 4 May 2028", ["months"]),
        (clock(1, "business days"), "2026-05-04", "1 business day after it, that day left out: 5 May 2026", BUSINESS),
    ],
)  # fmt: skip
def test_a_count_in_words(of, sent, words, behind):
    answer = ends(of, sent=sent)
    assert answer.reasons[0].limit == words
    assert [r.clause for r in answer.reasons[1:]] == behind


days = st.dates(date(2001, 1, 1), date(2090, 12, 31))
UNITS = st.sampled_from(["days", "months", "years", "business days"])


@st.composite
def clocks(draw):
    unit = draw(UNITS)
    only_days = unit == "days"
    return clock(
        draw(st.integers(1, 40 if unit != "years" else 4)),
        unit,
        first=("sent",),
        last=("received",) if draw(st.booleans()) else (),
        roll=draw(st.sampled_from(["both", "neither", "latest", "around"])),
        nature=draw(st.sampled_from(["owner", "city", "hold", "other"])),
        inclusive=only_days and draw(st.booleans()),
        back=unit != "business days" and draw(st.booleans()),
        floor=HOLD if draw(st.booleans()) else None,
        floor_from="sent",
    )


@given(clocks(), days, days)
def test_the_earliest_never_comes_after_the_latest(of, sent, received):
    answer = due(of, {"sent": sent, "received": received}, PLAIN, ZONE)
    assert answer.earliest <= answer.latest < answer.first_lawful_day
    assert answer.latest + DAY == answer.first_lawful_day


@given(clocks(), days, days)
def test_a_due_date_that_rolls_never_falls_on_a_closed_day(of, sent, received):
    answer = due(of, {"sent": sent, "received": received}, PLAIN, ZONE)
    if of.roll in {"both", "around"}:
        assert is_open(PLAIN, answer.earliest)
    if of.roll != "neither":
        assert is_open(PLAIN, answer.latest)


@given(clocks(), days, days, st.permutations(["sent", "received", "heard"]))
def test_the_order_of_events_and_events_of_others_change_nothing(of, sent, received, order):
    told = {"sent": sent, "received": received}
    shuffled = {name: (told | {"heard": date(1990, 1, 1)})[name] for name in order}
    assert due(of, shuffled, PLAIN, ZONE) == due(of, told, PLAIN, ZONE)


@given(clocks(), days, days, st.integers(1, 60))
def test_a_later_event_never_makes_an_earlier_end(of, sent, received, more):
    before = due(of, {"sent": sent, "received": received}, PLAIN, ZONE)
    after = due(of, {"sent": sent + more * DAY, "received": received + more * DAY}, PLAIN, ZONE)
    assert before.earliest <= after.earliest
    assert before.latest <= after.latest


def test_the_later_of_two_instants_is_the_one_that_came_later():
    """Where the clock is set back, 1:45 comes before 1:30."""
    first = datetime(2026, 11, 1, 1, 45, tzinfo=ZONE)
    then = datetime(2026, 11, 1, 1, 30, fold=1, tzinfo=ZONE)
    of = clock(24, "hours", first=("bitten", "seen"), roll="neither", nature="hold")
    for told in ({"bitten": first, "seen": then}, {"bitten": then, "seen": first}):
        answer = due(of, told, PLAIN, ZONE)
        assert answer.latest - answer.earliest == timedelta(minutes=45)
        assert answer.latest.astimezone(ZoneInfo("UTC")).isoformat() == "2026-11-02T07:30:00+00:00"


@pytest.mark.parametrize(
    ("roll", "expected", "why"),
    [
        ("both", ("2026-06-08", "2026-06-08"), True),
        ("around", ("2026-06-08", "2026-06-08"), True),  # never back before the hold is over
        ("latest", ("2026-06-06", "2026-06-08"), True),
        ("neither", ("2026-06-06", "2026-06-06"), False),
    ],
)
def test_an_end_that_its_hold_moves_to_a_saturday_goes_on(roll, expected, why):
    """The pound is open on Saturdays only: the fifth of them is 6 June."""
    saturdays = replace(PLAIN, business=frozenset({5}))
    answer = ends(clock(14, roll=roll, floor=HOLD, floor_from="sent"), saturdays, sent="2026-05-04")
    assert shown(answer)[:2] == expected
    assert any("6 June 2026 is a Saturday" in reason.fact for reason in answer.reasons) is why
