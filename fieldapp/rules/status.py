"""The one word of an animal on a day, and what stands behind it: declarations first, then license and rabies.

A declaration that is not rescinded outranks everything (Crystal PDD, DD; Benson 90.13; Battle Lake 90.15 (B), (C)).
static/js/offline/standing.js is the twin that phones run; tests/law/test_standing_twin.py runs both on the same facts.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from fieldapp.rules.days import written
from fieldapp.rules.declarations import CLASSES, STAGES, DeclarationDates, stage, status_word
from fieldapp.rules.limits import Limit, Reason
from fieldapp.rules.standing import Standing


@dataclass(frozen=True, slots=True)
class Declared:
    """`dog_class`: dangerous, potentially_dangerous; `stage`: declared, appeal_pending, final, rescinded."""

    dog_class: str
    stage: str
    since: date


@dataclass(frozen=True, slots=True)
class Status:
    """The word on a day, the declaration that it rests on or that is shown beside it, and the reasons."""

    word: str
    declaration: Declared | None
    reasons: tuple[Reason, ...]


def declared(dates: Iterable[DeclarationDates], day: date) -> tuple[Declared, ...]:
    """Declarations in force or rescinded by `day`, dangerous first, then the latest."""
    found = [Declared(d.dog_class, *at) for d in dates if (at := stage(d, day))]
    found.sort(key=lambda d: d.since, reverse=True)
    found.sort(key=lambda d: (d.stage == "rescinded", d.dog_class != "dangerous"))
    return tuple(found)


def status(found: tuple[Declared, ...], stands: Standing, limits: Mapping[str, Limit | None]) -> Status:
    """The word from declarations (`declared`) and standing of a day; `limits`: by class the law of declarations."""
    heaviest = next((d for d in found if status_word(d.dog_class, d.stage)), None)
    if heaviest is None:
        return Status(stands.word, next(iter(found), None), stands.reasons)
    fact = f"{CLASSES[heaviest.dog_class].capitalize()}, {STAGES[heaviest.stage]} since {written(heaviest.since)}"
    outranks = "A declaration that is not rescinded stands above license and rabies"
    limit = limits.get(heaviest.dog_class)
    why = limit.reason(fact, outranks) if limit else Reason(fact, outranks)
    return Status(status_word(heaviest.dog_class, heaviest.stage), heaviest, (why, *stands.reasons))


def law_not_known(day: date, sentence: str) -> Standing:
    """License and rabies standing on a day for which the lawbook holds no law; `sentence` says which is missing."""
    reason = Reason(f"Asked for {written(day)}", sentence)
    return Standing(
        word="NOT KNOWN", license="not known", license_ends=None, for_life=False, rabies="not known",
        rabies_until=None, rabies_asked=False, reasons=(reason,), missing=("the law of that day",),
    )  # fmt: skip
