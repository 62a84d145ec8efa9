"""Grounds to declare, seize, destroy, kill at the scene or bar: the facts for, against, and what nobody asked.

Crystal 910, Definitions, subd. 7 and 10 (C-006, C-007, C-010), Exemptions (C-118 to C-121), Destruction (C-200);
Benson 90.13(C), (D), (F) (B-084, B-085, B-093, B-112); Battle Lake 90.15(B), (C), (F), (K) (T-009, T-018, T-042 to
T-044, T-058); Minn. Stat. 347.50, 347.51 subd. 5, 347.56. Software supports; a person decides and signs.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from fieldapp.rules.answers import SUPPORTED, Answer, answer
from fieldapp.rules.elements import MET, OPEN, UNMET, Element, judge_all, of, open_questions, together
from fieldapp.rules.facts import Facts
from fieldapp.rules.limits import Limit


@dataclass(frozen=True, slots=True)
class Ground:
    """A ground for an action against a dog of `classes` (empty: any dog), by whom, and whether they may or shall.

    `clock` names the clock whose first lawful day opens it (empty: at once); `stops_on_appeal`: a pending appeal closes
    it (the clock itself runs anew after a decision).
    """

    key: str
    action: str
    title: str
    force: str  # may, shall, will
    by: tuple[str, ...]
    classes: tuple[str, ...]
    needs: tuple[Element, ...]
    clock: str
    stops_on_appeal: bool
    law: Limit


@dataclass(frozen=True, slots=True)
class Exempt:
    """What lifts grounds: when all its elements are met, the actions or ground keys in `lifts` have no ground."""

    key: str
    title: str
    lifts: tuple[str, ...]
    needs: tuple[Element, ...]
    law: Limit


@dataclass(frozen=True, slots=True)
class Support:
    """The answer on one ground. `reason_not_to`: supported and the city shall act, so not acting needs a reason."""

    ground: Ground
    answer: Answer
    reason_not_to: bool


def support(ground: Ground, exempts: Iterable[Exempt], facts: Facts, more: Answer | None = None) -> Support:
    """What the facts of one victim (or one dog) say about a ground; `more` holds reasons of another kind, as a clock's.

    An exemption that is met speaks against, one that is refuted speaks for, one not asked keeps the answer not known.
    """
    findings = judge_all(ground.needs, facts, ground.law, ground.title)
    parts = [Answer("", "", of(MET, findings), of(UNMET, findings), open_questions(findings))]
    parts += [_lifted(exempt, facts) for exempt in exempts if _lifts(exempt, ground)]
    if more is not None:
        parts.append(more)
    found = answer(
        ground.title,
        tuple(reason for part in parts for reason in part.reasons_for),
        tuple(reason for part in parts for reason in part.reasons_against),
        tuple(dict.fromkeys(question for part in parts for question in part.unasked)),
        enough=True,
        first_lawful_day=more.first_lawful_day if more else None,
    )
    return Support(ground, found, found.word == SUPPORTED and ground.force != "may")


def supports(grounds: Iterable[Ground], exempts: Iterable[Exempt], facts: Facts) -> tuple[Support, ...]:
    """Every ground with what the facts say about it, in the order of the law."""
    lifting = tuple(exempts)
    return tuple(support(ground, lifting, facts) for ground in grounds)


def _lifts(exempt: Exempt, ground: Ground) -> bool:
    return ground.action in exempt.lifts or ground.key in exempt.lifts


def _lifted(exempt: Exempt, facts: Facts) -> Answer:
    findings = judge_all(exempt.needs, facts, exempt.law, exempt.title)
    status = together(findings)
    return Answer(
        exempt.title,
        "",
        of(UNMET, findings),
        of(MET, findings) if status == MET else (),
        open_questions(findings) if status == OPEN else (),
    )
