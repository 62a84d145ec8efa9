"""What does an owner owe, as far as the city has said what anything costs?

Crystal 910 (C-017, C-030, C-085, C-092, C-100): Appendix IV, which is not at hand; Benson 90.07(C), 90.18 (B-044,
B-153): by resolution; Battle Lake 90.15(L) (T-059). No amount is ever made up (choices D-14, X-27): an unset fee is
named as unset and the total says that it is not whole.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from fieldapp.rules.days import in_order
from fieldapp.rules.limits import Limit, Reason

ACTUAL = "actual cost"


@dataclass(frozen=True, slots=True)
class Fee:
    """A fee of the law. `cents` is None until the city sets it; `cap` is the most that a higher law allows."""

    key: str
    title: str
    per: str  # once, year, day or part of a day, actual cost
    set_by: str
    cents: int | None
    cap: Limit | None
    law: Limit


@dataclass(frozen=True, slots=True)
class Charged:
    """One fee of a bill: how many times (days begun, years, once); for an actual cost the cents that were spent."""

    fee: Fee
    times: int = 1
    spent_cents: int | None = None


@dataclass(frozen=True, slots=True)
class Bill:
    """`known_cents` is the sum of what is set; `unset` names every fee without an amount; `over_cap` those too high."""

    known_cents: int
    whole: bool
    unset: tuple[str, ...]
    over_cap: tuple[str, ...]
    reasons: tuple[Reason, ...]


def bill(charged: Iterable[Charged]) -> Bill:
    """What is owed for several fees, in any order. Raises ValueError for a count or a cost below nothing."""
    lines = sorted(charged, key=lambda line: (line.fee.key, line.times, line.spent_cents or 0))
    if any(line.times < 0 or (line.spent_cents or 0) < 0 for line in lines):
        msg = "a fee cannot be owed less than no times"
        raise ValueError(msg)
    amounts = [(line, amount(line)) for line in lines]
    unset = tuple(dict.fromkeys(line.fee.title for line, cents in amounts if cents is None))
    over = tuple(dict.fromkeys(line.fee.title for line in lines if over_cap(line.fee)))
    reasons = tuple(line.fee.law.reason(line.fee.title, _said(line, cents)) for line, cents in amounts)
    return Bill(sum(cents or 0 for _, cents in amounts), not unset, unset, over, reasons)


def amount(line: Charged) -> int | None:
    """The cents of one line; None where the city has not set the fee or the cost is not on record."""
    each = line.spent_cents if line.fee.per == ACTUAL else line.fee.cents
    return None if each is None else each * (1 if line.fee.per == ACTUAL else line.times)


def days_begun(since: datetime, until: datetime) -> int:
    """How many days a fee for each "day or part of a day" counts between two aware instants (B-044; C-084, C-085).

    The texts do not say where a day begins: 24 hours begun, from the hour on, are the count that costs least. Raises
    ValueError where `until` comes before `since`.
    """
    gone = in_order(until) - in_order(since)
    if gone < timedelta(0):
        msg = "days are counted from the earlier instant to the later"
        raise ValueError(msg)
    return -(-gone // timedelta(days=1))


def over_cap(fee: Fee) -> bool:
    """Whether a fee that is set is more than the cap of a higher law allows (D-14: warn, the city decides)."""
    return fee.cap is not None and fee.cents is not None and not fee.cap.met_by(fee.cents)


def _said(line: Charged, cents: int | None) -> str:
    if cents is None:
        return f"No amount is set ({line.fee.set_by})"
    return f"${cents // 100:,}.{cents % 100:02d}"
