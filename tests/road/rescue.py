"""Make a rescue file as a phone does, from docs/protocol.md."""

import hashlib
import json
import os

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from fieldapp.media.signing import b64u, bytes_of, point_of, public_key_of

CHUNK = 1_048_576
ORIGIN = "http://localhost"


def number(value):
    return value.to_bytes(4, "big")


def entry(facts, data):
    words = json.dumps({**facts, "bytes": len(data)}).encode()
    return number(len(words)) + words + data


def record_entry(sealed, **changes):
    facts = {
        "type": "record", "id": sealed.id, "city": sealed.city, "device": sealed.device, "seq": sealed.seq,
        "origin": ORIGIN, "signature": sealed.signature, "sha256": sealed.sha256,
    }  # fmt: skip
    return entry(facts | changes, sealed.body)


def photo_entry(sealed, slot, form, data, **changes):
    facts = {
        "type": "photo",
        "record": sealed.id,
        "slot": slot,
        "form": form,
        "sha256": hashlib.sha256(data).hexdigest(),
    }
    return entry(facts | changes, data)


def rescue_file(keys, content, *, chunk=CHUNK, header=None, cut=0, kid=None):
    """`keys`: the published object; `cut`: chunks left out at the end."""
    key = next(k for k in keys["keys"] if k["use"] == "rescue" and not k["until"])
    mine = ec.generate_private_key(ec.SECP256R1())
    salt = os.urandom(32)
    said = {
        "v": 1, "origin": ORIGIN, "kid": kid or key["kid"], "ephemeral": b64u(point_of(mine.public_key())),
        "salt": b64u(salt), "made_at": "2026-11-30T15:00:00.000Z", "device": "", "records": 1,
    } | (header or {})  # fmt: skip
    head = json.dumps(said).encode()
    secret = mine.exchange(ec.ECDH(), public_key_of(bytes_of(key["public_key"])))
    cipher = AESGCM(HKDF(SHA256(), 32, salt, b"fieldapp/rescue/1").derive(secret))
    parts = [content[at : at + chunk] for at in range(0, len(content), chunk)] or [b""]
    out = b"fieldapp/rescue/1\n" + number(len(head)) + head
    for at, part in enumerate(parts[: len(parts) - cut]):
        nonce = at.to_bytes(11, "big") + bytes([at == len(parts) - 1])
        sealed = cipher.encrypt(nonce, part, hashlib.sha256(head).digest())
        out += number(len(sealed)) + sealed
    return out
