"""The shipped list of common and breached passwords: 337,335 of 15 characters and more, as sorted 5-byte hashes.

SOURCE.toml says where the words come from; `packed` made words.bin from them. One password in three million that was
never on a list is refused by the short hash; its owner takes another.
"""

import hashlib
from bisect import bisect_left
from collections.abc import Iterable
from functools import cache
from pathlib import Path

SIZE = 5
_FILE = Path(__file__).with_name("words.bin")


def is_common(password: str) -> bool:
    """Whether the password, in any case of its letters, stands on the list of common and breached ones."""
    wanted, hashes = _short_hash(password), _hashes()
    place = bisect_left(range(len(hashes) // SIZE), wanted, key=lambda i: hashes[i * SIZE : (i + 1) * SIZE])
    return hashes[place * SIZE : (place + 1) * SIZE] == wanted


def packed(words: Iterable[str]) -> bytes:
    """The bytes of words.bin for these words: each one's short hash once, sorted."""
    return b"".join(sorted({_short_hash(word) for word in words}))


def _short_hash(word: str) -> bytes:
    return hashlib.sha256(word.casefold().encode("utf-8", "surrogatepass")).digest()[:SIZE]


@cache
def _hashes() -> bytes:
    return _FILE.read_bytes()
