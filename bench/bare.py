"""The floors of the tag page: bare Flask views with one indexed read and a template that gives as many bytes.

`/t/CODE` reads with Flask-SQLAlchemy, as any app of this kind would; `/plain/CODE` with Python's sqlite3 alone.
"""

import os
import sqlite3
import threading

from flask import Flask, render_template
from flask_sqlalchemy import SQLAlchemy
from jinja2 import DictLoader
from sqlalchemy import Column, MetaData, String, Table, select

app = Flask(__name__)
app.config["SQLALCHEMY_DATABASE_URI"] = f"sqlite:///{os.environ['BARE_DATABASE']}"
app.jinja_loader = DictLoader(
    {"page.html": "<!doctype html><title>{{ number }}</title><p>{{ state }}</p>" + "x" * int(os.environ["BARE_BYTES"])}
)
db = SQLAlchemy(app)
TAGS = Table("tags", MetaData(), Column("code", String), Column("number", String), Column("state", String))
_local = threading.local()


@app.get("/t/<code>")
def tag(code: str) -> str:
    """One tag by its unique code."""
    row = db.session.execute(select(TAGS.c.number, TAGS.c.state).where(TAGS.c.code == code)).one()
    return render_template("page.html", number=row.number, state=row.state)


@app.get("/plain/<code>")
def plain(code: str) -> str:
    """The same by a connection that is open already."""
    if not hasattr(_local, "connection"):
        _local.connection = sqlite3.connect(os.environ["BARE_DATABASE"])
    number, state = _local.connection.execute("SELECT number, state FROM tags WHERE code = ?", (code,)).fetchone()
    return render_template("page.html", number=number, state=state)


@app.get("/healthz")
def healthz() -> str:
    """It answers."""
    return "ok"
