"""Passwords: what may be one, how it is kept, and how it is checked."""

import re
import unicodedata
from collections.abc import Iterable

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from fieldapp.media.common_passwords import is_common

SHORTEST = 15
LONGEST = 128
_SHORTEST_PIECE = 8
_SHORTEST_WORD = 3

_hasher = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
_NOBODY = _hasher.hash("a person who does not exist, so that asking for one takes as long")


class UnusablePasswordError(Exception):
    """Why a password cannot be used, as a sentence for the person who typed it."""


def hash_of(password: str) -> str:
    """The argon2id hash to keep (19 MiB, two passes, one lane)."""
    return _hasher.hash(_plain(password))


def is_right(kept: str | None, password: str) -> bool:
    """Whether the password is the one behind the hash. Hashes once in every case, also where nothing is kept."""
    known = kept if kept is not None and len(password) <= LONGEST else None
    try:
        _hasher.verify(known or _NOBODY, _plain(password[:LONGEST]))
    except (VerificationError, InvalidHashError):
        return False
    return known is not None


def is_outdated(kept: str) -> bool:
    """Whether a hash was made with other parameters than today's."""
    return _hasher.check_needs_rehash(kept)


def check_new(password: str, *near: str) -> None:
    """Refuse what is too short, too long, well known, one piece repeated, or little more than what lies near.

    `near`: what a stranger would try first, such as the username and the names of person and city. No rule asks for
    kinds of characters. Raises UnusablePasswordError.
    """
    plain = _plain(password)
    if len(plain) < SHORTEST:
        raise UnusablePasswordError(f"Use at least {SHORTEST} characters. A few unrelated words will do.")
    if len(plain) > LONGEST:
        raise UnusablePasswordError(f"Use at most {LONGEST} characters.")
    if is_common(plain):
        raise UnusablePasswordError("This password is on a list of common or stolen ones. Choose another.")
    folded = plain.casefold()
    rest = _without(folded, near)
    if len(_one_piece(folded)) < _SHORTEST_PIECE or len(rest) < _SHORTEST_PIECE or len(set(folded)) < 5:
        raise UnusablePasswordError("This password is easy to guess. Choose a few unrelated words.")


def _without(text: str, near: Iterable[str]) -> str:
    """The text without the words of `near` (of three characters and more), nor what people put between words."""
    words = {word for each in near for word in re.findall(r"\w+", each.casefold()) if len(word) >= _SHORTEST_WORD}
    for word in sorted(words, key=len, reverse=True):
        text = text.replace(word, "")
    return re.sub(r"[\s._-]", "", text)


def _one_piece(text: str) -> str:
    """The shortest piece that gives `text` when it is repeated ("abab" -> "ab")."""
    return text[: (text + text).find(text, 1)]


def _plain(password: str) -> str:
    """One form for the same characters typed on different keyboards (NIST SP 800-63B: NFKC)."""
    return unicodedata.normalize("NFKC", password)
