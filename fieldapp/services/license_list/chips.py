"""Whether the text of a list's chip column can be a microchip's number at all. Pure."""

import re
from functools import lru_cache

_ROUNDED = re.compile(r"^\d+(?:[.,]\d+)?E[+-]?\d+$", re.IGNORECASE)
_MARK = re.compile(r"^[\s'\"#]*(?:AVID|ISO)?[\s*:#-]*", re.IGNORECASE)
_WRITTEN = re.compile(r"[A-Z0-9][A-Z0-9 .*-]*", re.IGNORECASE)
_WHOLE = re.compile(r"^(\d+)\.0+$")
_MONTH = re.compile(r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*", re.IGNORECASE)
_BETWEEN = re.compile(r"[^A-Z0-9]")
_COUNTED = "01234567890123456789"
_ISO, _OLDER = 15, (9, 10)


@lru_cache(20_000)
def chip_of(text: str) -> str:
    """The chip's number as the list writes it, without a maker's mark; "" where the text cannot be one.

    15 digits (ISO 11784), or 9 or 10 letters and digits (older ones). Words, a date, a number that a spreadsheet
    rounded (9.85112E+14), one digit again and again, and digits counted up are no chip: many dogs would share them.
    """
    bare = text.strip()
    if _ROUNDED.match(bare.replace(" ", "")):
        return ""
    bare = _WHOLE.sub(r"\1", _MARK.sub("", bare, count=1).rstrip("'\" "))
    if not _WRITTEN.fullmatch(bare) or _MONTH.search(bare):
        return ""
    folded = _BETWEEN.sub("", bare.upper())
    if len(set(folded)) == 1 or folded in _COUNTED or folded in _COUNTED[::-1]:
        return ""
    if len(folded) == _ISO:
        rounded = folded.endswith("000000")  # what is left of 9.85112E+14 when a spreadsheet writes it out
        return bare if folded.isdigit() and not rounded else ""
    return bare if len(folded) in _OLDER and _has_digits(folded) else ""


def _has_digits(folded: str) -> bool:
    """Hexadecimal numbers hold few letters; other letters only beside many digits ("since 2019" is no chip)."""
    digits = sum(c.isdigit() for c in folded)
    return digits >= (3 if set(folded) <= set("0123456789ABCDEF") else 5)
