"""The city's office: fees, routes of a violation, designations, and records to keep."""

from fieldapp.lawbook.schemas.fields import CLOCK, ELEMENT, VALUE, Field
from fieldapp.lawbook.schemas.numbers import FEE_CENTS, PLACE_IN_LIST

LINE = {
    "name": Field(str, needed=True),
    "text": Field(str, needed=True),
    "only_if": Field(list, each=ELEMENT),
}

KINDS = {
    # Money that the law asks for (rules/fees.py). `cents` stays unset until the city sets it; `cap` is a value.
    "fee": {
        "title": Field(str, needed=True),
        "payer": Field(str, needed=True),
        "per": Field(str, needed=True, words=frozenset({"once", "year", "day or part of a day", "actual cost"})),
        "set_by": Field(str, needed=True),
        "cents": Field(int, span=FEE_CENTS),
        "cap": Field(str, names=VALUE),
    },
    # How a city answers a violation (rules/routes.py). `ordinance`: its own, without which `by_ordinance` is closed.
    "route": {
        "title": Field(str, needed=True),
        "order": Field(int, needed=True, span=PLACE_IN_LIST),
        "needs_designation": Field(bool),
        "by_ordinance": Field(bool),
        "ordinance": Field(str),
        "form": Field(str),
    },
    # A post that a city has designated to issue citations (Minn. Stat. 626.862), by which document.
    "designation": {"post": Field(str, needed=True), "document": Field(str, needed=True)},
    # A record that somebody keeps (rules/records.py). `clock_kept`: the clock that ends the duty to keep it, unset
    # where no text says how long and the city has not filled it in.
    "record": {
        "title": Field(str, needed=True),
        "keeper": Field(str, needed=True),
        "holds": Field(list, needed=True, each=LINE),
        "clock_kept": Field(str, names=CLOCK),
        "clock_given": Field(str, names=CLOCK),
        "public_view": Field(bool),
    },
}
