"""A supervisor adopts what is in quarantine, with a reason; what is held is asked for again."""

import pytest
from sqlalchemy import select

from fieldapp.services.records import decide, kinds
from fieldapp.tables.audit import AuditEntry
from fieldapp.tables.db import reading
from fieldapp.tables.records import Record, RecordReceipt
from tests.road.conftest import person
from tests.road.phone import ORIGIN, Phone, photo_lines, put, receipt_of


@pytest.fixture
def adopt(road, settings):
    chief = person("chief", role="supervisor")

    def decided(record_id, reason="I saw the dog myself", city="crystal"):
        with reading() as connection:
            key = connection.scalar(select(Record.key).where(Record.id == record_id))
        return decide.adopt(city, key, reason, ORIGIN, settings.instance, actor=f"person:{chief}", person_id=chief)

    return decided


def test_a_record_in_quarantine_is_adopted_by_a_further_receipt(door, officer, adopt, watched):
    sealed = Phone(officer, status="revoked").seal(payload={"n": "7"})
    first = put(door, sealed)
    outcome = adopt(sealed.id)
    assert (outcome.state, outcome.subject, watched) == ("applied", "test:7", [(sealed.id, "7")])
    again = put(door, sealed)
    assert [receipt_of(a)["kind"] for a in (first, again)] == ["quarantined", "complete"]
    with reading() as connection:
        assert connection.scalars(select(RecordReceipt.kind).order_by(RecordReceipt.id)).all() == [
            "quarantined", "complete",
        ]  # fmt: skip
        entry = connection.execute(
            select(AuditEntry.detail, AuditEntry.hash).where(AuditEntry.action == "record.adopted")
        ).one()
    assert "I saw the dog myself" in entry.detail
    assert receipt_of(again)["audit"]["hash"] == entry.hash
    with pytest.raises(decide.RefusedDecision):
        adopt(sealed.id)


def test_adopted_with_photos_to_come_it_is_stored(door, officer, adopt):
    sealed = Phone(officer, status="revoked").seal(photos=photo_lines("dog-1", ("original", b"x")))
    put(door, sealed)
    adopt(sealed.id)
    assert receipt_of(put(door, sealed))["kind"] == "stored"


@pytest.mark.parametrize("status", ["active", "revoked"])
def test_whose_manifest_cannot_be_read_is_never_complete(door, officer, adopt, status):
    """Nobody can say which of its photos are missing, so the phone must not forget any."""
    lines = photo_lines("dog-1", ("original", b"x"))
    sealed = Phone(officer, status=status).seal(photos=[{**lines[0], "bytes": 2**50}])
    put(door, sealed)
    outcome = adopt(sealed.id)
    assert outcome.state == "held"
    answer = put(door, sealed)
    assert (receipt_of(answer)["kind"], answer.json["missing"]) == ("stored", [])


def test_a_reason_is_asked_for_and_another_city_has_no_say(door, officer, adopt):
    sealed = Phone(officer, status="revoked").seal()
    put(door, sealed)
    with pytest.raises(decide.RefusedDecision):
        adopt(sealed.id, "  ")
    with pytest.raises(LookupError):
        adopt(sealed.id, city="benson")


def test_what_waited_for_an_adopted_record_goes_on(door, officer, adopt, watched):
    parent = Phone(officer, status="revoked").seal(payload={"n": "1"})
    child = Phone(officer).seal(payload={"n": "2"}, parents=[parent.id])
    assert put(door, child).json["state"] == "waiting"
    put(door, parent)
    adopt(parent.id)
    assert watched == [(parent.id, "1"), (child.id, "2")]


def test_row_13_a_held_record_is_asked_for_again_once_its_kind_is_known(door, phone, adopt, monkeypatch, watched):
    sealed = phone.seal("later_kind", payload={"n": "5"})
    first = put(door, sealed)
    assert adopt(sealed.id).state == "held"
    monkeypatch.setitem(kinds.KINDS, "later_kind", kinds.KINDS["test_kind"])
    assert adopt(sealed.id).state == "applied"
    assert watched == [(sealed.id, "5")]
    assert put(door, sealed).json["receipt"] == first.json["receipt"]


def test_what_cannot_be_read_stays_held(door, phone, adopt):
    sealed = phone.seal_bytes(b'{"city":"crystal","seq":1,"x":1.5}')
    put(door, sealed)
    assert adopt(sealed.id).state == "held"


def test_every_kind_is_received_as_its_examples_say(door, phone):
    """Adding a kind is enough for it to be tried here."""
    for kind in list(kinds.KINDS.values()):
        for payload in kind.example():
            answer = put(door, phone.seal(kind.name, dict(payload), schema=max(kind.schemas)))
            assert (answer.status_code, answer.json["because"]) == (201, ""), kind.name
            assert answer.json["state"] == "applied"
