"""`flask law enclosures`: described pens in, a verdict for each out."""

import json
import re
from collections.abc import Mapping
from datetime import date
from decimal import Decimal, DecimalException
from typing import Any

import click

from fieldapp.cli.days import DAY
from fieldapp.cli.json_array import read_array
from fieldapp.cli.one_line import Unusable
from fieldapp.services import cities
from fieldapp.services.enclosures import LawNotKnown, UnusablePens, judge_pens, states_alone, written

_PLAIN = re.compile(r"[A-Za-z0-9_-]{1,40}")
_TOO_LARGE = Decimal("Infinity")


@click.command("enclosures")
@click.option("--city", required=True, help="The city's id.")
@click.option("--on", "day", type=DAY, help="The law day to judge by (YYYY-MM-DD), today where none is given.")
@click.argument("file")
def enclosures(*, city: str, day: date | None, file: str) -> None:
    """Judge the pens in FILE (- is standard input), a JSON array, by the city's checklist; prints an array."""
    if not cities.is_served(city):
        served = ", ".join(sorted(one.id for one in cities.cities()))
        raise Unusable(f"--city {_quoted(city)}: this instance serves no such city ({served})")
    entries = read_array(file, _number)
    try:
        verdicts = judge_pens(city, (entry.fields for entry in entries), day)
    except UnusablePens as wrong:
        raise entries[wrong.number - 1].fault(_quoted(wrong.field), wrong.sentence) from wrong
    except LawNotKnown as wrong:
        raise Unusable(f"--on: {wrong}") from wrong
    if sentence := states_alone(city, day):
        click.echo(f"--on: {sentence}", err=True)
    click.echo("[" + ",\n ".join(_json(verdict) for verdict in verdicts) + "]")


def _number(text: str) -> Decimal:
    try:
        return Decimal(text)
    except DecimalException:  # an exponent that even a Decimal cannot hold
        return _TOO_LARGE


def _quoted(name: str) -> str:
    """A name from outside as it may stand in a message."""
    return name if _PLAIN.fullmatch(name) else json.dumps(name[:40])


def _json(value: Any) -> str:  # noqa: ANN401  what a verdict holds
    """A verdict as JSON text, its amounts as numbers with exactly their digits."""
    if isinstance(value, Decimal):
        return written(value)
    if hasattr(value, "_asdict"):
        value = value._asdict()
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{json.dumps(name)}: {_json(part)}" for name, part in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_json(part) for part in value) + "]"
    return json.dumps(value.isoformat() if isinstance(value, date) else value)
