"""`flask verify` covers sealed records: bytes, signature, device, receipt and entry; one planted fault of each kind."""

import pytest
from sqlalchemy import delete, insert, select, update

from fieldapp.media.file_store import FolderStore
from fieldapp.media.signing import key_id
from fieldapp.services.records import decide, desk
from fieldapp.services.records.desk import Typed
from fieldapp.services.verify.run import verify
from fieldapp.tables.db import writing
from fieldapp.tables.devices import Device
from fieldapp.tables.records import Record, RecordConflict, RecordReceipt
from tests.road.conftest import person
from tests.road.phone import ORIGIN, Phone, new_id, put


@pytest.fixture
def lived(door, phone, settings):
    """A city with a record applied, one held, one in conflict, one from the desk, one adopted; gives their ids."""
    applied, held = phone.seal(), phone.seal("no_such_kind")
    other = phone.clone().seal(id=applied.id, payload={"n": "2"})
    stranger = Phone(phone.person_id, status="revoked").seal()
    for sealed in (applied, held, other, stranger):
        put(door, sealed)
    typed = Typed("crystal", new_id(), "test_kind", {"n": "3"}, phone.person_id)
    desk.seal(typed, ORIGIN, settings.instance)
    with writing() as connection:
        key = connection.scalar(select(Record.key).where(Record.id == stranger.id))
    chief = person("chief", role="supervisor")
    decide.adopt("crystal", key, "seen by me", ORIGIN, settings.instance, actor=f"person:{chief}", person_id=chief)
    return {"applied": applied.id, "held": held.id, "desk": typed.record_id, "adopted": stranger.id}


def found(settings):
    """The sentences of all faults in the city."""
    report = verify(["crystal"], FolderStore(settings.instance / "files"), [], actor="cli")
    return [fault.words for fault in report.cities[0].faults]


def test_what_lived_well_has_no_fault(lived, settings):
    assert found(settings) == []


def change(table, *which, **values):
    with writing() as connection:
        done = connection.execute(update(table).where(*which).values(**values))
        assert done.rowcount > 0


def copy_of_a_record(lived):
    with writing() as connection:
        row = dict(connection.execute(select(Record.__table__).where(Record.id == lived["applied"])).one()._mapping)
        row |= {"key": 4000, "id": new_id(), "server_seq": 4000}
        connection.execute(insert(Record).values(**row))


def drop_receipts(lived):
    with writing() as connection:
        key = connection.scalar(select(Record.key).where(Record.id == lived["applied"]))
        connection.execute(delete(RecordReceipt).where(RecordReceipt.record_key == key))


def drop_record(lived):
    drop_receipts(lived)
    with writing() as connection:
        connection.execute(delete(Record).where(Record.id == lived["applied"]))


def swap_receipts(lived):
    """The receipt of one record stands beside another."""
    with writing() as connection:
        keys = [connection.scalar(select(Record.key).where(Record.id == lived[n])) for n in ("applied", "held")]
        connection.execute(update(RecordReceipt).where(RecordReceipt.record_key == keys[0]).values(record_key=keys[1]))


def other_device_key(lived):
    """Whoever owns the database gives a device another key, with its id, so that they can sign for it."""
    point = Phone(1, enrolled=False).point
    change(Device, Device.person_id.is_not(None), Device.status == "active", public_key=point)


def device_of_nobody(lived):
    """A device that no chain tells of signs a record."""
    stranger = Phone(1, enrolled=False)
    with writing() as connection:
        row = connection.execute(select(Record.device).where(Record.id == lived["applied"])).one()
        values = dict(connection.execute(select(Device.__table__).where(Device.id == row.device)).one()._mapping)
        values |= {
            "id": stranger.id, "number": 900, "key_id": key_id(stranger.point), "public_key": stranger.point,
        }  # fmt: skip
        connection.execute(insert(Device).values(**values))
        connection.execute(update(Record).where(Record.id == lived["applied"]).values(device=stranger.id))


def of(lived, name):
    return Record.id == lived[name]


PLANTED = {
    "bytes of a record": (lambda v: change(Record, of(v, "applied"), body=b"{}"), "do not have its hash"),
    "bytes and hash": (lambda v: change(Record, of(v, "held"), body=b"{}", sha256="0" * 64), "sha256"),
    "author": (lambda v: change(Record, of(v, "applied"), author=None), "author"),
    "kind": (lambda v: change(Record, of(v, "desk"), kind="other"), "kind"),
    "number": (lambda v: change(Record, of(v, "adopted"), seq=99), "seq"),
    "signature": (lambda v: change(Record, of(v, "applied"), signature="A" * 86), "signature"),
    "bytes of a conflict": (lambda _: change(RecordConflict, RecordConflict.key > 0, body=b"{}"), "not have its hash"),
    "a record more": (copy_of_a_record, "1 sealed records stand in no entry"),
    "a record less": (drop_record, "on record no more"),
    "no receipt": (drop_receipts, "1 sealed records have no receipt"),
    "another record's receipt": (swap_receipts, "does not hold: id, sha256"),
    "bytes of a receipt": (lambda _: change(RecordReceipt, RecordReceipt.id == 1, bytes=b"{}"), "no key of this"),
    "kind of a receipt": (lambda _: change(RecordReceipt, RecordReceipt.kind == "conflict", kind="complete"), "kind"),
    "a device's key": (other_device_key, "did not sign it"),
    "a device of nobody": (device_of_nobody, "device"),
}  # fmt: skip


@pytest.mark.parametrize("name", sorted(PLANTED))
def test_what_was_changed_is_named(lived, settings, name):
    plant, words = PLANTED[name]
    plant(lived)
    faults = found(settings)
    assert [fault for fault in faults if words in fault], faults
