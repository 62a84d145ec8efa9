"""Offenses, and the violations whose repetition is a nuisance."""

from fieldapp.lawbook.schemas.fields import CHARGE, Field
from fieldapp.lawbook.schemas.numbers import CONVICTIONS, DAYS_TOGETHER, FINE_CENTS, TIMES

GRADES = frozenset({"petty_misdemeanor", "misdemeanor", "gross_misdemeanor", "ordinance"})
GROUPS = frozenset({
    "at large", "bite", "noise", "waste", "license", "tag", "enclosure", "muzzle", "cruelty", "kennel", "interference",
    "registration", "ownership", "keeping", "disease", "traps", "rabies",
})  # fmt: skip
# After so many convictions of any of the charges `of` (keys; the same dog where it says so) the grade is this.
STEP_UP = {
    "after": Field(int, needed=True, span=CONVICTIONS),
    "of": Field(list, needed=True, names=CHARGE),
    "grade": Field(str, needed=True, words=GRADES),
    "same_dog": Field(bool),
    "clause": Field(str, needed=True),
    "citation": Field(str, needed=True),
}

KINDS = {
    # An offense: what is to be observed, its grade, what earlier convictions make of it. Unset means that no text says.
    "charge": {
        "title": Field(str, needed=True),
        "observed": Field(list, needed=True),
        "grade": Field(str, needed=True, words=GRADES),
        "payable": Field(bool),
        "fine_cents": Field(int, span=FINE_CENTS),
        "court_code": Field(str),
        "group": Field(str, needed=True, words=GROUPS),
        "separate_per_day": Field(bool),
        "step_up": Field(list, each=STEP_UP),
    },
    # So many violations of the charges `of` within so many consecutive days make a nuisance (rules/repetition.py).
    "repetition": {
        "title": Field(str, needed=True),
        "number": Field(int, needed=True, span=TIMES),
        "unit": Field(str, needed=True, words=frozenset({"times"})),
        "comparison": Field(str, needed=True, words=frozenset({"at least"})),
        "days": Field(int, needed=True, span=DAYS_TOGETHER),
        "of": Field(list, needed=True, names=CHARGE),
    },
}
