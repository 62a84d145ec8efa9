"""`flask law validate` and `flask law coverage`: faults of the lawbook with their places, and where each clause is."""

import json
import sys
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import click
from flask import current_app
from flask.cli import with_appcontext

from fieldapp.cli.one_line import Unusable
from fieldapp.services import law_checks
from fieldapp.services.law_checks import NoLawThere


def asks_to_validate(words: Sequence[str]) -> bool:
    """Whether a command line is that of `law validate`, which runs where a broken lawbook lets nothing else start."""
    return ("law", "validate") in pairwise(words)


@click.command("validate")
@click.argument("folder", metavar="[DIR]", required=False)
@with_appcontext
def validate(*, folder: str | None) -> None:
    """Check the law of the package and of LAWBOOK_DIR, or of DIR instead: faults with file, line and key, exit 1."""
    own: Path | None = current_app.config["SETTINGS"].lawbook_dir
    if folder is not None:
        own = Path(folder)
    elif own is not None and not own.exists():
        own = None
    try:
        found = law_checks.check_law(own)
    except NoLawThere as wrong:
        if folder is not None:
            raise Unusable(f"{folder}: {wrong}") from wrong
        found = law_checks.check_law(None)  # an empty LAWBOOK_DIR is no fault
    for fault in found.faults:
        click.echo(fault)
    if found.faults:
        count = len(found.faults)
        click.echo(f"{count} {'fault' if count == 1 else 'faults'}", err=True)
        sys.exit(1)
    for place, pieces in found.pieces.items():
        click.echo(f"{place}: {pieces} pieces, sound")


@click.command("coverage")
@click.option("--json", "as_json", is_flag=True, help="Where each clause is carried, which are excused, which missing.")
def coverage(*, as_json: bool) -> None:
    """Say where the law carries each clause of the inventory; exit 1 where one is neither carried nor excused."""
    found = law_checks.coverage()
    if as_json:
        covered = {clause: list(where) for clause, where in found.covered.items()}
        whole = {"covered": covered, "excused": dict(found.excused), "missing": list(found.missing)}
        click.echo(json.dumps(whole, indent=1, ensure_ascii=False))
    else:
        click.echo(f"{len(found.covered)} covered, {len(found.excused)} excused, {len(found.missing)} missing")
        for clause in found.missing:
            click.echo(clause)
    sys.exit(1 if found.missing else 0)
