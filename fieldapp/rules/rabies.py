"""Is this animal currently vaccinated against rabies on this day?

Follows the recommendation that Minnesota's certificate rule rests on (Minn. R. 1721.0540, NASPHV compendium, CDC):
current from 28 days after a first dose, at once after a booster even when it was overdue; a first dose lasts a year
whatever the product, a later one as its label says. Benson 90.04(D)(1) (B-028): at least every three years.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from fieldapp.rules.days import add_years, written
from fieldapp.rules.limits import Limit, Reason


@dataclass(frozen=True, slots=True)
class Vaccination:
    """One rabies vaccination as it is on record; `dose` is first, booster or empty (not recorded)."""

    given_on: date | None
    due_on: date | None
    dose: str = ""


@dataclass(frozen=True, slots=True)
class RabiesLaw:
    """The counts that hold everywhere, and a city's own longest interval where it has one."""

    wait: Limit  # days after a first dose
    first_lasts: Limit  # years
    label_least: Limit  # years
    label_most: Limit  # years
    interval: Limit | None  # years, a city's cap


@dataclass(frozen=True, slots=True)
class Cover:
    """`state`: current, lapsed, not yet current, not known. `until`: the last day of cover, where it is certain.

    `starts`: the first day of cover, for not yet current.
    """

    state: str
    until: date | None
    starts: date | None
    reasons: tuple[Reason, ...]
    missing: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Span:
    certain_from: date
    certain_to: date
    possible_from: date
    possible_to: date
    reasons: tuple[Reason, ...]
    missing: str


def cover(vaccinations: Sequence[Vaccination], law: RabiesLaw, day: date) -> Cover:
    """The rabies cover on `day` from all vaccinations on record, in any order."""
    given = [v for v in vaccinations if v.given_on is None or v.given_on <= day]
    spans = [s for v in given if (s := _span(v, given, law))]
    if not spans:
        return Cover("not known", None, None, (_NOTHING,), ("rabies vaccination",))
    certain = [s for s in spans if s.certain_from <= day <= s.certain_to]
    if certain:
        best = max(certain, key=lambda s: s.certain_to)
        return Cover("current", best.certain_to, best.certain_from, best.reasons, ())
    possible = [s for s in spans if s.possible_from <= day <= s.possible_to]
    if possible:
        best = max(possible, key=lambda s: s.possible_to)
        return Cover("not known", None, None, best.reasons, (best.missing,))
    coming = [s for s in spans if s.possible_from > day]
    if coming:
        first = min(coming, key=lambda s: s.possible_from)
        return Cover("not yet current", first.certain_to, first.possible_from, first.reasons, ())
    last = max(spans, key=lambda s: s.possible_to)
    return Cover("lapsed", last.possible_to, None, last.reasons, ())


_NOTHING = Reason("No rabies vaccination is on record", "A vaccination on record is needed to say that it is current")


def _span(given: Vaccination, all_of_them: Sequence[Vaccination], law: RabiesLaw) -> _Span | None:
    if given.given_on is None:
        return _by_due_date(given)
    dose = _dose(given, all_of_them)
    start_first = given.given_on + timedelta(days=law.wait.number)
    certain_from = given.given_on if dose == "booster" else start_first
    possible_from = start_first if dose == "first" else given.given_on
    certain_to, possible_to, reasons, missing = _end(given, given.given_on, dose, law)
    if dose != "booster":
        reasons = (*reasons, _first_dose_reason(given.given_on, dose, law))
        missing = missing or "whether the vaccination was a first dose or a booster"
    return _Span(certain_from, certain_to, possible_from, possible_to, reasons, missing)


def _dose(given: Vaccination, all_of_them: Sequence[Vaccination]) -> str:
    earlier = any(v is not given and v.given_on and given.given_on and v.given_on < given.given_on for v in all_of_them)
    return "booster" if earlier else given.dose


def _end(given: Vaccination, start: date, dose: str, law: RabiesLaw) -> tuple[date, date, tuple[Reason, ...], str]:
    fact = f"Vaccinated against rabies on {written(start)}" + (
        f", due again on {written(given.due_on)} by its certificate" if given.due_on else ""
    )
    missing = ""
    if given.due_on is not None:
        least = most = given.due_on
        reasons: tuple[Reason, ...] = (Reason(fact, "Current through the due date on the certificate"),)
    else:
        least, most = add_years(start, law.label_least.number), add_years(start, law.label_most.number)
        limit = f"A label lasts {law.label_least.number} or {law.label_most.number} years; which one is not on record"
        reasons = (law.label_most.reason(fact, limit),)
        missing = "until when the vaccine is good"
    if dose == "first":
        year = add_years(start, law.first_lasts.number)
        least, most, missing = min(least if given.due_on else year, year), min(most, year), ""
        reasons = (*reasons, law.first_lasts.reason("It was a first dose", f"A first dose lasts until {written(year)}"))
    if law.interval is not None and (cap := add_years(start, law.interval.number)) <= most:
        least, most = min(least, cap), cap
        limit = f"At least every {law.interval.number} years: again by {written(cap)}"
        reasons = (*reasons, law.interval.reason(f"Vaccinated on {written(start)}", limit))
    return least, most, reasons, missing


def _first_dose_reason(start: date, dose: str, law: RabiesLaw) -> Reason:
    current = start + timedelta(days=law.wait.number)
    known = "It was a first dose" if dose == "first" else "Not on record whether it was a first dose or a booster"
    return law.wait.reason(
        known, f"A first dose counts from {law.wait.number} days after it, {written(current)}; a booster at once"
    )


def _by_due_date(given: Vaccination) -> _Span | None:
    if given.due_on is None:
        return None
    fact = f"The list says: rabies vaccination good through {written(given.due_on)}"
    reasons = (Reason(fact, "Current through that day"),)
    return _Span(date.min, given.due_on, date.min, given.due_on, reasons, "")
