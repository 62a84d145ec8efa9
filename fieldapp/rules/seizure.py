"""May or must a declared dog be seized today?

Crystal 910, Seizure, subd. 1 and 3 (C-178 to C-182, C-185), Dangerous dogs, subd. 3 e) (C-168; SHALL prevails, choices
X-30); Benson 90.13(I), (K) (B-132, B-134); Battle Lake 90.15(J) (T-051 to T-056), which waits for a notice and no
appeal even where the dog is loose, so that the state's 347.54 speaks for a dangerous dog there (X-06).
"""

from collections.abc import Iterable
from datetime import date

from fieldapp.rules.answers import Answer
from fieldapp.rules.case_clocks import Days, appeal_allows, joined, opened
from fieldapp.rules.facts import Facts
from fieldapp.rules.grounds import Exempt, Ground, Support, support


def seizure(ground: Ground, facts: Facts, dog_class: str, appeal: str, opens_on: Days, day: date) -> Support:
    """What the facts say about one seizure ground of a dog of `dog_class` on `day`.

    `appeal`: none, pending, decided (for the city), or empty where nobody knows; `opens_on`: the clocks' first lawful
    days. Raises ValueError where the ground is none for a dog of this class.
    """
    if not applies(ground, dog_class):
        msg = f"{ground.key} is no ground for a {dog_class} dog"
        raise ValueError(msg)
    return support(ground, (), facts, _time(ground, appeal, opens_on, day))


def seizures(
    grounds: Iterable[Ground], facts: Facts, dog_class: str, appeal: str, opens_on: Days, day: date
) -> tuple[Support, ...]:
    """Every seizure ground for a dog of this class, in the order of the law."""
    return tuple(seizure(g, facts, dog_class, appeal, opens_on, day) for g in grounds if applies(g, dog_class))


def applies(ground: Ground, dog_class: str) -> bool:
    """Whether a ground is for a dog of this class (dangerous, potentially_dangerous, or empty: not declared)."""
    return not ground.classes or dog_class in ground.classes


def scene(grounds: Iterable[Ground], exempts: Iterable[Exempt], facts: Facts) -> tuple[Support, ...]:
    """Grounds to kill at the scene: Crystal 910, Imminent threat (C-122); Benson 90.13(M) (B-138); no clock."""
    lifting = tuple(exempts)
    return tuple(support(ground, lifting, facts) for ground in grounds)


def _time(ground: Ground, appeal: str, opens_on: Days, day: date) -> Answer:
    parts = [appeal_allows(appeal, ground.law)] if ground.stops_on_appeal else []
    if ground.clock:
        parts.append(opened(ground.clock, opens_on, day, ground.law))
    return joined(ground.title, tuple(parts))
