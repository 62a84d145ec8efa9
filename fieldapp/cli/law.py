"""flask law: the law of a city asked from the command line; no database is needed."""

import click
from flask import Flask

from fieldapp.cli.law_checks import coverage, validate
from fieldapp.cli.law_due import due
from fieldapp.cli.law_enclosures import enclosures
from fieldapp.cli.one_line import OneLineGroup


def add_law_commands(app: Flask) -> None:
    """Give the app `flask law ...`."""
    app.cli.add_command(group)


@click.group("law", cls=OneLineGroup)
def group() -> None:
    """The law as the system applies it: due dates, enclosures, the lawbook itself."""


group.add_command(due)
group.add_command(enclosures)
group.add_command(validate)
group.add_command(coverage)
