"""A rescue file handed in at a desk: the same road for what is signed, held and told for what is not."""

import json

import pytest
from sqlalchemy import func, select

from fieldapp.media import key_files
from fieldapp.media.file_store import hash_of
from fieldapp.services import rescue_key
from fieldapp.services.stored_files import incoming, store
from fieldapp.tables.db import reading
from fieldapp.tables.photos import Photo
from fieldapp.tables.records import Record
from tests.road.blobs import jpeg, sha
from tests.road.phone import Phone, photo_lines, put, receipt_of
from tests.road.rescue import photo_entry, record_entry, rescue_file
from tests.road.test_hello import greet
from tests.road.test_office import text_of
from tests.road.test_records import last_entry, row_of


@pytest.fixture
def of_officer(ids):
    return Phone(ids["officer"])


@pytest.fixture
def keys(road):
    """What the server publishes, once a phone asked for it."""
    assert rescue_key.is_there(road.config["SETTINGS"].instance, actor="cli")
    return road.test_client().get("/.well-known/fieldapp-keys.json").json


@pytest.fixture
def give(office):
    def send(data, role="officer"):
        head = b'--line\r\nContent-Disposition: form-data; name="file"; filename="rescue-2026-11-30.fieldapp"\r\n\r\n'
        body = head + data + b"\r\n--line--\r\n"
        return office(role).post("/records/rescue", data=body, content_type="multipart/form-data; boundary=line")

    return send


def count():
    with reading() as connection:
        return connection.scalar(select(func.count()).select_from(Record))


def test_hello_publishes_one_key_that_signs_nothing(road, of_officer):
    door = road.test_client()
    told = [greet(door, of_officer).json["server_keys"] for _ in range(2)]
    found = [[k for k in one["keys"] if k["use"] == "rescue"] for one in told]
    assert len(found[0]) == 1
    assert found[0] == found[1]
    assert (found[0][0]["alg"], found[0][0]["until"]) == ("ECDH-P256", None)


def test_a_server_without_the_private_key_makes_another(road, of_officer, keys):
    (old,) = (k["kid"] for k in keys["keys"] if k["use"] == "rescue")
    key_files.forget_key(road.config["SETTINGS"].instance / "keys", old)
    told = greet(road.test_client(), of_officer).json["server_keys"]["keys"]
    assert [bool(k["until"]) for k in told if k["use"] == "rescue"] == [True, False]


def test_signed_records_and_their_photos_go_the_same_road(road, give, keys, ids, of_officer, watched):
    copy, original = jpeg(1), jpeg(2)
    lines = photo_lines("dog-1", ("original", original), ("copy", copy))
    one, two = of_officer.seal(payload={"n": "1"}), of_officer.seal(payload={"n": "2"}, photos=lines)
    content = record_entry(one) + record_entry(two)
    content += photo_entry(two, "dog-1", "original", original) + photo_entry(two, "dog-1", "copy", copy)
    data = rescue_file(keys, content)
    answer = give(data)
    assert answer.status_code == 200
    assert "2 records in the file" in text_of(answer)
    assert "2 photo files kept" in text_of(answer)
    assert watched == [(one.id, "1"), (two.id, "2")]
    assert (store().open(sha(original)), store().open(sha(copy))) == (original, copy)
    with reading() as connection:
        photo = connection.execute(select(Photo.__table__)).one()
    assert (photo.subject, photo.sha256) == (f"record:{two.id}", sha(original))
    again = give(data)
    assert text_of(again).count("it was here before") == 2
    assert watched == [(one.id, "1"), (two.id, "2")]
    for sealed in (one, two):  # the phone asks again and has its receipt
        answer = put(road.test_client(), sealed)
        assert (answer.status_code, receipt_of(answer)["kind"], receipt_of(answer)["device"]) == (
            200, "complete", of_officer.id,
        )  # fmt: skip


def test_the_chain_names_who_handed_it_in(give, keys, ids, of_officer):
    sealed = of_officer.seal()
    give(rescue_file(keys, record_entry(sealed)), "clerk")
    entry = last_entry()
    assert (entry.action, entry.actor, entry.subject) == (
        "record.received", f"person:{ids['clerk']}", f"record:{sealed.id}",
    )  # fmt: skip
    assert json.loads(entry.detail)["device"] == of_officer.id


def test_a_phone_that_nobody_knows_is_held_and_can_be_adopted(road, office, give, keys, ids, watched):
    stranger = Phone(ids["officer"], enrolled=False)
    data = jpeg(3)
    sealed = stranger.seal(payload={"n": "8"}, photos=photo_lines("dog-1", ("original", data)))
    assert put(road.test_client(), sealed).status_code == 401
    answer = give(rescue_file(keys, record_entry(sealed) + photo_entry(sealed, "dog-1", "original", data)))
    assert "Handed in by Officer: its phone is not known here." in text_of(answer)
    row = row_of(sealed.id)
    assert (row.state, row.device, row.body, row.author) == ("held", "desk-crystal", sealed.body, ids["officer"])
    assert store().open(sha(data)) == data
    assert watched == []
    client = office("supervisor")
    assert "Handed in by Officer" in text_of(client.get("/records"))
    assert client.post(f"/records/{row.key}/adopt", data={"reason": "It is Olive's phone"}).status_code == 303
    assert watched == [(sealed.id, "8")]
    assert row_of(sealed.id).state == "applied"


def test_a_signature_that_does_not_hold_is_held(give, keys, of_officer, watched):
    sealed, other = of_officer.seal(), of_officer.seal()
    for entry in (
        record_entry(sealed, signature=other.signature), record_entry(other, seq=99),
        record_entry(of_officer.seal(), origin="https://elsewhere.example"), record_entry(of_officer.seal(), seq="x"),
        record_entry(of_officer.seal(), city=7), record_entry(of_officer.seal(), signature=None),
        record_entry(of_officer.seal(), device="nobody"),
    ):  # fmt: skip
        answer = give(rescue_file(keys, entry))
        assert "Handed in by Officer" in text_of(answer)
    assert watched == []
    assert count() == 7
    with reading() as connection:
        states = connection.execute(select(Record.state, Record.device, Record.seq).order_by(Record.key)).all()
    assert [tuple(s) for s in states] == [("held", "desk-crystal", n) for n in range(1, 8)]


def test_a_record_that_is_here_in_other_bytes_is_a_conflict(road, give, keys, of_officer):
    first = of_officer.seal()
    put(road.test_client(), first)
    second = of_officer.seal(id=first.id, payload={"n": "2"})
    answer = give(rescue_file(keys, record_entry(second)))
    assert "both are kept" in text_of(answer)


def test_what_cannot_be_a_record_or_changed_is_told_and_left_out(give, keys, of_officer):
    sealed, photo = of_officer.seal(), jpeg(4)
    content = record_entry(sealed, sha256="0" * 64) + record_entry(sealed, id="../x")
    content += photo_entry(sealed, "dog-1", "original", photo)
    answer = give(rescue_file(keys, content))
    text = text_of(answer)
    assert "Its bytes changed on their way." in text
    assert "It has no number that a record can have." in text
    assert "0 photo files kept. 1 left out" in text
    assert count() == 0


def test_photos_with_other_bytes_are_left_out(give, keys, of_officer):
    photo = jpeg(5)
    sealed = of_officer.seal(photos=photo_lines("dog-1", ("original", photo)))
    content = record_entry(sealed) + photo_entry(sealed, "dog-1", "original", b"other", sha256=sha(photo))
    content += photo_entry(sealed, "dog-2", "original", b"not named")
    assert "0 photo files kept. 2 left out" in text_of(give(rescue_file(keys, content)))


def test_a_large_file_travels_by_chunks(give, keys, of_officer):
    photo = jpeg(6) + bytes(2_500_000)
    sealed = of_officer.seal(photos=photo_lines("dog-1", ("original", photo)))
    content = record_entry(sealed) + photo_entry(sealed, "dog-1", "original", photo)
    assert "1 photo file kept" in text_of(give(rescue_file(keys, content)))
    assert hash_of(store().open(sha(photo))) == sha(photo)
    assert not [f for f in incoming().iterdir() if f.name.startswith("arriving-")]


CHANGED = {
    "nothing": lambda d: d[:0],
    "another file": lambda d: b"GIF89a" + d,
    "cut at the end": lambda d: d[:-1],
    "cut in the head": lambda d: d[:30],
    "one bit": lambda d: d[:-1] + bytes([d[-1] ^ 1]),
    "a byte more": lambda d: d + b"\0",
    "twice": lambda d: d + d,
    "another version": lambda d: d.replace(b'"v": 1', b'"v": 2'),
    "another head": lambda d: d.replace(b'"records": 1', b'"records": 2'),
}
MADE = {
    "without its last chunk": (bytes(3000), {"chunk": 1000, "cut": 1}),
    "without any chunk": (bytes(3000), {"chunk": 1000, "cut": 3}),
    "for another key": (b"", {"kid": "x" * 43}),
    "with no point": (b"", {"header": {"ephemeral": "AAAA"}}),
    "with a short salt": (b"", {"header": {"salt": "AAAA"}}),
    "with a length beyond all": (b"\xff\xff\xff\xff", {}),
    "with facts that are no object": (b"\0\0\0\2[]", {}),
    "with more bytes than come": (b'\0\0\0\x0c{"bytes": 9}', {}),
    "with fewer bytes than none": (b'\0\0\0\x0d{"bytes": -9}', {}),
    "with no bytes named": (b"\0\0\0\2{}", {}),
}


@pytest.mark.parametrize("how", [*CHANGED, *MADE])
def test_a_file_that_was_cut_changed_or_made_elsewhere_is_refused_whole(give, keys, of_officer, how):
    if how in CHANGED:
        data = CHANGED[how](rescue_file(keys, record_entry(of_officer.seal())))
    else:
        content, more = MADE[how]
        data = rescue_file(keys, content, **more)
    answer = give(data)
    assert answer.status_code == 422
    assert "There is a problem" in text_of(answer)
    assert count() == 0


def test_a_receipt_key_opens_no_rescue_file(give, keys):
    kid = next(k["kid"] for k in keys["keys"] if k["use"] == "receipt")
    assert give(rescue_file(keys, b"", kid=kid)).status_code == 422


def test_no_file_is_asked_for(office):
    answer = office("officer").post("/records/rescue", data={}, content_type="multipart/form-data")
    assert answer.status_code == 422
    assert "Choose the rescue file" in answer.text
