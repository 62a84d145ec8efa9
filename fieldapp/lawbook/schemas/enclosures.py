"""The enclosure checklist: what a pen is described with, and the checks that look at it."""

from fieldapp.lawbook.schemas.fields import COMPARISONS, NUMBER, PEN_FACT, UNITS, Field
from fieldapp.lawbook.schemas.numbers import BY_UNIT

CONDITION = {
    "field": Field(str, needed=True, names=PEN_FACT),
    "operator": Field(str, needed=True, words=COMPARISONS | {"is", "is not"}),
    "value": Field((str, bool, *NUMBER), needed=True),
    "not_noted": Field(str, words=frozenset({"open", "applies"})),
}

KINDS = {
    # What a pen or an indoor place is described with, in the words of the forms (rules/pens.py).
    "pen_fact": {
        "type": Field(str, needed=True, words=frozenset({"amount", "count", "yes or no", "word", "rectangles"})),
        "unit": Field(str, words=UNITS),
        "options": Field(list),
        "prompt": Field(str, needed=True),
        "how": Field(str),
    },
    # One line of an enclosure checklist (rules/enclosures.py says what each field does).
    "check": {
        "prompt": Field(str, needed=True),
        "how": Field(str, needed=True),
        "groups": Field(list, needed=True),
        "measure": Field(str, needed=True, words=frozenset({"amount", "floor area", "answer"})),
        "field": Field(str, names=PEN_FACT),
        "accepted": Field(list, parts=(str, bool)),
        "number": Field(NUMBER, span=BY_UNIT),
        "against": Field(str, names=PEN_FACT),
        "unit": Field(str, words=UNITS),
        "comparison": Field(str, words=COMPARISONS),
        "per_animal": Field(bool),
        "applies_when": Field(list, each=CONDITION),
    },
}
