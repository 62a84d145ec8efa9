"""What a file of law may hold: the kinds of pieces, and the fields of each. load.py checks every piece against this."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

UNITS = frozenset({
    "months", "years", "days", "business days", "hours", "minutes", "seconds", "feet", "inches", "square feet", "gauge",
    "cents", "animals", "dogs", "rabbits", "copies", "places", "times", "acres", "percent",
})  # fmt: skip
COMPARISONS = frozenset({"at least", "over", "at most", "under"})


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a kind: its type, whether it must be there, and the words it may hold (empty: any)."""

    type: type | tuple[type, ...]
    needed: bool = False
    words: frozenset[str] = frozenset()


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

KINDS: dict[str, dict[str, Field]] = {
    "value": {
        "number": Field((int, Decimal)),
        "unit": Field(str, words=UNITS),
        "comparison": Field(str, words=COMPARISONS),
        "words": Field(list),
        "text": Field(str),
    },
    # A rule that people read and no clock, check or ground computes: who must or may do what.
    "provision": {
        "binds": Field(str, needed=True),
        "nature": Field(
            str,
            needed=True,
            words=frozenset({"duty", "power", "definition", "exemption", "procedure", "record", "penalty", "fee"}),
        ),
        "text": Field(str, needed=True),
        "consequence": Field(str),
    },
}
