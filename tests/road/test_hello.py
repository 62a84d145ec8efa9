"""Hello: what arrived of a phone and what did not, after a restore too; signed over a nonce of this server."""

import json
from datetime import timedelta

import pytest

from fieldapp import clock
from fieldapp.media.signing import sign
from fieldapp.services.devices import hello as service
from fieldapp.services.devices import nonce
from fieldapp.services.records import statements
from fieldapp.tables import device_queries
from fieldapp.tables.db import reading, writing
from fieldapp.tables.records import Record, RecordPhoto, RecordReceipt
from tests.road.blobs import Sender, jpeg
from tests.road.conftest import person
from tests.road.phone import ORIGIN, Phone, new_id, photo_lines, put, receipt_of


def named(*sealed):
    return [{"id": s.id, "city": s.city, "sha256": s.sha256} for s in sealed]


def greet(client, phone, said=None, **changes):
    """Say hello as a phone does; `changes` override what is sent with it."""
    said = {"v": 1, "seq": phone.seq, "open": [], "kept": [], "oldest_unsent_at": None, "app_version": "1"} | (
        said or {}
    )
    body = changes.get("body", json.dumps(said).encode())
    text = changes.get("nonce") or client.get("/sync/nonce").json["nonce"]
    signature = sign(phone.key, statements.hello(changes.get("origin", ORIGIN), phone.id, text, body))
    headers = {"Fieldapp-Device": phone.id, "Fieldapp-Nonce": text, "Fieldapp-Signature": signature}
    return client.post("/sync/hello", data=body, headers=headers | changes.get("headers", {}))


def device_row(phone):
    with reading() as connection:
        return device_queries.one(connection, phone.id)


def test_hello_tells_time_device_and_keys_and_is_written_down(door, phone):
    said = {"seq": 7, "oldest_unsent_at": "2026-11-29T10:00:00.000Z", "app_version": "2026.11"}
    answer = greet(door, phone, said)
    assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "no-store")
    assert answer.json["device"] == {"id": phone.id, "number": 1, "status": "active", "forked": False}
    assert answer.json["time"].endswith("Z")
    assert (answer.json["wipe"], answer.json["resend"], answer.json["receipts"]) == (False, [], {})
    assert [key["use"] for key in answer.json["server_keys"]["keys"]][:1] == ["receipt"]
    row = device_row(phone)
    assert (row.last_seq, row.app_version) == (7, "2026.11")
    assert row.oldest_unsent_at.isoformat() == "2026-11-29T10:00:00+00:00"
    greet(door, phone, {"seq": 3})
    assert (device_row(phone).last_seq, device_row(phone).oldest_unsent_at) == (7, None)


def test_gaps_are_the_numbers_that_never_arrived_in_whatever_state(door, officer, phone):
    assert greet(door, phone, {"seq": 0}).json["gaps"] == []
    assert greet(door, phone, {"seq": 4}).json["gaps"] == [[1, 4]]
    sealed = [phone.seal(payload={"n": "no sense"} if n % 2 else {"n": "1"}) for n in range(12)]
    for n in (2, 3, 5, 11):  # numbers 3, 4, 6, 12; two of them are held
        put(door, sealed[n])
    assert greet(door, phone, {"seq": 14}).json["gaps"] == [[1, 2], [5, 5], [7, 11], [13, 14]]
    for one in sealed:
        put(door, one)
    assert greet(door, phone, {"seq": 12}).json["gaps"] == [[13, 14]]


def test_what_is_in_quarantine_or_stands_as_a_conflict_did_arrive(door, officer):
    phone = Phone(officer, status="revoked")
    first = phone.seal()
    assert receipt_of(put(door, first))["kind"] == "quarantined"
    again = phone.seal(id=first.id, payload={"n": "2"})
    assert receipt_of(put(door, again))["kind"] == "conflict"
    phone.seal()
    put(door, phone.seal())
    answer = greet(door, phone)
    assert answer.json["gaps"] == [[3, 3]]
    assert (answer.json["device"]["status"], answer.json["device"]["forked"]) == ("revoked", True)


def test_receipts_of_what_is_open_come_byte_for_byte(door, phone):
    data = jpeg(1)
    whole, lacking = phone.seal(), phone.seal(photos=photo_lines("dog-1", ("original", data)))
    answers = [put(door, one) for one in (whole, lacking)]
    other = phone.seal(id=whole.id, payload={"n": "2"})
    conflict = put(door, other)
    told = greet(door, phone, {"open": named(whole, lacking)}).json
    assert [told["receipts"][one.id]["receipt"] for one in (whole, lacking)] == [a.json["receipt"] for a in answers]
    assert told["resend"] == []
    sender = Sender(door, lacking, told["receipts"][lacking.id])
    assert receipt_of(sender.whole(data))["kind"] == "complete"
    told = greet(door, phone, {"open": named(other)}).json
    assert told["receipts"][whole.id]["receipt"] == conflict.json["receipt"]
    assert greet(door, phone, {"kept": named(whole, lacking)}).json["receipts"] == {}


def test_a_server_that_was_restored_asks_for_what_it_does_not_know(door, phone):
    lines = photo_lines("dog-1", ("original", jpeg(2)))
    known, gone, unsent, photo = phone.seal(), phone.seal(), phone.seal(), phone.seal(photos=lines)
    for one in (known, gone, photo):
        put(door, one)
    put(door, photo)
    with writing() as connection:  # as in last night's backup
        key = connection.execute(Record.__table__.select().where(Record.id == gone.id)).one().key
        connection.execute(RecordReceipt.__table__.delete().where(RecordReceipt.record_key == key))
        connection.execute(Record.__table__.delete().where(Record.key == key))
    told = greet(door, phone, {"kept": named(known, gone, photo), "open": named(unsent)}).json
    assert sorted(told["resend"]) == sorted([gone.id, unsent.id, photo.id])
    assert told["gaps"] == [[2, 3]]
    for one in (gone, unsent):
        assert put(door, one).status_code == 201
    answer = put(door, photo)
    assert (answer.status_code, len(answer.json["missing"])) == (200, 1)
    assert receipt_of(Sender(door, photo, answer.json).whole(jpeg(2)))["kind"] == "complete"
    told = greet(door, phone, {"kept": named(known, gone, photo, unsent)}).json
    assert (told["resend"], told["gaps"]) == ([], [])


def test_other_bytes_than_the_phone_holds_are_asked_for_again(door, phone):
    sealed = phone.seal()
    put(door, sealed)
    other = [{"id": sealed.id, "city": "crystal", "sha256": "0" * 64}]
    assert greet(door, phone, {"open": other}).json["resend"] == [sealed.id]


def test_another_phone_hears_nothing_of_this_one(door, phone):
    sealed = phone.seal()
    put(door, sealed)
    told = greet(door, Phone(person("otto")), {"open": named(sealed)}).json
    assert (told["receipts"], told["resend"]) == ({}, [sealed.id])


def test_a_wipe_is_told_until_the_phone_is_gone(door, phone):
    with writing() as connection:
        device_queries.change(connection, phone.id, wipe_ordered_at=clock.now())
    assert greet(door, phone).json["wipe"] is True


def test_what_is_not_signed_changes_nothing(door, phone, monkeypatch):
    before = device_row(phone)
    other = Phone(person("otto"))
    good = door.get("/sync/nonce").json["nonce"]
    stranger = Phone(phone.person_id, enrolled=False)
    cases = {
        "device": [greet(door, stranger), greet(door, phone, headers={"Fieldapp-Device": ""})],
        "nonce": [
            greet(door, phone, nonce="x"), greet(door, phone, nonce=good[:-1] + ("A" if good[-1] != "A" else "B")),
            greet(door, phone, nonce="9" * 10 + good[10:]), greet(door, phone, nonce="." * 300),
        ],
        "signature": [
            greet(door, phone, headers={"Fieldapp-Signature": ""}), greet(door, phone, origin="https://other.example"),
            greet(door, phone, headers={"Fieldapp-Device": other.id}),
            greet(door, phone, headers={"Fieldapp-Nonce": good}),
        ],
    }  # fmt: skip
    later = clock.now() + nonce.GOOD_FOR
    with monkeypatch.context() as patch:
        patch.setattr(clock, "now", lambda: later)
        cases["nonce"].append(greet(door, phone, nonce=good))
    assert {word: {(a.status_code, a.json["error"]) for a in some} for word, some in cases.items()} == {
        word: {(401, word)} for word in cases
    }
    assert device_row(phone) == before
    assert greet(door, phone, nonce=good).status_code == 200


@pytest.mark.parametrize(
    "body",
    [
        b"", b"[]", b"{}", b'{"v":2,"seq":1}', b'{"v":1,"seq":-1}', b'{"v":1,"seq":true}', b'{"v":1,"seq":99999999999}',
        b'{"v":1,"seq":1,"open":{}}', b'{"v":1,"seq":1,"open":[1]}',
        b'{"v":1,"seq":1,"open":[{"id":"x","sha256":"y"}]}',
        b'{"v":1,"seq":1,"oldest_unsent_at":"yesterday"}', b'{"v":1,"seq":1,"app_version":7}', b"[" * 9000, b"\xff",
        b'{"v":1,"seq":1,"app_version":"%s"}' % (b"x" * 61),
        json.dumps({"v": 1, "seq": 1, "kept": [{"id": new_id(), "sha256": ""}] * 501}).encode(),
    ],
)  # fmt: skip
def test_a_hello_that_makes_no_sense_is_refused_with_words(door, phone, body):
    answer = greet(door, phone, body=body)
    assert (answer.status_code, answer.json["error"]) == (422, "hello")
    assert answer.json["detail"].endswith(".")


def test_a_hello_is_bounded_in_size_and_number(door, phone, monkeypatch):
    assert greet(door, phone, body=b" " * (service.LARGEST + 1)).status_code == 413
    frozen = clock.now()
    monkeypatch.setattr(clock, "now", lambda: frozen + timedelta(minutes=2))
    answers = [greet(door, phone) for _ in range(service.A_MINUTE + 1)]
    assert [a.status_code for a in answers] == [200] * service.A_MINUTE + [429]
    assert 0 < int(answers[-1].headers["Retry-After"]) <= 60


def test_nothing_of_hello_reads_a_cookie_or_asks_for_an_origin(door, phone):
    foreign = {"Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site", "Cookie": "__Host-fa=x"}
    assert greet(door, phone, headers=foreign).status_code == 200
    assert "Set-Cookie" not in greet(door, phone).headers


def test_hello_marks_no_photo_and_makes_no_record(door, phone):
    greet(door, phone, {"open": named(phone.seal())})
    with reading() as connection:
        assert connection.execute(RecordPhoto.__table__.select()).all() == []
        assert connection.execute(Record.__table__.select()).all() == []
