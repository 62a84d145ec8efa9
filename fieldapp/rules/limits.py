"""A limit of law in force on a day, as the rules use it."""

from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True, slots=True)
class Limit:
    """One value of law: a number with its unit and comparison, or words; with its clause, printed citation and date."""

    number: int
    unit: str
    comparison: str  # at least, over, at most
    words: tuple[str, ...]
    clause: str
    citation: str
    since: date
    doubt: str

    def reason(self, fact: str, limit: str) -> "Reason":
        """A step of an answer that rests on this limit."""
        return Reason(fact, limit, self.clause, self.citation, self.since, self.doubt)


@dataclass(frozen=True, slots=True)
class Reason:
    """One step of an answer: the fact and how it is known, the limit, the printed citation, in force since when.

    Where no law is needed for a step (a missing fact, say), clause and citation are empty and `since` is None.
    """

    fact: str
    limit: str
    clause: str = ""
    citation: str = ""
    since: date | None = None
    doubt: str = ""
