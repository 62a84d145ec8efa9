"""The opening hours of a pound as a city writes them in cities.toml: a weekday each, "08:00-12:00, 13:00-16:30"."""

import re
from collections.abc import Mapping
from itertools import pairwise

from fieldapp.lawbook.schemas.clocks import WEEKDAYS
from fieldapp.rules.counting import Hours

_SPAN = re.compile(r"([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-4]):([0-5]\d)")


def read_pound_hours(table: Mapping[str, object]) -> Hours:
    """The hours by weekday (Monday 0), in minutes of the day. Raises ValueError with a sentence that names the day."""
    return {_weekday(name): _spans(name, text) for name, text in table.items()}


def _weekday(name: str) -> int:
    if name not in WEEKDAYS:
        msg = f"{name} is no weekday ({', '.join(WEEKDAYS)})"
        raise ValueError(msg)
    return WEEKDAYS.index(name)


def _spans(name: str, text: object) -> tuple[tuple[int, int], ...]:
    parts = [part.strip() for part in text.split(",")] if isinstance(text, str) else [""]
    spans = tuple(_span(name, part) for part in parts)
    if any(after[0] < before[1] for before, after in pairwise(spans)):
        msg = f"{name}: the hours overlap or are out of order"
        raise ValueError(msg)
    return spans


def _span(name: str, part: str) -> tuple[int, int]:
    found = _SPAN.fullmatch(part)
    opens, closes = (int(found[1]) * 60 + int(found[2]), int(found[3]) * 60 + int(found[4])) if found else (0, 0)
    if not opens < closes <= 24 * 60:
        msg = f'{name}: write hours like "08:00-16:30", several with a comma'
        raise ValueError(msg)
    return opens, closes
