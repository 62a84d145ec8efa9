"""`flask people`: the first account of a fresh instance, and help for somebody whom no supervisor can help."""

import click
from flask import Flask, current_app
from flask.cli import AppGroup

from fieldapp.services import cities, people
from fieldapp.services.people import Invited, RefusedChangeError
from fieldapp.services.rights import ROLES
from fieldapp.tables.db import migrate

group = AppGroup("people", help="The people who sign in.")


@group.command("invite")
@click.option("--city", required=True, help="The city's id, such as crystal.")
@click.option("--role", required=True, type=click.Choice(ROLES))
@click.option("--username", required=True)
@click.option("--name", default="", help="The name that others see; the username where none is given.")
def invite(city: str, role: str, username: str, name: str) -> None:
    """Print a one-time link, good for 24 hours, with which a new person chooses a password."""
    _check_city(city)
    migrate()  # the first account of a fresh instance comes before its first start
    demo = current_app.config["SETTINGS"].demo
    try:
        invited = people.invite(city, username, name or username, role, actor="cli", demo=demo)
    except RefusedChangeError as why:
        raise _unusable(f"--{why.field}: {why}" if why.field else str(why)) from why
    click.echo(_link(invited))


@group.command("link")
@click.option("--city", required=True)
@click.option("--username", required=True)
def link(city: str, username: str) -> None:
    """Print a new one-time link for somebody whose password is lost; their second factor stays."""
    person_id = _person(city, username)
    click.echo(_link(people.new_link(city, person_id, None, actor="cli")))


@group.command("remove-second-factor")
@click.option("--city", required=True)
@click.option("--username", required=True)
def remove_second_factor(city: str, username: str) -> None:
    """Take somebody's authenticator app, passkeys and recovery codes away and sign them out everywhere."""
    people.remove_factors(city, _person(city, username), None, actor="cli")
    click.echo(f"{username} sets up a new second factor at the next sign-in.")


@group.command("list")
@click.option("--city", required=True)
def listing(city: str) -> None:
    """Print the people of a city: username, role, name."""
    _check_city(city)
    for person in people.people_of(city):
        click.echo(f"{person.username}\t{person.role}\t{person.name}{'' if person.can_sign_in else ' (invited)'}")


def add_people_commands(app: Flask) -> None:
    """Give the app `flask people`."""
    app.cli.add_command(group)


def _person(city: str, username: str) -> int:
    _check_city(city)
    try:
        return people.id_of(city, username)
    except LookupError as why:
        raise _unusable(str(why)) from why


def _check_city(city: str) -> None:
    if not cities.is_served(city):
        raise _unusable(f"--city {city}: this instance serves {', '.join(c.id for c in cities.cities())}")


def _link(invited: Invited) -> str:
    hosts = current_app.config["SETTINGS"].hosts
    base = f"https://{hosts[0]}" if hosts else "http://localhost:8000"
    return f"{base}/invited/{invited.token}"


def _unusable(words: str) -> click.ClickException:
    return _UnusableCall(words)


class _UnusableCall(click.ClickException):
    exit_code = 2
