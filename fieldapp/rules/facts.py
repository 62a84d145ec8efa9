"""Facts as the officer records them, each with how it is known."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

# What an officer has seen or holds in hand, and what is not yet known: told and not possible do not count.
KNOWN = ("measured", "seen", "seen while built", "admitted", "document", "video")
NOT_YET_KNOWN = ("told", "not possible")
HOW = KNOWN + NOT_YET_KNOWN


@dataclass(frozen=True, slots=True)
class Fact:
    """A recorded fact: its value, how it is known (one of HOW), and the words behind it (who told, why not)."""

    value: Any
    how: str = "seen"
    words: str = ""

    @property
    def counts(self) -> bool:
        """Whether the fact is known well enough to decide by."""
        return self.how in KNOWN and self.value is not None


Facts = Mapping[str, Fact]


def value_of(facts: Facts, name: str) -> Any:  # noqa: ANN401  a fact of any kind
    """The value of a fact that counts; None where it is missing, told or was not possible."""
    fact = facts.get(name)
    return fact.value if fact is not None and fact.counts else None


def spoken(name: str, facts: Facts) -> str:
    """A fact in words, with how it is known: "broken skin: yes (seen)"."""
    fact = facts.get(name)
    label = name.replace("_", " ")
    if fact is None or fact.value is None:
        return f"{label}: not recorded"
    value = {True: "yes", False: "no"}.get(fact.value, fact.value) if isinstance(fact.value, bool) else fact.value
    how = f"{fact.how}, {fact.words}" if fact.words else fact.how
    return f"{label}: {value} ({how})"
