"""Does the law allow this, and in which way?

Some things are allowed in one of several ways: holding a dog off the premises, keeping an animal in quarantine, going
in to seize, giving an impounded animal back. Each way is a list of elements in the lawbook; one that is met is enough,
and those marked `always` must be met beside it. Follows no clause itself: the clauses come with each way.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from fieldapp.rules.answers import NOT_KNOWN, NOT_SUPPORTED, SUPPORTED, Answer, answer
from fieldapp.rules.elements import MET, UNMET, Element, Finding, judge_all, of, open_questions, together
from fieldapp.rules.facts import Facts
from fieldapp.rules.limits import Limit


@dataclass(frozen=True, slots=True)
class Way:
    """One way in which the law allows a matter: where it is offered, what it needs, who decides, which clock it has."""

    key: str
    matter: str
    title: str
    where: tuple[Element, ...]
    needs: tuple[Element, ...]
    always: bool
    decides: str  # empty: nobody in particular
    clock: str  # empty: none
    law: Limit


@dataclass(frozen=True, slots=True)
class Offer:
    """A way that may be open here, and what the facts say about it."""

    way: Way
    answer: Answer


def offers(ways: Iterable[Way], facts: Facts) -> tuple[Offer, ...]:
    """Every way that is offered here or may be, in the order of the law; those for another place are left out."""
    found = ((way, judge_all(way.where, facts, way.law, way.title)) for way in ways)
    return tuple(Offer(way, _way(way, where, facts)) for way, where in found if together(where) != UNMET)


def allowed(question: str, ways: Iterable[Way], facts: Facts) -> Answer | None:
    """Whether a thing is allowed: any one way is met, and every way marked `always`. None where no way is for it.

    Not supported means that every way is closed: the reasons against say why each of them is.
    """
    found = offers(ways, facts)
    if not found:
        return None
    each = [offer.answer for offer in found if not offer.way.always]
    parts = [offer.answer for offer in found if offer.way.always]
    if each:
        parts.append(_one_of(each))
    return answer(
        question,
        tuple(reason for part in parts for reason in part.reasons_for),
        tuple(reason for part in parts for reason in part.reasons_against),
        tuple(dict.fromkeys(ask for part in parts for ask in part.unasked)),
        enough=all(part.word == SUPPORTED for part in parts),
    )


def _one_of(answers: list[Answer]) -> Answer:
    """The first way that is met; else the open ones with their questions; else all of them with why they are closed."""
    met = [one for one in answers if one.word == SUPPORTED]
    chosen = met[:1] or [one for one in answers if one.word == NOT_KNOWN] or answers
    return Answer(
        "",
        chosen[0].word,
        tuple(dict.fromkeys(reason for one in chosen for reason in one.reasons_for)),
        tuple(dict.fromkeys(reason for one in chosen for reason in one.reasons_against)),
        tuple(dict.fromkeys(ask for one in chosen for ask in one.unasked)),
    )


def _way(way: Way, where: tuple[Finding, ...], facts: Facts) -> Answer:
    """What the facts say about one way; why it is offered here stands with the side that decides."""
    findings = judge_all(way.needs, facts, way.law, way.title)
    here, where_open = of(MET, where), open_questions(where)
    if together(findings) == UNMET:
        word = NOT_KNOWN if where_open else NOT_SUPPORTED
        against = () if where_open else (*here, *of(UNMET, findings))
        return Answer(way.title, word, (), against, where_open)
    plain = () if findings else (way.law.reason(way.title, "Nothing more is asked for this"),)
    unasked = (*where_open, *open_questions(findings))
    return Answer(way.title, NOT_KNOWN if unasked else SUPPORTED, (*here, *plain, *of(MET, findings)), (), unasked)
