"""May an officer enter private property to seize an animal?

Benson 90.11(A) (B-064 to B-070): six conditions that must all be met, or a warrant of the district court; until then
the entry is blocked (choices D-52). Crystal and Battle Lake have no rule: consent, a warrant or exigent circumstances.
"""

from collections.abc import Iterable

from fieldapp.rules.answers import Answer
from fieldapp.rules.facts import Facts
from fieldapp.rules.ways import Way, allowed


def entry(ways: Iterable[Way], facts: Facts) -> Answer | None:
    """Whether the facts support entering to seize; each condition that is missing is named. None without any way."""
    return allowed("entry to seize", ways, facts)
