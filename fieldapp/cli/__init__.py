"""Commands: parse, one service call, print."""

from flask import Flask

from fieldapp.cli.assets import add_assets_command


def add_commands(app: Flask) -> None:
    """Give `flask --app wsgi` its commands."""
    add_assets_command(app)
