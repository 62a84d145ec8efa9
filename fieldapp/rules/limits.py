"""A limit of law in force on a day, as the rules use it, and the step of an answer that rests on one."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal


@dataclass(frozen=True, slots=True)
class Limit:
    """One value of law: an amount with its unit and comparison, or words; with its clause, citation and date.

    `clauses` holds every inventory id that the value carries, the chief one first.
    """

    amount: Decimal
    unit: str
    comparison: str  # at least, over, at most, under
    words: tuple[str, ...]
    clauses: tuple[str, ...]
    citation: str
    since: date
    doubt: str

    @property
    def number(self) -> int:
        """The amount as a whole number (months, days...)."""
        return int(self.amount)

    @property
    def clause(self) -> str:
        """The chief inventory id."""
        return self.clauses[0]

    def met_by(self, amount: Decimal | int) -> bool:
        """Whether an amount in the limit's unit meets it."""
        return {
            "at least": amount >= self.amount,
            "over": amount > self.amount,
            "at most": amount <= self.amount,
            "under": amount < self.amount,
        }[self.comparison]

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
