"""The code of a tag: nine random symbols of Crockford's alphabet and one check symbol over GF(32).

The check is c = a^1 d1 + a^2 d2 + ... + a^9 d9 in GF(32) with x^5 + x^2 + 1. It finds every single wrong symbol, every
swap of neighbors, every swap across one symbol and every swap with the check. It stops slips of the finger, not
guessing: nine symbols are 45 bits, an identifier on a collar and not a secret (ASVS 11.5.1 asks more of secrets).
"""

import re

from fieldapp import clock

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
LENGTH = 10
_VALUES = {symbol: value for value, symbol in enumerate(ALPHABET)}
_READ_AS = str.maketrans("OIL", "011")
_BREAKS = re.compile(r"[ \t-]+")
_WELL_FORMED = re.compile(f"[{ALPHABET}]{{{LENGTH}}}")


def new_code() -> str:
    """A fresh code of ten symbols. It is random: whoever stores it relies on the table's uniqueness and tries again."""
    payload = "".join(ALPHABET[byte & 31] for byte in clock.random_bytes(LENGTH - 1))  # 256 = 8 x 32: none is favored
    return payload + check_character(payload)


def check_character(payload: str) -> str:
    """The check symbol of nine symbols of the alphabet. Raises ValueError for anything else."""
    if len(payload) != LENGTH - 1 or any(symbol not in _VALUES for symbol in payload):
        msg = f"nine symbols of {ALPHABET} are needed, not {payload!r}"
        raise ValueError(msg)
    total = 0
    for symbol in reversed(payload):  # Horner: ((d9 a + d8) a + ... + d1) a
        total = _times_a(total ^ _VALUES[symbol])
    return ALPHABET[total]


def is_well_formed(text: str) -> bool:
    """Whether the text is a code exactly as printed: ten capital symbols whose check is right."""
    return _WELL_FORMED.fullmatch(text) is not None and check_character(text[:-1]) == text[-1]


def read_code(text: str) -> str | None:
    """The code that a person typed or a camera read, or None where the text is none.

    Lower case, spaces and dashes are forgiven, O is read as 0, I and L as 1 (the alphabet has none of these letters).
    """
    folded = _BREAKS.sub("", text.strip()).upper() if text.isascii() else ""
    folded = folded.translate(_READ_AS)
    return folded if is_well_formed(folded) else None


def grouped(code: str) -> str:
    """The code as people read it aloud: 7K3-QW9-XZ41."""
    return f"{code[:3]}-{code[3:6]}-{code[6:]}"


def _times_a(value: int) -> int:
    value <<= 1
    return value ^ 0b100101 if value & 0b100000 else value
