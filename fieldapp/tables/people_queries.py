"""Queries over people and where they belong. Where a city matters it comes first; a person's own row has none."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Row, delete, exists, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from fieldapp.tables.keys import name_key
from fieldapp.tables.people import Membership, Passkey, Person, Session

OneRow = Row[*tuple[Any, ...]]
Rows = Sequence[OneRow]
_HAS_PASSKEY = exists().where(Passkey.person_id == Person.id)
_CAN_SIGN_IN = or_(Person.password_hash.is_not(None), _HAS_PASSKEY)
_PERSON = select(
    Person.id, Person.username, Person.name, Person.handle, Person.password_hash, Person.totp_secret,
    Person.totp_last_step, Person.demo, Person.ended_at, _HAS_PASSKEY.label("has_passkey"),
)  # fmt: skip


def username_key(typed: str) -> str:
    """A typed username without case, accents and outer spaces, and without what no keyboard types (a NUL, say)."""
    return "".join(c for c in name_key(typed) if c.isprintable())


def by_username(connection: Connection, key: str) -> OneRow | None:
    """The person of that `username_key`, ended or not."""
    return connection.execute(_PERSON.where(Person.username_key == key)).one_or_none()


def by_id(connection: Connection, person_id: int) -> OneRow | None:
    """The person of that id, ended or not."""
    return connection.execute(_PERSON.where(Person.id == person_id)).one_or_none()


def cities_of(connection: Connection, person_id: int) -> tuple[str, ...]:
    """The cities that a person belongs to, in order."""
    found = select(Membership.city).where(Membership.person_id == person_id).order_by(Membership.city)
    return tuple(connection.scalars(found))


def last_city(connection: Connection, person_id: int) -> str | None:
    """The city of the person's latest session."""
    return connection.scalar(
        select(Session.city).where(Session.person_id == person_id).order_by(Session.id.desc()).limit(1)
    )


def of_city(connection: Connection, city: str) -> Rows:
    """Everybody who belongs to a city and has not ended, by name."""
    last_seen = select(func.max(Session.last_seen_at)).where(Session.person_id == Person.id, Session.city == city)
    return connection.execute(
        select(
            Person.id, Person.username, Person.name, Membership.role, _CAN_SIGN_IN.label("can_sign_in"),
            or_(Person.totp_secret.is_not(None), _HAS_PASSKEY).label("has_factor"),
            last_seen.scalar_subquery().label("last_seen"),
        )
        .join(Membership, Membership.person_id == Person.id)
        .where(Membership.city == city, Person.ended_at.is_(None))
        .order_by(Person.name, Person.id)
    ).all()  # fmt: skip


def supervisors(connection: Connection, city: str) -> list[int]:
    """The ids of a city's supervisors who can sign in; their memberships are locked until the transaction ends."""
    return list(
        connection.scalars(
            select(Membership.person_id)
            .join(Person, Person.id == Membership.person_id)
            .where(Membership.city == city, Membership.role == "supervisor", Person.ended_at.is_(None), _CAN_SIGN_IN)
            .order_by(Membership.person_id)
            .with_for_update(of=Membership)
        )
    )


def add_person(connection: Connection, **values: object) -> int | None:
    """A new person; gives the id, or None where the username is taken."""
    try:
        with connection.begin_nested():
            key = connection.execute(insert(Person).values(**values)).inserted_primary_key
    except IntegrityError:
        return None
    return int(key[0]) if key else None


def change_person(connection: Connection, person_id: int, **values: object) -> None:
    """Change a person's own row."""
    connection.execute(update(Person).where(Person.id == person_id).values(**values))


def add_membership(connection: Connection, city: str, person_id: int, role: str) -> None:
    """Let a person belong to a city."""
    connection.execute(insert(Membership).values(city=city, person_id=person_id, role=role))


def role_in(connection: Connection, city: str, person_id: int) -> str | None:
    """The role of a person in a city, None where they do not belong to it or ended."""
    return connection.scalar(
        select(Membership.role)
        .join(Person, Person.id == Membership.person_id)
        .where(Membership.city == city, Membership.person_id == person_id, Person.ended_at.is_(None))
    )


def change_role(connection: Connection, city: str, person_id: int, role: str) -> None:
    """Give a person another role in a city."""
    connection.execute(
        update(Membership).where(Membership.city == city, Membership.person_id == person_id).values(role=role)
    )


def end_membership(connection: Connection, city: str, person_id: int) -> None:
    """Let a person no longer belong to a city."""
    connection.execute(delete(Membership).where(Membership.city == city, Membership.person_id == person_id))


def demo_memberships(connection: Connection) -> Rows:
    """(id, username, city, role) of every demo person who has not ended, once for each of their cities."""
    query = select(Person.id, Person.username, Membership.city, Membership.role)
    joined = query.join(Membership, Membership.person_id == Person.id)
    return connection.execute(
        joined.where(Person.demo, Person.ended_at.is_(None)).order_by(Person.id, Membership.city)
    ).all()


def kinds_of_people(connection: Connection) -> set[bool]:
    """Whether demo people (True) and others (False) exist here."""
    return set(connection.scalars(select(Person.demo).distinct()))
