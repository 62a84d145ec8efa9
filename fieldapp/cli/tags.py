"""flask tags: list, make, issue, report, replace and print a city's tags."""

import json
from datetime import date
from pathlib import Path

import click
from flask import Flask

from fieldapp.cli.days import DAY
from fieldapp.cli.one_line import OneLineGroup, Unusable
from fieldapp.cli.tag_files import write_files
from fieldapp.services import cities, look_up, tag_print, tag_stock, tags
from fieldapp.services.tag_stock import ListedTag, TagRefusal, UnknownTag
from fieldapp.services.tags import UnknownAnimal

ACTOR = "cli"
STATES = ("in_stock", "issued", "lost", "stolen", "destroyed", "replaced")


def add_tags_commands(app: Flask) -> None:
    """Give the app `flask tags ...`."""
    app.cli.add_command(group)


class _City(click.ParamType[str]):
    name = "city"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:  # noqa: ARG002
        """The city's id, checked against the cities that this instance serves."""
        if not cities.is_served(str(value)):
            known = ", ".join(sorted(city.id for city in cities.cities()))
            msg = f"--city {value}: this instance serves no such city ({known})"
            raise Unusable(msg)
        return str(value)


class _Refusals:
    """Turns what a service refuses into one line and exit code 2."""

    def __enter__(self) -> None:
        """Nothing to prepare."""

    def __exit__(self, _kind: object, wrong: BaseException | None, _trace: object) -> None:
        """Raise the sentence anew where there is one."""
        if isinstance(wrong, TagRefusal | UnknownTag | UnknownAnimal):
            raise Unusable(str(wrong)) from wrong


city_option = click.option("--city", required=True, type=_City(), help="The city's id.")


@click.group("tags", cls=OneLineGroup)
def group() -> None:
    """A city's tags: made for a year, given to animals, lost, replaced."""


@group.command("list")
@city_option
@click.option("--on", "day", type=DAY, help="The law day to judge by (YYYY-MM-DD), today where none is given.")
@click.option("--json", "as_json", is_flag=True, help="An array of code, number, animal, status.")
def list_tags(*, city: str, day: date | None, as_json: bool) -> None:
    """Every tag of the city with its animal and that animal's status, issued ones first."""
    listed = tag_stock.choose(city)
    words = look_up.tag_statuses(city, day)
    rows = [(tag, words[tag.code]) for tag in listed if tag.code in words]  # one made this very moment waits its turn
    if as_json:
        array = [{"code": t.code, "number": t.number, "animal": t.animal, "status": word} for t, word in rows]
        click.echo(json.dumps(array, ensure_ascii=False, indent=1))
        return
    for tag, word in rows:
        click.echo(f"{tag.number:<10} {tag.code:<11} {tag.state:<10} {word:<22} {tag.animal or ''}")
    if not rows:
        click.echo(f"{cities.city(city).name} has no tags yet: make some with tags make")


@group.command("make")
@city_option
@click.option("--count", required=True, type=int, help="How many.")
@click.option("--year", type=int, help="The year that stands on them, this one where none is given.")
def make_tags(*, city: str, count: int, year: int | None) -> None:
    """Make new tags, in stock."""
    with _Refusals():
        made = tag_stock.make(city, count, year or cities.law_day(city).year, actor=ACTOR)
    click.echo(f"Made {len(made):,} tags of {cities.city(city).name}: {made[0].number} to {made[-1].number}")


@group.command("issue")
@city_option
@click.argument("tag")
@click.option("--animal", required=True, type=int, help="The animal's id, as it stands in the address of its page.")
def issue_tag(*, city: str, tag: str, animal: int) -> None:
    """Give TAG (its number or code) from stock to an animal."""
    with _Refusals():
        found = tag_stock.find(city, tag)
        tags.issue(city, found.id, animal, actor=ACTOR)
    click.echo(f"Tag {found.number} is issued to {tag_stock.one(city, found.id).animal}")


@group.command("report")
@city_option
@click.argument("tag")
@click.argument("happening", type=click.Choice([*tags.REPORTS, tags.FOUND]))
def report_tag(*, city: str, tag: str, happening: str) -> None:
    """Record that TAG was lost, stolen or destroyed, or found after all."""
    with _Refusals():
        found = tag_stock.find(city, tag)
        tags.report(city, found.id, happening, actor=ACTOR)
    click.echo(f"Tag {found.number} is recorded as {happening}")


@group.command("replace")
@city_option
@click.argument("old")
@click.argument("new")
@click.option("--because", "happening", default="", type=click.Choice(["", *tags.REPORTS]), help="What became of OLD.")
@click.option("--proof", default="", help="What the owner brought; a city may ask for one.")
def replace_tag(*, city: str, old: str, new: str, happening: str, proof: str) -> None:
    """Hand out NEW from stock in place of OLD."""
    with _Refusals():
        gone, fresh = tag_stock.find(city, old), tag_stock.find(city, new)
        tags.replace(city, gone.id, fresh.id, happening=happening, proof=proof, actor=ACTOR)
    click.echo(f"Tag {gone.number} is replaced by {fresh.number}")


@group.command("print")
@city_option
@click.option("--year", type=click.IntRange(2000, 2099), help="Only tags of this year.")
@click.option("--state", "states", multiple=True, type=click.Choice(STATES), help="Only tags in this state.")
@click.option("--number", "numbers", multiple=True, help="Only this tag, by number or code.")
@click.option("--polarity", type=click.Choice(tag_print.POLARITIES), default=tag_print.POLARITIES[0], show_default=True)
@click.argument("folder", type=click.Path(path_type=Path))
def print_tags(
    *, city: str, year: int | None, states: tuple[str, ...], numbers: tuple[str, ...], polarity: str, folder: Path
) -> None:
    """Write a sheet to cut (PDF) and one SVG a tag into FOLDER.

    All of the city's tags, or those that the options name; --state and --number may stand more than once.
    """
    with _Refusals():
        chosen = tag_stock.choose(city, states=states, year=year, numbers=numbers)
        if not chosen:
            msg = f"{cities.city(city).name} has no tag like that, so nothing was printed."
            raise TagRefusal(msg)
        write_files(folder, tag_print.svg_files(city, chosen, polarity))
        _print_sheets(city, chosen, polarity, folder)


def _print_sheets(city: str, chosen: tuple[ListedTag, ...], polarity: str, folder: Path) -> None:
    done = f"{len(chosen):,} SVG files in {folder}"
    try:
        names = write_files(folder, tag_print.sheets(city, chosen, polarity))
    except tag_print.NoPdf as without:
        click.echo(done)
        click.echo(str(without), err=True)
        return
    except tag_print.PdfFailed as failed:
        raise Unusable(f"{done}, but no sheet: {failed}") from failed
    click.echo(f"{done}, and {', '.join(names)}")
