"""Was a notice served by a way that the law lists, on everybody whom it must reach?

Crystal 910, Potentially dangerous dogs, subd. 1 (C-124), Dangerous dogs, subd. 1 (C-141); Benson 90.13(E)(3) (B-099);
Battle Lake 90.15(B)(2), (C)(2) (T-010, T-019: one owner is all owners; no ordinary mail); Minn. Stat. 347.541, subd. 3,
645.44, subd. 5 (no civil process on a holiday). Choices D-30, G-7: the telephone is an extra, never sole service.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from fieldapp.rules.answers import Answer, answer
from fieldapp.rules.days import written
from fieldapp.rules.limits import Limit, Reason


@dataclass(frozen=True, slots=True)
class ServiceWay:
    """A way to serve a notice about a dog of `dog_class`; `sole`: it is enough; `if_possible`: it is owed beside."""

    way: str
    dog_class: str
    title: str
    sole: bool
    if_possible: bool
    law: Limit


@dataclass(frozen=True, slots=True)
class Serving:
    """One act of service: on which owner, how, when, and whether that day was a legal holiday."""

    owner: str
    way: str
    served_on: date
    on_holiday: bool


@dataclass(frozen=True, slots=True)
class ServiceLaw:
    """The ways for one class, whether every owner is served ("each") or one is all ("one"), and the holiday rule."""

    ways: tuple[ServiceWay, ...]
    owners: Limit
    holiday: Limit


@dataclass(frozen=True, slots=True)
class ServiceCheck:
    """The answer, and warnings that do not undo the service but that its reader must see."""

    answer: Answer
    warnings: tuple[Reason, ...]


def check_service(law: ServiceLaw, owners: Sequence[str], servings: Iterable[Serving]) -> ServiceCheck:
    """Whether the servings reach every owner (or one, where one is all) by a way that is enough alone."""
    acts = tuple(sorted(servings, key=lambda s: (s.served_on, s.owner, s.way)))
    by_way = {way.way: way for way in law.ways}
    good = {act.owner: act for act in reversed(acts) if act.way in by_way and by_way[act.way].sole}
    reasons_for = tuple(
        by_way[act.way].law.reason(f"{owner}: {by_way[act.way].title} on {written(act.served_on)}", "A listed way")
        for owner, act in sorted(good.items())
        if owner in owners
    )
    one_is_all = "one" in law.owners.words and bool(reasons_for)
    left = () if one_is_all else tuple(owner for owner in owners if owner not in good)
    against = tuple(_not_served(owner, acts, by_way, law) for owner in left)
    unasked = () if owners else ("Who owns the dog?",)
    found = answer("service of the notice", reasons_for, against, unasked, enough=bool(reasons_for))
    return ServiceCheck(found, _warnings(law, acts, by_way))


def _not_served(owner: str, acts: Sequence[Serving], by_way: dict[str, ServiceWay], law: ServiceLaw) -> Reason:
    tried = [act.way for act in acts if act.owner == owner]
    listed = ", ".join(way.title for way in law.ways if way.sole)
    for way in tried:
        if way in by_way:
            return by_way[way].law.reason(f"{owner}: only {by_way[way].title}", f"Never sole service; listed: {listed}")
    fact = f"{owner}: {', '.join(tried)}" if tried else f"{owner}: not served"
    return law.owners.reason(fact, f"Each owner by a listed way: {listed}")


def _warnings(law: ServiceLaw, acts: Sequence[Serving], by_way: dict[str, ServiceWay]) -> tuple[Reason, ...]:
    holidays = tuple(
        law.holiday.reason(f"{act.owner}: served on {written(act.served_on)}", "A legal holiday: serve on another day")
        for act in acts
        if act.on_holiday
    )
    used = {act.way for act in acts}
    owed = tuple(
        way.law.reason(f"{way.title}: not recorded", "Owed beside the notice if possible: try it, or record why not")
        for way in by_way.values()
        if way.if_possible and way.way not in used
    )
    return holidays + owed
