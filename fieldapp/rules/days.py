"""Calendar arithmetic that the law asks for. Pure functions over dates."""

import re
from calendar import monthrange
from datetime import UTC, date, datetime
from typing import TypeVar

# Written out, for `strftime` follows the locale of the machine and takes ten times as long.
MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip
_DAY = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)  # date.fromisoformat alone takes 20260101 and 2026-W01-1 as well
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


Moment = TypeVar("Moment", date, datetime)  # a law day, or an aware instant


def in_order(when: Moment) -> Moment:
    """A law day as it is, an aware instant in UTC, so that two of them compare and subtract by what went by.

    Python takes two times of one zone by the hands of its clock: wrong by an hour where that was set back or forward.
    """
    return when.astimezone(UTC) if isinstance(when, datetime) else when


def add_months(day: date, months: int) -> date:
    """The same day of the month `months` later, or the last day of a shorter month (Minn. Stat. 645.14)."""
    index = day.year * 12 + day.month - 1 + months
    year, month = divmod(index, 12)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


def months_after(day: date, months: int) -> date:
    """As `add_months`, and the calendar's last day where that would lie beyond it (a list's 9999-12-31 for "never")."""
    index = day.year * 12 + day.month - 1 + months
    return add_months(day, months) if index < 12 * (date.max.year + 1) else date.max


def add_years(day: date, years: int) -> date:
    """The same day `years` later; 29 February becomes 28 February in a common year."""
    return add_months(day, 12 * years)


def written(day: date) -> str:
    """A date as it is printed: "14 May 2028"."""
    return f"{day.day} {MONTHS[day.month - 1]} {day.year}"


def day_of(text: str) -> date:
    """The day that a text from outside names as YYYY-MM-DD, in no other way of ISO 8601 and no other digits.

    Raises ValueError where it names none.
    """
    if not _DAY.fullmatch(text):
        msg = "a day is written as YYYY-MM-DD"
        raise ValueError(msg)
    return date.fromisoformat(text)


def is_day(text: object) -> bool:
    """Whether `text` is a day as day_of reads it."""
    try:
        return isinstance(text, str) and bool(day_of(text))
    except ValueError:
        return False
