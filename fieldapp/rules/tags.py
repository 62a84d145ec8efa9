"""Who may take a tag off, and what does its absence say?

Crystal 910, Dog tags, subd. 3 and 6 (C-045, C-049); Benson 90.04(B)(5) (B-021, B-023); Minn. Stat. 347.14 (a dog at
large without a tag is presumed unlicensed). What a duplicate needs stands in the values tag.duplicate (C-047, C-048).
"""

from collections.abc import Iterable

from fieldapp.rules.answers import Answer
from fieldapp.rules.facts import Facts, spoken, value_of
from fieldapp.rules.limits import Limit, Reason
from fieldapp.rules.ways import Way, allowed


def may_take_off(ways: Iterable[Way], facts: Facts) -> Answer | None:
    """Whether this person may take a tag, or a collar with a tag, off a dog (C-049); None where no text says so."""
    return allowed("taking the tag off", ways, facts)


def presumed_unlicensed(facts: Facts, law: Limit) -> Reason | None:
    """The presumption of 347.14 as a reason, where the dog was at large and was seen to wear no tag; None elsewhere.

    It is a presumption only: a license on record refutes it (rules/standing.py).
    """
    if value_of(facts, "at_large") is not True or value_of(facts, "wears_tag") is not False:
        return None
    return law.reason(f"{spoken('at_large', facts)}; {spoken('wears_tag', facts)}", "Presumed to be unlicensed")
