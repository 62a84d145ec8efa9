"""Rows of the road for the walk: a phone, a record that is held, and one that came under a taken id."""

import uuid

from sqlalchemy import insert, select

from fieldapp import clock
from fieldapp.tables.db import reading, writing
from fieldapp.tables.devices import Device
from fieldapp.tables.people import Membership
from fieldapp.tables.records import Record, RecordConflict


def _first(query):
    with reading() as connection:
        return connection.execute(query).scalar()


def a_device(city):
    """Of somebody of the city."""
    members = select(Membership.person_id).where(Membership.city == city)
    found = _first(select(Device.id).where(Device.person_id.in_(members)))
    if found:
        return found
    device = str(uuid.UUID(bytes=clock.random_bytes(16), version=4))
    with writing() as connection:
        connection.execute(
            insert(Device).values(
                id=device, number=(_first(select(Device.number).order_by(Device.number.desc())) or 0) + 1,
                person_id=_first(members.order_by(Membership.person_id)), label="Canary of " + city, key_id=device,
                public_key=b"4" * 65, protection="storage", status="active", enrolled_at=clock.now(),
            )
        )  # fmt: skip
    return device


def a_record(city):
    """One that is held."""
    found = _first(select(Record.key).where(Record.city == city, Record.state == "held"))
    if found:
        return found
    device = a_device(city)  # which may write: before this writing begins
    with writing() as connection:
        last = connection.execute(select(Record.server_seq).order_by(Record.server_seq.desc()).limit(1)).scalar() or 0
        return connection.execute(
            insert(Record).values(
                city=city, id=clock.random_token(8), sha256="0" * 64, body=b"Canary of " + city.encode(), signature="",
                device=device, seq=1, prev="", kind="", schema=0, received_at=clock.now(), server_seq=last + 1,
                state="held", because="The bytes are no JSON.",
            )
        ).inserted_primary_key[0]  # fmt: skip


def a_conflict(city):
    """Other bytes under the id of that record."""
    found = _first(select(RecordConflict.key).where(RecordConflict.city == city))
    if found:
        return found
    record, device = _first(select(Record.id).where(Record.key == a_record(city))), a_device(city)
    with writing() as connection:
        return connection.execute(
            insert(RecordConflict).values(
                city=city, id=record, sha256="1" * 64, body=b"{}", signature="", device=device,
                received_at=clock.now(),
            )
        ).inserted_primary_key[0]  # fmt: skip
