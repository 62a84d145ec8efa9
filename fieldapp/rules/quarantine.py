"""Must an animal be quarantined, where may it be, until when, who lets it go, and what becomes of an exposed one?

Crystal 910, Impounding, subd. 1 and 2 (C-095 to C-102): at the pound, ten days by the hour from the bite and until the
rabies status is known; no home quarantine. Benson 90.08(A) (B-048 to B-055): at home or a vet's if the officer allows
it; release by written permission. Battle Lake has no rule: the state's apply. Minn. R. 1721.0570 (exposed animals; the
Board of Animal Health decides). Choices D-50, D-51, S-03. The ends of the clocks come as values.
"""

from collections.abc import Iterable, Mapping
from datetime import date, datetime

from fieldapp.rules.answers import Answer, answer
from fieldapp.rules.case_clocks import joined, opened
from fieldapp.rules.days import in_order, written
from fieldapp.rules.facts import Facts
from fieldapp.rules.grounds import Exempt, Ground, Support, support
from fieldapp.rules.limits import Limit
from fieldapp.rules.ways import Offer, Way, allowed, offers


def triggers(grounds: Iterable[Ground], exempts: Iterable[Exempt], facts: Facts) -> tuple[Support, ...]:
    """Every ground to quarantine an animal that bit or exposed somebody (C-095; B-048, B-049), any one is enough."""
    lifting = tuple(exempts)
    return tuple(support(ground, lifting, facts) for ground in grounds)


def places(ways: Iterable[Way], facts: Facts) -> tuple[Offer, ...]:
    """Where the animal may be held, who decides on it, and what each place needs (C-095, C-099; B-050, B-051)."""
    return offers(ways, facts)


def ten_days_over(law: Limit, ends: datetime | None, now: datetime) -> Answer:
    """Whether the quarantine's hours are over: not before the instant `ends` itself (C-095, B-049, choices D-50)."""
    question = "the hours of the quarantine are over"
    if ends is None:
        return answer(question, (), (), ("At what time was the bite?",), enough=False)
    step = law.reason(f"It is {_said(now)}", f"Not before {_said(ends)}")
    over = in_order(now) >= in_order(ends)
    return answer(question, (step,) if over else (), () if over else (step,), (), enough=over)


def release(ways: Iterable[Way], facts: Facts, law: Limit, ends: datetime | None, now: datetime) -> Answer:
    """Whether an animal may leave quarantine: the hours are over and every condition of release is met.

    C-095, C-097 (status determined, costs paid); B-049, B-053 (written permission, free of rabies, fees, license).
    """
    time = ten_days_over(law, ends, now)
    conditions = allowed("release", ways, facts)
    parts = (time, conditions) if conditions is not None else (time,)
    found = joined("release from quarantine", parts)
    return answer(found.question, found.reasons_for, found.reasons_against, found.unasked, enough=True)


def exposed(
    ways: Iterable[Way], facts: Facts, opens_on: Mapping[str, date], day: date
) -> tuple[tuple[Offer, Answer], ...]:
    """What may be done with an exposed animal, and whether its confinement may end on `day` (C-101, C-102; D-51).

    Each path that its vaccination leaves open, with its clock: the first lawful day from `opens_on`. A path without a
    clock ends nothing. The software offers paths; the Board of Animal Health decides.
    """
    return tuple((offer, _end(offer.way, opens_on, day)) for offer in offers(ways, facts))


def _end(way: Way, opens_on: Mapping[str, date], day: date) -> Answer:
    found = opened(way.clock, opens_on, day, way.law) if way.clock else Answer(way.title, "", (), (), ())
    return answer(
        f"{way.title}: over", found.reasons_for, found.reasons_against, found.unasked,
        enough=bool(way.clock), first_lawful_day=found.first_lawful_day,
    )  # fmt: skip


def _said(when: datetime) -> str:
    return f"{written(when)} {when:%H:%M}"
