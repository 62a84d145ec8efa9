"""`flask backup` and `flask restore`."""

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import click
from flask import Flask, current_app
from flask.cli import with_appcontext
from sqlalchemy.exc import DBAPIError

from fieldapp.cli.one_line import Unusable
from fieldapp.config import Settings
from fieldapp.media.age_file import UnusableAgeKey, identities_of, recipients_of
from fieldapp.services.backup.contents import UnusableBackup
from fieldapp.services.backup.make import back_up
from fieldapp.services.backup.restore import restore as bring_back
from fieldapp.services.health import what_is_missing
from fieldapp.services.stored_files import store

RECIPIENT = "backup_recipient.txt"
LARGEST_KEY = 65_536


def add_backup_commands(app: Flask) -> None:
    """Give the app `backup` and `restore`."""
    app.cli.add_command(backup)
    app.cli.add_command(restore)


@click.command("backup")
@click.argument("file")
@click.option("--recipient", metavar="FILE", help=f"Public keys of age (age1...); else {RECIPIENT} of the instance.")
@with_appcontext
def backup(*, file: str, recipient: str | None) -> None:
    """Write database, originals, public keys and plain settings to FILE (- for the output), encrypted."""
    settings: Settings = current_app.config["SETTINGS"]
    keys = _text_of("--recipient", recipient or str(settings.instance / RECIPIENT), _NO_RECIPIENT)
    if missing := what_is_missing():
        raise Unusable(f"{missing}: run `flask migrate`")
    try:
        to = recipients_of(keys)
        with _new_file(file) as out:
            found = back_up(settings, store(), out, to, actor="cli")
    except UnusableAgeKey as wrong:
        raise Unusable(f"--recipient {recipient or RECIPIENT}: {wrong}") from wrong
    except OSError as wrong:
        raise Unusable(f"{file}: {wrong.strerror or wrong}") from wrong
    except DBAPIError as wrong:
        raise Unusable(f"the database cannot be read: {wrong.orig}") from wrong
    click.echo(f"{found.files:,} files and the database: {found.bytes:,} bytes, SHA-256 {found.sha256}", err=True)
    for words in found.left_out:
        click.echo(f"LEFT OUT: {words}", err=True)
    sys.exit(1 if found.left_out else 0)


@click.command("restore")
@click.argument("file")
@click.option("--identity", metavar="FILE", help="The private key of age (AGE-SECRET-KEY-...).")
@with_appcontext
def restore(*, file: str, identity: str | None) -> None:
    """Bring a backup back into an empty instance: all of it or nothing."""
    settings: Settings = current_app.config["SETTINGS"]
    if identity is None:
        raise Unusable("--identity FILE: name the file with the private key that the backup was encrypted for")
    text = _text_of("--identity", identity)
    try:
        keys = identities_of(text)
        with _source(file) as source:
            found = bring_back(settings, store(), source, keys, actor="cli")
    except UnusableAgeKey as wrong:
        raise Unusable(f"--identity {identity}: {wrong}") from wrong
    except UnusableBackup as wrong:
        raise Unusable(f"{file}: {wrong}") from wrong
    except OSError as wrong:
        raise Unusable(f"{wrong.filename or file}: {wrong.strerror or wrong}") from wrong
    cities = ", ".join(f"{city} up to entry {seq}" for city, seq in sorted(found.cities.items()))
    click.echo(f"The backup of {found.made_at} is restored: {cities}; {found.files:,} files. Everybody signs in anew.")
    for name, value in found.settings.items():
        click.echo(f"It ran with {name}={value}")
    for kept in found.kept:
        click.echo(f"{kept} was here already and stays as it was.")
    for kid in found.missing_keys:
        click.echo(f"Bring keys/{kid}.pem back from the safe; if it is lost: flask keys new --lost")
    if found.demo:
        click.echo("This is a demo: its sign-ins are new ones (flask demo prints them).")
    click.echo("Now: flask verify --anchors FILE, with the last heads that you kept.")


_NO_RECIPIENT = ": make a pair of keys with `flask keys backup-pair`, keep the private one off this machine"


def _text_of(option: str, name: str, advice: str = "") -> str:
    try:
        with Path(name).open("rb") as file:
            data = file.read(LARGEST_KEY + 1)
    except OSError as wrong:
        raise Unusable(f"{option} {name}: {wrong.strerror}{advice}") from wrong
    if len(data) > LARGEST_KEY:
        raise Unusable(f"{option} {name}: it is too large for a file of keys")
    return data.decode("utf-8", "replace")


def _source(name: str) -> contextlib.AbstractContextManager[BinaryIO]:
    return contextlib.nullcontext(sys.stdin.buffer) if name == "-" else Path(name).open("rb")


@contextlib.contextmanager
def _new_file(name: str) -> Iterator[BinaryIO]:
    """A new file (0600) that appears under its name when it is whole, and not at all where the block fails."""
    if name == "-":
        yield sys.stdout.buffer
        return
    file = Path(name)
    if file.exists():
        raise Unusable(f"{name} is there already; a backup never overwrites one")
    part = file.with_name(f".{file.name}.part")
    part.unlink(missing_ok=True)
    try:
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
            yield out
            out.flush()
            os.fsync(out.fileno())
        part.rename(file)
    finally:
        part.unlink(missing_ok=True)
