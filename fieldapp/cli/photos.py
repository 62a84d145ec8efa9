"""flask photos: what an upload would make of files, without a database; and the files moved to another store."""

import json
from pathlib import Path

import click
from flask import Flask

from fieldapp.cli.one_line import OneLineGroup
from fieldapp.cli.photos_move import move
from fieldapp.services import photos
from fieldapp.services.photos import Refused


def add_photos_commands(app: Flask) -> None:
    """Give the app `flask photos ...`."""
    app.cli.add_command(group)


@click.group("photos", cls=OneLineGroup)
def group() -> None:
    """Photos: what would be taken and what would be refused; where their files lie."""


group.add_command(move)


@group.command("check")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
def check(*, files: tuple[str, ...]) -> None:
    """One JSON line a file, in order: taken, with what is read from it, or refused, with the reason. Stores nothing."""
    for file in files:
        click.echo(json.dumps(_line(file)))


def _line(file: str) -> dict[str, object]:
    told: dict[str, object] = {
        "file": file, "result": "accepted", "reason": None, "type": None, "width": None, "height": None,
        "captured_at": None, "position": None,
    }  # fmt: skip
    try:
        seen = photos.check(Path(file))
    except Refused as refused:
        return told | {"result": "refused", "reason": str(refused)}
    return told | {
        "type": seen.type, "width": seen.width, "height": seen.height, "captured_at": seen.captured_at or None,
        "position": list(seen.position) if seen.position else None,
    }  # fmt: skip
