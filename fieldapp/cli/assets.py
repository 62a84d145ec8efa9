"""flask assets: make the compressed copies of all browser files before the first phone asks for them."""

import click
from flask import Flask, current_app
from flask.cli import with_appcontext

from fieldapp.services.browser_files import Assets


def add_assets_command(app: Flask) -> None:
    """Give the app the command."""
    app.cli.add_command(assets)


@click.command
@with_appcontext
def assets() -> None:
    """Compress the files that browsers get; copies that are there already stay."""
    files: Assets = current_app.extensions["assets"]
    click.echo(f"{files.squeeze_all()} files are ready for browsers")
