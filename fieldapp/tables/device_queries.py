"""Queries over devices. A device is a person's, not a city's: the person comes first here; a desk is its city's."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any

from sqlalchemy import Connection, Row, and_, delete, func, insert, select, update
from sqlalchemy.dialects.postgresql import insert as postgres_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert

from fieldapp.tables.devices import REVOKED, Device, DeviceChallenge, DeviceDay
from fieldapp.tables.people import Membership, Person

Found = Row[*tuple[Any, ...]]


def one(connection: Connection, device: str) -> Found | None:
    """The device of that id."""
    return connection.execute(select(Device.__table__).where(Device.id == device)).one_or_none()


def locked(connection: Connection, device: str) -> Found | None:
    """The device of that id, locked until the transaction ends."""
    query = select(Device.__table__).where(Device.id == device)
    return connection.execute(query.with_for_update()).one_or_none()


def by_key_id(connection: Connection, key_id: str) -> Found | None:
    """The device of that key."""
    return connection.execute(select(Device.__table__).where(Device.key_id == key_id)).one_or_none()


def of_person(connection: Connection, person_id: int) -> Sequence[Found]:
    """A person's devices, the newest first."""
    query = select(Device.__table__).where(Device.person_id == person_id)
    return connection.execute(query.order_by(Device.enrolled_at.desc(), Device.id)).all()


def of_city(connection: Connection, city: str) -> Sequence[Found]:
    """The devices of everybody who belongs to a city, each with `person`, their name; by number."""
    query = select(Device.__table__, Person.name.label("person")).join(Person, Person.id == Device.person_id)
    belongs = query.join(Membership, and_(Membership.person_id == Person.id, Membership.city == city))
    return connection.execute(belongs.order_by(Device.number)).all()


def desks(connection: Connection, city: str) -> Sequence[Found]:
    """The desks that a city ever had, the newest first."""
    query = select(Device.__table__).where(Device.city == city)
    return connection.execute(query.order_by(Device.enrolled_at.desc(), Device.id.desc())).all()


def next_phone_number(connection: Connection) -> int:
    """What the next phone is called; the caller lets one enrolment through at a time."""
    return int(connection.scalar(select(func.max(Device.number))) or 0) + 1


def add(connection: Connection, **values: object) -> None:
    """A new device."""
    connection.execute(insert(Device).values(**values))


def change(connection: Connection, device: str, **values: object) -> None:
    """Change what is known of a device."""
    connection.execute(update(Device).where(Device.id == device).values(**values))


def note_arrival(connection: Connection, device: str, seq: int, now: datetime) -> None:
    """A record with that number came: the highest one, and when the device was last heard of."""
    highest = func.greatest(Device.last_seq, seq) if connection.dialect.name == "postgresql" else func.max(
        Device.last_seq, seq
    )  # fmt: skip
    connection.execute(update(Device).where(Device.id == device).values(last_seq=highest, last_seen_at=now))


def revoke(
    connection: Connection, person_id: int, now: datetime, *, by: int | None, because: str, only: str | None = None
) -> list[str]:
    """Revoke all of a person's devices that are not yet, or one of them; gives their ids."""
    which = [Device.person_id == person_id, Device.status != REVOKED]
    if only is not None:
        which.append(Device.id == only)
    values = {"status": REVOKED, "revoked_at": now, "revoked_by": by, "revoked_because": because}
    gone = connection.execute(update(Device).where(*which).values(**values).returning(Device.id))
    return sorted(gone.scalars())


def add_challenge(
    connection: Connection, person_id: int, challenge_hash: str, expires_at: datetime, now: datetime
) -> None:
    """A challenge for an enrolment; those that are over go."""
    connection.execute(delete(DeviceChallenge).where(DeviceChallenge.expires_at <= now))
    connection.execute(
        insert(DeviceChallenge).values(challenge_hash=challenge_hash, person_id=person_id, expires_at=expires_at)
    )


def use_challenge(connection: Connection, person_id: int, challenge_hash: str, now: datetime) -> bool:
    """Take a challenge of this person away; False where there is none that is still good."""
    which = (
        DeviceChallenge.challenge_hash == challenge_hash,
        DeviceChallenge.person_id == person_id,
        DeviceChallenge.expires_at > now,
    )
    gone = connection.execute(delete(DeviceChallenge).where(*which).returning(DeviceChallenge.challenge_hash))
    return gone.scalar() is not None


def count_day(connection: Connection, device: str, day: date, *, records: int = 0, size: int = 0) -> Found:
    """Add to what a device sent on a day (UTC); gives the sums, (records, bytes)."""
    make = postgres_insert if connection.dialect.name == "postgresql" else sqlite_insert
    first = make(DeviceDay).values(device=device, day=day, records=records, bytes=size)
    more = {"records": DeviceDay.records + records, "bytes": DeviceDay.bytes + size}
    both = first.on_conflict_do_update(index_elements=["device", "day"], set_=more)
    return connection.execute(both.returning(DeviceDay.records, DeviceDay.bytes)).one()
