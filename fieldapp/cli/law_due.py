"""flask law due: when the clocks of a city's law run out, for a JSON array of clocks with their events."""

import json
import re
from collections.abc import Mapping
from dataclasses import asdict
from datetime import date, datetime
from typing import Any

import click

from fieldapp.cli.json_array import Entry, read_array
from fieldapp.cli.one_line import Unusable
from fieldapp.rules.days import day_of, is_day
from fieldapp.services import clocks
from fieldapp.services.clocks import Due, Events, LawNotKnown, UnknownClock

INSTANT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:\d\d)?", re.ASCII)


@click.command("due")
@click.option("--city", required=True, help="The city's id.")
@click.option("--explain", is_flag=True, help="Also the steps, doubts and assumptions of each answer.")
@click.argument("file")
def due(*, city: str, file: str, explain: bool) -> None:
    """Due dates for FILE (- is standard input), an array of {"clock", "events"}; prints an array in the same order."""
    try:
        keys = frozenset(clocks.clocks_of(city).keys)
    except KeyError as unknown:
        msg = f"--city {city}: the lawbook has no such city"
        raise Unusable(msg) from unknown
    answers = [_answer(city, entry, keys) for entry in read_array(file)]
    click.echo(json.dumps([_shown(a, explain=explain) for a in answers], indent=1, default=_iso))


def _answer(city: str, entry: Entry, keys: frozenset[str]) -> Due:
    key, told = entry.fields.get("clock"), entry.fields.get("events")
    if not isinstance(key, str):
        raise entry.fault("clock", "must be the name of a clock")
    if key not in keys:
        raise entry.fault("clock", f"{city} has no clock {key!r}")
    if not isinstance(told, dict):
        raise entry.fault("events", "must be a table of events and their dates")
    events = {name: _when(entry, name, text) for name, text in told.items() if text is not None}
    try:
        answer = _counted(city, entry, key, events)
    except (UnknownClock, LawNotKnown) as wrong:
        raise entry.fault("clock", str(wrong)) from wrong
    except (OverflowError, ValueError) as wrong:
        raise entry.fault("events", "a date is too far off to count from") from wrong
    if answer.state == clocks.WAITING:
        raise entry.fault(f"events.{answer.missing[0]}", f"is missing; {key} of {city} cannot be counted without it")
    return answer


def _counted(city: str, entry: Entry, key: str, events: Events) -> Due:
    """The answer, once every event that the clock names is a day, or an instant where it runs by the hour."""
    named, in_hours = clocks.clocks_of(city).asks(key)
    for name in sorted(named & events.keys()):
        if isinstance(events[name], datetime) != in_hours:
            need = "a date and time with its offset" if in_hours else "a date without a time"
            raise entry.fault(f"events.{name}", f"{key} needs {need}")
    return clocks.due(city, key, {name: when for name, when in events.items() if name in named})


def _when(entry: Entry, name: str, text: object) -> date | datetime:
    if isinstance(text, str):
        try:
            if is_day(text):
                return day_of(text)
            if INSTANT.fullmatch(text):
                instant = datetime.fromisoformat(text)
                if instant.tzinfo is not None:
                    return instant
                raise entry.fault(f"events.{name}", f"{text!r} has no offset from UTC, such as -06:00")
        except ValueError:
            pass
    raise entry.fault(f"events.{name}", f"{text!r:.60} is no date")


def _shown(answer: Due, *, explain: bool) -> Mapping[str, Any]:
    shown: dict[str, Any] = {
        "earliest": answer.earliest,
        "latest": answer.latest,
        "first_lawful_day": answer.first_lawful_day,
        "clauses": answer.clauses,
    }
    if explain:
        told = asdict(answer)
        shown |= {name: told[name] for name in ("clock", "title", "nature", "state", "reasons", "doubts", "assumed")}
    return shown


def _iso(value: object) -> str:
    return value.isoformat() if isinstance(value, date) else str(value)
