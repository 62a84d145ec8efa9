"""A day as an option of a command: YYYY-MM-DD and nothing else (click's own DateTime takes 2026-1-5 as well)."""

from datetime import date
from typing import Any

import click

from fieldapp.rules.days import day_of


class _Day(click.ParamType[date]):
    name = "YYYY-MM-DD"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> date:  # noqa: ANN401  click gives text or a default
        if isinstance(value, date):
            return value
        try:
            return day_of(str(value))
        except ValueError:
            self.fail(f"{str(value)[:40]!r} is no day written as YYYY-MM-DD", param, ctx)


DAY = _Day()
