"""`flask photos move`: bring the files of photos and proofs from one store to another."""

import sys
from pathlib import Path

import click
from flask import current_app
from flask.cli import with_appcontext

from fieldapp.cli.one_line import Unusable
from fieldapp.config import Settings
from fieldapp.services.file_move import MoveReport, MoveStopped, Place, SameStore
from fieldapp.services.file_move import move as move_files
from fieldapp.services.file_stores import UnusableStore, is_in_use, store_at
from fieldapp.services.health import what_is_missing


@click.command("move")
@click.option("--from", "source", required=True, metavar="FOLDER_OR_URL", help="Where the files are.")
@click.option("--to", "target", required=True, metavar="FOLDER_OR_URL", help="Where they shall be; a folder is made.")
@click.option("--forget", is_flag=True, help="Remove from the source what was read back from the target.")
@with_appcontext
def move(*, source: str, target: str, forget: bool) -> None:
    """Copy every file that photos and proofs name, and read each back. A second run completes one that was stopped."""
    settings: Settings = current_app.config["SETTINGS"]
    if "://" not in source and not Path(source).is_dir():
        raise Unusable(f"--from {source}: there is no such folder")
    if missing := what_is_missing():
        raise Unusable(f"{missing}: run `flask migrate`")
    places = _place("--from", source, settings), _place("--to", target, settings)
    try:
        with _Bar() as bar:
            report = move_files(*places, forget=forget, actor="cli", progress=bar.show)
    except SameStore as wrong:
        raise Unusable(f"--to {target}: {wrong}") from wrong
    except MoveStopped as stopped:
        _end_stopped(stopped)
    _print(report, source, forget=forget)
    if forget and is_in_use(source, settings):
        click.echo(
            f"This instance still keeps its files in {source}: set PHOTO_STORE before it starts again.", err=True
        )
    sys.exit(1 if report.faults else 0)


def _place(option: str, words: str, settings: Settings) -> Place:
    try:
        return Place(words, store_at(words, settings.s3_keys))
    except UnusableStore as wrong:
        raise Unusable(f"{option}: {wrong}") from wrong


def _end_stopped(stopped: MoveStopped) -> None:
    if not stopped.done and not stopped.forgetting:
        raise Unusable(str(stopped)) from stopped
    words = "were forgotten" if stopped.forgetting else "are in the target, and nothing was forgotten"
    click.echo(f"{stopped} {stopped.done:,} of {stopped.total:,} files {words}. Run it again to go on.", err=True)
    sys.exit(1)


def _print(report: MoveReport, source: str, *, forget: bool) -> None:
    for city in report.cities:
        click.echo(
            f"{city.city}: {city.named:,} files: {city.copied:,} copied, {city.there:,} there already, "
            f"{len(city.faults):,} at fault"
        )
    if forget:
        click.echo(f"{report.forgotten:,} files forgotten in {source}; {report.left:,} that no record names stay there")
    for fault in report.faults:
        click.echo(fault, err=True)


class _Bar:
    """A progress bar on a terminal: one for copying, then one for forgetting."""

    def __init__(self) -> None:
        self._done = 0

    def __enter__(self) -> "_Bar":
        return self

    def __exit__(self, *_: object) -> None:
        if self._done and sys.stderr.isatty():
            click.echo(err=True)

    def show(self, done: int, total: int) -> None:
        """Say how far it is, on the same line."""
        self._done = done
        if sys.stderr.isatty():
            click.echo(f"\r{done:,} of {total:,} files ", nl=False, err=True)
