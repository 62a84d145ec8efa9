"""Whatever a signed body holds, the server receives it and keeps it as it came; it neither fails nor forgets."""

import copy
import json
import random

from sqlalchemy import select

from fieldapp.services.records import kinds
from fieldapp.tables.db import reading
from fieldapp.tables.records import Record
from tests.road.phone import photo_lines, put, receipt_of

VALUES = (
    None, True, 0, -1, 2**31, 2**53, 2**63, 1.5, "", " ", "\0", "\ud800", "é", "A", "x" * 5000, "../..", "7",
    "'; drop table records; --", "\u202etxt", [], {}, [[]], [None], {"a": 1}, [{"slot": "dog-1"}],
    "0000-00-00T00:00:00Z", "9999-12-31T23:59:60Z", "2026-02-30T00:00:00Z", "2026-11-30T15:04:05+06:00",
)  # fmt: skip
FIELDS = (
    "v", "id", "origin", "city", "city_by", "kind", "schema", "author", "device", "prev", "sealed_at", "clock", "place",
    "parents", "photos", "number", "payload",
)  # fmt: skip
PLACE = {"lat": "45.0326", "lon": "-93.3599", "accuracy_m": 12, "at": "2026-11-30T15:04:00.000Z"}


def kept(record_id):
    with reading() as connection:
        return connection.execute(select(Record.body, Record.state).where(Record.id == record_id)).one()


def send(door, phone, fields):
    """Sign and send the fields whatever they are; the headers complete what the body does not say."""
    body = json.dumps(fields).encode()
    named = fields.get("city")
    city = named if isinstance(named, str) and named else str(named) if type(named) is int else "crystal"
    if not city.isascii():
        return None
    origin = fields.get("origin")
    origin = (
        origin if isinstance(origin, str) and origin else str(origin) if type(origin) is int else "http://localhost"
    )
    if not origin.isascii():
        return None
    sealed = phone.seal_bytes(body, city=city, origin=origin)
    answer = put(door, sealed, Fieldapp_City="crystal", Fieldapp_Seq=str(sealed.seq))
    return sealed, answer


def test_each_field_with_each_strange_value(door, phone):
    sent = 0
    for name in FIELDS:
        for value in VALUES:
            fields = phone.fields("test_kind", {"n": "1"}, place=PLACE, photos=photo_lines("dog-1", ("original", b"x")))
            fields[name] = value
            made = send(door, phone, fields)
            if made is None:
                continue
            sealed, answer = made
            sent += 1
            assert answer.status_code == 201, (name, value, answer.text)
            assert receipt_of(answer)["sha256"] == sealed.sha256
            assert kept(sealed.id).body == sealed.body
    assert sent > 400


def test_an_instant_that_has_no_day_in_every_zone_is_held(door, phone):
    """A clock that was never set is applied (1970); years that no time zone can turn into a day are for the office."""
    for sealed_at, state in (
        ("0001-01-01T00:00:00.000Z", "held"), ("9999-12-31T23:59:59.999Z", "held"), ("1899-12-31T23:59:59Z", "held"),
        ("2200-01-01T00:00:00Z", "held"), ("1970-01-01T00:00:00.000Z", "applied"), ("2199-12-31T23:59:59Z", "applied"),
    ):  # fmt: skip
        payload = {"ended": "no_violation", "occurred_at": "2026-11-30T15:04:00Z"}
        fields = phone.fields("field_note", payload, sealed_at=sealed_at)
        sealed = phone.seal_bytes(json.dumps(fields).encode(), fields["id"])
        answer = put(door, sealed)
        assert (answer.status_code, answer.json["state"]) == (201, state), (sealed_at, answer.text)
        assert kept(sealed.id).body == sealed.body


def test_what_lies_within_with_each_strange_value(door, phone):
    photo = photo_lines("dog-1", ("original", b"x"))[0]
    for whole, place in ((PLACE, "place"), (photo, "photos"), ({"offset_ms": 0, "mono_ms": 0}, "clock")):
        for name in whole:
            for value in VALUES:
                inner = {**whole, name: value}
                fields = phone.fields("test_kind", {"n": "1"})
                fields[place] = [inner] if place == "photos" else inner
                sealed, answer = send(door, phone, fields)
                assert answer.status_code == 201, (place, name, value, answer.text)
                assert kept(sealed.id).state == "held"  # the address is not the body's id, at the least


def spoiled(payload, chance):
    """A payload with one of its values, at any depth, replaced by a strange one."""
    made = copy.deepcopy(payload)
    place = made
    while True:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        if not keys:
            return made
        key = chance.choice(keys)
        if isinstance(place[key], dict | list) and place[key] and chance.random() < 0.5:
            place = place[key]
            continue
        place[key] = chance.choice(VALUES)
        return made


def test_payloads_of_every_kind_with_strange_values(door, phone):
    """Applied or held, never a fault of the server."""
    chance = random.Random(5)  # noqa: S311  the same strange payloads each time
    for kind in list(kinds.KINDS.values()):
        for payload in kind.example():
            for _ in range(60):
                fields = phone.fields(kind.name, spoiled(dict(payload), chance), schema=max(kind.schemas))
                body = json.dumps(fields).encode()
                sealed = phone.seal_bytes(body, fields["id"])
                answer = put(door, sealed)
                assert answer.status_code == 201, (fields["payload"], answer.text)
                assert answer.json["state"] in ("applied", "held")


def test_bytes_that_were_cut_or_flipped_are_never_taken_for_the_record(door, phone):
    sealed = phone.seal()
    whole, chance = sealed.body, random.Random(7)  # noqa: S311
    for _ in range(50):
        place = chance.randrange(len(whole))
        for body in (
            whole[:place],
            whole[:place] + bytes([whole[place] ^ 1 << chance.randrange(8)]) + whole[place + 1 :],
        ):
            sealed.body = body
            assert put(door, sealed).status_code == 401
    sealed.body = whole
    assert put(door, sealed).status_code == 201
