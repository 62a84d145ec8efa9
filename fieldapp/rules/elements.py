"""What the facts must show for a rule, one thing at a time.

Every ground, exception, requirement and notice part of the dangerous-dog law is a list of elements in the lawbook; this
module is the only place that compares them with facts. Told and not possible leave an element open.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date
from decimal import Decimal, InvalidOperation
from typing import Any

from fieldapp.rules.facts import Facts, spoken, value_of
from fieldapp.rules.limits import Limit, Reason

MET, UNMET, OPEN = "met", "unmet", "open"
INCHES_A_FOOT = 12


@dataclass(frozen=True, slots=True)
class Element:
    """One thing that the facts must show.

    `op`: is (any of `values`; a value in neither `values` nor a given `against` is settled by nobody yet), is not,
    within or outside (`limit`), before (the fact named in `values`), by (on or before the day in `values`), recorded.
    `ask` is the question that brings the fact.
    """

    fact: str
    op: str
    values: tuple[Any, ...]
    against: tuple[Any, ...]
    limit: Limit | None
    ask: str


@dataclass(frozen=True, slots=True)
class Finding:
    """An element's status (met, unmet, open), why, and the question to ask where it is open."""

    status: str
    reason: Reason
    ask: str


def judge(element: Element, facts: Facts, law: Limit, title: str) -> Finding:
    """What the facts say about one element of a rule; `law` and `title` are the rule's, for the reason."""
    value = value_of(facts, element.fact)
    status = OPEN if value is None else _COMPARE[element.op](element, value, facts)
    ask = element.ask if value is None else f"{element.ask} On record, but not settled by it: {value}"
    limit = f"{title}: {_amount(element.limit)}" if element.limit else title
    reason = (element.limit or law).reason(spoken(element.fact, facts), limit)
    return Finding(status, reason, ask)


def judge_all(elements: Iterable[Element], facts: Facts, law: Limit, title: str) -> tuple[Finding, ...]:
    """Every element's finding, in the order of the law (the order of the facts changes nothing)."""
    return tuple(judge(element, facts, law, title) for element in elements)


def together(findings: Iterable[Finding]) -> str:
    """The status of elements that must all be met: one unmet decides; else one open leaves it open."""
    found = {finding.status for finding in findings}
    return UNMET if UNMET in found else OPEN if OPEN in found else MET


def of(status: str, findings: Iterable[Finding]) -> tuple[Reason, ...]:
    """The reasons of the findings that have this status."""
    return tuple(finding.reason for finding in findings if finding.status == status)


def open_questions(findings: Iterable[Finding]) -> tuple[str, ...]:
    """The questions of the open findings, each once."""
    return tuple(dict.fromkeys(finding.ask for finding in findings if finding.status == OPEN))


def _is(element: Element, value: Any, _facts: Facts) -> str:  # noqa: ANN401  a fact of any kind
    given = _several(value)
    if any(one in element.values for one in given):
        return MET
    settled = not element.against or all(one in element.against for one in given)
    return UNMET if settled else OPEN


def _is_not(element: Element, value: Any, _facts: Facts) -> str:  # noqa: ANN401
    return UNMET if any(one in element.values for one in _several(value)) else MET


def _within(element: Element, value: Any, _facts: Facts) -> str:  # noqa: ANN401
    try:
        amount = Decimal(str(value))
    except InvalidOperation:
        return OPEN
    if element.limit is None or not amount.is_finite():
        return OPEN
    if element.limit.unit == "feet" and element.fact.endswith("_inches"):
        amount /= INCHES_A_FOOT
    return MET if element.limit.met_by(amount) else UNMET


def _outside(element: Element, value: Any, facts: Facts) -> str:  # noqa: ANN401
    return {MET: UNMET, UNMET: MET, OPEN: OPEN}[_within(element, value, facts)]


def _by(element: Element, value: Any, _facts: Facts) -> str:  # noqa: ANN401
    if type(value) is not date:  # an instant would be a date too
        return OPEN
    return MET if value <= date.fromisoformat(element.values[0]) else UNMET


def _before(element: Element, value: Any, facts: Facts) -> str:  # noqa: ANN401
    other = value_of(facts, element.values[0])
    if other is None or value == other:  # on the same day only the hour could tell
        return OPEN
    return MET if value < other else UNMET


def _recorded(_element: Element, value: Any, _facts: Facts) -> str:  # noqa: ANN401
    return MET if value != "" else OPEN


_COMPARE: dict[str, Callable[[Element, Any, Facts], str]] = {
    "is": _is, "is not": _is_not, "within": _within, "outside": _outside, "before": _before, "by": _by,
    "recorded": _recorded,
}  # fmt: skip


def _several(value: Any) -> tuple[Any, ...]:  # noqa: ANN401
    return tuple(value) if isinstance(value, (tuple, list, set, frozenset)) else (value,)


def _amount(limit: Limit) -> str:
    unit = limit.unit if limit.amount != 1 else limit.unit.removesuffix("s")
    if limit.unit == "cents":
        return f"{limit.comparison} ${limit.number // 100:,}"
    return f"{limit.comparison} {limit.amount.normalize():f} {unit}"
