"""Statements and signatures: ECDSA P-256 with SHA-256, 64 raw bytes r||s, as base64url without padding."""

import base64
import binascii
import hashlib

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature, encode_dss_signature
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

POINT_BYTES = 65  # uncompressed: 04, x, y
_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
_SHA256 = ec.ECDSA(hashes.SHA256())


class NoPublicKey(ValueError):
    """The bytes are no uncompressed point of P-256."""


def b64u(data: bytes) -> str:
    """Base64url without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def bytes_of(text: str) -> bytes:
    """The bytes behind `b64u` text. Raises ValueError for padding, foreign characters and any second spelling."""
    try:
        data = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError) as wrong:
        raise ValueError("no base64url") from wrong
    if b64u(data) != text:
        raise ValueError("no base64url in its one spelling")
    return data


def point_of(key: ec.EllipticCurvePublicKey) -> bytes:
    """The 65 bytes of a public key."""
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def public_key_of(point: bytes) -> ec.EllipticCurvePublicKey:
    """The key at a point. Raises NoPublicKey for a compressed point, another curve's or none."""
    if len(point) != POINT_BYTES or point[0] != 4:
        raise NoPublicKey("a public key is 65 bytes and begins with 04")
    try:
        return ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except ValueError as wrong:
        raise NoPublicKey("the bytes are no point of P-256") from wrong


def key_id(point: bytes) -> str:
    """The id of a public key: base64url of the SHA-256 of its 65 bytes."""
    return b64u(hashlib.sha256(point).digest())


def statement(*lines: str) -> bytes:
    """The bytes that are signed: ASCII lines, each ended by LF. Raises ValueError for a line that cannot be one."""
    if any("\n" in line or "\r" in line or not line.isascii() for line in lines):
        raise ValueError("a statement has ASCII lines only")
    return "".join(line + "\n" for line in lines).encode("ascii")


def sign(key: ec.EllipticCurvePrivateKey, signed: bytes) -> str:
    """The signature of a P-256 key over `signed`."""
    r, s = decode_dss_signature(key.sign(signed, _SHA256))
    return b64u(r.to_bytes(32, "big") + s.to_bytes(32, "big"))


def is_signed(point: bytes, signed: bytes, signature: str) -> bool:
    """Whether `signature` is the key's over `signed`; False for DER, short and zero ones and for what is no key."""
    try:
        raw, key = bytes_of(signature), public_key_of(point)
    except ValueError:
        return False
    r, s = int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big")
    if len(raw) != 64 or not (0 < r < _ORDER and 0 < s < _ORDER):
        return False
    try:
        key.verify(encode_dss_signature(r, s), signed, _SHA256)
    except InvalidSignature:
        return False
    return True
