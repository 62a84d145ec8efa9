"""flask migrate, and flask serve: what `make run` starts. For a real server see docs/server.md."""

import json
import os
import sys
from pathlib import Path

import click
from flask import Flask, current_app
from flask.cli import with_appcontext

from fieldapp.config import ROOT, Settings
from fieldapp.services.local_serving import address_in_network, certificate_in, is_free, terminal_qr
from fieldapp.tables.db import db, migrate
from fieldapp.tables.revisions import newest_revision

THREADS = 24  # phones that send photos hold a thread each while they wait for their turn; pages need others


def add_serve_command(app: Flask) -> None:
    """Give the app `serve` and `migrate`."""
    app.cli.add_command(serve)
    app.cli.add_command(bring_up, "migrate")


@click.command
@click.option("--port", default=8000, show_default=True, type=click.IntRange(1, 65535))
@click.option("--lan", is_flag=True, help="Listen on the network too, with a certificate made on the spot.")
@with_appcontext
def serve(*, port: int, lan: bool) -> None:
    """Migrate, print the address and the demo sign-ins, and serve this instance."""
    settings: Settings = current_app.config["SETTINGS"]
    os.umask(0o077)
    host = "0.0.0.0" if lan else "127.0.0.1"  # noqa: S104  only where the person asked for the network
    if not is_free(host, port):
        msg = f"Port {port} is taken by another program. Choose another one: make run PORT={port + 1}"
        raise click.ClickException(msg)
    migrate()
    db.engine.dispose()
    gunicorn = [sys.executable, "-m", "gunicorn", "wsgi:app", "--chdir", str(ROOT), "--bind", f"{host}:{port}",
                "--worker-class", "gthread", "--threads", str(THREADS), "--umask", "0o077", "--log-level", "warning",
                "--no-control-socket"]  # fmt: skip
    if lan:
        gunicorn += _on_the_network(settings, port)
    else:
        click.echo(f"\nfieldapp runs on http://localhost:{port}  (Ctrl+C ends it)")
    click.echo(_sign_ins(settings.instance))
    sys.stdout.flush()
    os.execv(gunicorn[0], gunicorn)  # noqa: S606  our own interpreter with words of our own


@click.command
@with_appcontext
def bring_up() -> None:
    """Bring the database to this program's newest revision, from nothing or from any older one."""
    migrate()
    click.echo(f"The database stands at revision {newest_revision()}.")


def _on_the_network(settings: Settings, port: int) -> list[str]:
    address = address_in_network()
    if address is None:
        msg = "This machine has no address in a network. Connect it, or leave LAN=1 out."
        raise click.ClickException(msg)
    certificate, key = certificate_in(settings.instance, address)
    os.environ["FIELDAPP_HOSTS"] = ",".join((*settings.hosts, "localhost", "127.0.0.1", address))
    os.environ["FIELDAPP_LAN"] = "1"
    site = f"https://{address}:{port}/"
    click.echo(f"\nfieldapp runs on {site}  (Ctrl+C ends it)\n\n{terminal_qr(site)}\n")
    click.echo(
        "Point a phone of this network at the code. The phone warns of the certificate, since it was made here:\n"
        "go on for a trial with demo data, never with real data. Passkeys need a name, so they do not work this way."
    )
    return ["--certfile", str(certificate), "--keyfile", str(key)]


def _sign_ins(instance: Path) -> str:
    file = instance / "demo.json"
    if not file.exists():
        return ""
    people = json.loads(file.read_text(encoding="utf-8"))["people"]
    rows = [(p["role"], p["city"] or "every city", p["username"], p["password"]) for p in people]
    width = [max(len(row[column]) for row in rows) for column in range(3)]
    lines = ["  ".join(f"{word:{w}}" for word, w in zip(row, (*width, 0), strict=True)) for row in rows]
    return "Demo sign-ins (role, city, name, password; kept in demo.json of the instance):\n  " + "\n  ".join(lines)
