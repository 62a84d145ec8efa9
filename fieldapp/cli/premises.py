"""`flask --app wsgi premises place`: give addresses their positions."""

from pathlib import Path

import click
from flask import Flask
from flask.cli import with_appcontext

from fieldapp.services import cities
from fieldapp.services.place_premises import UnusablePositions, place


def add_premises_command(app: Flask) -> None:
    """Give the app its `premises` commands."""
    app.cli.add_command(premises)


@click.group("premises")
def premises() -> None:
    """Where animals are kept."""


@premises.command("place")
@click.option("--city", required=True)
@click.argument("file", type=click.Path(path_type=Path))
@with_appcontext
def place_command(*, city: str, file: Path) -> None:
    """Read FILE (CSV: address, latitude, longitude) and set the position of each address on record."""
    if not cities.is_served(city):
        click.echo(f"{city!r} is no city of this instance", err=True)
        raise SystemExit(2)
    try:
        done = place(city, file, actor="cli")
    except UnusablePositions as wrong:
        click.echo(str(wrong), err=True)
        raise SystemExit(2) from wrong
    for line, reason in done.refused:
        click.echo(f"{file}, line {line}: {reason}", err=True)
    click.echo(f"{done.read} read, {done.placed} placed, {len(done.refused)} refused")
