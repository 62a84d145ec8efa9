"""Names, amounts and lists of the lawbook as people read them."""

import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from fieldapp.services.enclosures import written

_KEY = re.compile(r"(?:(?:value|state):)?[a-z0-9_]+(?:\.[a-z0-9_]+)+|(?:value|state):[a-z0-9_]+")
_SINGULAR = {"feet": "foot", "inches": "inch", "copies": "copy", "square feet": "square foot", "percent": "percent"}


def spoken(key: str) -> str:
    """A key as people read it: "license.dog.from_age" is "License, dog, from age"."""
    words = key.replace("_", " ").replace(".", ", ")
    return words[:1].upper() + words[1:]


def plain(value: Any) -> str:  # noqa: ANN401  what a field holds
    """A field's value as text: lists with commas, yes and no, names without underscores, keys as `spoken`."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(plain(part) for part in value)
    if isinstance(value, int | Decimal):
        return written(Decimal(value))
    if _KEY.fullmatch(str(value)):
        return spoken(str(value).rpartition(":")[2]).lower()
    return str(value).replace("_", " ")


def amount(fields: Mapping[str, Any]) -> str:
    """A number with its unit and comparison: "at least 6 months", "over $1,000"."""
    number, unit = Decimal(fields["number"]), str(fields.get("unit", ""))
    if unit == "cents":
        return f"{fields.get('comparison', '')} {dollars(number)}".strip()
    if abs(number) == 1:
        unit = _SINGULAR.get(unit, unit.removesuffix("s"))
    return f"{fields.get('comparison', '')} {written(number)} {unit}".strip()


def dollars(cents: Decimal) -> str:
    """Whole dollars without cents, others with them."""
    return f"${cents / 100:,.2f}".removesuffix(".00")
