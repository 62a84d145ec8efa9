"""`flask --app wsgi demo`: a believable instance to try the product with."""

import json
from dataclasses import asdict

import click
from flask import Flask, current_app
from flask.cli import with_appcontext

from fieldapp import clock
from fieldapp.config import Settings, demo_instant
from fieldapp.services.demo.load import has_data, load_demo
from fieldapp.services.demo.notes import load_notes
from fieldapp.services.server_keys import make_first, signs
from fieldapp.tables.db import migrate


def add_demo_command(app: Flask) -> None:
    """Give the app its `demo` command."""
    app.cli.add_command(demo)


@click.command("demo")
@click.option("--json", "as_json", is_flag=True, help="Print the sign-ins as JSON.")
@with_appcontext
def demo(*, as_json: bool) -> None:
    """Migrate, and load the demo into an empty instance; one with data is left as it is."""
    settings: Settings = current_app.config["SETTINGS"]
    migrate()
    if fresh := not has_data():  # it becomes a demo now, so the clock that demos may set counts from the first day on
        clock.set_clock(demo_instant())
    people = load_demo(settings.instance)
    if people and not signs():
        make_first(settings.instance, actor="demo")
    if fresh:
        load_notes(settings.instance, people)
    if as_json:
        click.echo(json.dumps({"people": [asdict(person) for person in people]}))
        return
    if not people:
        click.echo("This instance holds data of its own; no demo was loaded.")
    for person in people:
        click.echo(f"{person.city or 'all three cities':<16} {person.role:<11} {person.username:<24} {person.password}")
