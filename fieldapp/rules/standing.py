"""Is this animal licensed and vaccinated on this day?"""

from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True, slots=True)
class Reason:
    """One step of an answer: the fact and how it is known, the limit, the printed citation and since when it is in force."""

    fact: str
    limit: str
    clause: str
    citation: str
    since: date | None
    doubt: str


@dataclass(frozen=True, slots=True)
class Standing:
    """License and rabies standing on a day.

    word: one of the contract's status words that license and rabies can give.
    license: current, expired, none, not needed, not known. rabies: current, lapsed, not asked, not known.
    """

    word: str
    license: str
    license_ends: date | None
    for_life: bool
    rabies: str
    rabies_until: date | None
    reasons: tuple[Reason, ...]
    missing: tuple[str, ...]
