"""What holds of every clock of the shipped law, in every city, on any days, with any hours of a pound."""

from datetime import UTC, date, datetime, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from fieldapp.lawbook.calendars import CitySays
from fieldapp.lawbook.clocks import CityClocks
from fieldapp.lawbook.load import load_lawbook
from fieldapp.rules.clock_shapes import needs
from fieldapp.rules.counting import is_open

BOOK = load_lawbook()
CITIES = sorted(BOOK.cities)
SETTINGS = ("october_holiday", "friday_after_thanksgiving")
DAY = timedelta(days=1)
FIRST = date(2024, 1, 1)  # the law has not changed since: every piece of it is in force
days = st.integers(0, 365 * 8).map(lambda n: FIRST + n * DAY)
# The pound is not asked yet, or open on any weekdays for a long day, or on none.
hours = st.none() | st.sets(st.integers(0, 6), min_size=1).map(lambda open_on: {day: [(480, 1020)] for day in open_on})
says = st.builds(CitySays, st.fixed_dictionaries({name: st.booleans() for name in SETTINGS}), hours)
gaps = st.lists(st.integers(0, 40), min_size=2, max_size=2)


def counted(city, says, first, gaps):
    """Every clock of a city with its answer, its events a few days apart."""
    clocks = CityClocks(BOOK, city, says)
    for key in clocks.keys:
        clock = clocks.clock(key, first)
        on = [first, *(first + gap * DAY for gap in gaps)]
        when = [datetime(d.year, d.month, d.day, 15, 30, tzinfo=UTC) if clock.in_hours else d for d in on]
        events = {name: when[n % len(when)] for n, name in enumerate(needs(clock))}
        yield clocks, clock, events, clocks.due(key, events)


every_city = settings(max_examples=60, deadline=None)


@every_city
@given(st.sampled_from(CITIES), says, days, gaps)
def test_a_due_date_that_rolls_never_falls_on_a_closed_day(city, says, first, gaps):
    for clocks, clock, _, due in counted(city, says, first, gaps):
        calendar = clocks.calendar(first)
        ends = {"both": (due.earliest, due.latest), "around": (due.earliest, due.latest), "latest": (due.latest,)}
        assert all(is_open(calendar, end) for end in ends.get(clock.roll, ())), clock.key


@every_city
@given(st.sampled_from(CITIES), says, days, gaps)
def test_the_earliest_never_comes_after_the_latest(city, says, first, gaps):
    for _, clock, _, due in counted(city, says, first, gaps):
        assert due.earliest <= due.latest, clock.key
        assert due.first_lawful_day is None or due.first_lawful_day >= due.latest, clock.key


@every_city
@given(st.sampled_from(CITIES), says, days, gaps, st.permutations(range(3)))
def test_the_order_of_events_and_those_of_others_change_nothing(city, says, first, gaps, order):
    for clocks, clock, events, due in counted(city, says, first, gaps):
        more = [*events.items(), ("of_another_clock", first - DAY)]
        turned = dict(sorted(more, key=lambda event: order[more.index(event) % len(order)]))
        assert clocks.due(clock.key, turned) == due, clock.key


@every_city
@given(st.sampled_from(CITIES), says, days, gaps, st.integers(1, 60))
def test_a_later_event_never_makes_an_earlier_end(city, says, first, gaps, later):
    before = counted(city, says, first, gaps)
    after = counted(city, says, first + later * DAY, gaps)
    for (_, clock, _, due), (*_, then) in zip(before, after, strict=True):
        assert (due.earliest <= then.earliest, due.latest <= then.latest) == (True, True), clock.key
