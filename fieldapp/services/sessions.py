"""Sessions: rows that can be ended. The cookie holds a random token, the row only its hash."""

import hashlib
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Connection

from fieldapp import clock
from fieldapp.services.rights import Who
from fieldapp.tables import audit, sessions
from fieldapp.tables.db import reading, writing

IDLE = timedelta(hours=12)  # a field shift (ASVS 7.3.1)
ABSOLUTE = timedelta(days=7)  # ASVS 7.3.2
HALF_DONE = timedelta(minutes=30)  # a password without its second factor
SEEN_EVERY = timedelta(minutes=5)
LABEL = 80  # characters of a session's name, such as "Chromium on Linux"
VERIFIED_FOR = timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class SessionReading:
    """One session as its person sees it; times are UTC."""

    id: int
    label: str
    city: str
    since: datetime
    last_seen: datetime
    this_one: bool


def token_hash(token: str) -> str:
    """What the database keeps of a token of 256 random bits."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def who_holds(token: str) -> Who | None:
    """The person behind a session cookie; None where the session is unknown, ended, too old, or its person ended.

    One read. Notes `last_seen` at most every five minutes.
    """
    now = clock.now()
    with reading() as connection:
        rows = sessions.live_session(
            connection, token_hash(token),
            created_after=now - ABSOLUTE, seen_after=now - IDLE, half_after=now - HALF_DONE,
        )  # fmt: skip
        if not rows:
            return None
        row = rows[0]
        if row.last_seen_at <= now - SEEN_EVERY:
            sessions.touch(connection, row.id, now, now - SEEN_EVERY)
    roles = {each.member_city: each.role for each in rows}
    return Who(
        person_id=row.person_id,
        username=row.username,
        name=row.name,
        city=row.city if row.city in roles else row.member_city,
        roles=roles,
        session_id=row.id,
        second_factor=row.second_factor,
        has_second_factor=row.has_second_factor,
        demo=row.demo,
        verified_at=row.verified_at,
    )


def begin(
    connection: Connection, person_id: int, city: str, label: str, *, second_factor: bool, instead_of: str | None
) -> tuple[str, int]:
    """A new session within the caller's transaction: its token (always a new one) and its id.

    `instead_of`: the token that the browser brought along; its session ends, so that nobody can plant one.
    """
    now, token = clock.now(), clock.random_token()
    if instead_of:
        sessions.end_by_token(connection, token_hash(instead_of), now)
    session_id = sessions.add(
        connection, token_hash=token_hash(token), person_id=person_id, city=city, label=label[:LABEL],
        second_factor=second_factor, created_at=now, last_seen_at=now, verified_at=now,
    )  # fmt: skip
    return token, session_id


def complete(connection: Connection, session_id: int) -> str:
    """The second factor was shown: the session starts anew under a new token, which this gives."""
    now, token = clock.now(), clock.random_token()
    sessions.change(
        connection, session_id, token_hash=token_hash(token), second_factor=True, created_at=now, verified_at=now
    )
    return token


def own_sessions(who: Who) -> tuple[SessionReading, ...]:
    """The person's own sessions that are still good, the last seen first."""
    now = clock.now()
    with reading() as connection:
        rows = sessions.of_person(
            connection, who.person_id,
            created_after=now - ABSOLUTE, seen_after=now - IDLE, half_after=now - HALF_DONE,
        )  # fmt: skip
    return tuple(
        SessionReading(r.id, r.label, r.city, r.created_at, r.last_seen_at, this_one=r.id == who.session_id)
        for r in rows
    )


def end_session(who: Who, session_id: int) -> bool:
    """End one of the person's own sessions; False where they have no such session."""
    if session_id not in {each.id for each in own_sessions(who)}:
        return False
    return bool(_end(who, "session ended", only=session_id))


def end_other_sessions(who: Who) -> int:
    """End all of the person's sessions but the present one; gives how many."""
    return len(_end(who, "other sessions ended", but=who.session_id))


def sign_out(who: Who) -> None:
    """End the present session."""
    _end(who, "signed out", only=who.session_id)


def _end(who: Who, action: str, *, only: int | None = None, but: int | None = None) -> list[int]:
    with writing() as connection:
        ended = sessions.end(connection, who.person_id, clock.now(), only=only, but=but)
        if ended:
            audit.append(
                connection, who.city, actor=who.actor, action=action, subject=who.actor, detail={"sessions": ended}
            )
    return ended


def wear(who: Who, city: str) -> bool:
    """Work for another of the person's cities from now on, in this session; False where they do not belong to it."""
    if city not in who.roles:
        return False
    with writing() as connection:
        sessions.change(connection, who.session_id, city=city)
        seen = {"session": who.session_id}
        audit.append(connection, city, actor=who.actor, action="city chosen", subject=who.actor, detail=seen)
    return True


def may_set_up_factor(who: Who) -> bool:
    """Whether this session may add a way to sign in: verified lately, or with a password as its only way yet."""
    return verified_lately(who) if who.complete else not who.has_second_factor


def verified_lately(who: Who) -> bool:
    """Whether the person proved who they are within the last ten minutes."""
    return who.complete and clock.now() - who.verified_at < VERIFIED_FOR
