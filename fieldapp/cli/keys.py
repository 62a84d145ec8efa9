"""`flask keys`: the keys by which this server signs receipts and heads."""

import json
import os
from collections.abc import Callable
from typing import TypeVar

import click
from flask import Flask, current_app

from fieldapp.cli.one_line import OneLineGroup, Unusable
from fieldapp.config import Settings
from fieldapp.media.age_file import new_pair
from fieldapp.media.key_files import UnusableKey
from fieldapp.services import cities, server_keys
from fieldapp.services.health import what_is_missing
from fieldapp.services.server_keys import RefusedKeyChange

Result = TypeVar("Result")
group = OneLineGroup("keys", help="The keys by which this server signs.")


@group.command("new")
@click.option("--lost", is_flag=True, help="The present private key is nowhere any more.")
def new(*, lost: bool) -> None:
    """Make the first key, or one after the last was revoked or lost."""
    kid = _done(lambda s: server_keys.make_first(s.instance, actor="cli", lost=lost))
    click.echo(f"{kid} signs from now on. {_safe(kid)}")


@group.command("rotate")
@click.option(
    "--origin", "named", multiple=True, metavar="https://HOST", help="Vouch for this one; every host if none."
)
def rotate(named: tuple[str, ...]) -> None:
    """Let a new key follow the present one, which signs that it does."""
    old, kid = _done(lambda s: server_keys.rotate(s.instance, named or _origins(s), actor="cli"))
    click.echo(f"{kid} follows {old}. {_safe(kid)}")


@group.command("revoke")
@click.argument("kid")
@click.option("--reason", required=True, help="Why nothing signed by it is to be believed.")
def revoke(kid: str, reason: str) -> None:
    """Say for ever that a key is not to be believed (lost, stolen, copied)."""
    _done(lambda s: server_keys.revoke(s.instance, kid, reason, actor="cli"))
    click.echo(f"{kid} is revoked. If it was the one that signs, make another: flask keys new")


@group.command("list")
@click.option("--json", "as_json", is_flag=True, help="As the page /.well-known/fieldapp-keys.json says it.")
def listing(*, as_json: bool) -> None:
    """Print every key: id, from, until, whether its private key is here."""
    found = _done(lambda s: server_keys.published(s.instance))
    if as_json:
        click.echo(json.dumps(server_keys.page_of(found), indent=1))
        return
    for key in found:
        state = f"revoked {key.revoked}" if key.revoked else f"until {key.until}" if key.until else "signs"
        here = "" if key.is_here or key.until else "; ITS PRIVATE KEY IS NOT HERE"
        click.echo(f"{key.kid}  {key.purpose}  from {key.signs_from}  {state}{here}")


@group.command("backup-pair")
@click.argument("file")
def backup_pair(file: str) -> None:
    """Make a pair of keys for backups: the private one into FILE (keep it off the server), the public one printed."""
    secret, public = new_pair()
    try:
        with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as out:
            out.write(f"# public key: {public}\n{secret}\n")
    except OSError as wrong:
        raise Unusable(f"{file}: {wrong.strerror}") from wrong
    click.echo(public)


def add_keys_commands(app: Flask) -> None:
    """Give the app `flask keys`."""
    app.cli.add_command(group)


def _done(work: Callable[[Settings], Result]) -> Result:
    if missing := what_is_missing():
        raise Unusable(f"{missing}: run `flask migrate`")
    try:
        return work(current_app.config["SETTINGS"])
    except (RefusedKeyChange, UnusableKey) as wrong:
        raise Unusable(str(wrong)) from wrong


def _origins(settings: Settings) -> list[str]:
    hosts = [*settings.hosts, *(h for c in cities.cities() for h in cities.tag_hosts(c.id))]
    outside = [f"https://{h}" for h in dict.fromkeys(hosts) if h not in ("localhost", "127.0.0.1", "[::1]")]
    return outside + (["http://localhost:8000"] if settings.demo or not outside else [])


def _safe(kid: str) -> str:
    return f"Put a copy of keys/{kid}.pem in the city's safe; backups never hold it."
