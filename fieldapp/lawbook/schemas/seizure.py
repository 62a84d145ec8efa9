"""Grounds for acts against a dog or its owner, what lifts them, getting a dog back, gates before the irreversible."""

from fieldapp.lawbook.schemas.fields import CLOCK, DOG_CLASSES, ELEMENT, GROUND, Field

ACTIONS = frozenset({
    "declare_dangerous", "declare_potentially_dangerous", "seize", "destroy", "destroy_by_court", "kill_at_scene",
    "bar", "count_as_owner", "charge", "violation", "nuisance", "impound", "quarantine", "kill_unmuzzled",
    "kill_exposed", "destroy_diseased", "revoke_kennel",
})  # fmt: skip
GUARDS = frozenset({"hearing", "appeal", "holds", "quarantine", "security", "approver", "notice", "charge"})
IRREVERSIBLE = ("destroy", "dispose", "sterilize", "transfer")

KINDS = {
    # A ground for an action against a dog, its owner or at the scene (rules/grounds.py).
    "ground": {
        "action": Field(str, needed=True, words=ACTIONS),
        "title": Field(str, needed=True),
        "force": Field(str, needed=True, words=frozenset({"may", "shall", "will"})),
        "by": Field(list, needed=True),
        "classes": Field(list, words=DOG_CLASSES),
        "needs": Field(list, needed=True, each=ELEMENT),
        "clock": Field(str, names=CLOCK),
        "stops_on_appeal": Field(bool),
    },
    # What lifts grounds: actions or keys of grounds.
    "exempt": {
        "title": Field(str, needed=True),
        "lifts": Field(list, needed=True, names=GROUND),
        "needs": Field(list, needed=True, each=ELEMENT),
    },
    "reclaim": {
        "title": Field(str, needed=True),
        "after": Field(str, needed=True, words=frozenset({"seizure", "acquittal"})),
        "classes": Field(list, needed=True, words=DOG_CLASSES),
        "needs": Field(list, needed=True, each=ELEMENT),
        "clock": Field(str, needed=True, names=CLOCK),
    },
    # What must be open before something irreversible (rules/gates.py).
    "gate": {
        "guards": Field(str, needed=True, words=GUARDS),
        "title": Field(str, needed=True),
        "actions": Field(list, needed=True, words=frozenset(IRREVERSIBLE)),
        "only_if": Field(list, each=ELEMENT),
        "needs": Field(list, each=ELEMENT),
        "clocks": Field(list, names=CLOCK),
    },
}
