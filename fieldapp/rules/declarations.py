"""At what stage is a declaration on a day? (Crystal PDD, DD; Benson 90.13; Battle Lake 90.15 (B), (C); 347.541)"""

from dataclasses import dataclass
from datetime import date

STAGES = {"declared": "declared", "appeal_pending": "appeal pending", "final": "final", "rescinded": "rescinded"}
CLASSES = {"dangerous": "dangerous", "potentially_dangerous": "potentially dangerous"}


@dataclass(frozen=True, slots=True)
class DeclarationDates:
    """A declaration's class (dangerous, potentially_dangerous) and the days on which its stage changed."""

    dog_class: str
    declared_on: date
    appealed_on: date | None
    final_on: date | None
    rescinded_on: date | None


def stage(dates: DeclarationDates, day: date) -> tuple[str, date] | None:
    """The stage on `day` (declared, appeal_pending, final, rescinded) and since when; None before the declaration."""
    steps = (
        ("rescinded", dates.rescinded_on), ("final", dates.final_on),
        ("appeal_pending", dates.appealed_on), ("declared", dates.declared_on),
    )  # fmt: skip
    return next(((word, since) for word, since in steps if since is not None and since <= day), None)


def status_word(dog_class: str, stage_word: str) -> str:
    """The status word that a declaration gives; empty where it gives none (rescinded never outranks)."""
    if stage_word == "rescinded":
        return ""
    return "DANGEROUS DOG" if dog_class == "dangerous" else "POTENTIALLY DANGEROUS"


def keep_away(dog_class: str, stage_word: str) -> bool:
    """Whether a finder is told to keep away: a dangerous dog whose declaration is final or under appeal."""
    return dog_class == "dangerous" and stage_word in {"final", "appeal_pending"}
