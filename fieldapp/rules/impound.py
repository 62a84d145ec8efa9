"""May an animal be impounded, who may have it back or take it, and on what terms?

Crystal 910, Dog pound, Reclamation, Enforcement (C-083 to C-092, C-109); Benson 90.07 (B-041 to B-046), 90.15 (B-144);
Minn. Stat. 346.47 (five regular business days or the city's longer hold, no release for research), 347.14. Declared
dogs have their own terms (rules/reclaim.py); disposal and transfer pass the gates too (rules/gates.py).
"""

from collections.abc import Iterable
from datetime import date

from fieldapp.rules.answers import Answer, answer
from fieldapp.rules.case_clocks import Days, joined, opened
from fieldapp.rules.facts import Facts
from fieldapp.rules.grounds import Exempt, Ground, Support, support
from fieldapp.rules.limits import Limit
from fieldapp.rules.ways import Way, allowed


def impound_grounds(grounds: Iterable[Ground], exempts: Iterable[Exempt], facts: Facts) -> tuple[Support, ...]:
    """Every ground to impound with what the facts say (C-109; B-033, B-041, B-061, B-142; 347.14); one is enough."""
    lifting = tuple(exempts)
    return tuple(support(ground, lifting, facts) for ground in grounds)


def reclaim_impounded(ways: Iterable[Way], facts: Facts) -> Answer | None:
    """Whether the owner may have an impounded animal back, by what is paid and shown (C-092; B-044, B-045)."""
    return allowed("reclaim from the pound", ways, facts)


def new_home(ways: Iterable[Way], facts: Facts, hold: str, law: Limit, opens_on: Days, day: date) -> Answer:
    """Whether an unclaimed animal may go to somebody else: after the clock `hold`, on the terms of the law.

    C-085 (license, receipt and tag, price), B-144 (spayed or neutered first), 346.47 (never for research).
    """
    terms = allowed("a new home", ways, facts)
    parts = (opened(hold, opens_on, day, law), *((terms,) if terms is not None else ()))
    found = joined("a new home", parts)
    return answer(
        found.question, found.reasons_for, found.reasons_against, found.unasked,
        enough=True, first_lawful_day=found.first_lawful_day,
    )  # fmt: skip
