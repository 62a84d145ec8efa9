"""Queries over session rows. A session is a person's, not a city's: the person comes first here, the city elsewhere."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, and_, bindparam, exists, insert, or_, select, update

from fieldapp.tables.people import Membership, Passkey, Person, Session

Rows = Sequence[Row[*tuple[Any, ...]]]
_HAS_FACTOR = or_(Person.totp_secret.is_not(None), exists().where(Passkey.person_id == Person.id))
# Built once: it runs with every request, and building it costs more than running it.
_LIVE = select(
    Session.id, Session.person_id, Session.city, Session.second_factor, Session.verified_at, Session.last_seen_at,
    Session.created_at, Person.username, Person.name, Person.demo, _HAS_FACTOR.label("has_second_factor"),
    Membership.city.label("member_city"), Membership.role,
).join(Person, Person.id == Session.person_id).join(Membership, Membership.person_id == Person.id).where(
    Session.token_hash == bindparam("token_hash"),
    Session.ended_at.is_(None),
    Person.ended_at.is_(None),
    Session.created_at > bindparam("created_after"),
    Session.last_seen_at > bindparam("seen_after"),
    or_(Session.second_factor, Person.demo, Session.created_at > bindparam("half_after")),
).order_by(Membership.city)  # fmt: skip


def live_session(
    connection: Connection, token_hash: str, *, created_after: datetime, seen_after: datetime, half_after: datetime
) -> Rows:
    """The session behind a token, one row a membership; nothing where it or the person ended, or it is too old.

    `half_after`: a session without its second factor must have been created after this instant (demo people apart).
    """
    given = {
        "token_hash": token_hash, "created_after": created_after, "seen_after": seen_after, "half_after": half_after,
    }  # fmt: skip
    return connection.execute(_LIVE, given).all()


def touch(connection: Connection, session_id: int, now: datetime, unless_after: datetime) -> None:
    """Note that the session was seen, unless that was noted after `unless_after` already."""
    connection.execute(
        update(Session).where(Session.id == session_id, Session.last_seen_at <= unless_after).values(last_seen_at=now)
    )


def add(connection: Connection, **values: object) -> int:
    """A new session row; gives its id."""
    key = connection.execute(insert(Session).values(**values)).inserted_primary_key
    return int(key[0]) if key else 0


def change(connection: Connection, session_id: int, **values: object) -> None:
    """Change a session (a new token, the second factor shown, the city, verified again)."""
    connection.execute(update(Session).where(Session.id == session_id).values(**values))


def of_person(
    connection: Connection, person_id: int, *, created_after: datetime, seen_after: datetime, half_after: datetime
) -> Rows:
    """A person's sessions that are still good (the times as for `live_session`), the last seen first."""
    return connection.execute(
        select(Session.id, Session.label, Session.city, Session.created_at, Session.last_seen_at)
        .join(Person, Person.id == Session.person_id)
        .where(
            Session.person_id == person_id,
            Session.ended_at.is_(None),
            Session.created_at > created_after,
            Session.last_seen_at > seen_after,
            or_(Session.second_factor, Person.demo, Session.created_at > half_after),
        )
        .order_by(Session.last_seen_at.desc(), Session.id.desc())
    ).all()


def end_all(connection: Connection, now: datetime) -> None:
    """End every session of everybody."""
    connection.execute(update(Session).where(Session.ended_at.is_(None)).values(ended_at=now))


def end(
    connection: Connection, person_id: int, now: datetime, *, only: int | None = None, but: int | None = None
) -> list[int]:
    """End a person's sessions (`only` one, all `but` one, or all of them); gives the ids of those that ended now."""
    which = and_(Session.person_id == person_id, Session.ended_at.is_(None))
    if only is not None:
        which = and_(which, Session.id == only)
    if but is not None:
        which = and_(which, Session.id != but)
    ids = list(connection.scalars(select(Session.id).where(which)))
    if ids:
        connection.execute(update(Session).where(Session.id.in_(ids), Session.ended_at.is_(None)).values(ended_at=now))
    return ids


def end_by_token(connection: Connection, token_hash: str, now: datetime) -> None:
    """End the session of a token, if it is still good."""
    connection.execute(
        update(Session).where(Session.token_hash == token_hash, Session.ended_at.is_(None)).values(ended_at=now)
    )

