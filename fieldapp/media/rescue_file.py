"""Rescue files of phones (docs/protocol.md): opened chunk by chunk, and read entry by entry, in bounded memory."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, BinaryIO

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256, Hash
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from fieldapp.media.signing import bytes_of, public_key_of

MARK = b"fieldapp/rescue/1\n"
CHUNK = 1_048_576  # bytes of content in a sealed chunk
TAG = 16  # bytes that AES-GCM adds
LONGEST_FACTS = 4_096  # bytes of the header, and of what stands before an entry
SALT = 32  # bytes
_COUNT = 4  # bytes of a number


class UnusableRescue(Exception):
    """The file cannot be opened or read; the sentence says why."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What the phone says of a record or photo, and where its bytes lie in the opened content."""

    facts: dict[str, Any]
    start: int
    size: int


def open_rescue(source: BinaryIO, key_of: Callable[[str], ec.EllipticCurvePrivateKey], out: BinaryIO) -> None:
    """Write the content of a rescue file to `out`. `key_of`: the private key of an id. Raises UnusableRescue.

    Nothing of `out` may be used where it raises: the last chunk says that nothing was cut off.
    """
    if source.read(len(MARK)) != MARK:
        raise UnusableRescue("This is no rescue file.")
    header = _exactly(source, _length(source, LONGEST_FACTS))
    cipher, about = _cipher(header, key_of), _hash(header)
    number, sealed = 0, _chunk(source)
    while sealed is not None:
        following = _chunk(source)
        nonce = number.to_bytes(11, "big") + (b"\0" if following is not None else b"\1")
        try:
            out.write(cipher.decrypt(nonce, sealed, about))
        except InvalidTag as wrong:
            raise UnusableRescue("The file was cut off or changed on its way.") from wrong
        number, sealed = number + 1, following
    if number == 0:
        raise UnusableRescue("The file was cut off or changed on its way.")


def entries(content: BinaryIO) -> Iterator[Entry]:
    """The entries of the opened content, in order. Raises UnusableRescue."""
    end = content.seek(0, 2)
    at = 0
    while at < end:
        content.seek(at)
        facts = _object(_exactly(content, _length(content, LONGEST_FACTS)))
        size, start = facts.get("bytes"), content.tell()
        if type(size) is not int or not 0 <= size <= end - start:
            raise UnusableRescue("The content of the file cannot be read.")
        yield Entry(facts, start, size)
        at = start + size


def _cipher(header: bytes, key_of: Callable[[str], ec.EllipticCurvePrivateKey]) -> AESGCM:
    said = _object(header)
    kid, ephemeral, salt = (said.get(name) for name in ("kid", "ephemeral", "salt"))
    if said.get("v") != 1 or not all(isinstance(value, str) for value in (kid, ephemeral, salt)):
        raise UnusableRescue("This version of rescue files is not known here.")
    try:
        point, salted = public_key_of(bytes_of(str(ephemeral))), bytes_of(str(salt))
    except ValueError as wrong:
        raise UnusableRescue("The head of the file cannot be read.") from wrong
    if len(salted) != SALT:
        raise UnusableRescue("The head of the file cannot be read.")
    secret = key_of(str(kid)).exchange(ec.ECDH(), point)
    return AESGCM(HKDF(SHA256(), 32, salted, b"fieldapp/rescue/1").derive(secret))


def _chunk(source: BinaryIO) -> bytes | None:
    head = source.read(_COUNT)
    if not head:
        return None
    if len(head) != _COUNT or not TAG <= (length := int.from_bytes(head, "big")) <= CHUNK + TAG:
        raise UnusableRescue("The file was cut off or changed on its way.")
    return _exactly(source, length)


def _length(source: BinaryIO, most: int) -> int:
    length = int.from_bytes(_exactly(source, _COUNT), "big")
    if length > most:
        raise UnusableRescue("The head of the file cannot be read.")
    return length


def _exactly(source: BinaryIO, size: int) -> bytes:
    data = source.read(size)
    if len(data) != size:
        raise UnusableRescue("The file was cut off or changed on its way.")
    return data


def _object(data: bytes) -> dict[str, Any]:
    try:
        found = json.loads(data)
    except (ValueError, RecursionError) as wrong:
        raise UnusableRescue("The file cannot be read.") from wrong
    if not isinstance(found, dict):
        raise UnusableRescue("The file cannot be read.")
    return found


def _hash(data: bytes) -> bytes:
    digest = Hash(SHA256())
    digest.update(data)
    return digest.finalize()
