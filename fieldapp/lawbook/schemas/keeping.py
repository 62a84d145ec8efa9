"""Keeping animals: the ways in which the law allows a thing, and how many animals a place may hold."""

from fieldapp.lawbook.schemas.fields import CLOCK, ELEMENT, SPECIES, VALUE, Field
from fieldapp.lawbook.schemas.numbers import HEADS

MATTERS = frozenset({
    "restraint", "identification", "transport", "entry_to_seize", "quarantine_place", "quarantine_release",
    "exposed_animal", "reclaim_impounded", "new_home", "remove_tag", "license_issue", "kennel_license",
    "kennel_location", "keeping_diseased", "muzzle_order", "muzzle_proclamation", "nuisance_court",
})  # fmt: skip

KINDS = {
    # One way in which the law allows a thing (rules/ways.py): `where` it is offered, what it `needs`, who decides.
    # `always`: asked beside whichever other way is used, in every city of the state.
    "way": {
        "matter": Field(str, needed=True, words=MATTERS),
        "title": Field(str, needed=True),
        "where": Field(list, each=ELEMENT),
        "needs": Field(list, each=ELEMENT),
        "always": Field(bool),
        "decides": Field(str),
        "clock": Field(str, names=CLOCK),
    },
    # How many animals of which species a place may hold (rules/premises.py). `young`: the value of the age from which
    # an animal is counted; `litter_only`: only the young of a litter born there are left out.
    "headcount": {
        "title": Field(str, needed=True),
        "effect": Field(str, needed=True, words=frozenset({"license needed", "too many"})),
        "counted": Field(list, needed=True, names=SPECIES),
        "number": Field(int, needed=True, span=HEADS),
        "unit": Field(str, needed=True, words=frozenset(HEADS)),
        "comparison": Field(str, needed=True, words=frozenset({"at least", "over"})),
        "young": Field(str, names=VALUE),
        "litter_only": Field(bool),
        "only_if": Field(list, each=ELEMENT),
    },
}
