"""A sealed record is received once, whatever it says, and answered by a receipt; what is not signed leaves nothing."""

import hashlib
import itertools
import json
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import func, select

from fieldapp.media.signing import b64u, bytes_of, is_signed
from fieldapp.services import server_keys
from fieldapp.services.records import arrival, statements
from fieldapp.tables import device_queries
from fieldapp.tables.audit import AuditEntry, AuditHead
from fieldapp.tables.db import reading
from fieldapp.tables.records import Record, RecordConflict, RecordPhoto, RecordReceipt, RecordTicket
from tests.road.conftest import person
from tests.road.phone import ORIGIN, Phone, new_id, photo_lines, put, receipt_of

TABLES = (Record, RecordConflict, RecordReceipt, RecordPhoto, RecordTicket, AuditEntry)


def counts():
    with reading() as connection:
        return [connection.scalar(select(func.count()).select_from(t)) for t in TABLES]


def row_of(record_id):
    with reading() as connection:
        return connection.execute(select(Record.__table__).where(Record.id == record_id)).one()


def last_entry(city="crystal"):
    with reading() as connection:
        query = select(AuditEntry.__table__).where(AuditEntry.city == city).order_by(AuditEntry.seq.desc())
        return connection.execute(query.limit(1)).one()


def test_a_record_arrives_with_its_meaning_entry_and_receipt(door, phone, watched):
    sealed = phone.seal(payload={"n": "7"})
    answer = put(door, sealed)
    assert (answer.status_code, answer.mimetype) == (201, "application/json")
    assert answer.headers["Cache-Control"] == "no-store"
    assert watched == [(sealed.id, "7")]
    row = row_of(sealed.id)
    assert (row.body, row.sha256, row.signature) == (sealed.body, sealed.sha256, sealed.signature)
    assert (row.state, row.subject, row.author, row.seq) == ("applied", "test:7", phone.person_id, 1)
    entry = last_entry()
    assert (entry.action, entry.subject, entry.actor) == (
        "record.received", f"record:{sealed.id}", f"device:{phone.id}",
    )  # fmt: skip
    assert receipt_of(answer) == {
        "v": 1, "kind": "complete", "origin": ORIGIN, "city": "crystal", "id": sealed.id, "sha256": sealed.sha256,
        "device": phone.id, "seq": 1, "received_at": receipt_of(answer)["received_at"], "server_seq": 1,
        "audit": {"seq": entry.seq, "hash": entry.hash},
    }  # fmt: skip
    assert (answer.json["state"], answer.json["missing"]) == ("applied", [])
    assert "ticket" not in answer.json


def test_the_receipt_is_signed_by_a_published_key(door, phone):
    answer = put(door, phone.seal()).json
    keys = {k["kid"]: bytes_of(k["public_key"]) for k in door.get("/.well-known/fieldapp-keys.json").json["keys"]}
    said = statements.receipt(bytes_of(answer["receipt"]))
    assert is_signed(keys[answer["kid"]], said, answer["signature"])


def test_again_is_the_same_receipt_byte_for_byte(door, phone):
    sealed = phone.seal()
    first = put(door, sealed)
    before = counts()
    again = put(door, sealed)
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json == again.json
    assert counts() == before


def test_row_22_twenty_at_once_are_one_record(road, phone):
    sealed = phone.seal()

    def send(_number):
        return put(road.test_client(), sealed)

    with ThreadPoolExecutor(20) as pool:
        answers = list(pool.map(send, range(20)))
    statuses = sorted(a.status_code for a in answers)
    assert set(statuses) <= {200, 201, 423}
    assert statuses.count(201) == 1
    last = put(road.test_client(), sealed)
    assert {a.json["receipt"] for a in answers if a.status_code != 423} == {last.json["receipt"]}
    with reading() as connection:
        assert connection.scalar(select(func.count()).select_from(Record)) == 1
        assert connection.scalar(select(func.count()).select_from(RecordReceipt)) == 1


def test_twenty_phones_at_once_number_the_city_without_a_gap(road):
    phones = [Phone(person(f"p{n}")) for n in range(20)]
    sealed = [p.seal() for p in phones]
    with ThreadPoolExecutor(20) as pool:
        answers = list(pool.map(lambda s: put(road.test_client(), s), sealed))
    answers = [put(road.test_client(), s) if a.status_code == 423 else a for a, s in zip(answers, sealed, strict=True)]
    assert sorted(receipt_of(a)["server_seq"] for a in answers) == list(range(1, 21))


WRONG = ("no headers", "unknown device", "no signature", "other key", "other body", "desk")


def test_what_is_not_signed_by_a_known_phone_leaves_nothing(door, phone):
    for wrong in WRONG:
        sealed, before = phone.seal(), counts()
        answer = sent_wrong(door, phone, sealed, wrong)
        assert (answer.status_code, answer.mimetype) == (401, "application/json"), wrong
        assert answer.json["error"] in ("device", "signature")
        assert counts() == before


def sent_wrong(door, phone, sealed, wrong):
    stranger = Phone(phone.person_id, enrolled=False)
    if wrong == "no headers":
        return door.put(f"/sync/records/{sealed.id}", data=sealed.body)
    if wrong == "no signature":
        return put(door, sealed, Fieldapp_Signature="")
    if wrong == "desk":
        return put(door, sealed, Fieldapp_Device="desk-crystal")
    if wrong == "other body":
        sealed.body += b" "
        return put(door, sealed)
    if wrong == "other key":
        stranger.id = phone.id
    return put(door, stranger.seal())


def test_no_cookie_is_read_and_no_origin_asked_for(door, phone):
    door.set_cookie("__Host-fa", "somebody's", domain="localhost")
    assert put(door, phone.seal(), Origin="https://elsewhere.example").status_code == 201
    assert "Set-Cookie" not in put(door, phone.seal()).headers


def test_a_body_too_large_is_refused_unread_and_one_just_not_is_received(door, phone):
    def padded(size):
        fields = phone.fields("test_kind", {"n": "1", "more": ""})
        room = size - len(json.dumps(fields, separators=(",", ":")).encode())
        fields["payload"]["more"] = "x" * room
        return phone.seal_bytes(json.dumps(fields, separators=(",", ":")).encode(), fields["id"])

    sealed = padded(262_144)
    assert len(sealed.body) == 262_144
    assert put(door, sealed).status_code == 201
    before = counts()
    assert put(door, padded(262_145)).status_code == 413
    assert counts() == before


@pytest.mark.parametrize(
    "address", ["7", "0192F0C8-7A10-7C3E-8A1F-3B5D9E0F4A21", "0192f0c8-7a10-7c3e-8a1f-3b5d9e0f4a2"]
)
def test_an_address_that_is_no_uuid(door, phone, address):
    sealed = phone.seal()
    sealed.id = address
    assert put(door, sealed).status_code == 422


def broken(phone, how):
    fields = phone.fields("test_kind", {"n": "1"})
    text = json.dumps(fields)
    made = {
        "float": lambda: text.replace('"n": "1"', '"n": 1.5'),
        "key twice": lambda: text.replace('"v": 1,', '"v": 1, "v": 1,'),
        "surrogate": lambda: text.replace('"n": "1"', '"n": "\\ud800"'),
        "unknown field": lambda: text.replace('"v": 1,', '"v": 1, "w": 1,'),
        "missing field": lambda: text.replace('"city_by": "chosen",', ""),
        "other version": lambda: text.replace('"v": 1,', '"v": 2,'),
        "time": lambda: text.replace("2026-11-30T15:04:05.123Z", "yesterday"),
        "author as text": lambda: text.replace(f'"author": {phone.person_id}', f'"author": "{phone.person_id}"'),
    }[how]()
    return fields["id"], made.encode()


BROKEN = [
    "float", "key twice", "surrogate", "unknown field", "missing field", "other version", "time", "author as text",
]  # fmt: skip


def test_a_signed_body_that_cannot_be_read_is_received_and_held(door, phone, watched):
    for how in BROKEN:
        record_id, body = broken(phone, how)
        answer = put(door, phone.seal_bytes(body, record_id))
        assert answer.status_code == 201, how
        assert receipt_of(answer)["kind"] == "complete", how  # its manifest was read: no photos
        row = row_of(record_id)
        assert (row.state, row.body, watched) == ("held", body, []), how
        assert row.because == answer.json["because"] != "", how


def test_even_bytes_that_are_no_json_are_kept_where_headers_complete_them(door, phone):
    for body in (b"\xff\xfe\x00", b"", b"[]", b"{" * 200_000, b'"text"'):
        sealed = phone.seal_bytes(body)
        assert put(door, sealed).status_code == 401
        answer = put(door, sealed, Fieldapp_City="crystal", Fieldapp_Seq=str(sealed.seq))
        assert (answer.status_code, receipt_of(answer)["kind"]) == (201, "stored")
        assert row_of(sealed.id).body == body


def test_what_the_office_must_look_at_is_held(door, phone, watched):
    other = person("other")
    cases = {
        "author": phone.seal(author=other),
        "kind": phone.seal("no_such_kind"),
        "version": phone.seal(schema=99),
        "sense": phone.seal(payload={"n": "no sense"}),
        "nothing of that": phone.seal(payload={"n": "not here"}),
        "no role in this city": phone.seal(city="benson"),
        "not served": phone.seal(city="atlantis"),
        "another address": None,
        "photo of kind paper": phone.seal(photos=photo_lines("paper-1", ("original", b"x"))),
        "more than 60": phone.seal(
            photos=[p for n in range(61) for p in photo_lines(f"dog-{n + 1}", ("original", b"x"))]
        ),
    }
    fields = phone.fields("test_kind", {"n": "1"}, origin="https://tags.example.gov")
    cases["another address"] = phone.seal_bytes(
        json.dumps(fields).encode(), fields["id"], origin="https://tags.example.gov"
    )
    for words, sealed in cases.items():
        answer = put(door, sealed)
        assert answer.status_code == 201, words
        assert receipt_of(answer)["kind"] in ("stored", "complete"), words
        assert row_of(sealed.id).state == "held", words
        assert words in answer.json["because"] or words in ("kind", "version", "sense"), answer.json["because"]
    assert watched == []
    assert row_of(cases["not served"].id).city == "crystal"
    assert put(door, cases["not served"]).status_code == 200


def test_an_address_that_is_not_the_body_s_id_is_held(door, phone):
    fields = phone.fields("test_kind", {"n": "1"})
    sealed = phone.seal_bytes(json.dumps(fields).encode(), new_id())
    assert put(door, sealed).json["state"] == "held"


def test_other_bytes_under_an_id_are_both_kept(door, phone, watched):
    first = phone.seal(payload={"n": "1"})
    second = phone.clone().seal(payload={"n": "2"}, id=first.id)
    one = put(door, first)
    other = put(door, second)
    assert (other.status_code, receipt_of(other)["kind"]) == (409, "conflict")
    assert (receipt_of(other)["sha256"], receipt_of(one)["sha256"]) == (second.sha256, first.sha256)
    again = put(door, second)
    assert (again.status_code, again.json) == (409, other.json)
    assert put(door, first).json["receipt"] == one.json["receipt"]
    with reading() as connection:
        kept = connection.execute(select(RecordConflict.__table__)).all()
        device = device_queries.one(connection, phone.id)
    assert [k.body for k in kept] == [second.body]
    assert row_of(first.id).body == first.body
    assert device.forked_at is not None
    assert watched == [(first.id, "1")]


def test_an_id_of_one_city_is_free_in_another(door, officer):
    both = person("both", ("crystal", "benson"))
    first, second = Phone(both), Phone(both, city="benson")
    one = first.seal()
    assert put(door, one).status_code == 201
    assert put(door, second.seal(id=one.id)).status_code == 201


def test_row_48_a_phone_that_is_not_active_goes_to_quarantine(door, officer, watched):
    for status in ("pending", "revoked"):
        answer = put(door, Phone(officer, status=status).seal())
        assert (answer.status_code, answer.json["state"]) == (201, "quarantined")
        assert receipt_of(answer)["kind"] == "quarantined"
    assert watched == []


@pytest.mark.parametrize("step", ["append", "write", "envelope"])
def test_row_6_a_fault_on_the_way_leaves_nothing_and_the_next_try_is_the_first(door, phone, monkeypatch, step):
    sealed = phone.seal(photos=photo_lines("dog-1", ("original", b"x")))
    before = counts()

    def fail(*_rest, **_more):
        raise ZeroDivisionError

    door.application.config["PROPAGATE_EXCEPTIONS"] = False
    with monkeypatch.context() as patch:
        place = {"append": (arrival.audit, "append"), "write": (arrival.receipts, "write"),
                 "envelope": (arrival.receipts, "envelope_of")}[step]  # fmt: skip
        patch.setattr(*place, fail)
        assert put(door, sealed).status_code == 500
    assert counts() == before
    assert put(door, sealed).status_code == 201


def test_a_fault_of_a_kind_leaves_nothing(door, phone):
    door.application.config["PROPAGATE_EXCEPTIONS"] = False
    before = counts()
    assert put(door, phone.seal(payload={"n": "fault"})).status_code == 500
    assert counts() == before


def test_without_a_key_nothing_is_received(door, phone, settings):
    for file in (settings.instance / "keys").iterdir():
        file.rename(settings.instance / f"away-{file.name}")
    before = counts()
    sealed = phone.seal()
    answer = put(door, sealed)
    assert (answer.status_code, int(answer.headers["Retry-After"]) > 0) == (503, True)
    assert counts() == before
    server_keys.make_first(settings.instance, actor="cli", lost=True)
    assert put(door, sealed).status_code == 201


def test_photos_to_come_are_named_with_a_ticket(door, phone):
    sealed = phone.seal(photos=photo_lines("dog-1", ("original", b"abc"), ("copy", b"ab")))
    answer = put(door, sealed)
    assert receipt_of(answer)["kind"] == "stored"
    assert answer.json["missing"] == [
        {"slot": "dog-1", "form": form, "sha256": hashlib.sha256(data).hexdigest(), "bytes": len(data)}
        for form, data in (("original", b"abc"), ("copy", b"ab"))
    ]
    ticket = bytes_of(answer.json["ticket"])
    assert len(ticket) == 32
    with reading() as connection:
        kept = set(connection.scalars(select(RecordTicket.token_hash)))
    assert kept == {hashlib.sha256(answer.json["ticket"].encode()).hexdigest()}
    assert b64u(ticket) not in kept
    again = put(door, sealed).json
    assert again["receipt"] == answer.json["receipt"]
    assert again["ticket"] != answer.json["ticket"]


FAMILY = range(4)


def test_row_45_every_order_of_arrival_ends_the_same(door, phone, watched):
    """A grandparent, two parents, a child of both."""
    for order in itertools.permutations(FAMILY):
        watched.clear()
        check_order(order, door, phone, watched)


def check_order(order, door, phone, watched):
    ids = [new_id() for _ in FAMILY]
    rests_on = {0: [], 1: [0], 2: [0], 3: [1, 2]}
    sealed = [phone.seal(payload={"n": str(n)}, id=ids[n], parents=[ids[p] for p in rests_on[n]]) for n in FAMILY]
    for step, n in enumerate(order):
        answer = put(door, sealed[n])
        came = set(order[: step + 1])
        whole = {0: {0}, 1: {0, 1}, 2: {0, 2}, 3: {0, 1, 2, 3}}[n] <= came
        assert answer.json["state"] == ("applied" if whole else "waiting")
        assert receipt_of(answer)["kind"] == "complete"
    assert [row_of(i).state for i in ids] == ["applied"] * 4
    assert [row_of(i).subject for i in ids] == ["test:0", "test:1", "test:2", "test:3"]
    assert [row_of(i).because for i in ids] == [""] * 4
    places = {n: place for place, (_, n) in enumerate(watched)}
    assert sorted(places) == ["0", "1", "2", "3"]
    assert places["0"] < min(places["1"], places["2"])
    assert places["3"] > max(places["1"], places["2"])


def test_a_child_of_a_held_parent_waits(door, phone):
    parent = phone.seal("no_such_kind")
    child = phone.seal(parents=[parent.id])
    put(door, parent)
    answer = put(door, child)
    assert (answer.json["state"], parent.id in answer.json["because"]) == ("waiting", True)


def device(phone):
    with reading() as connection:
        return device_queries.one(connection, phone.id)


def test_two_phones_with_one_key_are_found_out(door, phone):
    first = phone.seal()
    put(door, first)
    other = phone.clone()
    put(door, phone.seal())
    assert device(phone).forked_at is None
    answer = put(door, other.seal(payload={"n": "2"}))
    assert (answer.status_code, answer.json["state"]) == (201, "applied")
    assert device(phone).forked_at is not None
    assert (device(phone).last_seq, device(phone).last_seen_at is not None) == (2, True)


def test_a_body_before_that_does_not_fit_is_found_out_in_either_order(door, officer):
    for order in ((0, 1), (1, 0)):
        phone = Phone(officer)
        first = phone.seal()
        phone.prev = "ab" * 32
        second = phone.seal()
        for n in order:
            put(door, (first, second)[n])
        assert device(phone).forked_at is not None


def test_a_chain_that_fits_is_no_fork_whatever_its_order(door, phone):
    for order in itertools.permutations(range(3)):
        sealed = [phone.seal() for _ in range(3)]
        for n in order:
            put(door, sealed[n])
        assert device(phone).forked_at is None


def test_a_first_body_that_names_one_before_it_is_a_fork(door, phone):
    phone.prev = "ab" * 32
    put(door, phone.seal())
    assert device(phone).forked_at is not None


def test_a_phone_that_replaces_another_goes_on_from_its_last_body(door, phone):
    put(door, phone.seal())
    good, bad = (Phone(phone.person_id, replaces=phone.id) for _ in range(2))
    good.prev = phone.prev
    put(door, good.seal())
    assert device(good).forked_at is None
    put(door, bad.seal())
    assert device(bad).forked_at is not None


def test_the_head_of_the_chain_is_the_entry_that_the_receipt_names(door, phone):
    for _ in range(3):
        receipt = receipt_of(put(door, phone.seal()))
        with reading() as connection:
            head = connection.execute(select(AuditHead.seq, AuditHead.hash).where(AuditHead.city == "crystal")).one()
        assert (head.seq, head.hash) == (receipt["audit"]["seq"], receipt["audit"]["hash"])
