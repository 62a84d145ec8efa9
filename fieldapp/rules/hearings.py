"""Who decides about an appeal, where it is filed, who may not sit, and what it may cost the owner.

Crystal 910, Potentially dangerous dogs, subd. 2 (C-126 to C-129), Dangerous dogs, subd. 2 (C-148 to C-151), Future
ownership, subd. 2 (C-192 to C-194); Benson 90.13(E) (B-094 to B-097, B-101; choices X-01); Battle Lake 90.15(C)(3),
(H), (I) (T-026 to T-028, T-046 to T-050; X-02); Minn. Stat. 347.541, subd. 4.
"""

from dataclasses import dataclass
from datetime import date

from fieldapp.rules.answers import Answer, answer
from fieldapp.rules.days import written
from fieldapp.rules.elements import MET, UNMET, Element, judge_all, of, open_questions
from fieldapp.rules.facts import Facts
from fieldapp.rules.limits import Limit, Reason


@dataclass(frozen=True, slots=True)
class HearingRoute:
    """How an appeal of one matter runs: route (hearing or record review), by whom, filed with, on what form or fee.

    `composition`: what must hold of the person who decides; the clocks by their keys (empty: no such step);
    `confirmed_by`: who acts on the decision afterwards; `delivered_by`: ways to deliver the decision.
    """

    key: str
    matter: str
    route: str
    heard_by: str
    filed_with: str
    form: bool
    fee_first: bool
    composition: tuple[Element, ...]
    clock_request: str
    clock_held: str
    clock_decision: str
    clock_compliance: str
    confirmed_by: str
    delivered_by: tuple[str, ...]
    cost_cap: Limit | None  # cents
    law: Limit


@dataclass(frozen=True, slots=True)
class Cost:
    """What the owner pays of a hearing, in whole cents, and why."""

    cents: int
    reason: Reason


def request_stands(route: HearingRoute, facts: Facts, filed_on: date, first_lawful_day: date | None) -> Answer:
    """Whether a request filed on a day keeps the right: before `first_lawful_day` of its clock, with form and fee.

    Without a form where one is due the answer is against; the fact `form_complete` and `fee_paid` say so.
    """
    needs = (
        ("form_complete", route.form, "Is the city's form complete?"),
        ("fee_paid", route.fee_first, "Is the fee paid?"),
    )
    elements = tuple(Element(fact, "is", (True,), (), None, ask) for fact, due, ask in needs if due)
    findings = judge_all(elements, facts, route.law, f"Filed with: {route.filed_with}")
    reasons_for, against, unasked = of(MET, findings), of(UNMET, findings), open_questions(findings)
    name = route.clock_request.replace("_", " ")
    if first_lawful_day is None:
        unasked = (*unasked, f"When does the clock '{name}' end? Its start is not on record.")
    else:
        limit = f"The right ends with the day before {written(first_lawful_day)} (clock: {name})"
        step = route.law.reason(f"Filed on {written(filed_on)}", limit)
        in_time = filed_on < first_lawful_day
        reasons_for, against = ((*reasons_for, step), against) if in_time else (reasons_for, (*against, step))
    return answer("the request stands", reasons_for, against, unasked, enough=True, first_lawful_day=first_lawful_day)


def may_sit(route: HearingRoute, facts: Facts) -> Answer:
    """Whether the person named to hear it may: impartial, and nobody who handled the case (choices X-01, X-02)."""
    findings = judge_all(route.composition, facts, route.law, f"Heard by: {route.heard_by}")
    return answer("who hears it", of(MET, findings), of(UNMET, findings), open_questions(findings), enough=True)


def cost(route: HearingRoute, actual_cents: int, *, upheld: bool) -> Cost:
    """What the owner owes: the actual cost up to the cap, only where the declaration is upheld (choices D-29).

    A route without a cap in the law bills nothing.
    """
    law = route.cost_cap or route.law
    if not upheld:
        return Cost(0, law.reason("Not upheld", "The owner pays only where the declaration is upheld"))
    if route.cost_cap is None:
        return Cost(0, law.reason("Upheld", "The text lets nobody bill this"))
    cents = min(actual_cents, route.cost_cap.number)
    cap = f"At most {_dollars(route.cost_cap.number)}"
    return Cost(cents, law.reason(f"Actual cost {_dollars(actual_cents)}", cap))


def _dollars(cents: int) -> str:
    return f"${cents // 100:,}.{cents % 100:02}"
