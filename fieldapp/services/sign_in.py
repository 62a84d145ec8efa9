"""Signing in with a password and a second step. Passkeys: services/passkeys.py."""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row

from fieldapp import clock
from fieldapp.services import passwords, second_factor, sessions
from fieldapp.services.rights import Who
from fieldapp.services.sign_in_tries import ACCOUNT, CODE, NETWORK, Count, account_key, claim, forgive, note_unknown
from fieldapp.tables import audit, people_queries
from fieldapp.tables import sessions as session_rows
from fieldapp.tables.db import reading, writing

LONGEST_USERNAME = 200


class NotSignedInError(Exception):
    """The sign-in failed; the same for a wrong password, an unknown username and a person who ended.

    `person_id` is for the log only: None where nobody has that username.
    """

    def __init__(self, person_id: int | None = None) -> None:
        super().__init__("The username or the password is not right.")
        self.person_id = person_id


@dataclass(frozen=True, slots=True)
class From:
    """Where a sign-in comes from: the network that is counted, the browser's name, and the cookie it brought along."""

    network: str
    label: str
    old_token: str | None = None


@dataclass(frozen=True, slots=True)
class SignedIn:
    """A new session. `next_step`: "" (complete), "code" (a second factor is due) or "set up" (none exists yet)."""

    token: str
    next_step: str


def sign_in(username: str, password: str, origin: From, *, demo: bool) -> SignedIn:
    """Sign in with username and password; `demo` says whether this is a demo instance, where only demo people exist.

    Raises NotSignedInError, or TooManyTriesError before the password was looked at.
    """
    key = people_queries.username_key(username[:LONGEST_USERNAME])
    counts: tuple[Count, ...] = ((ACCOUNT, account_key(key)), (NETWORK, origin.network))
    claim(counts)
    with reading() as connection:
        person = people_queries.by_username(connection, key)
    right = passwords.is_right(person.password_hash if person else None, password)
    if person is None:
        note_unknown(origin.network)
        raise NotSignedInError
    if not right or person.ended_at is not None or person.demo != demo:
        note_failure(person.id, "password", origin.network)
        raise NotSignedInError(person.id)
    forgive(counts)
    new_hash = passwords.hash_of(password) if passwords.is_outdated(person.password_hash) else None
    with writing() as connection:
        if new_hash:
            people_queries.change_person(connection, person.id, password_hash=new_hash)
        token = open_session(connection, person.id, origin, how="password", second_factor=False)
    return SignedIn(token, _next_step(person))


def second_step(who: Who, code: str, network: str) -> str:
    """Finish a sign-in by a one-time code or a recovery code: the session's new token.

    Raises NotSignedInError or TooManyTriesError.
    """
    counts: tuple[Count, ...] = ((CODE, str(who.person_id)), (NETWORK, network))
    claim(counts)
    with writing() as connection:
        how = _used_code(connection, who.person_id, code)
        if how:
            token = sessions.complete(connection, who.session_id)
            detail = {"how": how, "session": who.session_id}
            audit.append(connection, who.city, actor=who.actor, action="signed in", subject=who.actor, detail=detail)
    if not how:
        note_failure(who.person_id, "code", network)
        raise NotSignedInError(who.person_id)
    forgive(counts)
    return token


def verify(who: Who, password: str, code: str, network: str) -> bool:
    """Prove again who one is, by password and a code of the app or a recovery code (demo people: no code). Ten minutes.

    Raises TooManyTriesError.
    """
    counts: tuple[Count, ...] = ((CODE, str(who.person_id)), (NETWORK, network))
    claim(counts)
    with reading() as connection:
        person = people_queries.by_id(connection, who.person_id)
    right = passwords.is_right(person.password_hash if person else None, password)
    with writing() as connection:
        if person and right and not who.demo:
            right = bool(_used_code(connection, who.person_id, code))
        if right:
            session_rows.change(connection, who.session_id, verified_at=clock.now())
            audit.append(connection, who.city, actor=who.actor, action="verified again", subject=who.actor, detail={})
    if right:
        forgive(counts)
    else:
        note_failure(who.person_id, "verify", network)
    return right


def open_session(connection: Connection, person_id: int, origin: From, *, how: str, second_factor: bool) -> str:
    """A new session in the city where the person worked last, noted in the chain; its token.

    Raises NotSignedInError where the person belongs to no city any more.
    """
    cities = people_queries.cities_of(connection, person_id)
    if not cities:
        raise NotSignedInError(person_id)
    last = people_queries.last_city(connection, person_id)
    city = last if last in cities else cities[0]
    token, session_id = sessions.begin(
        connection, person_id, city, origin.label, second_factor=second_factor, instead_of=origin.old_token
    )
    actor, detail = f"person:{person_id}", {"how": how, "session": session_id, "network": origin.network}
    audit.append(connection, city, actor=actor, action="signed in", subject=actor, detail=detail)
    return token


def note_failure(person_id: int, how: str, network: str) -> None:
    """Note a failed sign-in in the chains of the person's cities, in a transaction of its own."""
    with writing() as connection:
        for city in people_queries.cities_of(connection, person_id):
            audit.append(
                connection, city, actor="nobody", action="sign-in failed", subject=f"person:{person_id}",
                detail={"how": how, "network": network},
            )  # fmt: skip




def _used_code(connection: Connection, person_id: int, code: str) -> str:
    person = people_queries.by_id(connection, person_id)
    if person is None:
        return ""
    if second_factor.use_totp(connection, person_id, person.totp_secret, code):
        return "TOTP"
    return "recovery code" if second_factor.use_recovery_code(connection, person_id, code) else ""


def _next_step(person: Row[*tuple[Any, ...]]) -> str:
    if person.demo:
        return ""
    return "code" if person.totp_secret or person.has_passkey else "set up"
