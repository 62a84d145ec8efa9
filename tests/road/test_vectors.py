"""The vectors of docs/protocol.md; the browser's tests read the same file."""

import hashlib
import json
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from fieldapp.media.signing import (
    NoPublicKey,
    b64u,
    bytes_of,
    is_signed,
    key_id,
    point_of,
    public_key_of,
    sign,
    statement,
)
from fieldapp.services.records import statements
from fieldapp.services.records.strict_json import Unreadable, read

VECTORS = json.loads((Path(__file__).parent / "vectors.json").read_text(encoding="utf-8"))
DEVICE = bytes_of(VECTORS["device"]["public_key"])
SERVER = bytes_of(VECTORS["server"]["public_key"])
RECORD = VECTORS["record"]


def said():
    _, origin, city, record_id, device, seq, _ = RECORD["lines"]
    return statements.record(origin, city, record_id, device, int(seq), RECORD["body"].encode())


def test_the_keys_are_the_scalars():
    for name, scalar, shown in (("device", 7, "key_id"), ("server", 11, "kid")):
        point = point_of(ec.derive_private_key(scalar, ec.SECP256R1()).public_key())
        assert b64u(point) == VECTORS[name]["public_key"]
        assert key_id(point) == VECTORS[name][shown]


def test_the_record_of_the_protocol():
    assert RECORD["lines"][0] == "fieldapp/record/1"
    assert RECORD["body_sha256"] == "17fea4dcf73103929a96ae22bef02aa3f625acebc68b5d68246bf29da0a6e489"
    assert said() == "".join(line + "\n" for line in RECORD["lines"]).encode()
    assert (len(said()), hashlib.sha256(said()).hexdigest()) == (RECORD["bytes"], RECORD["sha256"])
    for signature in (RECORD["signature"], *RECORD["also_valid"]):
        assert is_signed(DEVICE, said(), signature)
    assert not is_signed(SERVER, said(), RECORD["signature"])


@pytest.mark.parametrize("name", sorted(VECTORS["not_signatures"]))
def test_what_is_no_signature(name):
    assert not is_signed(DEVICE, said(), VECTORS["not_signatures"][name])


@pytest.mark.parametrize("name", sorted(VECTORS["not_public_keys"]))
def test_what_is_no_public_key(name):
    with pytest.raises(NoPublicKey):
        public_key_of(bytes_of(VECTORS["not_public_keys"][name]))


def test_the_other_statements():
    e, h, r, t = (VECTORS[name] for name in ("enroll", "hello", "receipt", "rotate"))
    key = VECTORS["device"]["key_id"]
    made = {
        "enroll": statements.enroll(e["origin"], e["user_id"], e["challenge"], key),
        "hello": statements.hello(h["origin"], h["device"], h["nonce"], h["body"].encode()),
        "receipt": statements.receipt(bytes_of(r["bytes"])),
        "rotate": statement("fieldapp/rotate/1", t["origin"], t["old_kid"], t["new_kid"], t["from"]),
    }
    for name, words in made.items():
        assert words.decode() == VECTORS[name]["statement"]
        assert hashlib.sha256(words).hexdigest() == VECTORS[name]["sha256"]
        assert is_signed(SERVER if name in ("receipt", "rotate") else DEVICE, words, VECTORS[name]["signature"])


def test_a_new_signature_is_another_one_and_holds():
    key = ec.derive_private_key(7, ec.SECP256R1())
    made = sign(key, said())
    assert made != RECORD["signature"]
    assert is_signed(DEVICE, said(), made)


@pytest.mark.parametrize("text", VECTORS["json"]["readable"])
def test_json_that_the_road_reads(text):
    assert read(text.encode()) == json.loads(text)


@pytest.mark.parametrize("text", VECTORS["json"]["unreadable"])
def test_json_that_the_road_does_not_read(text):
    with pytest.raises(Unreadable):
        read(text.encode("utf-8"))


@pytest.mark.parametrize("data", [b"\xff{}", b'{"a":"\xed\xa0\x80"}', b'{"a":"\xc0\x80"}', "{}".encode("utf-16")])
def test_bytes_that_are_no_utf_8(data):
    with pytest.raises(Unreadable):
        read(data)
