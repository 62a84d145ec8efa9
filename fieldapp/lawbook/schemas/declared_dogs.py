"""Notices about declared dogs and their service, hearings, and what the owner of such a dog must do."""

from fieldapp.lawbook.schemas.fields import CLOCK, DOG_CLASSES, ELEMENT, VALUE, Field

TIMINGS = frozenset({
    "always", "clock", "before certificate", "on event", "on request", "when ordered", "yearly", "promptly",
})  # fmt: skip
TOPICS = frozenset({
    "register", "fee", "enclosure", "sign", "tag", "insurance", "microchip", "sterilization", "restraint",
    "transfer_notice", "death_notice", "no_reentry", "landlord", "register_elsewhere", "new_owner_told",
    "license_and_rabies", "photograph", "renewal", "move_notice", "affidavit", "owner_age", "chip_check",
    "obedience_class", "inspection",
})  # fmt: skip

KINDS = {
    "notice_part": {
        "dog_class": Field(str, needed=True, words=DOG_CLASSES),
        "text": Field(str, needed=True),
        "when": Field(list, each=ELEMENT),
        "clock": Field(str, names=CLOCK),
    },
    "service_way": {
        "dog_class": Field(str, needed=True, words=DOG_CLASSES),
        "way": Field(str, needed=True),
        "title": Field(str, needed=True),
        "sole": Field(bool),
        "if_possible": Field(bool),
    },
    # How an appeal of one matter runs (rules/hearings.py).
    "hearing": {
        "matter": Field(str, needed=True, words=DOG_CLASSES | {"seizure", "ownership"}),
        "route": Field(str, needed=True, words=frozenset({"hearing", "record review"})),
        "heard_by": Field(str, needed=True),
        "filed_with": Field(str, needed=True),
        "form": Field(bool),
        "fee_first": Field(bool),
        "composition": Field(list, each=ELEMENT),
        "clock_request": Field(str, names=CLOCK),
        "clock_held": Field(str, names=CLOCK),
        "clock_decision": Field(str, names=CLOCK),
        "clock_compliance": Field(str, names=CLOCK),
        "confirmed_by": Field(str),
        "delivered_by": Field(list),
        "cost_cap": Field(str, names=VALUE),
    },
    # What the owner of a declared dog must do (rules/requirements.py).
    "requirement": {
        "topic": Field(str, needed=True, words=TOPICS),
        "dog_class": Field(str, needed=True, words=DOG_CLASSES),
        "title": Field(str, needed=True),
        "evidence": Field(str, needed=True),
        "timing": Field(str, needed=True, words=TIMINGS),
        "clock": Field(str, names=CLOCK),
        "during_appeal": Field(str, needed=True, words=frozenset({"due", "paused"})),
        "for_certificate": Field(bool),
        "unmet": Field(
            list,
            needed=True,
            words=frozenset({"seizure", "violation", "no certificate", "done by city", "reminder"}),
        ),
        "only_if": Field(list, each=ELEMENT),
        "satisfied_by": Field(list, needed=True, each=ELEMENT),
    },
}
