"""Commands: parse, one service call, print."""

from flask import Flask

from fieldapp.cli.assets import add_assets_command
from fieldapp.cli.serve import add_serve_command


def add_commands(app: Flask) -> None:
    """Give `flask --app wsgi` its commands."""
    add_assets_command(app)
    add_serve_command(app)
