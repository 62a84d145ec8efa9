"""Is a muzzle order in force?

Minn. Stat. 35.67 to 35.69: a community health board or the Board of Animal Health proclaims; the clerk publishes it in
the legal newspaper, or posts it in three public places only where there is none. Crystal 910, Muzzles (C-073): the
chief of police orders and posts. An order of the chief alone is no proclamation (choices S-04). The ends of the clocks
are values here.
"""

from collections.abc import Iterable
from datetime import date

from fieldapp.rules.answers import NOT_SUPPORTED, SUPPORTED, Answer, answer
from fieldapp.rules.days import written
from fieldapp.rules.facts import Fact, Facts
from fieldapp.rules.limits import Limit
from fieldapp.rules.ways import Way, allowed


def proclaimed(ways: Iterable[Way], facts: Facts) -> Answer | None:
    """Whether a proclamation (or a city's own order) was made and made public as the law asks."""
    return allowed("muzzle order", ways, facts)


def in_force(order: Answer, law: Limit, begins: date | None, last: date | None, day: date) -> Answer:
    """Whether a sound `order` holds on `day`: from the first lawful day `begins` through `last`; None: not counted."""
    against, reasons, unasked = order.reasons_against, order.reasons_for, order.unasked
    if begins is None or last is None:
        unasked = (*unasked, "On which day was it proclaimed?")
    else:
        step = law.reason(f"Today is {written(day)}", f"In force from {written(begins)} through {written(last)}")
        inside = begins <= day <= last
        reasons, against = ((*reasons, step), against) if inside else (reasons, (*against, step))
    return answer("muzzle order in force", reasons, against, unasked, enough=order.word == SUPPORTED)


def as_fact(force: Answer) -> Fact:
    """An order's standing as the fact `muzzle_order_in_force` that the grounds at the scene ask for."""
    known = {SUPPORTED: True, NOT_SUPPORTED: False}.get(force.word)
    return Fact(known, "document" if known is not None else "not possible", force.question)
