"""The statements of the protocol (docs/protocol.md): which lines are signed for what."""

import hashlib

from fieldapp.media.signing import statement


def sha256_hex(data: bytes) -> str:
    """SHA-256 in lower case hex."""
    return hashlib.sha256(data).hexdigest()


def enroll(origin: str, person_id: int, challenge: str, key_id: str) -> bytes:
    """What a new key signs when it is enrolled, and the one it replaces too. Raises ValueError for foreign lines."""
    return statement("fieldapp/enroll/1", origin, str(person_id), challenge, key_id)


def record(origin: str, city: str, record_id: str, device: str, seq: int, body: bytes) -> bytes:
    """What a device signs when it seals a record. Raises ValueError where a line cannot be one."""
    return statement("fieldapp/record/1", origin, city, record_id, device, str(seq), sha256_hex(body))


def hello(origin: str, device: str, nonce: str, body: bytes) -> bytes:
    """What a device signs to say hello. Raises ValueError where a line cannot be one."""
    return statement("fieldapp/hello/1", origin, device, nonce, sha256_hex(body))


def receipt(receipt_bytes: bytes) -> bytes:
    """What the server signs over a receipt."""
    return statement("fieldapp/receipt/1", sha256_hex(receipt_bytes))
