"""The floor of the tag page: a bare Flask view with one indexed read and a template that gives as many bytes."""

import os
import sqlite3
import threading

from flask import Flask, render_template
from jinja2 import DictLoader

app = Flask(__name__)
app.jinja_loader = DictLoader(
    {"page.html": "<!doctype html><title>{{ number }}</title><p>{{ name }}</p>" + "x" * int(os.environ["BARE_BYTES"])}
)
_local = threading.local()


def _connection() -> sqlite3.Connection:
    if not hasattr(_local, "connection"):
        _local.connection = sqlite3.connect(os.environ["BARE_DATABASE"])
    return _local.connection


@app.get("/t/<code>")
def tag(code: str) -> str:
    """One tag by its unique code."""
    number, name = _connection().execute("SELECT number, state FROM tags WHERE code = ?", (code,)).fetchone()
    return render_template("page.html", number=number, name=name)


@app.get("/healthz")
def healthz() -> str:
    """It answers."""
    return "ok"
