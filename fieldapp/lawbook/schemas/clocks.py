"""Clocks and the holidays that they meet."""

from fieldapp.lawbook.schemas.fields import EVENT, Field
from fieldapp.lawbook.schemas.numbers import CLOCK_NUMBER, DAY, MONTH, NTH, PLUS

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
NATURES = frozenset({"owner", "city", "other", "hold", "beginning", "ending", "reminder"})

KINDS = {
    # A clock (rules/clocks.py): from which events it runs, how long, how it meets closed days, what opens after it.
    # `number` and `unit` are its count; `floor`: another clock ("state:KEY" the state's) before which it never ends.
    "clock": {
        "title": Field(str, needed=True),
        "nature": Field(str, needed=True, words=NATURES),
        "number": Field(int, needed=True, span=CLOCK_NUMBER),
        "unit": Field(str, needed=True, words=frozenset({"days", "business days", "months", "years", "hours"})),
        "earliest_from": Field(list, needed=True, names=EVENT),
        "latest_from": Field(list, names=EVENT),
        "when_all": Field(bool),
        "inclusive": Field(bool),
        "back": Field(bool),
        "roll": Field(str, needed=True, words=frozenset({"both", "neither", "latest", "around"})),
        "local_hour": Field(bool),
        "paused_by": Field(str, names=EVENT),
        "restarts_from": Field(str, names=EVENT),
        "floor": Field(str),
        "floor_from": Field(str, names=EVENT),
    },
    # A legal holiday: `month` and `day`, or `month`, `weekday`, `nth` (-1: the last) and `plus` days after that.
    "holiday": {
        "name": Field(str, needed=True),
        "month": Field(int, needed=True, span=MONTH),
        "day": Field(int, span=DAY),
        "weekday": Field(str, words=frozenset(WEEKDAYS)),
        "nth": Field(int, span=NTH),
        "plus": Field(int, span=PLUS),
        "moves": Field(bool),
        "setting": Field(str, words=frozenset({"october_holiday", "friday_after_thanksgiving"})),
    },
}
