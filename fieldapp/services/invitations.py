"""One-time links: somebody who was invited, or whose password is lost, chooses a password. Also a password's change."""

from dataclasses import dataclass

from fieldapp import clock
from fieldapp.services import cities, passwords
from fieldapp.services.rights import Who
from fieldapp.services.sessions import token_hash
from fieldapp.services.sign_in import From, open_session
from fieldapp.tables import audit, credentials, people_queries, sessions
from fieldapp.tables.db import reading, writing


@dataclass(frozen=True, slots=True)
class InvitationReading:
    """Whom a link is for."""

    username: str
    name: str


def invitation(token: str) -> InvitationReading | None:
    """Whom a link invites; None where it is unknown, used or over (24 hours)."""
    with reading() as connection:
        person_id = credentials.invited(connection, token_hash(token), clock.now())
        person = people_queries.by_id(connection, person_id) if person_id else None
    return InvitationReading(person.username, person.name) if person else None


def accept(token: str, password: str, origin: From) -> str | None:
    """Use up the link: the password is set, older sessions end, and a new one begins, whose token this gives.

    None where the link is unknown, used or over. Raises UnusablePasswordError (the link stays good then). The second
    factor stays as it was: the new session still has to show or set one up.
    """
    found = invitation(token)
    if found is None:
        return None
    passwords.check_new(password, found.username, found.name, *_city_names())
    kept, now = passwords.hash_of(password), clock.now()
    with writing() as connection:
        person_id = credentials.invited(connection, token_hash(token), now)
        if person_id is None or not credentials.use_invitation(connection, token_hash(token), now):
            return None
        people_queries.change_person(connection, person_id, password_hash=kept)
        ended, actor = sessions.end(connection, person_id, now), f"person:{person_id}"
        for city in people_queries.cities_of(connection, person_id):
            detail = {"how": "link", "sessions": ended}
            audit.append(connection, city, actor=actor, action="password set", subject=actor, detail=detail)
        return open_session(connection, person_id, origin, how="link", second_factor=False)


def change_password(who: Who, password: str) -> None:
    """Give oneself another password; all other sessions end. Raises UnusablePasswordError."""
    passwords.check_new(password, who.username, who.name, *_city_names())
    kept = passwords.hash_of(password)
    with writing() as connection:
        people_queries.change_person(connection, who.person_id, password_hash=kept)
        ended = sessions.end(connection, who.person_id, clock.now(), but=who.session_id)
        detail = {"how": "changed", "sessions": ended}
        audit.append(connection, who.city, actor=who.actor, action="password set", subject=who.actor, detail=detail)


def _city_names() -> list[str]:
    return [city.name for city in cities.cities()]
