"""A plain form is sealed by the desk of its city: the same record, on the same road, once."""

import io
import json
from concurrent.futures import ThreadPoolExecutor

import pytest
from PIL import Image
from sqlalchemy import func, select

from fieldapp.media.signing import is_signed
from fieldapp.services.records import desk, desks, statements
from fieldapp.services.records.desk import Typed
from fieldapp.services.records.kind import Unusable
from fieldapp.services.records.sealed import read_sealed
from fieldapp.services.stored_files import GivenFile, store
from fieldapp.tables import device_queries, record_queries, server_keys
from fieldapp.tables.db import reading
from fieldapp.tables.devices import Device
from fieldapp.tables.photos import Photo
from fieldapp.tables.records import Record, RecordReceipt
from tests.road.phone import ORIGIN, new_id, put


def picture(color):
    out = io.BytesIO()
    Image.new("RGB", (40, 30), color).save(out, "JPEG")
    return out.getvalue()


@pytest.fixture
def at_desk(road, officer, settings):
    def seal(n="1", record_id=None, *, city="crystal", photos=()):
        given = tuple((kind, GivenFile("IMG_1.jpg", io.BytesIO(data))) for kind, data in photos)
        typed = Typed(city, record_id or new_id(), "test_kind", {"n": n}, officer, photos=given)
        with road.app_context():
            return desk.seal(typed, ORIGIN, settings.instance)

    return seal


def row_of(record_id):
    with reading() as connection:
        return record_queries.one(connection, "crystal", record_id)


def test_the_desk_counts_chains_and_signs_its_own(at_desk, officer, watched):
    made = [at_desk(str(n)) for n in range(3)]
    assert [(m.state, m.subject, m.again) for m in made] == [("applied", f"test:{n}", False) for n in range(3)]
    assert [n for _, n in watched] == ["0", "1", "2"]
    with reading() as connection:
        device = device_queries.desks(connection, "crystal")[0]
        key = server_keys.one(connection, device.key_id)
    assert (device.id, device.protection, device.person_id, key.purpose) == ("desk-crystal", "desk", None, "desk")
    prev = "0" * 64
    for seq, m in enumerate(made, 1):
        row = row_of(m.record_id)
        sealed = read_sealed(row.body)
        assert (sealed.seq, sealed.prev, sealed.author, sealed.device) == (seq, prev, officer, "desk-crystal")
        said = statements.record(ORIGIN, "crystal", row.id, row.device, seq, row.body)
        assert is_signed(key.public_key, said, row.signature)
        prev = row.sha256
    assert json.loads(row.body)["clock"] == {"offset_ms": 0, "mono_ms": 0}


def test_a_form_sent_twice_is_one_record(at_desk):
    record_id = new_id()
    first, again = at_desk("1", record_id), at_desk("1", record_id)
    assert (first.again, again.again, again.subject) == (False, True, first.subject)
    with reading() as connection:
        assert connection.scalar(select(func.count()).select_from(Record)) == 1


def test_ten_forms_at_once_leave_no_gap_and_make_one_desk(at_desk):
    with ThreadPoolExecutor(10) as pool:
        list(pool.map(lambda n: at_desk(str(n)), range(10)))
    with reading() as connection:
        assert sorted(connection.scalars(select(Record.seq))) == list(range(1, 11))
        devices = connection.execute(select(Device.id, Device.forked_at)).all()
    assert [tuple(d) for d in devices] == [("desk-crystal", None)]


def test_what_makes_no_sense_is_refused_and_nothing_sealed(at_desk):
    with pytest.raises(Unusable):
        at_desk("no sense")
    with pytest.raises(ValueError, match="7"):
        at_desk("1", "7")
    with reading() as connection:
        assert connection.scalar(select(func.count()).select_from(Record)) == 0


def test_what_no_database_keeps_is_sealed_as_a_mark_in_its_place(road, officer, settings):
    payload = {
        "n": "4",
        "words": "x\0y",
        "list": ["\ud800", {"deep": "\0", "dog": "\U0001f415"}],
        "count": 3,
        "none": None,
    }
    with road.app_context():
        made = desk.seal(Typed("crystal", new_id(), "test_kind", payload, officer), ORIGIN, settings.instance)
    assert (made.state, made.subject) == ("applied", "test:4")
    assert json.loads(row_of(made.record_id).body)["payload"] == {
        **payload, "words": "x\ufffdy", "list": ["\ufffd", {"deep": "\ufffd", "dog": "\U0001f415"}],
    }  # fmt: skip


def test_photos_of_a_form_are_stored_and_the_record_is_complete(at_desk):
    red, blue = picture("red"), picture("blue")
    made = at_desk(photos=[("dog", red), ("scene", b"no picture"), ("dog", blue), ("dog", red)])
    assert [name for name, _ in made.refused] == ["IMG_1.jpg"]
    with reading() as connection:
        photos = connection.execute(select(Photo.subject, Photo.kind, Photo.state, Photo.sha256, Photo.bytes)).all()
        receipts = connection.scalars(select(RecordReceipt.kind).order_by(RecordReceipt.id)).all()
    assert len(photos) == 3
    assert {(p.subject, p.kind, p.state) for p in photos} == {(f"record:{made.record_id}", "dog", "ready")}
    assert sorted(store().open(p.sha256) for p in photos) == sorted([red, blue, red])
    assert receipts == ["stored", "complete"]
    slots = [line.slot for line in read_sealed(row_of(made.record_id).body).photos]
    assert slots == ["dog-1", "dog-2", "dog-3"]


def test_a_desk_whose_key_is_gone_is_followed_by_another(at_desk, settings):
    first = row_of(at_desk("1").record_id)
    with reading() as connection:
        old = device_queries.desks(connection, "crystal")[0]
    (settings.instance / "keys" / f"{old.key_id}.pem").unlink()
    second = row_of(at_desk("2").record_id)
    assert (second.device, second.seq, second.prev) == ("desk-crystal-2", 1, first.sha256)
    with reading() as connection:
        new = device_queries.desks(connection, "crystal")[0]
        assert server_keys.one(connection, old.key_id).until_at is not None
    assert (new.replaces, new.forked_at) == ("desk-crystal", None)


def test_nobody_else_speaks_as_the_desk(at_desk, door, phone):
    at_desk()
    sealed = phone.seal()
    sealed.device = "desk-crystal"
    assert put(door, sealed).status_code == 401


def test_a_person_without_a_role_in_the_city_is_held_there(at_desk):
    made = at_desk(city="benson")
    assert (made.state, "no role" in made.because) == ("held", True)
    assert desks.DESK == "desk"


def test_a_form_sent_again_brings_the_photos_that_were_missed(at_desk, monkeypatch):
    """The server died between the record and its photos; the officer pressed the button once more."""
    record_id, red = new_id(), picture("red")

    def die(*_rest, **_more):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(desk.whole, "take", die)
        with pytest.raises(KeyboardInterrupt):
            at_desk("1", record_id, photos=[("dog", red)])
    again = at_desk("1", record_id, photos=[("dog", red)])
    assert (again.again, again.state) == (True, "applied")
    with reading() as connection:
        assert connection.scalars(select(RecordReceipt.kind).order_by(RecordReceipt.id)).all() == ["stored", "complete"]
        assert connection.scalar(select(func.count()).select_from(Photo)) == 1
