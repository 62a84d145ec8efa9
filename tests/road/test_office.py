"""The office's page of records: lists with reasons, bytes as safe text, adoption with a reason."""

import html
import re

import pytest

from fieldapp.services.blobs import photo_rows
from fieldapp.services.records import office as service
from fieldapp.tables.db import reading
from fieldapp.tables.records import Record
from tests.road.blobs import Sender, jpeg
from tests.road.phone import Phone, new_id, photo_lines, put, receipt_of
from tests.road.test_records import last_entry, row_of

EVIL = '<script>alert(1)</script>\u202e\u0007"'


def text_of(answer):
    return html.unescape(" ".join(re.sub(r"<[^>]+>", " ", answer.text).split()))


@pytest.fixture
def of_officer(ids):
    return Phone(ids["officer"])


def key_of(sealed):
    return row_of(sealed.id).key


def test_each_list_names_its_records_with_why(office, road, ids, of_officer):
    door = road.test_client()
    held, waiting = of_officer.seal(payload={"n": "no sense"}), of_officer.seal(parents=[new_id()])
    quarantined = Phone(ids["officer"], status="revoked").seal()
    fine = of_officer.seal()
    other = of_officer.seal(id=fine.id, payload={"n": "2"})
    for one in (held, waiting, quarantined, fine, other):
        put(door, one)
    text = text_of(office("clerk").get("/records"))
    for words in (
        "In quarantine: 1", "The phone that sealed it was revoked.", "Held: 1", "The number makes no sense.",
        "Waiting for another record: 1", "It rests on 1 that did not come yet", "Two under one number: 1",
    ):  # fmt: skip
        assert words in text, words
    assert office("officer").get("/records").status_code == 403


def test_a_body_is_shown_as_text_whatever_it_holds(office, road, of_officer):
    held = of_officer.seal(payload={"n": "no sense", "words": EVIL})
    broken = of_officer.seal_bytes(b"\xff\x00<b>" + EVIL.encode())
    for one in (held, broken):
        assert put(road.test_client(), one, Fieldapp_City="crystal", Fieldapp_Seq=str(one.seq)).status_code == 201
        page = office("clerk").get(f"/records/{key_of(one)}")
        assert page.status_code == 200
        assert "<script>" not in page.text
        assert not {"\u202e", "\u0007", "\x00"} & set(page.text)
        assert "\\u202e" in page.text
        assert one.sha256 in page.text
    assert service.text_of(b'{"a":1}') == '{\n  "a": 1\n}'


def test_an_adopted_record_is_judged_again_and_has_a_new_receipt(office, road, ids, watched):
    door, phone = road.test_client(), Phone(ids["officer"], status="revoked")
    sealed = phone.seal(payload={"n": "5"})
    first = put(door, sealed)
    address = f"/records/{key_of(sealed)}/adopt"
    client = office("supervisor")
    for reason in ("", "  ", "x" * 501):
        assert client.post(address, data={"reason": reason}).status_code == 422
    assert watched == []
    assert office("clerk").post(address, data={"reason": "I know it"}).status_code == 403
    assert client.post(address, data={"reason": "Olive sealed it before it was stolen"}).status_code == 303
    assert watched == [(sealed.id, "5")]
    entry = last_entry()
    assert (entry.action, entry.actor) == ("record.adopted", f"person:{ids['supervisor']}")
    assert "before it was stolen" in entry.detail
    again = put(door, sealed)
    assert (receipt_of(first)["kind"], receipt_of(again)["kind"]) == ("quarantined", "complete")
    assert "on record and applied" in text_of(client.get(f"/records/{key_of(sealed)}"))
    assert client.post(address, data={"reason": "again"}).status_code == 422


def test_a_held_record_that_makes_sense_by_now_is_applied_with_its_parents(office, road, of_officer, monkeypatch):
    from fieldapp.services.records import kinds  # noqa: PLC0415

    door, parent = road.test_client(), of_officer.seal()
    later = of_officer.seal(kind="later_kind", parents=[parent.id])
    put(door, later)
    assert row_of(later.id).state == "held"
    monkeypatch.setitem(kinds.KINDS, "later_kind", kinds.KINDS["test_kind"])
    client = office("supervisor")
    assert client.post(f"/records/{key_of(later)}/adopt", data={"reason": "the program was updated"}).status_code == 303
    assert row_of(later.id).state == "waiting"
    put(door, parent)
    assert row_of(later.id).state == "applied"


def test_rows_of_another_city_are_not_there(office, road, of_officer):
    sealed = of_officer.seal(payload={"n": "no sense"})
    put(road.test_client(), sealed)
    put(road.test_client(), of_officer.seal(id=sealed.id, payload={"n": "2"}))
    with reading() as connection:
        assert connection.execute(Record.__table__.select()).one().city == "crystal"
    client = office("benson")
    for address in (f"/records/{key_of(sealed)}", "/records/conflicts/1"):
        assert client.get(address).status_code in (403, 404)


def test_a_conflict_shows_both_texts(office, road, of_officer):
    first = of_officer.seal(payload={"n": "first words"})
    put(road.test_client(), first)
    put(road.test_client(), of_officer.seal(id=first.id, payload={"n": "second words"}))
    page = office("clerk").get("/records/conflicts/1")
    assert page.status_code == 200
    assert "first words" in page.text
    assert "second words" in page.text
    assert office("clerk").get("/records/conflicts/999").status_code == 404


def test_a_record_says_which_photos_are_still_on_the_phone(office, road, of_officer):
    copy, original = jpeg(1), jpeg(2)
    lines = photo_lines("dog-1", ("original", original), ("copy", copy))
    sealed = of_officer.seal(photos=lines)
    door = road.test_client()
    sender = Sender(door, sealed, put(door, sealed).json)
    sender.whole(copy)
    page = office("clerk").get(f"/records/{key_of(sealed)}")
    assert "dog-1, photo: still on the phone; dog-1, its copy: here" in text_of(page)
    sender.whole(original)
    photo_rows.make_due("crystal")
    assert "dog-1, photo: here" in text_of(office("clerk").get(f"/records/{key_of(sealed)}"))
