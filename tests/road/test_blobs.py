"""Photos of sealed records: added at the true offset under a ticket, whole by their hash, the last one completes."""

import errno
import os
import shutil
import time
from collections import namedtuple
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import select

from fieldapp import clock
from fieldapp.config import Quotas
from fieldapp.media import part_files
from fieldapp.services import server_keys
from fieldapp.services.blobs import door as blob_door
from fieldapp.services.blobs import photo_rows
from fieldapp.services.records import decide
from fieldapp.services.records.receipts import TICKET_FOR
from fieldapp.services.stored_files import store
from fieldapp.services.verify.files import check_files
from fieldapp.services.verify.notes import Notes
from fieldapp.tables import photos as photo_tables
from fieldapp.tables.db import reading
from fieldapp.tables.photos import Photo
from fieldapp.tables.records import Record, RecordPhoto
from tests.road.blobs import PART, Sender, jpeg, noise, sha
from tests.road.conftest import person
from tests.road.phone import ORIGIN, Phone, photo_lines, put, receipt_of
from tests.road.test_records import last_entry, row_of

Disk = namedtuple("Disk", "total used free")


@pytest.fixture
def parts(road):
    """The files that are on their way in, by their name."""
    folder = road.config["SETTINGS"].instance / "parts"
    return lambda: {path.name: path.read_bytes() for path in folder.glob("*/*/*")}


def lines_of(record_id):
    with reading() as connection:
        query = select(RecordPhoto.__table__).join(Record, Record.key == RecordPhoto.record_key)
        return connection.execute(query.where(Record.id == record_id).order_by(RecordPhoto.id)).all()


def photos():
    with reading() as connection:
        return connection.execute(select(Photo.__table__).order_by(Photo.id)).all()


def sent(door, phone, *files, slots=None, **changes):
    """(sealed, a sender for its photos): one original for each of the files."""
    slots = slots or [f"dog-{n}" for n in range(1, len(files) + 1)]
    manifest = [line for slot, data in zip(slots, files, strict=True) for line in photo_lines(slot, ("original", data))]
    sealed = phone.seal(photos=manifest, **changes)
    answer = put(door, sealed)
    assert (answer.status_code, len(answer.json["missing"])) == (201, len(files))
    return sealed, Sender(door, sealed, answer.json)


def test_the_last_photo_completes_the_record(door, phone, parts):
    copy, original = jpeg(1), jpeg(2, (640, 480))
    lines = photo_lines("dog-1", ("original", original), ("copy", copy))
    sealed = phone.seal(photos=lines)
    answer = put(door, sealed)
    assert receipt_of(answer)["kind"] == "stored"
    sender = Sender(door, sealed, answer.json)
    first = sender.whole(copy)
    assert (first.status_code, receipt_of(first)["kind"]) == (201, "stored")
    assert [m["form"] for m in first.json["missing"]] == ["original"]
    last = sender.whole(original)
    assert (last.status_code, receipt_of(last)["kind"], last.json["missing"]) == (201, "complete", [])
    entry = last_entry()
    assert (entry.action, entry.subject) == ("record.files", f"record:{sealed.id}")
    assert receipt_of(last)["audit"] == {"seq": entry.seq, "hash": entry.hash}
    assert "ticket" not in last.json
    assert put(door, sealed).json["receipt"] == last.json["receipt"]
    assert (store().open(sha(copy)), store().open(sha(original))) == (copy, original)
    assert parts() == {}


def test_parts_go_on_where_the_server_is_also_after_a_restart(door, phone, parts, road, app_of):
    data = noise(1, 3 * PART + 17)
    _, sender = sent(door, phone, data)
    digest = sha(data)
    head = sender.head(digest)
    assert (head.status_code, head.headers["Upload-Offset"], head.headers["Upload-Length"]) == (
        200,
        "0",
        str(len(data)),
    )
    answer = sender.put(digest, 0, data[:PART])
    assert (answer.status_code, answer.headers["Upload-Offset"], answer.data) == (204, str(PART), b"")
    assert parts() == {digest: data[:PART]}
    sender.client = app_of(road.config["SETTINGS"]).test_client()  # as after a restart of the server
    for wrong in (0, PART - 1, PART + 1, len(data)):
        answer = sender.put(digest, wrong, data[wrong : wrong + PART])
        assert (answer.status_code, answer.headers["Upload-Offset"]) == (409, str(PART)), wrong
    assert parts() == {digest: data[:PART]}
    answer = sender.whole(data)
    assert (answer.status_code, receipt_of(answer)["kind"]) == (201, "complete")
    assert store().open(digest) == data


def test_a_cut_body_keeps_what_came_before_the_cut(door, phone, parts):
    data = noise(2, 100_000)
    _, sender = sent(door, phone, data)
    sender.put(sha(data), 0, data[:60_000], content_length=90_000)  # nobody hears this answer
    assert parts() == {sha(data): data[:60_000]}
    assert sender.whole(data).status_code == 201


def test_a_finished_file_may_be_sent_again(door, phone):
    data, rest = jpeg(3), jpeg(4)
    _, sender = sent(door, phone, data, rest)
    assert sender.whole(data).status_code == 201
    head = sender.head(sha(data))
    assert (head.headers["Upload-Offset"], head.headers["Upload-Length"]) == (str(len(data)),) * 2
    for offset in (0, len(data)):
        answer = sender.put(sha(data), offset, data[offset:])
        assert (answer.status_code, receipt_of(answer)["kind"]) == (200, "stored")


def test_one_that_was_whole_when_the_server_died_is_finished_by_an_empty_part(door, phone, parts, monkeypatch):
    data = jpeg(5)
    _, sender = sent(door, phone, data)
    with monkeypatch.context() as patch:
        patch.setattr(blob_door.whole, "take", lambda *_, **__: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            sender.whole(data)
    assert parts() == {sha(data): data}
    answer = sender.whole(data)
    assert (answer.status_code, receipt_of(answer)["kind"]) == (201, "complete")
    assert parts() == {}


def test_a_fault_before_the_receipt_leaves_the_line_missing(door, phone, monkeypatch):
    data = jpeg(6)
    sealed, sender = sent(door, phone, data)
    entry = last_entry()
    with monkeypatch.context() as patch:
        patch.setattr(blob_door.whole.receipts, "write", lambda *_, **__: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            sender.whole(data)
    assert [line.whole_at for line in lines_of(sealed.id)] == [None]
    assert last_entry() == entry


def test_bytes_beyond_the_manifest_and_parts_too_large_are_refused(door, phone, parts):
    data = noise(7, 1000)
    _, sender = sent(door, phone, data)
    assert sender.put(sha(data), 0, data + b"x").status_code == 413
    assert sender.put(sha(data), 0, noise(7, PART + 1)).status_code == 413
    assert sender.put(sha(data), 0, data[:999]).status_code == 204
    assert sender.put(sha(data), 999, b"xy").status_code == 413
    assert parts() == {sha(data): data[:999]}


def test_a_wrong_whole_is_deleted_and_begins_again(door, phone, parts):
    data = noise(8, 1000)
    sealed, sender = sent(door, phone, data)
    answer = sender.put(sha(data), 0, b"x" * 1000)
    assert (answer.status_code, answer.json["error"]) == (422, "hash")
    assert parts() == {}
    assert not store().has(sha(data))
    assert sender.head(sha(data)).headers["Upload-Offset"] == "0"
    assert sender.whole(data).status_code == 201
    assert lines_of(sealed.id)[0].whole_at


@pytest.mark.parametrize("offset", ["", "-1", "1.0", " 1", "x", "9" * 16, "\u0661"])
def test_an_offset_that_is_none_is_refused(door, phone, offset):
    data = jpeg(9)
    _, sender = sent(door, phone, data)
    if offset.isascii():
        assert sender.put(sha(data), offset, data).status_code == 422


def test_a_ticket_opens_its_own_record_for_its_own_device_for_a_day(door, phone, road, monkeypatch):
    data = jpeg(10)
    sealed, sender = sent(door, phone, data)
    other = Phone(phone.person_id)
    foreign, foreign_sender = sent(door, other, data)

    def is_gone(sender, digest=None):
        digest = digest or sha(data)
        answers = sender.head(digest), sender.put(digest, 0, data)
        assert [a.status_code for a in answers] == [410, 410]

    is_gone(Sender(door, sealed, {"ticket": "x" * 43}))
    is_gone(Sender(door, sealed, {}))
    is_gone(Sender(door, foreign, {"ticket": sender.leave["Fieldapp-Ticket"]}))
    is_gone(Sender(door, sealed, {"ticket": sender.leave["Fieldapp-Ticket"]}, device=other.id))
    is_gone(sender, sha(b"not in its manifest"))
    for name in ("../../../x", "A" * 64, "%00"):
        assert sender.put(name, 0, data).status_code in (404, 410)
    later = clock.now() + TICKET_FOR
    with monkeypatch.context() as patch:
        patch.setattr(clock, "now", lambda: later)
        is_gone(sender)
        fresh = Sender(door, sealed, put(door, sealed).json)
        assert fresh.whole(data).status_code == 201
    assert foreign_sender.whole(data).status_code == 201


def test_a_file_that_is_stored_must_be_sent_by_every_device(door, phone):
    data = jpeg(11)
    _, sender = sent(door, phone, data)
    assert sender.whole(data).status_code == 201
    sealed, other = sent(door, Phone(person("otto")), data)
    assert other.head(sha(data)).headers["Upload-Offset"] == "0"
    assert other.put(sha(data), len(data), b"").status_code == 409
    assert lines_of(sealed.id)[0].whole_at is None


def test_the_same_bytes_in_two_slots_are_sent_once_and_both_are_photos(door, phone):
    data = jpeg(12)
    sealed, sender = sent(door, phone, data, data, slots=["dog-1", "scene-1"])
    answer = sender.whole(data)
    assert (answer.status_code, receipt_of(answer)["kind"]) == (201, "complete")
    photo_rows.make_due("crystal")
    assert [(p.kind, p.sha256) for p in photos()] == [("dog", sha(data)), ("scene", sha(data))]
    assert all(line.photo_id for line in lines_of(sealed.id))


def test_row_39_other_bytes_in_the_same_slot_are_a_conflict_of_the_record(door, phone):
    sealed, _ = sent(door, phone, jpeg(13))
    again = phone.seal(id=sealed.id, photos=photo_lines("dog-1", ("original", jpeg(14))))
    answer = put(door, again)
    assert (answer.status_code, receipt_of(answer)["kind"]) == (409, "conflict")


def test_two_lines_that_give_one_file_two_lengths_are_whole_by_its_hash(door, phone):
    data = noise(15, 500)
    lines = photo_lines("dog-1", ("original", data)) + photo_lines("dog-2", ("original", data))
    lines[1]["bytes"] = 900
    lines += [{**lines[0], "slot": "dog-3", "bytes": 100}]
    sealed = phone.seal(photos=lines)
    sender = Sender(door, sealed, put(door, sealed).json)
    assert sender.put(sha(data), 0, data[:100]).status_code == 204
    answer = sender.put(sha(data), 100, data[100:])
    assert (answer.status_code, receipt_of(answer)["kind"]) == (201, "complete")


def test_twenty_that_send_the_same_part_at_once_make_one_file(door, phone, road):
    data = noise(16, 50_000)
    sealed, sender = sent(door, phone, data)

    def send(_):
        return Sender(road.test_client(), sealed, {"ticket": sender.leave["Fieldapp-Ticket"]}).put(sha(data), 0, data)

    with ThreadPoolExecutor(20) as pool:
        answers = [a.status_code for a in pool.map(send, range(20))]
    assert answers.count(201) == 1
    assert set(answers) <= {201, 200, 423}
    assert store().open(sha(data)) == data
    receipts = {put(door, sealed).json["receipt"] for _ in range(2)}
    assert len(receipts) == 1


def test_one_that_holds_a_part_makes_others_wait(door, phone, road, parts):
    data = noise(17, 1000)
    sealed, sender = sent(door, phone, data)
    folder = part_files.PartFolder(road.config["SETTINGS"].instance / "parts")
    with folder.held(phone.id, sealed.id, sha(data)):
        answer = sender.put(sha(data), 0, data)
    assert (answer.status_code, answer.headers["Retry-After"]) == (423, "2")
    assert parts() == {}


def test_a_record_in_quarantine_takes_its_photos_and_is_complete_once_adopted(door, officer, road):
    phone, data = Phone(officer, status="pending"), jpeg(18)
    sealed, sender = sent(door, phone, data)
    answer = sender.whole(data)
    assert (answer.status_code, receipt_of(answer)["kind"]) == (201, "quarantined")
    instance, boss = road.config["SETTINGS"].instance, person("boss", role="supervisor")
    decide.adopt("crystal", row_of(sealed.id).key, "Olive is one of us.", ORIGIN, instance, actor="x", person_id=boss)
    assert receipt_of(put(door, sealed))["kind"] == "complete"


def test_a_held_record_takes_its_photos_too(door, phone):
    data = jpeg(19)
    _, sender = sent(door, phone, data, kind="unheard_of")
    assert receipt_of(sender.whole(data))["kind"] == "complete"


def test_photos_are_made_of_the_record_by_the_slot_with_copies_of_our_own(door, phone):
    original, copy = jpeg(20, (2000, 1500)), jpeg(21)
    lines = photo_lines("scene-3", ("original", original), ("copy", copy))
    sealed = phone.seal(payload={"n": "7"}, photos=lines)
    sender = Sender(door, sealed, put(door, sealed).json)
    assert sender.whole(copy).status_code == 201
    assert photos() == []
    answer = sender.whole(original)
    answer.close()  # the phone has its answer; now the server may take its time
    (photo,) = photos()
    assert (photo.city, photo.subject, photo.kind, photo.state) == ("crystal", f"record:{sealed.id}", "scene", "ready")
    assert (photo.sha256, photo.bytes, photo.width, photo.height) == (sha(original), len(original), 2000, 1500)
    assert photo.added_by == phone.person_id
    assert photo.page_sha256 != sha(copy)
    assert store().has(photo.page_sha256)
    assert store().has(photo.small_sha256)
    assert store().open(sha(copy)) == copy
    assert [line.photo_id for line in lines_of(sealed.id)] == [photo.id, photo.id]
    assert last_entry().action == "photos.added"
    assert photo_rows.make_due("crystal") == 0


@pytest.mark.parametrize("data", [b"<html>", noise(22, 5000), jpeg(22)[:-40], b"GIF89a" + b"\0" * 30])
def test_bytes_that_nobody_can_decode_are_kept_and_marked(door, phone, data):
    _, sender = sent(door, phone, data)
    assert receipt_of(sender.whole(data))["kind"] == "complete"
    photo_rows.make_due("crystal")
    (photo,) = photos()
    assert (photo.state, photo.sha256, photo.page_sha256, photo.bytes) == ("unreadable", sha(data), "", len(data))
    assert store().open(sha(data)) == data


def test_photos_that_were_due_when_the_server_died_are_made_after_the_next_record(door, phone):
    data = jpeg(23)
    _, sender = sent(door, phone, data)
    assert receipt_of(sender.whole(data))["kind"] == "complete"
    assert photos() == []
    put(door, phone.seal()).close()
    assert [p.sha256 for p in photos()] == [sha(data)]


def test_verify_reads_what_records_brought(door, phone, road):
    original, copy = jpeg(30), jpeg(31)
    lines = photo_lines("dog-1", ("original", original), ("copy", copy))
    sealed = phone.seal(photos=lines)
    sender = Sender(door, sealed, put(door, sealed).json)
    sender.whole(copy)
    sender.whole(original)

    def named():
        with reading() as connection:
            return [(what, name) for what, name, _ in photo_tables.files_of_city(connection, "crystal")]

    what = f"record:{sealed.id} dog-1"
    assert named() == [(f"{what} original", sha(original)), (f"{what} copy", sha(copy))]
    photo_rows.make_due("crystal")
    assert [name for what, name in named() if not what.endswith(("page copy", "small copy"))] == [
        sha(original), sha(copy),
    ]  # fmt: skip
    with reading() as connection:
        assert all(photo_tables.is_named(connection, name) for name in store().names())
    notes = Notes()
    with reading() as connection:
        assert check_files(connection, "crystal", store(), notes).files == 4
    assert notes.fault_count == 0
    store().forget(sha(copy))
    with reading() as connection:
        check_files(connection, "crystal", store(), notes)
    assert notes.fault_count == 1


def test_an_original_that_the_store_cannot_give_now_stays_due(door, phone):
    data = jpeg(24)
    _, sender = sent(door, phone, data)
    sender.whole(data)
    store().forget(sha(data))
    assert photo_rows.make_due("crystal") == 0
    store().put(data, sha(data))
    assert photo_rows.make_due("crystal") == 1


def test_a_day_has_its_bytes_and_the_rest_comes_tomorrow(settings, app_of, monkeypatch):
    road = app_of(replace(settings, quotas=Quotas(puts_a_minute=1000, bytes_a_day=12_000)))
    server_keys.make_first(settings.instance, actor="cli")
    door, phone = road.test_client(), Phone(person())
    first, second = noise(25, 5000), noise(26, 8000)
    sealed, sender = sent(door, phone, first, second)
    assert sender.whole(first).status_code == 201
    answer = sender.put(sha(second), 0, second[:10])
    assert (answer.status_code, answer.json["error"]) == (429, "quota")
    assert 0 < int(answer.headers["Retry-After"]) <= 86_400
    assert sender.head(sha(second)).headers["Upload-Offset"] == "0"
    tomorrow = clock.now() + timedelta(seconds=int(answer.headers["Retry-After"]))
    monkeypatch.setattr(clock, "now", lambda: tomorrow)
    fresh = Sender(door, sealed, put(door, sealed).json)
    assert receipt_of(fresh.whole(second))["kind"] == "complete"


def test_a_full_disk_takes_no_photos_and_loses_none(door, phone, parts, monkeypatch):
    data = noise(27, 1000)
    _, sender = sent(door, phone, data)
    with monkeypatch.context() as patch:
        patch.setattr(shutil, "disk_usage", lambda _: Disk(10, 10, blob_door.KEPT_FREE))
        answer = sender.put(sha(data), 0, data[:400])
        assert (answer.status_code, answer.headers["Retry-After"]) == (507, "3600")
        assert put(door, phone.seal()).status_code == 201  # records still come

    def no_room(descriptor, some):
        os.pwrite(descriptor, bytes(some[:100]), 400)
        raise OSError(errno.ENOSPC, "full")

    assert sender.put(sha(data), 0, data[:400]).status_code == 204
    with monkeypatch.context() as patch:
        patch.setattr(part_files.os, "write", no_room)
        assert sender.put(sha(data), 400, data[400:]).status_code == 507
    assert parts() == {sha(data): data[:400]}
    with monkeypatch.context() as patch:
        patch.setattr(type(store()), "put", lambda *_: (_ for _ in ()).throw(OSError(errno.ENOSPC, "full")))
        assert sender.put(sha(data), 400, data[400:]).status_code == 507
        assert sender.put(sha(data), 1000, b"").status_code == 507
        patch.setattr(type(store()), "put", lambda *_: (_ for _ in ()).throw(OSError("no network")))
        assert sender.put(sha(data), 1000, b"").status_code == 503
    assert sender.whole(data).status_code == 201


def test_old_parts_are_swept_and_the_phone_begins_again(door, phone, road, parts):
    data, other = noise(28, 1000), noise(29, 1000)
    _, sender = sent(door, phone, data, other)
    sender.put(sha(data), 0, data[:500])
    sender.put(sha(other), 0, other[:500])
    instance = road.config["SETTINGS"].instance
    (old,) = instance.glob(f"parts/*/*/{sha(data)}")
    long_ago = time.time() - part_files.UNTOUCHED.total_seconds() - 1
    os.utime(old, (long_ago, long_ago))
    part_files.PartFolder(instance / "parts").sweep()
    assert parts() == {sha(other): other[:500]}
    assert sender.whole(data).status_code == 201


def test_sixty_photos_travel_in_order_and_complete_with_the_last(door, phone):
    files = [jpeg(n) + noise(n, 2000) for n in range(100, 160)]
    sealed, sender = sent(door, phone, *files)
    kinds = [receipt_of(sender.whole(data))["kind"] for data in files]
    assert kinds == ["stored"] * 59 + ["complete"]
    assert all(line.whole_at for line in lines_of(sealed.id))
