"""How may an officer answer a violation in this city: warning, notice, court, administrative citation?

Minn. Stat. 626.862: an officer who is no peace officer cites only as the city has designated the post. Crystal 910,
Animal warden services (C-093, C-094) designates it; Benson's and Battle Lake's texts do not say so. A citation outside
court needs an ordinance of the city, by its number. Minn. R. Crim. P. 6.01: a court citation has the approved form.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from fieldapp.rules.answers import Answer, answer
from fieldapp.rules.days import written
from fieldapp.rules.facts import Facts, spoken, value_of
from fieldapp.rules.limits import Limit


@dataclass(frozen=True, slots=True)
class Designation:
    """A post that the city has designated to cite, by which document; its law says from which day."""

    post: str
    document: str
    law: Limit


@dataclass(frozen=True, slots=True)
class Route:
    """One answer to a violation. `ordinance` is empty until the city gives the number of its own."""

    key: str
    title: str
    order: int
    needs_designation: bool
    by_ordinance: bool
    ordinance: str
    form: str
    law: Limit


def may_cite(designations: Iterable[Designation], facts: Facts, law: Limit, day: date) -> Answer:
    """Whether the officer of the facts (`peace_officer`, `post`) may issue citations on `day` (626.862)."""
    question = "the officer may issue citations"
    if value_of(facts, "peace_officer"):
        step = law.reason(spoken("peace_officer", facts), "A peace officer may cite")
        return answer(question, (step,), (), (), enough=True)
    post = value_of(facts, "post")
    mine = next((one for one in designations if one.post == post and one.law.since <= day), None)
    if mine is not None:
        step = mine.law.reason(f"{spoken('post', facts)}; {mine.document}", "A post that the city designated may cite")
        return answer(question, (step,), (), (), enough=True)
    unasked = tuple(ask for name, ask in _ASK.items() if value_of(facts, name) is None)
    fact = f"{spoken('post', facts)}; no designation on record on {written(day)}"
    none = law.reason(fact, "The city must designate the post")
    return answer(question, (), () if unasked else (none,), unasked, enough=False)


_ASK = {"peace_officer": "Is the officer a peace officer?", "post": "Which post does the officer hold?"}


def route(way: Route, cite: Answer) -> Answer:
    """Whether a route is open, given what `may_cite` says."""
    if way.by_ordinance and not way.ordinance.strip():
        none = way.law.reason(
            "The city has given no ordinance for it", "It needs an ordinance of the city, by its number"
        )
        return answer(way.title, (), (none,), (), enough=False)
    fact = f"By {way.ordinance}" if way.by_ordinance else way.title
    step = way.law.reason(fact, way.form or "Open to every officer of the city")
    if not way.needs_designation:
        return answer(way.title, (step,), (), (), enough=True)
    return answer(way.title, (step, *cite.reasons_for), cite.reasons_against, cite.unasked, enough=True)


def routes(ways: Iterable[Route], cite: Answer) -> tuple[tuple[Route, Answer], ...]:
    """Every route of a city, mildest first, with whether it is open."""
    return tuple((way, route(way, cite)) for way in sorted(ways, key=lambda way: (way.order, way.key)))
