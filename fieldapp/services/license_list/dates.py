"""Dates of a list: one order for a whole column, decided before any of its rows is judged."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_FULL = ("january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
         "december")  # fmt: skip
_CLOCK = r"(?:[T ]\s*\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?\s*(?:[AaPp]\.?[Mm]\.?)?\s*(?:Z|UTC|[+-]\d{2}:?\d{2})?)?"
_ISO = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})" + _CLOCK)
_NUMERIC = re.compile(r"(\d{1,2})\s?[/.-]\s?(\d{1,2})\s?[/.-]\s?(\d{4}|\d{2})" + _CLOCK)
_WEEKDAY = r"(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?,?\s+)?"
_MONTH_NAMED = re.compile(
    _WEEKDAY + r"([a-z]{3,9})\.?[\s-]+(\d{1,2})(?:st|nd|rd|th)?,?[\s-]+(\d{4}|\d{2})" + _CLOCK, re.IGNORECASE
)
_DAY_NAMED = re.compile(
    _WEEKDAY + r"(\d{1,2})(?:st|nd|rd|th)?[\s-]+([a-z]{3,9})\.?,?[\s-]+(\d{4}|\d{2})" + _CLOCK, re.IGNORECASE
)
_EIGHT = re.compile(r"(\d{4})(\d{2})(\d{2})")
_SERIAL = re.compile(r"(\d{4,5})(?:\.\d+)?")
_YEAR = re.compile(r"\d{4}")
_MONTH_YEAR = re.compile(r"(\d{1,2})[/-](\d{4})|([a-z]{3,9})\.?,?\s+(\d{4})|(\d{4})-(\d{1,2})", re.IGNORECASE)
_EXCEL_ZERO = date(1899, 12, 30)
EARLIEST, LATEST = 1900, 2199

MONTH_FIRST, DAY_FIRST, MIXED = "month first", "day first", "mixed"


class NoDate(ValueError):
    """A text that is no date; `str()` says why."""


@dataclass(frozen=True, slots=True)
class DateReader:
    """How one column's dates are read. `order`: MONTH_FIRST, DAY_FIRST or MIXED (then no such date is certain).

    `future`: whether its dates may lie ahead, which decides what 31 means; `year` is the present one.
    """

    order: str
    year: int
    future: bool
    serials: bool

    def day(self, text: str) -> date:
        """The date that `text` says; raises NoDate. A time of day behind it is left out."""
        if found := _ISO.fullmatch(text):
            return _date(text, int(found[1]), int(found[2]), int(found[3]))
        if found := _NUMERIC.fullmatch(text):
            return self._numeric(text, int(found[1]), int(found[2]), found[3])
        if found := _MONTH_NAMED.fullmatch(text):
            return _date(text, self._year(found[3]), _month(text, found[1]), int(found[2]))
        if found := _DAY_NAMED.fullmatch(text):
            return _date(text, self._year(found[3]), _month(text, found[2]), int(found[1]))
        if found := _EIGHT.fullmatch(text):
            return self._eight(text, found)
        if self.serials and (found := _SERIAL.fullmatch(text)):
            return _EXCEL_ZERO + timedelta(days=int(found[1]))
        msg = f'"{text}" is not a date'
        raise NoDate(msg)

    def birth(self, text: str) -> tuple[date, str]:
        """The first day that it can have been, and how closely it is known: day, month or year. Raises NoDate."""
        if _YEAR.fullmatch(text):
            return _date(text, int(text), 1, 1), "year"
        if found := _MONTH_YEAR.fullmatch(text):
            if found[1]:
                return _date(text, int(found[2]), int(found[1]), 1), "month"
            if found[3]:
                return _date(text, int(found[4]), _month(text, found[3]), 1), "month"
            return _date(text, int(found[5]), int(found[6]), 1), "month"
        return self.day(text), "day"

    def _numeric(self, text: str, first: int, second: int, year: str) -> date:
        if self.order == MIXED:
            msg = f'"{text}" is not certain: some dates of this column have the month first, others the day first'
            raise NoDate(msg)
        month, day = (first, second) if self.order == MONTH_FIRST else (second, first)
        return _date(text, self._year(year), month, day)

    def _eight(self, text: str, found: re.Match[str]) -> date:
        if EARLIEST <= int(found[1]) <= LATEST and 1 <= int(found[2]) <= 12:
            return _date(text, int(found[1]), int(found[2]), int(found[3]))
        return self._numeric(text, int(text[:2]), int(text[2:4]), text[4:])

    def _year(self, text: str) -> int:
        if len(text) == 4:
            return int(text)
        year = self.year // 100 * 100 + int(text)
        latest = self.year + (30 if self.future else 0)
        return year - 100 if year > latest else year


class OrderFinder:
    """Sees every text of one column, as often as it occurs or once, and tells the order of its numeric dates."""

    def __init__(self) -> None:
        self.month_first = self.day_first = 0

    def see(self, texts: Iterable[str]) -> None:
        """Count the dates that can only be read in one order."""
        for text in texts:
            found = _NUMERIC.fullmatch(text.strip())
            if found:
                self.day_first += int(found[1]) > 12 >= int(found[2])
                self.month_first += int(found[2]) > 12 >= int(found[1])

    @property
    def order(self) -> str | None:
        """The order; MIXED where both occur (fewer than one in twenty is a fault of its row); None: no evidence."""
        if not self.month_first and not self.day_first:
            return None
        less, more = sorted((self.month_first, self.day_first))
        if less * 20 > more:
            return MIXED
        return MONTH_FIRST if self.month_first > self.day_first else DAY_FIRST


def orders(finders: dict[str, OrderFinder]) -> dict[str, str]:
    """The order of each column. One that shows none is like the others, else month first as the country writes."""
    shown = {finder.order for finder in finders.values()} - {None, MIXED}
    common = shown.pop() if len(shown) == 1 else MONTH_FIRST
    return {column: finder.order or common or MONTH_FIRST for column, finder in finders.items()}


def _month(text: str, word: str) -> int:
    lower = word.casefold()
    for number, (short, full) in enumerate(zip(_MONTHS, _FULL, strict=True), 1):
        if lower in (short, full) or (lower == "sept" and number == 9):
            return number
    msg = f'"{text}" is not a date: "{word}" is no month'
    raise NoDate(msg)


def _date(text: str, year: int, month: int, day: int) -> date:
    if not EARLIEST <= year <= LATEST:
        msg = f'"{text}" is not a date: the year {year} cannot be'
        raise NoDate(msg)
    try:
        return date(year, month, day)
    except ValueError:
        msg = f'"{text}" is not a date'
        raise NoDate(msg) from None
