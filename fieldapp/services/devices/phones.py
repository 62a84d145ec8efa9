"""Phones as people see them: whose, what never arrived, what may still lie on one; and the order to wipe one."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection

from fieldapp import clock
from fieldapp.services.devices.gaps import Gap, gaps_of
from fieldapp.services.devices.status import LONGEST_REASON, RefusedStatus
from fieldapp.tables import audit, device_queries, people_queries
from fieldapp.tables.db import reading, writing
from fieldapp.tables.device_queries import Found


@dataclass(frozen=True, slots=True)
class Phone:
    """A phone of an officer. Instants are UTC.

    `last_seq`: the highest number that it told or sent; `gaps`: numbers that never arrived; `followed_by`: the phone
    that its officer set up after it, None while it is the newest; `may_hold_work`: whether somebody should ask the
    officer if unsent work lay on it, since another one came after it and not all of it is known to be here.
    """

    id: str
    number: int
    label: str
    person: str
    person_id: int
    status: str
    protection: str
    enrolled_at: datetime
    last_seen_at: datetime | None
    last_seq: int
    oldest_unsent_at: datetime | None
    gaps: tuple[Gap, ...]
    forked_at: datetime | None
    revoked_at: datetime | None
    revoked_because: str
    wipe_ordered_at: datetime | None
    app_version: str
    followed_by: int | None
    may_hold_work: bool

    @property
    def missing(self) -> str:
        """The gaps in words: "phone 7: 41-44 never arrived"; "" where there is none."""
        if not self.gaps:
            return ""
        spans = ", ".join(str(first) if first == last else f"{first}-{last}" for first, last in self.gaps)
        return f"phone {self.number}: {spans} never arrived"


def own(person_id: int, name: str) -> tuple[Phone, ...]:
    """A person's phones, the newest first."""
    with reading() as connection:
        rows = device_queries.of_person(connection, person_id)
        return _phones(connection, [(row, name) for row in rows])


def of_city(city: str) -> tuple[Phone, ...]:
    """The phones of everybody who belongs to a city, by number."""
    with reading() as connection:
        rows = device_queries.of_city(connection, city)
        return _phones(connection, [(row, row.person) for row in rows])


def must_be_of(city: str, device: str) -> None:
    """Raise LookupError unless the device is a phone of one of the city's people."""
    with reading() as connection:
        row = device_queries.one(connection, device)
        if row is None or row.person_id is None or people_queries.role_in(connection, city, row.person_id) is None:
            raise LookupError(device)


def must_be_own(person_id: int, device: str) -> None:
    """Raise LookupError unless the device is this person's."""
    with reading() as connection:
        row = device_queries.one(connection, device)
    if row is None or row.person_id != person_id:
        raise LookupError(device)


def order_wipe(city: str, device: str, because: str, *, actor: str) -> None:
    """A supervisor of `city` lets a phone of one of its people send everything and forget it, when it next says hello.

    Raises LookupError where the city's people have no such phone, RefusedStatus.
    """
    reason, now = because.strip()[:LONGEST_REASON], clock.now()
    if not reason:
        raise RefusedStatus("Say why, such as: lost, sold, stolen.")
    with writing() as connection:
        row = device_queries.locked(connection, device)
        if row is None or row.person_id is None or people_queries.role_in(connection, city, row.person_id) is None:
            raise LookupError(device)
        if row.wipe_ordered_at is not None:
            raise RefusedStatus("This was ordered before.")
        device_queries.change(connection, device, wipe_ordered_at=now)
        audit.append(
            connection, city, actor=actor, action="device.wipe_ordered", subject=f"device:{device}",
            detail={"number": row.number, "person": row.person_id, "because": reason},
        )  # fmt: skip


def _phones(connection: Connection, rows: Sequence[tuple[Found, str]]) -> tuple[Phone, ...]:
    return tuple(_phone(connection, row, name, [other for other, _ in rows]) for row, name in rows)


def _phone(connection: Connection, row: Found, name: str, among: Iterable[Found]) -> Phone:
    gaps = gaps_of(connection, row.id, row.last_seq)
    after = [o for o in among if o.person_id == row.person_id and o.enrolled_at > row.enrolled_at]
    told = next((o for o in after if o.replaces == row.id), None)
    follower = told or min(after, key=lambda o: o.enrolled_at, default=None)
    # one that handed over says itself what it still holds; of any other that was followed nobody knows
    unsure = follower is not None and (bool(gaps) or row.oldest_unsent_at is not None or told is None)
    return Phone(
        id=row.id, number=row.number, label=row.label, person=name, person_id=row.person_id, status=row.status,
        protection=row.protection, enrolled_at=row.enrolled_at, last_seen_at=row.last_seen_at, last_seq=row.last_seq,
        oldest_unsent_at=row.oldest_unsent_at, gaps=gaps, forked_at=row.forked_at, revoked_at=row.revoked_at,
        revoked_because=row.revoked_because, wipe_ordered_at=row.wipe_ordered_at, app_version=row.app_version,
        followed_by=follower.number if follower else None, may_hold_work=unsure,
    )  # fmt: skip
