"""Judge described pens by the law of a city on a day, and give the verdict as plain values."""

from collections.abc import Iterable, Mapping
from datetime import date
from decimal import Decimal
from typing import Any

from fieldapp.lawbook import enclosures
from fieldapp.lawbook.current import lawbook
from fieldapp.lawbook.enclosures import enclosure_law
from fieldapp.lawbook.standing import LawNotKnown
from fieldapp.rules.checklist import Finding, Verdict
from fieldapp.rules.enclosures import judge
from fieldapp.rules.pens import UnusablePen, read_pen
from fieldapp.services.cities import law_day

__all__ = ["LawNotKnown", "UnusablePen", "UnusablePens", "as_data", "judge_pens", "states_alone", "written"]


class UnusablePens(ValueError):
    """One of several pens cannot be judged: its number (from 1), the field, and why."""

    def __init__(self, number: int, field: str, sentence: str) -> None:
        self.number, self.field, self.sentence = number, field, sentence
        super().__init__(f"pen {number}: {field}: {sentence}")


def judge_pens(city: str, pens: Iterable[Mapping[str, Any]], day: date | None = None) -> tuple[Verdict, ...]:
    """A verdict for each described pen (rules/pens.py) by the law of `city` on `day`, today there where none is given.

    Raises UnusablePens, and LawNotKnown for a day before the text begins.
    """
    law = enclosure_law(lawbook(), city, day or law_day(city))
    verdicts = []
    for number, raw in enumerate(pens, 1):
        try:
            verdicts.append(judge(read_pen(raw, law.facts), law.checks))
        except UnusablePen as wrong:
            raise UnusablePens(number, wrong.field, wrong.sentence) from wrong
    return tuple(verdicts)


def states_alone(city: str, day: date | None = None) -> str:
    """A sentence where the state's checks alone can be judged on `day` in `city`; else empty."""
    return enclosures.states_alone(lawbook(), city, day or law_day(city))


def as_data(verdict: Verdict) -> dict[str, Any]:
    """The verdict as JSON can hold it: amounts and days written, lists for tuples. The phone's twin gives the same."""
    return {
        "status": verdict.status,
        "failed": list(verdict.failed),
        "unknown": list(verdict.unknown),
        "findings": [_finding(finding) for finding in verdict.findings],
    }


def written(amount: Decimal) -> str:
    """An amount in its shortest form without an exponent: "59.75", "100", "0"."""
    if not amount:
        return "0"
    text = f"{amount:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def _finding(finding: Finding) -> dict[str, Any]:
    return {name: _plain(value) for name, value in finding._asdict().items()}


def _plain(value: Any) -> Any:  # noqa: ANN401  what a finding holds
    if isinstance(value, Decimal):
        return written(value)
    if isinstance(value, date):
        return value.isoformat()
    return list(value) if isinstance(value, tuple) else value
