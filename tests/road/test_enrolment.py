"""Enrolment of a device: a fresh challenge, a key that signs it, one key pair for each installation and officer."""

import json
from dataclasses import replace
from datetime import timedelta

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from sqlalchemy import delete, func, select, update

from fieldapp import clock
from fieldapp.media.signing import b64u, bytes_of, key_id, point_of, sign
from fieldapp.services import people, server_keys
from fieldapp.services.devices import status
from fieldapp.services.records import statements
from fieldapp.services.sessions import begin, token_hash
from fieldapp.tables import device_queries
from fieldapp.tables.audit import AuditEntry
from fieldapp.tables.db import reading, writing
from fieldapp.tables.devices import Device
from fieldapp.tables.people import Person
from fieldapp.tables.records import Record, RecordReceipt
from tests.road.conftest import MANY, person
from tests.road.phone import ORIGIN, Phone, put, receipt_of

BASE = "https://localhost"
OWN = {"Origin": BASE, "Sec-Fetch-Site": "same-origin"}


class Enrolling:
    """A signed-in browser of a person, and the key that it enrolls."""

    def __init__(self, app, person_id, city="crystal"):
        self.client, self.person_id = app.test_client(), person_id
        self.key = ec.generate_private_key(ec.SECP256R1())
        with writing() as connection:
            token, _ = begin(connection, person_id, city, "test", second_factor=True, instead_of=None)
        self.client.set_cookie("__Host-fa", token, domain="localhost")
        self.token = token

    def post(self, path, said=None, headers=OWN):
        return self.client.post(path, json=said, base_url=BASE, headers=headers)

    def challenge(self):
        answer = self.post("/sync/devices/challenge")
        assert answer.status_code == 200, answer.text
        assert answer.json["user_id"] == self.person_id
        return answer.json["challenge"]

    def said(self, challenge=None, **changes):
        challenge = challenge or self.challenge()
        point = point_of(self.key.public_key())
        words = statements.enroll(BASE, self.person_id, challenge, key_id(point))
        made = {
            "v": 1, "public_key": b64u(point), "challenge": challenge, "label": "Chromium on Linux",
            "protection": "storage", "signature": sign(self.key, words),
        }  # fmt: skip
        return made | changes

    def enroll(self, **changes):
        return self.post("/sync/devices", self.said(**changes))


@pytest.fixture
def enrolling(road, officer):
    return Enrolling(road, officer)


def device_count():
    with reading() as connection:
        return connection.scalar(select(func.count()).select_from(Device))


def test_a_phone_is_enrolled_and_what_it_seals_is_received(road, enrolling):
    answer = enrolling.enroll()
    made = answer.json
    assert answer.status_code == 201
    assert {k: made[k] for k in ("v", "number", "status", "person", "last_seq", "last_prev")} == {
        "v": 1, "number": 1, "status": "active", "person": enrolling.person_id, "last_seq": 0, "last_prev": "0" * 64,
    }  # fmt: skip
    assert made["key_id"] == key_id(point_of(enrolling.key.public_key()))
    assert made["server_keys"] == road.test_client().get("/.well-known/fieldapp-keys.json").json
    phone = Phone(enrolling.person_id, enrolled=False)
    phone.id, phone.key = made["device"], enrolling.key
    assert put(road.test_client(), phone.seal()).status_code == 201
    with reading() as connection:
        entry = connection.execute(
            select(AuditEntry.actor, AuditEntry.subject).where(AuditEntry.action == "device.enrolled")
        ).one()
    assert tuple(entry) == (f"person:{enrolling.person_id}", f"device:{made['device']}")


def test_the_same_key_again_is_the_same_phone(enrolling):
    said = enrolling.said()
    first, again = enrolling.post("/sync/devices", said), enrolling.post("/sync/devices", said)
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json == again.json
    assert device_count() == 1


def test_a_challenge_is_good_once_for_its_person_for_five_minutes(road, enrolling):
    used = enrolling.challenge()
    assert enrolling.enroll(challenge=used).status_code == 201
    enrolling.key = ec.generate_private_key(ec.SECP256R1())
    other = Enrolling(road, person("other"))
    late = enrolling.challenge()
    cases = {"used": used, "another person's": other.challenge(), "never made": b64u(bytes(32))}
    for words, text in cases.items():
        answer = enrolling.enroll(challenge=text)
        assert (answer.status_code, answer.json["error"]) == (401, "challenge"), words
    now = clock.now()
    clock.set_clock(now + timedelta(minutes=5, seconds=1))
    assert enrolling.enroll(challenge=late).status_code == 401
    clock.set_clock(now + timedelta(minutes=4))
    assert enrolling.enroll(challenge=enrolling.challenge()).status_code == 201


def test_a_signature_that_does_not_hold_uses_no_challenge_up(enrolling):
    challenge = enrolling.challenge()
    wrong = sign(ec.generate_private_key(ec.SECP256R1()), b"anything")
    answer = enrolling.enroll(challenge=challenge, signature=wrong)
    assert (answer.status_code, answer.json["error"]) == (401, "signature")
    assert enrolling.enroll(challenge=challenge).status_code == 201


def test_a_key_of_another_person_is_refused(road, enrolling):
    enrolling.enroll()
    other = Enrolling(road, person("other"))
    other.key = enrolling.key
    answer = other.enroll()
    assert (answer.status_code, answer.json["error"]) == (409, "key")
    assert device_count() == 1


def forget(device):
    """As a server restored from a backup that is older than the enrolment."""
    with writing() as connection:
        connection.execute(delete(Device).where(Device.id == device))


def test_a_restored_server_knows_the_same_key_under_the_same_id_and_takes_what_it_sealed(road, enrolling):
    first = enrolling.enroll().json
    phone = Phone(enrolling.person_id, enrolled=False)
    phone.id, phone.key = first["device"], enrolling.key
    sealed = [phone.seal(payload={"n": str(n)}) for n in range(3)]
    forget(first["device"])
    client = road.test_client()
    assert [(a.status_code, a.json["error"]) for a in (put(client, s) for s in sealed)] == [(401, "device")] * 3
    again = enrolling.enroll()
    assert (again.status_code, again.json["device"], again.json["person"]) == (201, first["device"], first["person"])
    for _ in range(2):
        assert [put(client, s).json["state"] for s in sealed] == ["applied"] * 3
    with reading() as connection:
        assert sorted(connection.scalars(select(Record.seq))) == [1, 2, 3]
        assert device_queries.one(connection, first["device"]).forked_at is None


def test_nobody_gets_another_phones_id(road, enrolling):
    """Neither by naming it, nor with another key, nor as another person that has the key or the number."""
    first = enrolling.enroll().json["device"]
    forget(first)
    others = [Enrolling(road, person("other")), Enrolling(road, enrolling.person_id), Enrolling(road, person("next"))]
    others[2].key = enrolling.key
    given = [one.enroll(device=first, id=first).json["device"] for one in others]
    assert len({first, *given}) == 4
    forget(given[2])
    with writing() as connection:  # the number of a person that the backup did not have is given to somebody else
        connection.execute(update(Person).where(Person.id == enrolling.person_id).values(handle=b"somebody else"))
    assert enrolling.enroll().json["device"] not in {first, *given}


def test_what_cannot_be_used_is_named(enrolling):
    good = enrolling.said()
    for field, value in (
        ("v", 2), ("public_key", "AA"), ("public_key", 7), ("challenge", b64u(bytes(31))), ("challenge", None),
        ("label", ""), ("protection", "desk"), ("protection", ["passkey"]), ("replaces", "x"),
        ("replaces", {"device": "7", "signature": ""}),
    ):  # fmt: skip
        answer = enrolling.post("/sync/devices", {**good, field: value})
        assert (answer.status_code, answer.json["error"]) == (422, "enrolment"), field
        assert field in answer.json["detail"]
    for said in (None, [], "text", 7):
        assert enrolling.post("/sync/devices", said).status_code == 422
    deep = enrolling.client.post(
        "/sync/devices", data="[" * 100_000, base_url=BASE, headers=OWN, content_type="application/json"
    )
    assert deep.status_code == 422
    assert device_count() == 0


def test_only_a_person_who_proved_it_lately_enrolls(enrolling):
    said = enrolling.said()
    clock.set_clock(clock.now() + timedelta(minutes=11))
    assert enrolling.post("/sync/devices", said).status_code == 401
    assert enrolling.post("/sync/devices/challenge", headers={**OWN, "Accept": "application/json"}).status_code == 401
    assert device_count() == 0


def test_a_foreign_page_enrolls_nothing(enrolling):
    said = enrolling.said()
    foreign = {"Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"}
    assert enrolling.post("/sync/devices", said, headers=foreign).status_code == 403
    assert device_count() == 0


def replacing(enrolling, old_device, old_key):
    challenge = enrolling.challenge()
    point = point_of(enrolling.key.public_key())
    words = statements.enroll(BASE, enrolling.person_id, challenge, key_id(point))
    return enrolling.enroll(challenge=challenge, replaces={"device": old_device, "signature": sign(old_key, words)})


def test_a_phone_is_replaced_by_two_signatures(road, enrolling):
    old = Phone(enrolling.person_id)
    put(road.test_client(), old.seal())
    enrolling.key = ec.generate_private_key(ec.SECP256R1())
    wrong = replacing(enrolling, old.id, enrolling.key)
    assert (wrong.status_code, wrong.json["error"]) == (401, "signature")
    foreign = Phone(person("other"))
    theirs = replacing(enrolling, foreign.id, foreign.key)
    assert (theirs.status_code, theirs.json["error"]) == (409, "replaces")
    good = replacing(enrolling, old.id, old.key)
    assert (good.status_code, good.json["last_seq"], good.json["last_prev"]) == (201, 0, old.prev)
    with reading() as connection:
        assert device_queries.one(connection, good.json["device"]).replaces == old.id
    assert put(road.test_client(), old.seal()).json["state"] == "applied"  # good for what it sealed before


@pytest.fixture
def careful(settings, app_of):
    """A server on which new phones wait for approval."""
    app = app_of(replace(settings, device_approval=True, quotas=MANY))
    server_keys.make_first(settings.instance, actor="cli")
    return app


def test_a_phone_that_waits_for_approval_loses_nothing(careful, settings, watched):
    officer, chief = person(), person("chief", role="supervisor")
    enrolling = Enrolling(careful, officer)
    made = enrolling.enroll().json
    assert made["status"] == "pending"
    phone = Phone(officer, enrolled=False)
    phone.id, phone.key = made["device"], enrolling.key
    sealed = [phone.seal(payload={"n": str(n)}) for n in range(3)]
    client = careful.test_client()
    assert [receipt_of(put(client, s))["kind"] for s in sealed] == ["quarantined"] * 3
    with pytest.raises(LookupError):
        status.approve("benson", phone.id, ORIGIN, settings.instance, actor="person:9", person_id=chief)
    count = status.approve("crystal", phone.id, ORIGIN, settings.instance, actor=f"person:{chief}", person_id=chief)
    assert count == 3
    assert [n for _, n in watched] == ["0", "1", "2"]
    assert [receipt_of(put(client, s))["kind"] for s in sealed] == ["complete"] * 3
    with reading() as connection:
        kinds = connection.scalars(select(RecordReceipt.kind).order_by(RecordReceipt.id)).all()
        assert set(connection.scalars(select(Record.state))) == {"applied"}
    assert kinds == ["quarantined"] * 3 + ["complete"] * 3
    with pytest.raises(status.RefusedStatus):
        status.approve("crystal", phone.id, ORIGIN, settings.instance, actor="person:9", person_id=chief)


def test_a_revoked_phone_is_heard_and_not_believed(road, phone):
    chief = person("chief", role="supervisor")
    client = road.test_client()
    first = phone.seal()
    put(client, first)
    with pytest.raises(status.RefusedStatus):
        status.revoke("crystal", phone.id, "  ", actor="person:9", person_id=chief)
    with pytest.raises(LookupError):
        status.revoke("benson", phone.id, "lost", actor="person:9", person_id=chief)
    status.revoke("crystal", phone.id, "lost", actor="person:9", person_id=chief)
    with pytest.raises(status.RefusedStatus):
        status.revoke("crystal", phone.id, "lost", actor="person:9", person_id=chief)
    assert put(client, phone.seal()).json["state"] == "quarantined"
    assert receipt_of(put(client, first))["kind"] == "complete"


def test_the_end_of_a_person_ends_their_sessions_and_phones_at_once(road, officer, phone):
    client = road.test_client()
    chief = person("chief", role="supervisor")
    enrolling = Enrolling(road, officer)
    people.end("crystal", officer, actor=f"person:{chief}")
    with reading() as connection:
        row = device_queries.one(connection, phone.id)
    assert (row.status, row.revoked_because) == ("revoked", "The person's work here ended.")
    assert put(client, phone.seal()).json["state"] == "quarantined"
    assert enrolling.post("/sync/devices/challenge", headers={**OWN, "Accept": "application/json"}).status_code == 401
    assert token_hash(enrolling.token)


def test_who_still_works_for_another_city_keeps_the_phone(road):
    both, chief = person("both", ("crystal", "benson")), person("chief", role="supervisor")
    phone = Phone(both)
    people.end("crystal", both, actor=f"person:{chief}")
    client = road.test_client()
    assert put(client, phone.seal()).json["state"] == "held"
    assert put(client, phone.seal(city="benson")).json["state"] == "applied"


def test_a_rotation_is_shown_to_phones(road, enrolling, settings):
    old, new = server_keys.rotate(settings.instance, [BASE], actor="cli")
    said = enrolling.enroll().json["server_keys"]
    assert [(r["old_kid"], r["new_kid"], r["origin"]) for r in said["rotations"]] == [(old, new, BASE)]
    assert json.dumps(said)
    assert all(len(bytes_of(k["public_key"])) == 65 for k in said["keys"])
