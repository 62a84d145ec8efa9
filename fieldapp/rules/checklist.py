"""A city's enclosure checklist as data, and what judging a pen by it gives. Follows no clause: it is the shape of them.

The clauses stand in the lawbook's [[check]] pieces; rules/enclosures.py judges by them.
"""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import NamedTuple

from fieldapp.rules.limits import Limit

PASS, FAIL, UNKNOWN, NOT_APPLICABLE, INCOMPLETE = "pass", "fail", "unknown", "not_applicable", "incomplete"
CONFINEMENT, ANIMALS, LENGTH, WIDTH, RECTANGLES = "confinement", "animals", "length_in", "width_in", "rectangles_in"


@dataclass(frozen=True, slots=True)
class Condition:
    """When a check applies: a fact, an operator (is, is not, at least, over, at most, under) and a value.

    `not_noted` is what a missing fact means: "applies", or "open" (it may apply or not).
    """

    field: str
    operator: str
    value: str | bool | Decimal
    not_noted: str


@dataclass(frozen=True, slots=True)
class Check:
    """One line of a checklist.

    `measure`: amount (of `field`, against the law's number or against the fact named by `against`), floor area
    (in square feet, for each animal where `per_animal`), or answer (`field` must hold one of `accepted`).
    `groups`: the kinds of confinement that it is asked of. `law`: the limit in the unit of the fact, and its clause.
    """

    id: str
    measure: str
    field: str
    against: str
    per_animal: bool
    accepted: tuple[str | bool, ...]
    groups: tuple[str, ...]
    applies_when: tuple[Condition, ...]
    law: Limit
    prompt: str
    how: str

    @property
    def fields(self) -> tuple[str, ...]:
        """The facts that it looks at."""
        floor = (LENGTH, WIDTH, RECTANGLES, *([ANIMALS] if self.per_animal else []))
        named = floor if self.measure == "floor area" else (self.field, *([self.against] if self.against else []))
        return (*named, *(condition.field for condition in self.applies_when))


Shown = Decimal | str | bool | tuple[str | bool, ...] | None


class Finding(NamedTuple):
    """What one check found. `margin`: to spare where positive, short where negative, None where it has none.

    `how`: how the value is known. `missing`: the facts that keep it unknown. `because`: the fact by which the check
    does not apply.
    """

    check: str
    status: str
    value: Shown
    limit: Shown
    unit: str
    margin: Decimal | None
    clause: str
    citation: str
    since: date | None
    doubt: str
    how: str
    missing: tuple[str, ...]
    because: str


class Verdict(NamedTuple):
    """The pen as a whole: pass, fail or incomplete; the failed and unknown checks and every finding in table order."""

    status: str
    failed: tuple[str, ...]
    unknown: tuple[str, ...]
    findings: tuple[Finding, ...]
