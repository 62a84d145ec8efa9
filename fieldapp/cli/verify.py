"""`flask verify`: does the record still stand; and `flask audit head`: a signed line a city to keep elsewhere."""

import json
import sys
from dataclasses import asdict
from datetime import date

import click
from flask import Flask, current_app
from flask.cli import with_appcontext
from sqlalchemy.exc import DBAPIError

from fieldapp.cli.days import DAY
from fieldapp.cli.one_line import OneLineGroup, Unusable
from fieldapp.config import Settings
from fieldapp.media.file_store import StoreFailure
from fieldapp.media.key_files import UnusableKey
from fieldapp.services import heads
from fieldapp.services.heads import Head, UnusableHeads
from fieldapp.services.health import what_is_missing
from fieldapp.services.stored_files import store
from fieldapp.services.verify import run
from fieldapp.services.verify.notes import Note
from fieldapp.services.verify.run import CityReport, Report

group = OneLineGroup("audit", help="The audit chain.")


def add_verify_commands(app: Flask) -> None:
    """Give the app `verify` and `audit head`."""
    app.cli.add_command(verify)
    app.cli.add_command(group)


@click.command("verify")
@click.option("--city", default=None, help="Only this city; all where none is named.")
@click.option("--anchors", metavar="FILE", help="Signed heads that were kept elsewhere; - reads them from the input.")
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
@with_appcontext
def verify(*, city: str | None, anchors: str | None, as_json: bool) -> None:
    """Check every chain and every file; exit 1 where something is not as it was recorded."""
    cities = _cities(city)
    kept = _read_anchors(anchors, cities) if anchors else ()
    try:
        report = run.verify(cities, store(), kept, actor="cli")
    except DBAPIError as wrong:
        raise Unusable(f"the database cannot be read: {wrong.orig}") from wrong
    except StoreFailure as wrong:
        raise Unusable(f"the files cannot be checked: {wrong}") from wrong
    click.echo(json.dumps(_as_json(report), indent=1) if as_json else _as_text(report))
    sys.exit(1 if report.faults else 0)


@group.command("head")
@click.option("--city", default=None, help="Only this city; all where none is named.")
@click.option("--date", "day", type=DAY, help="As it stood at the end of this day.")
def head(*, city: str | None, day: date | None) -> None:
    """Print a line a city that says how far its chain goes, signed by the receipt key, to be mailed or filed."""
    settings: Settings = current_app.config["SETTINGS"]
    try:
        found = heads.signed_heads(settings.instance, _cities(city), day)
    except UnusableKey as wrong:
        raise Unusable(str(wrong)) from wrong
    for each in found:
        click.echo(each.written())


def _cities(city: str | None) -> tuple[str, ...]:
    if missing := what_is_missing():
        raise Unusable(f"{missing}: run `flask migrate`")
    known = run.known_cities()
    if city is not None and city not in known:
        raise Unusable(f"--city {city}: no such city; here are {', '.join(known)}")
    return known if city is None else (city,)


def _read_anchors(name: str, cities: tuple[str, ...]) -> tuple[Head, ...]:
    try:
        with click.open_file(name, "rb") as file:
            data = file.read(heads.LARGEST_FILE + 1)
    except OSError as wrong:
        raise Unusable(f"--anchors {name}: {wrong.strerror}") from wrong
    if len(data) > heads.LARGEST_FILE:
        raise Unusable(f"--anchors {name}: the file is larger than {heads.LARGEST_FILE:,} bytes")
    try:
        found = heads.read_heads(data.decode("ascii", "replace"))
    except UnusableHeads as wrong:
        raise Unusable(f"--anchors {name}: {wrong}") from wrong
    known = run.known_cities()
    if strange := next((h for h in found if h.city not in known), None):
        raise Unusable(f"--anchors {name}: line {strange.line}: no city {strange.city} here")
    if not any(h.city in cities for h in found):
        raise Unusable(f"--anchors {name}: no head of {', '.join(cities)} in it")
    return found


def _as_json(report: Report) -> dict[str, object]:
    return {
        "result": "faults" if report.faults else "clean",
        "faults": report.faults,
        "cities": [_city_as_json(city) for city in report.cities],
        "unexpected_files": {"count": report.unexpected_count, "first": list(report.unexpected)},
    }


def _city_as_json(city: CityReport) -> dict[str, object]:
    return {
        "city": city.city, "entries": city.entries, "head": {"seq": city.seq, "hash": city.hash},
        "files": city.files, "bytes": city.bytes, "fault_count": city.fault_count,
        "first_fault": asdict(city.faults[0]) if city.faults else None,
        "faults": [asdict(note) for note in city.faults], "told_count": city.told_count,
        "told": [asdict(note) for note in city.told],
    }  # fmt: skip


def _as_text(report: Report) -> str:
    lines = []
    for city in report.cities:
        state = f"{city.fault_count:,} faults" if city.fault_count else "sound"
        lines.append(f"{city.city}: {city.entries:,} entries, {city.files:,} files, {city.bytes:,} bytes: {state}")
        lines += [f"{city.city}: FAULT {_words(note)}" for note in city.faults]
        lines += [f"{city.city}: {_words(note)}" for note in city.told]
        left = city.fault_count + city.told_count - len(city.faults) - len(city.told)
        lines += [f"{city.city}: and {left:,} more"] if left else []
    lines += [f"unexpected file: {name}: no record names it" for name in report.unexpected]
    if left := report.unexpected_count - len(report.unexpected):
        lines.append(f"and {left:,} more unexpected files")
    return "\n".join(lines)


def _words(note: Note) -> str:
    place = f", entry {note.seq}" if note.seq is not None else f", {note.file}" if note.file else ""
    return f"{note.kind}{place}: {note.words}"
