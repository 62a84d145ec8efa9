"""The shape of every answer that the software supports and a person decides."""

from dataclasses import dataclass
from datetime import date

from fieldapp.rules.limits import Reason

SUPPORTED, NOT_SUPPORTED, NOT_KNOWN = "supported", "not supported", "not known"


@dataclass(frozen=True, slots=True)
class Answer:
    """What the facts say about one question of law (a ground, a gate, a duty).

    `word`: supported, not supported or not known. `reasons_for` and `reasons_against` unfold it; `unasked` are the
    questions that nobody has answered yet, in plain words; `first_lawful_day` is set where a clock decides.
    """

    question: str
    word: str
    reasons_for: tuple[Reason, ...]
    reasons_against: tuple[Reason, ...]
    unasked: tuple[str, ...]
    first_lawful_day: date | None = None


def answer(
    question: str,
    reasons_for: tuple[Reason, ...],
    reasons_against: tuple[Reason, ...],
    unasked: tuple[str, ...],
    *,
    enough: bool,
    first_lawful_day: date | None = None,
) -> Answer:
    """An answer from its parts: anything against decides; what is not asked yet keeps it not known; else `enough`."""
    word = NOT_SUPPORTED if reasons_against or (not enough and not unasked) else NOT_KNOWN if unasked else SUPPORTED
    return Answer(question, word, reasons_for, reasons_against, unasked, first_lawful_day)
