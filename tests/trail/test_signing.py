"""The vector of the protocol (private scalar 7), and everything that only looks like a key or a signature."""

import base64
import hashlib

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from fieldapp.media import signing

SEVEN = ec.derive_private_key(7, ec.SECP256R1())
POINT = signing.point_of(SEVEN.public_key())
BODY = b'{"v":1,"width":"72.5"}'
LINES = (
    "fieldapp/record/1", "https://tags.example.gov", "crystal", "0192f0c8-7a10-7c3e-8a1f-3b5d9e0f4a21",
    "0192f0c8-0000-7000-8000-000000000001", "17", hashlib.sha256(BODY).hexdigest(),
)  # fmt: skip
SIGNED = signing.statement(*LINES)
SIGNATURE = "AhwjcEAHusnDHEGvFcE9X1EQbBI55F5TpqxklfqyE3bm19eomunntsjxPAyh8P5O2n-KU00A7EJFaGcZwwjyOQ"
ORDER = signing._ORDER


def raw(signature=SIGNATURE):
    return base64.urlsafe_b64decode(signature + "==")


def test_the_vector():
    assert LINES[-1] == "17fea4dcf73103929a96ae22bef02aa3f625acebc68b5d68246bf29da0a6e489"
    assert len(SIGNED) == 193
    assert hashlib.sha256(SIGNED).hexdigest() == "3acdd3cb52cfd4307162fd5bce518206a8126e0d5b4cfa82603013653aa45a16"
    assert signing.key_id(POINT) == "sz5NHCDfJ4kSJecxrFAjSyogLsREJCe_uuYspqbzk7Q"
    assert signing.is_signed(POINT, SIGNED, SIGNATURE)


def test_what_is_signed_here_is_raw_and_holds():
    made = signing.sign(SEVEN, SIGNED)
    assert len(signing.bytes_of(made)) == 64
    assert signing.is_signed(POINT, SIGNED, made)
    assert not signing.is_signed(POINT, SIGNED + b"\n", made)


ALTERED = {
    "DER": SEVEN.sign(SIGNED, ec.ECDSA(hashes.SHA256())),
    "short": raw()[:-1],
    "long": raw() + b"\0",
    "empty": b"",
    "(0, 0)": bytes(64),
    "(r, 0)": raw()[:32] + bytes(32),
    "(0, s)": bytes(32) + raw()[32:],
    "r = n": ORDER.to_bytes(32, "big") + raw()[32:],
    "s past n": raw()[:32] + (2**256 - 1).to_bytes(32, "big"),
    "one bit": bytes([raw()[0] ^ 1]) + raw()[1:],
}


@pytest.mark.parametrize("data", ALTERED.values(), ids=ALTERED)
def test_no_other_signature_holds(data):
    assert not signing.is_signed(POINT, SIGNED, signing.b64u(data))


@pytest.mark.parametrize("text", [SIGNATURE + "==", SIGNATURE + "\n", " " + SIGNATURE, SIGNATURE[:-1] + "R", "é", "!"])
def test_a_signature_has_one_spelling(text):
    assert not signing.is_signed(POINT, SIGNED, text)


def test_the_same_twin_is_valid_so_a_signature_is_no_id():
    """(r, n - s) holds as well, as it does in every library: nothing may be deduplicated by a signature."""
    s = int.from_bytes(raw()[32:], "big")
    twin = raw()[:32] + (ORDER - s).to_bytes(32, "big")
    assert signing.is_signed(POINT, SIGNED, signing.b64u(twin))


def other_curve(curve):
    return ec.derive_private_key(7, curve).public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


NO_KEYS = {
    "compressed": SEVEN.public_key().public_bytes(Encoding.X962, PublicFormat.CompressedPoint),
    "secp256k1": other_curve(ec.SECP256K1()),
    "P-384": other_curve(ec.SECP384R1()),
    "(0, 0)": b"\x04" + bytes(64),
    "infinity": b"\0",
    "hybrid": b"\x06" + POINT[1:],
    "off the curve": POINT[:-1] + bytes([POINT[-1] ^ 1]),
    "empty": b"",
}


@pytest.mark.parametrize("point", NO_KEYS.values(), ids=NO_KEYS)
def test_no_other_bytes_are_a_key(point):
    with pytest.raises(signing.NoPublicKey):
        signing.public_key_of(point)
    assert not signing.is_signed(point, SIGNED, SIGNATURE)


@pytest.mark.parametrize("line", ["two\nlines", "a\rb", "caf\N{LATIN SMALL LETTER E WITH ACUTE}"])
def test_a_statement_has_plain_lines(line):
    with pytest.raises(ValueError, match="ASCII"):
        signing.statement("fieldapp/record/1", line)
