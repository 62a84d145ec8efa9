"""Who gets the list, and what stands under it."""

import gzip
import hashlib
from datetime import UTC, datetime

import pytest
from sqlalchemy import update

from fieldapp.media.signing import b64u, bytes_of, is_signed, key_id, statement
from fieldapp.services import server_keys
from fieldapp.tables.db import writing
from fieldapp.tables.devices import Device
from tests.offline_list.conftest import ORIGIN
from tests.road.phone import Phone

JSON = {"Accept": "application/json"}


@pytest.fixture
def officer(demo_app, demo_people):
    """A signed-in client of an officer of Crystal, and their phone."""
    person = next(p for p in demo_people if p["role"] == "officer" and p["city"] == "crystal")
    client = demo_app.test_client()
    data = {"username": person["username"], "password": person["password"]}
    assert client.post("/login", data=data, headers=ORIGIN).status_code == 303
    return client, Phone(client.get("/current").json["id"])


def ask(client, device, city="crystal", since="", **headers):
    headers = JSON | {"Fieldapp-Device": device} | headers
    return client.get("/sync/pack", query_string={"city": city, "since": since}, headers=headers)


def test_the_list_and_its_signature(officer):
    client, phone = officer
    answer = ask(client, phone.id)
    assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "no-store")
    assert answer.json["what"] == "base"
    head, sha256 = answer.headers, hashlib.sha256(answer.data).hexdigest()
    point = bytes_of(head["Fieldapp-Key"])
    assert key_id(point) == head["Fieldapp-Kid"]
    said = statement("fieldapp/pack/1", "http://localhost", "crystal", sha256)
    assert is_signed(point, said, head["Fieldapp-Signature"])
    keys = {k["kid"]: k for k in client.get("/.well-known/fieldapp-keys.json").json["keys"]}
    assert (keys[head["Fieldapp-Kid"]]["use"], keys[head["Fieldapp-Voucher"]]["use"]) == ("pack", "receipt")
    assert keys[head["Fieldapp-Kid"]]["public_key"] == b64u(point)
    voucher = bytes_of(keys[head["Fieldapp-Voucher"]]["public_key"])
    vouched = statement("fieldapp/use/1", "http://localhost", "pack", head["Fieldapp-Kid"])
    assert is_signed(voucher, vouched, head["Fieldapp-Vouched"])
    assert not is_signed(point, said.replace(b"crystal", b"benson"), head["Fieldapp-Signature"])


def test_the_same_bytes_packed_and_plain(officer):
    client, phone = officer
    plain = ask(client, phone.id)
    packed = ask(client, phone.id, **{"Accept-Encoding": "gzip"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.data) == plain.data
    assert len(packed.data) < len(plain.data) / 2


def test_addresses_go_to_phones_under_a_passkey_only(officer):
    client, phone = officer
    version = ask(client, phone.id).json["version"]
    assert ask(client, phone.id, since=version).json["premises"] is None
    with writing() as connection:
        connection.execute(update(Device).where(Device.id == phone.id).values(protection="passkey"))
    assert ask(client, phone.id, since=version).json["premises"]


def test_nobody_without_a_session(demo_app, officer):
    _, phone = officer
    assert ask(demo_app.test_client(), phone.id).status_code == 401


@pytest.mark.parametrize("city", ["benson", "nowhere", "../crystal", "\x00"])
def test_no_other_city(officer, city):
    client, phone = officer
    answer = ask(client, phone.id, city)
    assert (answer.status_code, answer.json["error"]) == (403, "right")


def test_a_city_has_to_be_named(officer):
    client, phone = officer
    assert ask(client, phone.id, "").status_code == 422


@pytest.mark.parametrize(
    "change",
    [
        {"status": "revoked"},
        {"status": "pending"},
        {"wipe_ordered_at": datetime(2026, 11, 30, tzinfo=UTC)},
        {"person_id": 2},
    ],
)
def test_only_a_phone_of_this_person_that_is_in_use(officer, change):
    client, phone = officer
    with writing() as connection:
        connection.execute(update(Device).where(Device.id == phone.id).values(**change))
    answer = ask(client, phone.id)
    assert (answer.status_code, answer.json["error"]) == (401, "device")


@pytest.mark.parametrize("device", ["", "no-such-phone", "desk-crystal", "x" * 4000])
def test_no_phone_no_list(officer, device):
    answer = ask(officer[0], device)
    assert (answer.status_code, answer.json["error"]) == (401, "device")


def test_a_server_without_its_receipt_key_signs_no_list(officer, demo_app):
    client, phone = officer
    for file in (demo_app.config["SETTINGS"].instance / server_keys.FOLDER).glob("*.pem"):
        file.unlink()
    answer = ask(client, phone.id)
    assert (answer.status_code, answer.json["error"], "Retry-After" in answer.headers) == (503, "no key", True)


def test_a_lost_pack_key_is_followed_by_another(officer, demo_app):
    client, phone = officer
    kid = ask(client, phone.id).headers["Fieldapp-Kid"]
    (demo_app.config["SETTINGS"].instance / server_keys.FOLDER / f"{kid}.pem").unlink()
    assert ask(client, phone.id).headers["Fieldapp-Kid"] != kid
