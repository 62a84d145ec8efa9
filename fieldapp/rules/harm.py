"""From the injuries that an officer records to the words of the law.

Crystal 910, Definitions, subd. 9 and 14 (C-009); Battle Lake 90.15(A) (T-004); Minn. Stat. 609.02, subd. 7a and 8.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from fieldapp.rules.facts import Fact, Facts, value_of
from fieldapp.rules.limits import Limit

GREAT, SUBSTANTIAL, BODILY, NONE = "great", "substantial", "bodily", "none"


@dataclass(frozen=True, slots=True)
class HarmLaw:
    """The injuries that make harm great or substantial, each a list of words."""

    great: Limit
    substantial: Limit


def label(injuries: Collection[str], law: HarmLaw) -> str:
    """The label of one victim's injuries: great, substantial, bodily (any other injury) or none."""
    if not injuries:
        return NONE
    if any(one in law.great.words for one in injuries):
        return GREAT
    return SUBSTANTIAL if any(one in law.substantial.words for one in injuries) else BODILY


def with_harm(facts: Facts, law: HarmLaw) -> Mapping[str, Fact]:
    """The facts of one victim and the `harm` that follows from its `injuries`, known as they are known."""
    injuries = value_of(facts, "injuries")
    if injuries is None:
        return {name: fact for name, fact in facts.items() if name != "harm"}
    listed = ", ".join(sorted(injuries)) or "no injury"
    return {**facts, "harm": Fact(label(injuries, law), facts["injuries"].how, listed)}
