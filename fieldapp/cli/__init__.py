"""Commands: parse, one service call, print."""

from flask import Flask


def add_commands(app: Flask) -> None:
    """Give `flask --app wsgi` its commands."""
