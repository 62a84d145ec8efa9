"""The people of a city, as its supervisor sees and changes them: who, with which role, and who no longer."""

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection

from fieldapp import clock
from fieldapp.services.rights import ROLES
from fieldapp.services.sessions import token_hash
from fieldapp.tables import audit, credentials, device_queries, people_queries, sessions
from fieldapp.tables.db import reading, writing

INVITED_FOR = timedelta(hours=24)
LONGEST_NAME = 80
_PHONES_END = "The person's work here ended."
_USERNAME = re.compile(r"[a-z0-9][a-z0-9._-]{2,39}", re.ASCII)


class RefusedChangeError(Exception):
    """A change that cannot be made, as a sentence; `field` is the form field that it is about ("" for none)."""

    def __init__(self, sentence: str, field: str = "") -> None:
        super().__init__(sentence)
        self.field = field


@dataclass(frozen=True, slots=True)
class PersonReading:
    """A person as one city sees them: the role there and nothing of other cities. `last_seen` (UTC) in this city."""

    id: int
    username: str
    name: str
    role: str
    can_sign_in: bool
    has_second_factor: bool
    last_seen: datetime | None


@dataclass(frozen=True, slots=True)
class Invited:
    """A one-time link's token, to be shown once, and whom it is for."""

    person_id: int
    token: str


def people_of(city: str) -> tuple[PersonReading, ...]:
    """Everybody of a city, by name."""
    with reading() as connection:
        return tuple(PersonReading(*row) for row in people_queries.of_city(connection, city))


def person_of(city: str, person_id: int) -> PersonReading | None:
    """One person of a city, None where they do not belong to it."""
    return next((each for each in people_of(city) if each.id == person_id), None)


def invite(city: str, username: str, name: str, role: str, *, actor: str, demo: bool) -> Invited:
    """A new person of `city`, and their link. `demo`: whether this is a demo instance. Raises RefusedChangeError."""
    username = username.strip().lower()
    name = " ".join("".join(c if c.isprintable() else " " for c in name).split())
    if not _USERNAME.fullmatch(username):
        raise RefusedChangeError("Use 3 to 40 letters a to z, digits, dots, dashes or underscores.", "username")
    if not name or len(name) > LONGEST_NAME:
        raise RefusedChangeError(f"Give the name, with at most {LONGEST_NAME} characters.", "name")
    _check_role(role)
    key, now = people_queries.username_key(username), clock.now()
    with writing() as connection:
        person_id = people_queries.add_person(
            connection, username=username, username_key=key, name=name, handle=clock.random_bytes(32), demo=demo,
            created_at=now,
        )  # fmt: skip
        if person_id is None:
            raise RefusedChangeError(
                "This username is taken. If it is the same person, add them below instead.", "username"
            )
        people_queries.add_membership(connection, city, person_id, role)
        token = _new_link(connection, person_id, now)
        _note(connection, city, actor, "person invited", person_id, username=username, name=name, role=role)
    return Invited(person_id, token)


def add_from_elsewhere(city: str, username: str, role: str, *, actor: str) -> int:
    """Let somebody who signs in here for another city belong to `city` too; their id. Raises RefusedChangeError."""
    _check_role(role)
    with writing() as connection:
        person = people_queries.by_username(connection, people_queries.username_key(username))
        if person is None or person.ended_at is not None:
            raise RefusedChangeError("Nobody signs in here under this username.", "username")
        if people_queries.role_in(connection, city, person.id):
            raise RefusedChangeError("This person belongs to this city already.", "username")
        people_queries.add_membership(connection, city, person.id, role)
        _note(connection, city, actor, "person added", person.id, role=role)
    return int(person.id)


def change_role(city: str, person_id: int, role: str, *, actor: str) -> None:
    """Give a person another role in `city`, from their next request on. Raises RefusedChangeError, LookupError."""
    _check_role(role)
    with writing() as connection:
        before = _role(connection, city, person_id)
        if before == role:
            return
        if before == "supervisor":
            _keep_a_supervisor(connection, city, person_id)
        people_queries.change_role(connection, city, person_id, role)
        _note(connection, city, actor, "role changed", person_id, before=before, role=role)


def end(city: str, person_id: int, *, actor: str) -> None:
    """End a person's work for `city`, and all their sessions with it; where it was their last city, the person ends.

    Then their phones are revoked too: what these still send is received into quarantine.

    One transaction, so that nothing of them is left half open. Raises RefusedChangeError, LookupError.
    """
    now = clock.now()
    with writing() as connection:
        before = _role(connection, city, person_id)
        if before == "supervisor":
            _keep_a_supervisor(connection, city, person_id)
        people_queries.end_membership(connection, city, person_id)
        ended = sessions.end(connection, person_id, now)
        phones: list[str] = []
        if not people_queries.cities_of(connection, person_id):
            people_queries.change_person(connection, person_id, ended_at=now)
            phones = device_queries.revoke(connection, person_id, now, by=None, because=_PHONES_END)
        _note(connection, city, actor, "person ended", person_id, role=before, sessions=ended, phones=phones)


def new_link(city: str, person_id: int, own_cities: frozenset[str] | None, *, actor: str) -> Invited:
    """A new one-time link to choose a password; the second factor stays. `own_cities`: see `_check_answers_for`.

    Raises RefusedChangeError, LookupError.
    """
    with writing() as connection:
        _role(connection, city, person_id)
        _check_answers_for(connection, person_id, own_cities)
        token = _new_link(connection, person_id, clock.now())
        _note(connection, city, actor, "link made", person_id)
    return Invited(person_id, token)


def remove_factors(city: str, person_id: int, own_cities: frozenset[str] | None, *, actor: str) -> None:
    """Take away a person's authenticator app, passkeys and recovery codes, and end their sessions.

    For somebody who lost the phone and stands in person before the supervisor: the next sign-in with the password sets
    up a new second factor. Raises RefusedChangeError, LookupError.
    """
    with writing() as connection:
        _role(connection, city, person_id)
        _check_answers_for(connection, person_id, own_cities)
        people_queries.change_person(connection, person_id, totp_secret=None, totp_last_step=None)
        credentials.remove_passkey(connection, person_id)
        credentials.replace_recovery_codes(connection, person_id, ())
        ended = sessions.end(connection, person_id, clock.now())
        _note(connection, city, actor, "second factor removed", person_id, sessions=ended)


def answers_for(person_id: int, own_cities: frozenset[str]) -> bool:
    """Whether a supervisor of these cities may touch this person's sign-in: they work for no other city."""
    with reading() as connection:
        return set(people_queries.cities_of(connection, person_id)) <= own_cities


def id_of(city: str, username: str) -> int:
    """The id of a city's person by username. Raises LookupError where there is none."""
    with reading() as connection:
        person = people_queries.by_username(connection, people_queries.username_key(username))
        if person is None or people_queries.role_in(connection, city, person.id) is None:
            raise LookupError(f"{city} has no person with the username {username}")
    return int(person.id)


def _check_answers_for(connection: Connection, person_id: int, own_cities: frozenset[str] | None) -> None:
    """Refuse to touch the sign-in of somebody who also works where the actor is no supervisor (None: the server's own).

    Else a supervisor of one city could sign in as that person and act in another.
    """
    if own_cities is not None and not set(people_queries.cities_of(connection, person_id)) <= own_cities:
        raise RefusedChangeError(
            "This person's sign-in is not this city's alone. Whoever runs this server can do it (flask people link)."
        )


def _keep_a_supervisor(connection: Connection, city: str, person_id: int) -> None:
    if not [each for each in people_queries.supervisors(connection, city) if each != person_id]:
        raise RefusedChangeError("This is the city's last supervisor who can sign in. Make somebody else one first.")


def _role(connection: Connection, city: str, person_id: int) -> str:
    role = people_queries.role_in(connection, city, person_id)
    if role is None:
        raise LookupError(f"{city} has no person {person_id}")
    return role


def _check_role(role: str) -> None:
    if role not in ROLES:
        raise RefusedChangeError(f"Choose one of: {', '.join(ROLES)}.", "role")


def _new_link(connection: Connection, person_id: int, now: datetime) -> str:
    token = clock.random_token()
    credentials.add_invitation(connection, person_id, token_hash(token), now + INVITED_FOR)
    return token


def _note(connection: Connection, city: str, actor: str, action: str, person_id: int, **detail: Any) -> None:  # noqa: ANN401
    audit.append(connection, city, actor=actor, action=action, subject=f"person:{person_id}", detail=detail)
