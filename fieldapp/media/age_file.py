"""Streams encrypted to a recipient's public key in the format of age (age-encryption.org), bounded in memory."""

from collections.abc import Iterator
from typing import Any, BinaryIO, Protocol

import pyrage

SECRET = "AGE-SECRET-KEY-"  # noqa: S105  how a private key begins


class Writable(Protocol):
    """Something that takes bytes."""

    def write(self, data: bytes, /) -> int:
        """All of the data."""

    def flush(self) -> None:
        """Pass it on."""


class UnusableAgeKey(Exception):
    """A text holds no key of the kind that is asked for; the sentence repeats no key."""


class NotOpened(Exception):
    """A stream cannot be decrypted: another key, a cut or a changed stream, or none of age's at all."""


class _Chunks:
    """What an iterator gives, as something to read from; keeps the fault that the iterator raised."""

    def __init__(self, chunks: Iterator[bytes]) -> None:
        self.chunks, self.left, self.fault = chunks, b"", None

    fault: BaseException | None

    def read(self, size: int = -1) -> bytes:
        """At most `size` bytes; nothing at the end."""
        try:
            while not self.left:
                self.left = next(self.chunks)
        except StopIteration:
            return b""
        except BaseException as wrong:
            self.fault = wrong
            raise
        size = len(self.left) if size < 0 else size
        part, self.left = self.left[:size], self.left[size:]
        return part


class _Kept:
    """A stream to write to that keeps the fault it raised."""

    def __init__(self, out: Writable) -> None:
        self.out, self.fault = out, None

    fault: OSError | None

    def write(self, data: bytes) -> int:
        """All of the data."""
        try:
            self.out.write(data)
        except OSError as wrong:
            self.fault = wrong
            raise
        return len(data)

    def flush(self) -> None:
        """Pass it on."""
        self.out.flush()


def new_pair() -> tuple[str, str]:
    """A new private key and its public one, as age writes them."""
    identity = pyrage.x25519.Identity.generate()
    return str(identity), str(identity.to_public())


def recipients_of(text: str) -> list[Any]:
    """The public keys in a text, one a line, # before remarks. Raises UnusableAgeKey where one is none."""
    return _keys(text, pyrage.x25519.Recipient.from_str, "a public key of age (age1...)")


def identities_of(text: str) -> list[Any]:
    """The private keys in a text, one a line, # before remarks. Raises UnusableAgeKey where one is none."""
    return _keys(text, pyrage.x25519.Identity.from_str, f"a private key of age ({SECRET}...)")


def encrypt(chunks: Iterator[bytes], out: Writable, recipients: list[Any]) -> None:
    """Write the chunks to `out` so that only the recipients can read them. What `chunks` and `out` raise passes."""
    source, target = _Chunks(chunks), _Kept(out)
    try:
        pyrage.encrypt_io(source, target, recipients)
    except Exception as wrong:
        raise source.fault or target.fault or OSError(str(wrong)) from wrong


def decrypt(source: BinaryIO, out: Writable, identities: list[Any]) -> None:
    """Write the plain bytes to `out`. Raises NotOpened: what was written before is then to be thrown away.

    What `out` raises passes.
    """
    target = _Kept(out)
    try:
        pyrage.decrypt_io(source, target, identities)
    except (OSError, pyrage.DecryptError) as wrong:
        if target.fault:
            raise target.fault from wrong
        raise NotOpened(_why(str(wrong))) from wrong


def _why(said: str) -> str:
    if "matching keys" in said:
        return "it was encrypted to another key than this one"
    if "truncated" in said or "Incomplete" in said:
        return "it was cut off"
    if "decryption error" in said:
        return "its bytes were changed or cut off"
    return "it is no file that age encrypted, or its beginning was changed"


def _keys(text: str, read: Any, what: str) -> list[Any]:  # noqa: ANN401  a constructor of the library
    lines = [(n, line.strip()) for n, line in enumerate(text.splitlines(), 1)]
    found = []
    for number, line in lines:
        if not line or line.startswith("#"):
            continue
        try:
            found.append(read(line))
        except (pyrage.RecipientError, pyrage.IdentityError, ValueError) as wrong:
            raise UnusableAgeKey(f"line {number} is not {what}") from wrong
    if not found:
        raise UnusableAgeKey(f"there is not {what} in it")
    return found
