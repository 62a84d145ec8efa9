"""One row of a list in our words: a `Listed`, all text, with one form on file, in staging and in its content's hash."""

import hashlib
from typing import NamedTuple

SEPARATOR = "\x1f"
LIFE = "life"  # stands for an end of a term that never comes
NO_COLUMN = "-"  # the list has no column of births, so that a birth says nothing against another list


class Listed(NamedTuple):
    """A row. Dates are ISO text or "" for not known; `ends` may be LIFE; yes and no are "y" and "n"."""

    number: str
    name: str
    species: str
    born: str
    born_within: str
    breed: str
    color: str
    sex: str
    altered: str
    size: str
    microchip: str
    owner: str
    owner2: str
    phone: str
    email: str
    address: str
    kept_at: str
    protected: str
    issued: str
    ends: str
    status: str
    ended_early: str
    given: str
    due: str
    rabies_tag: str
    product: str
    vet: str
    position: str  # of the address, "45.0326 -93.3599" (WGS 84), "" where the list has none

    @property
    def year(self) -> str:
        """The year of term: that of the end, else that of the issue, "" where neither is known."""
        return self.ends[:4] if self.ends and self.ends != LIFE else self.issued[:4]

    @property
    def slot(self) -> str:
        """Which term of its animal this is: the one issued on a day, else the one that ends on a day."""
        return f"issued {self.issued}" if self.issued else f"ends {self.ends}"

    @property
    def reach(self) -> tuple[str, str]:
        """Orders terms: the later one counts."""
        return ("9999" if self.ends == LIFE else self.ends or self.issued), self.issued


def packed(listed: Listed) -> str:
    """One text that holds the whole row; no field holds the separator."""
    return SEPARATOR.join(listed)


def unpacked(text: str) -> Listed:
    """The row that `packed` was given."""
    return Listed._make(text.split(SEPARATOR))


def content_hash(key: str, text: str) -> str:
    """The identity of a term's content in a list: its number (or owner and address) and every field.

    A row without a position is the same as before lists had positions.
    """
    return hashlib.blake2b(f"{key}{SEPARATOR}{text.removesuffix(SEPARATOR)}".encode(), digest_size=16).hexdigest()
