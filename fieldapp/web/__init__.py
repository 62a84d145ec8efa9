"""Pages: guard, parse, one service call, respond."""

from flask import Flask

from fieldapp.config import Settings


def add_web(app: Flask, settings: Settings) -> None:
    """Give the app its routes, guards and headers."""
