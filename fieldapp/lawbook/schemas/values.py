"""Values that rules look up by their key, and rules that only people read."""

from fieldapp.lawbook.schemas.fields import COMPARISONS, NUMBER, UNITS, Field
from fieldapp.lawbook.schemas.numbers import BY_UNIT

KINDS = {
    "value": {
        "number": Field(NUMBER, span=BY_UNIT),
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
