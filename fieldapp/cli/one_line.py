"""Commands that end with code 2 and one line on standard error where the call cannot be carried out."""

import copy
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import click
from flask import Flask
from flask.cli import AppGroup
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError, ProgrammingError

from fieldapp.services.health import what_is_missing
from fieldapp.tables.db import db


class OneLineGroup(AppGroup):
    """A group of commands; whatever is wrong with a call is one sentence, without the usage text around it."""

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401  click's own shape
        """Run the command that the words name."""
        try:
            return super().invoke(ctx)
        except click.UsageError as wrong:
            raise Unusable(wrong.format_message()) from wrong


class Unusable(click.ClickException):
    """The call or its file as a whole is unusable: nothing was done."""

    exit_code = 2

    def show(self, file: Any = None) -> None:  # noqa: ANN401, ARG002  click's own shape
        """One line, whatever the sentence holds."""
        click.echo(" ".join(self.format_message().split()), err=True)


def put_on_one_line(app: Flask) -> None:
    """Give every command of the app the same end for a wrong call and for a database that cannot be asked.

    Both are one line on standard error and exit code 2. Commands are shared by all apps of a process: copies change.
    """
    for name, command in app.cli.commands.items():
        app.cli.commands[name] = _one_line_of(command, app)


def _one_line_of(command: click.Command, app: Flask) -> click.Command:
    its = copy.copy(command)
    make_context, invoke = its.make_context, its.invoke

    def guarded(work: Callable[..., Any]) -> Callable[..., Any]:
        def run(*words: Any, **named: Any) -> Any:  # noqa: ANN401  click's own shape
            with _one_line(app):
                return work(*words, **named)

        return run

    vars(its).update(make_context=guarded(make_context), invoke=guarded(invoke))
    return its


@contextmanager
def _one_line(app: Flask) -> Iterator[None]:
    try:
        yield
    except click.UsageError as wrong:
        if isinstance(wrong, click.exceptions.NoArgsIsHelpError):
            raise
        raise Unusable(wrong.format_message()) from wrong
    except (OperationalError, ProgrammingError, InterfaceError) as wrong:
        with app.app_context():
            missing = what_is_missing()
        if isinstance(wrong, ProgrammingError) and not missing:
            raise  # a fault of ours: the database is as it should be
        raise Unusable(_of_database(wrong, missing, app)) from wrong


def _of_database(wrong: DBAPIError, missing: str, app: Flask) -> str:
    """What the database said, without the statement, its values and the password; and what to do about it."""
    said = " ".join(str(wrong.orig).split()) or type(wrong.orig).__name__
    password = _password(app)
    if password:
        said = said.replace(password, "***")
    if missing:
        return f"{missing} ({said}): start the database, or run `flask migrate`"
    return f"the database cannot be used now: {said}"


def _password(app: Flask) -> str:
    with app.app_context():
        return str(db.engine.url.password or "")
