"""The page of phones: one's own, and for a supervisor all of the city: approve, end, wipe, gaps in words."""

import re

import pytest

from fieldapp import clock
from fieldapp.services.devices import phones
from fieldapp.tables import device_queries
from fieldapp.tables.db import reading, writing
from tests.road.phone import Phone, put, receipt_of
from tests.road.test_hello import greet
from tests.road.test_records import last_entry, row_of


def device_row(phone):
    with reading() as connection:
        return device_queries.one(connection, phone.id)


def text_of(answer):
    return " ".join(re.sub(r"<[^>]+>", " ", answer.text).split())


@pytest.fixture
def of_officer(ids):
    return Phone(ids["officer"])


def test_an_officer_sees_own_phones_only(office, ids, of_officer):
    other = Phone(ids["clerk"])
    page = office("officer").get("/devices")
    assert page.status_code == 200
    assert (of_officer.id in page.text, other.id in page.text) == (True, False)
    assert other.id in office("supervisor").get("/devices").text


def test_a_supervisor_sees_no_phone_of_another_city(office, ids):
    theirs = Phone(ids["benson"])
    client = office("supervisor")
    assert theirs.id not in client.get("/devices").text
    for act in ("approve", "revoke", "wipe"):
        answer = client.post(f"/devices/{theirs.id}/{act}", data={"because": "lost"})
        assert answer.status_code == 404, act
    assert device_row(theirs).status == "active"


def test_gaps_are_told_in_words(office, road, of_officer):
    sealed = [of_officer.seal() for _ in range(45)]
    for n, one in enumerate(sealed, 1):
        if n not in (7, 41, 42, 43, 44):
            assert put(road.test_client(), one).status_code == 201
    words = f"phone {device_row(of_officer).number}: 7, 41-44 never arrived"
    assert words in text_of(office("supervisor").get("/devices"))
    assert words in text_of(office("officer").get("/devices"))


def test_what_a_phone_told_of_itself_is_shown(office, road, of_officer):
    greet(road.test_client(), of_officer, {"seq": 2, "oldest_unsent_at": "2026-11-29T17:30:00.000Z"})
    text = text_of(office("supervisor").get("/devices"))
    assert "Oldest unsent 29 November 2026, 11:30 a.m." in text
    assert "1-2 never arrived" in text


def test_a_fork_is_told(office, road, of_officer):
    copy = of_officer.clone()
    put(road.test_client(), of_officer.seal(payload={"n": "1"}))
    put(road.test_client(), copy.seal(payload={"n": "2"}))
    assert "Two phones seal as this one" in text_of(office("supervisor").get("/devices"))


def test_a_phone_that_another_one_came_after_raises_the_question(office, ids, of_officer):
    assert "Did it hold unsent work?" not in text_of(office("supervisor").get("/devices"))
    new = Phone(ids["officer"])
    number = device_row(new).number
    assert f"Phone {number} came after it. Its last number here is 0. Did it hold unsent work?" in text_of(
        office("supervisor").get("/devices")
    )


def test_one_that_handed_over_raises_it_only_while_something_is_missing(office, road, ids, of_officer):
    Phone(ids["officer"], replaces=of_officer.id)
    assert "Did it hold unsent work?" not in text_of(office("supervisor").get("/devices"))
    greet(road.test_client(), of_officer, {"seq": 3})
    assert "Did it hold unsent work?" in text_of(office("supervisor").get("/devices"))


def test_approval_takes_records_out_of_quarantine(office, road, ids):
    pending, door = Phone(ids["officer"], status="pending"), road.test_client()
    sealed = pending.seal()
    assert receipt_of(put(door, sealed))["kind"] == "quarantined"
    assert office("officer").post(f"/devices/{pending.id}/approve").status_code == 403
    answer = office("supervisor").post(f"/devices/{pending.id}/approve")
    assert (answer.status_code, answer.location) == (303, "/devices")
    assert (device_row(pending).status, row_of(sealed.id).state) == ("active", "applied")
    assert receipt_of(put(door, sealed))["kind"] == "complete"
    assert office("supervisor").post(f"/devices/{pending.id}/approve").status_code == 422


def test_ending_a_phone_asks_why_and_then_quarantines(office, road, of_officer):
    client, address = office("supervisor"), f"/devices/{of_officer.id}/revoke"
    for because in ("", "   ", "x" * 501):
        assert client.post(address, data={"because": because}).status_code == 422
    assert client.post(address, data={"because": "stolen in the park"}).status_code == 303
    assert device_row(of_officer).revoked_because == "stolen in the park"
    assert receipt_of(put(road.test_client(), of_officer.seal()))["kind"] == "quarantined"
    assert "stolen in the park" in client.get("/devices").text


def test_a_nul_in_a_reason_is_a_mark_on_either_database(office, of_officer):
    client, address = office("supervisor"), f"/devices/{of_officer.id}/revoke"
    assert client.post(address, data={"because": "stolen\0 in the park"}).status_code == 303
    assert device_row(of_officer).revoked_because == "stolen\ufffd in the park"


def test_an_officer_ends_an_own_phone_and_no_other(office, ids, of_officer):
    other = Phone(ids["clerk"])
    client = office("officer")
    assert client.post(f"/devices/{other.id}/revoke", data={"because": "x"}).status_code == 404
    assert client.post(f"/devices/{of_officer.id}/revoke", data={"because": ""}).status_code == 303
    assert (device_row(of_officer).status, device_row(other).status) == ("revoked", "active")


def test_a_wipe_is_ordered_once_told_by_hello_and_written_down(office, road, of_officer):
    client, address = office("supervisor"), f"/devices/{of_officer.id}/wipe"
    assert client.post(address, data={"because": ""}).status_code == 422
    assert greet(road.test_client(), of_officer).json["wipe"] is False
    assert client.post(address, data={"because": "lost"}).status_code == 303
    entry = last_entry()
    assert (entry.action, entry.subject) == ("device.wipe_ordered", f"device:{of_officer.id}")
    assert greet(road.test_client(), of_officer).json["wipe"] is True
    assert client.post(address, data={"because": "lost"}).status_code == 422
    assert office("officer").post(address, data={"because": "lost"}).status_code == 403


def test_labels_are_shown_as_text(office, of_officer):
    with writing() as connection:
        device_queries.change(connection, of_officer.id, label='"><img src=x>', last_seen_at=clock.now())
    assert "<img src=x>" not in office("supervisor").get("/devices").text


def test_gaps_of_many_are_one_list_of_the_first(road, of_officer):
    for number in range(2, 250, 2):
        put(road.test_client(), of_officer.seal(seq=number))
    (one,) = phones.own(of_officer.person_id, "Olive")
    assert (len(one.gaps), one.gaps[0], one.gaps[99]) == (100, (1, 1), (199, 199))
