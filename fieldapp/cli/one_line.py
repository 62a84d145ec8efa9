"""Commands that end with code 2 and one line on standard error where the call cannot be carried out."""

from typing import Any

import click
from flask.cli import AppGroup


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
