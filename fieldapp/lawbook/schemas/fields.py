"""One field of a piece of law: its type, the words and numbers that it may hold, and what it names."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from fieldapp.lawbook.schemas.numbers import Span

# What a field can name. Keys of other pieces, of the place or its state:
CLOCK, VALUE, CHARGE, PEN_FACT = "clock", "value", "charge", "pen_fact"
GROUND = "ground"  # or the action of grounds
# What names.toml lists:
EVENT, FACT, SPECIES = "event", "fact", "species"

NUMBER = (int, Decimal)
Types = type | tuple[type, ...]


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a kind: its type, whether it must be there, and the words it may hold (empty: any).

    Of a list, `words` and `names` are meant of each part, which is a text, or one of `parts`; `each`: every part is a
    table with these fields. `span`: the least and the most of a number; where a unit stands beside it, by that unit.
    """

    type: Types
    needed: bool = False
    parts: Types = (str,)
    words: frozenset[str] = frozenset()
    names: str = ""
    span: Span | Mapping[str, Span] | None = None
    each: Mapping[str, "Field"] | None = None


# Every piece has these. `clause` is one inventory id, `clauses` several (one of the two is needed).
COMMON = {
    "key": Field(str, needed=True),
    "clause": Field(str),
    "clauses": Field(list),
    "citation": Field(str, needed=True),
    "from": Field(date, needed=True),
    "last_checked": Field(date, needed=True),
    "doubt": Field(str),
    "ends": Field(bool),
}

# One thing that the facts must show (rules/elements.py): a fact, how it is compared, and the question that asks for it.
# `against`: the values that speak against it, where values in neither list are settled by nobody yet.
ELEMENT = {
    "fact": Field(str, needed=True, names=FACT),
    "op": Field(str, needed=True, words=frozenset({"is", "is not", "within", "outside", "before", "by", "recorded"})),
    "value": Field((list, str), parts=(str, bool)),
    "against": Field((list, str), parts=(str, bool)),
    "ask": Field(str, needed=True),
}

UNITS = frozenset({
    "months", "years", "days", "business days", "hours", "minutes", "seconds", "feet", "inches", "square feet", "gauge",
    "cents", "animals", "dogs", "rabbits", "copies", "places", "times", "acres", "percent",
})  # fmt: skip
COMPARISONS = frozenset({"at least", "over", "at most", "under"})
DOG_CLASSES = frozenset({"dangerous", "potentially_dangerous"})
