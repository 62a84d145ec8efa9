"""Nonces of hello: made and judged without anything being stored."""

import hashlib
import hmac
from datetime import datetime, timedelta

from fieldapp import clock
from fieldapp.media.signing import b64u

GOOD_FOR = timedelta(minutes=5)
RANDOM = 12  # bytes
_LONGEST = 200  # characters of a text that is looked at


def draw(secret: bytes) -> tuple[str, datetime]:
    """A nonce, and until when it is good (UTC). `secret`: the instance's own."""
    until = clock.now() + GOOD_FOR
    words = f"{int(until.timestamp())}.{b64u(clock.random_bytes(RANDOM))}"
    return f"{words}.{_mac(secret, words)}", until


def is_good(secret: bytes, text: str) -> bool:
    """Whether this instance drew the nonce within the last five minutes."""
    words, _, mac = text.rpartition(".")
    if len(text) > _LONGEST or not text.isascii() or not hmac.compare_digest(mac, _mac(secret, words)):
        return False
    left = int(words.partition(".")[0]) - clock.now().timestamp()
    return 0 < left <= GOOD_FOR.total_seconds()


def _mac(secret: bytes, words: str) -> str:
    key = hashlib.sha256(b"fieldapp/nonce/1\n" + secret).digest()
    return b64u(hmac.new(key, words.encode("utf-8", "replace"), hashlib.sha256).digest())
