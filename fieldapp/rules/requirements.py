"""What the owner of a declared dog must do, what satisfies it, by when, and what an appeal pauses.

Crystal 910, Potentially dangerous dogs, subd. 3 to 6 (C-130 to C-140), Dangerous dogs, subd. 3 to 5 (C-152 to C-174);
Benson 90.13(H), (N) (B-116 to B-131, B-139; choices X-09, X-10, X-16); Battle Lake 90.15(C)(4) to (6), (D), (E), (M),
(N), (O) (T-029 to T-041, T-060 to T-064); Minn. Stat. 347.51, 347.515, 347.52. Pauses: choices D-32.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from fieldapp.rules.answers import Answer, answer
from fieldapp.rules.case_clocks import PENDING
from fieldapp.rules.days import written
from fieldapp.rules.elements import MET, OPEN, UNMET, Element, Finding, judge_all, of, open_questions, together
from fieldapp.rules.facts import Fact, Facts
from fieldapp.rules.limits import Limit, Reason

NOT_DUE, PAUSED, NOT_ASKED, NOT_KNOWN = "not due yet", "paused", "not asked", "not known"


@dataclass(frozen=True, slots=True)
class Requirement:
    """One duty of the owner of a dog of `dog_class`.

    `timing`: always, clock, before certificate, on event, on request, when ordered, yearly or promptly. `clock` names
    the clock that ends it (empty: due at once when asked). `unmet`: what its breach opens (seizure, violation,
    no certificate, done by city, reminder). `during_appeal`: due or paused.
    """

    key: str
    topic: str
    dog_class: str
    title: str
    evidence: str
    timing: str
    clock: str
    during_appeal: str
    for_certificate: bool
    unmet: tuple[str, ...]
    only_if: tuple[Element, ...]
    satisfied_by: tuple[Element, ...]
    law: Limit


@dataclass(frozen=True, slots=True)
class DueDates:
    """A clock as it was counted: the owner is shown `earliest`, the city acts from `first_lawful_day` on."""

    earliest: date
    first_lawful_day: date


@dataclass(frozen=True, slots=True)
class Duty:
    """Where one requirement stands: met, unmet, not due yet, paused, not asked (of this owner) or not known."""

    requirement: Requirement
    word: str
    due: DueDates | None
    findings: tuple[Finding, ...]
    reasons: tuple[Reason, ...]
    unasked: tuple[str, ...]


def duty(required: Requirement, facts: Facts, due: Mapping[str, DueDates], appeal: str, day: date) -> Duty:
    """Where a requirement stands on `day`; never unmet before the first lawful day of its clock.

    `due`: by clock its dates; `appeal`: none, pending or decided. What is met is met, whatever the clock or an appeal.
    """
    asked = judge_all(required.only_if, facts, required.law, required.title)
    if (condition := together(asked)) != MET:
        word = NOT_ASKED if condition == UNMET else NOT_KNOWN
        return Duty(required, word, None, asked, of(UNMET, asked), open_questions(asked))
    findings = judge_all(required.satisfied_by, facts, required.law, required.title)
    clock = required.clock
    dates = due.get(clock)
    reasons = tuple(finding.reason for finding in findings)
    status = together(findings)
    if status != MET and appeal == PENDING and required.during_appeal == "paused":
        step = required.law.reason("An appeal is pending", "This waits until the appeal is decided")
        return Duty(required, PAUSED, None, findings, (*reasons, step), ())
    if status != MET and clock and (dates is None or day < dates.first_lawful_day):
        return _before_time(required, clock, dates, findings, day)
    word = NOT_KNOWN if status == OPEN else status
    return Duty(required, word, dates, findings, reasons, open_questions(findings))


def duties(
    requirements: Iterable[Requirement], facts: Facts, due: Mapping[str, DueDates], appeal: str, day: date
) -> tuple[Duty, ...]:
    """Every requirement of one class with where it stands, in the order of the law."""
    return tuple(duty(required, facts, due, appeal, day) for required in requirements)


def certificate(found: Iterable[Duty]) -> Answer:
    """Whether the city's certificate may be issued: every duty that it waits for is met (347.51, subd. 2)."""
    waited = [one for one in found if one.requirement.for_certificate and one.word != NOT_ASKED]
    return answer(
        "certificate of registration",
        tuple(reason for one in waited for reason in of(MET, one.findings)),
        tuple(reason for one in waited for reason in of(UNMET, one.findings)),
        tuple(dict.fromkeys(ask for one in waited for ask in open_questions(one.findings))),
        enough=bool(waited),
    )


def opens(found: Iterable[Duty], consequence: str) -> tuple[str, ...]:
    """The topics of the unmet duties whose breach opens a consequence (seizure, violation, done by city)."""
    return tuple(d.requirement.topic for d in found if d.word == UNMET and consequence in d.requirement.unmet)


def facts_of(found: Iterable[Duty]) -> dict[str, Fact]:
    """What the duties together say as facts for seizure and reclaim; a fact that nobody can know yet is left out.

    `insured`; `requirement_unmet`: a breach that opens seizure; `requirements_met`: each is met or not asked of
    this owner. A duty not due yet and not met keeps `requirements_met` open: a person decides.
    """
    asked = [one for one in found if one.word != NOT_ASKED]
    facts: dict[str, Fact] = {}
    for one in asked:
        if one.requirement.topic == "insurance" and (status := together(one.findings)) != OPEN:
            facts["insured"] = Fact(status == MET, "document")
    unmet = opens(asked, "seizure")
    words = {one.word for one in asked}
    if unmet or words <= {MET, NOT_DUE, PAUSED}:
        facts["requirement_unmet"] = Fact(bool(unmet), "document", ", ".join(unmet))
    if UNMET in words or words <= {MET}:
        facts["requirements_met"] = Fact(UNMET not in words, "document")
    return facts


def _before_time(
    required: Requirement, clock: str, dates: DueDates | None, findings: tuple[Finding, ...], day: date
) -> Duty:
    name = clock.replace("_", " ")
    reasons = tuple(finding.reason for finding in findings)
    if dates is None:
        unasked = (f"When did the clock '{name}' start?", *open_questions(findings))
        return Duty(required, NOT_KNOWN, None, findings, reasons, unasked)
    step = required.law.reason(
        f"Today is {written(day)}",
        f"Due by {written(dates.earliest)}; the city acts not before {written(dates.first_lawful_day)} (clock: {name})",
    )
    return Duty(required, NOT_DUE, dates, findings, (*reasons, step), open_questions(findings))
