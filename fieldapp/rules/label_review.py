"""May the owner ask now that the label of a declared dog be lifted?

Crystal 910, Dangerous dogs, subd. 6 (C-175, C-176); Benson 90.13(P) (B-141, both classes, by the City Administrator);
Battle Lake 90.15(C)(7) (T-039); Minn. Stat. 347.51, subd. 3a. From six months on, then yearly (D-40).
"""

from dataclasses import dataclass
from datetime import date

from fieldapp.rules.answers import Answer, answer
from fieldapp.rules.case_clocks import Days, joined, opened
from fieldapp.rules.elements import MET, UNMET, Element, judge_all, of, open_questions
from fieldapp.rules.facts import Facts
from fieldapp.rules.limits import Limit


@dataclass(frozen=True, slots=True)
class ReviewLaw:
    """`classes`: the dog classes that may ask; `filed_with`: where; `evidence`: what the request must show."""

    classes: Limit
    filed_with: Limit
    evidence: tuple[Element, ...]


def label_review(
    law: ReviewLaw, dog_class: str, facts: Facts, opens_on: Days, day: date, *, asked_before: bool
) -> Answer:
    """Whether a request stands on `day`, by the clocks designation_review and, once asked, designation_review_again."""
    clocks = ("designation_review", "designation_review_again")[: 1 + asked_before]
    findings = judge_all(law.evidence, facts, law.classes, "Evidence of changed behavior")
    step = law.classes.reason(f"Declared {dog_class.replace('_', ' ')}", f"Open to: {', '.join(law.classes.words)}")
    open_to_it = dog_class in law.classes.words
    parts = [opened(clock, opens_on, day, law.classes) for clock in clocks]
    parts.append(Answer("", "", (step,) if open_to_it else (), () if open_to_it else (step,), ()))
    parts.append(Answer("", "", of(MET, findings), of(UNMET, findings), open_questions(findings)))
    found = joined(f"review of the label, filed with {law.filed_with.words[0]}", tuple(parts))
    return answer(
        found.question, found.reasons_for, found.reasons_against, found.unasked,
        enough=True, first_lawful_day=found.first_lawful_day,
    )  # fmt: skip
