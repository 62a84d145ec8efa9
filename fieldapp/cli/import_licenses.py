"""`flask import-licenses`: a city's license list, from the command line."""

import contextlib
import json
import sys
from pathlib import Path
from typing import NoReturn

import click
from flask import Flask

from fieldapp.services.cities import cities, law_day, licensed_species
from fieldapp.services.license_list.columns import UnusableColumns, field_of
from fieldapp.services.license_list.refused_file import UnusableTarget, new_refused_file, write_refused
from fieldapp.services.license_list.run import (
    APPLYING,
    ListReport,
    Order,
    UnknownColumns,
    UnusableSheet,
    import_list,
)  # fmt: skip


def add_import_command(app: Flask) -> None:
    """Give `flask` the command import-licenses."""
    app.cli.add_command(import_licenses)


@click.command("import-licenses")
@click.option("--city", "city_id", required=True, help="The city whose list it is.")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--columns",
    "columns_name",
    default="",
    metavar="NAME",
    help="Use the columns saved under NAME; with --map: save them.",
)
@click.option(
    "--map",
    "maps",
    multiple=True,
    metavar='"THEIR COLUMN=our field"',
    help='What a column means (after "=" nothing: not used). "Name#2=name" is the second column, called Name.',
)
@click.option("--dry-run", is_flag=True, help="Judge every row, store nothing.")
@click.option(
    "--refused", type=click.Path(path_type=Path), metavar="CSV", help="Write the refused rows here, to be mended."
)
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
def import_licenses(
    *,
    city_id: str,
    file: Path,
    columns_name: str,
    maps: tuple[str, ...],
    dry_run: bool,
    refused: Path | None,
    as_json: bool,
) -> None:
    """Take a license list: delimited text or a workbook. Each row is new, changed, unchanged or refused."""
    if city_id not in {city.id for city in cities()}:
        _unusable(f"--city {city_id}: no such city; this instance serves " + ", ".join(c.id for c in cities()))
    try:
        mapping = _mapping(maps)
        order = Order(
            city_id, file, str(file), licensed_species(city_id), law_day(city_id), "cli", mapping, columns_name
        )
        with contextlib.ExitStack() as files:
            part = files.enter_context(new_refused_file(refused, file)) if refused is not None else None
            with _Bar() as bar:
                report = import_list(order, dry_run=dry_run, progress=bar.show)
            fault = _written(order, report, part, files)
    except (UnusableSheet, UnknownColumns, UnusableColumns, UnusableTarget) as wrong:
        _unusable(str(wrong))
    except OSError as wrong:
        _unusable(f"{wrong.filename}: {wrong.strerror}")
    for note in notes(report):
        click.echo(note, err=True)
    click.echo(json.dumps(_as_json(report)) if as_json else _as_text(report, dry_run=dry_run))
    if fault:
        click.echo(f"--refused {refused}: {fault}; the counts above hold, give the list again for the file", err=True)
        sys.exit(1)


def _written(order: Order, report: ListReport, part: Path | None, files: contextlib.ExitStack) -> str:
    """Write the refused rows and close their file: "", or why not. What is stored is stored: this is no exit code 2."""
    try:
        if part is not None:
            write_refused(order, report, part)
        files.close()
    except (OSError, UnusableSheet) as wrong:
        return getattr(wrong, "strerror", None) or str(wrong)
    return ""


def notes(report: ListReport) -> list[str]:
    """What a person should know beside the counts, a sentence each."""
    said = []
    if report.columns_name:
        said.append(f'The columns are those saved under "{report.columns_name}".')
    if report.no_species:
        said.append("The list has no column for the species: every row is taken as a dog.")
    if report.ignored_columns:
        said.append("Columns not used: " + ", ".join(report.ignored_columns) + ".")
    if report.disagree:
        said.append(f"On {report.disagree} rows the list's status and the expiry date disagree: the date decides.")
    if report.no_chips:
        said.append(
            f"On {report.no_chips} rows the microchip cannot be one (9, 10 or 15 characters): it is left blank there."
        )
    if report.no_positions:
        said.append(
            f"On {report.no_positions} rows latitude and longitude are no place on a map: they are left blank there."
        )
    if report.guarded:
        lines = ", ".join(str(line) for line in report.guarded[:20])
        said.append(
            f"On {len(report.guarded)} rows the owner's address was made protected, because a protected owner has the "
            f"animal or lives there; look whether that is right (line {lines}"
            + (", ...)." if len(report.guarded) > 20 else ").")
        )
    if not report.read:
        said.append("The list holds a header and no row.")
    return said


def _as_json(report: ListReport) -> dict[str, object]:
    return {
        "read": report.read, "new": report.new, "changed": report.changed, "unchanged": report.unchanged,
        "refused": report.refused, "ignored_columns": list(report.ignored_columns),
        "refusals": [{"line": line, "reason": reason} for line, reason in report.refusals],
        "columns": dict(report.columns), "status_and_date_disagree": report.disagree,
        "no_microchips": report.no_chips, "no_positions": report.no_positions,
        "made_protected": list(report.guarded),
    }  # fmt: skip


def _as_text(report: ListReport, *, dry_run: bool) -> str:
    head = "Nothing is stored. The list would give: " if dry_run else ""
    lines = [
        (
            f"{head}{report.read} rows read: {report.new} new, {report.changed} changed, "
            f"{report.unchanged} unchanged, {report.refused} refused."
        )
    ]
    lines += [f"line {line}: {reason}" for line, reason in report.refusals[:20]]
    if report.refused > 20:
        lines.append(f"... and {report.refused - 20} more; --refused FILE.csv writes all of them to be mended.")
    return "\n".join(lines)


def _mapping(maps: tuple[str, ...]) -> dict[str, str]:
    mapping = {}
    for text in maps:
        theirs, equals, ours = text.rpartition("=")
        if not equals or not theirs:
            raise UnusableColumns(f'--map "{text}": write "THEIR COLUMN=our field", for example "Tag #=license number"')
        mapping[theirs] = field_of(ours)
    return mapping


def _unusable(sentence: str) -> NoReturn:
    click.echo(" ".join(sentence.split()), err=True)
    sys.exit(2)


class _Bar:
    """One progress bar for reading and applying, on a terminal only."""

    def __init__(self) -> None:
        self._bar = click.progressbar(
            length=1000, label="Reading the list", file=sys.stderr, hidden=not sys.stderr.isatty()
        )
        self._at = 0

    def __enter__(self) -> "_Bar":
        self._bar.__enter__()
        return self

    def __exit__(self, *wrong: object) -> None:
        if not any(wrong) and self._at:
            self._bar.update(1000 - self._at)
        self._bar.__exit__(None, None, None)

    def show(self, phase: str, share: float) -> None:
        """Reading is the first three tenths, applying the rest."""
        if phase == APPLYING:
            self._bar.label = "Applying it"
        at = int((0.3 + 0.7 * share if phase == APPLYING else 0.3 * share) * 1000)
        if at > self._at:
            self._bar.update(at - self._at)
            self._at = at
