"""What a file of law may hold: the kinds of pieces, and the fields of each. load.py checks every piece against this."""

from collections.abc import Mapping
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
    """One field of a kind: its type, whether it must be there, and the words it may hold (empty: any).

    `each`: a list whose every part is a table with these fields.
    """

    type: type | tuple[type, ...]
    needed: bool = False
    words: frozenset[str] = frozenset()
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
    "fact": Field(str, needed=True),
    "op": Field(
        str, needed=True, words=frozenset({"is", "is not", "within", "outside", "before", "by", "recorded"})
    ),
    "value": Field((list, str)),
    "against": Field((list, str)),
    "ask": Field(str, needed=True),
}
DOG_CLASSES = frozenset({"dangerous", "potentially_dangerous"})
GRADES = frozenset({"petty_misdemeanor", "misdemeanor", "gross_misdemeanor", "ordinance"})

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
CLOCK_NATURES = frozenset({"owner", "city", "other", "hold", "beginning", "ending", "reminder"})

MATTERS = frozenset({
    "restraint", "identification", "transport", "entry_to_seize", "quarantine_place", "quarantine_release",
    "exposed_animal", "reclaim_impounded", "new_home", "remove_tag", "license_issue", "kennel_license",
    "kennel_location", "keeping_diseased", "muzzle_order", "muzzle_proclamation", "nuisance_court",
})  # fmt: skip

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
    # An offense: what is to be observed, its grade, what earlier convictions make of it. Unset means that no text says.
    "charge": {
        "title": Field(str, needed=True),
        "observed": Field(list, needed=True),
        "grade": Field(str, needed=True, words=GRADES),
        "payable": Field(bool),
        "fine_cents": Field(int),
        "court_code": Field(str),
        "group": Field(
            str,
            needed=True,
            words=frozenset({
                "at large", "bite", "noise", "waste", "license", "tag", "enclosure", "muzzle", "cruelty", "kennel",
                "interference", "registration", "ownership", "keeping", "disease", "traps", "rabies",
            }),
        ),
        "separate_per_day": Field(bool),
        # After so many convictions of any of the charges `of` (keys; the same dog where it says so) the grade is this.
        "step_up": Field(
            list,
            each={
                "after": Field(int, needed=True),
                "of": Field(list, needed=True),
                "grade": Field(str, needed=True, words=GRADES),
                "same_dog": Field(bool),
                "clause": Field(str, needed=True),
                "citation": Field(str, needed=True),
            },
        ),
    },
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
        "field": Field(str),
        "accepted": Field(list),
        "number": Field((int, Decimal)),
        "against": Field(str),
        "unit": Field(str, words=UNITS),
        "comparison": Field(str, words=COMPARISONS),
        "per_animal": Field(bool),
        "applies_when": Field(
            list,
            each={
                "field": Field(str, needed=True),
                "operator": Field(str, needed=True, words=COMPARISONS | {"is", "is not"}),
                "value": Field((str, bool, int, Decimal), needed=True),
                "not_noted": Field(str, words=frozenset({"open", "applies"})),
            },
        ),
    },
    # A clock (rules/clocks.py): from which events it runs, how long, how it meets closed days, what opens after it.
    # `number` and `unit` are its count; `floor`: another clock ("state:KEY" the state's) before which it never ends.
    "clock": {
        "title": Field(str, needed=True),
        "nature": Field(str, needed=True, words=CLOCK_NATURES),
        "number": Field(int, needed=True),
        "unit": Field(str, needed=True, words=frozenset({"days", "business days", "months", "years", "hours"})),
        "earliest_from": Field(list, needed=True),
        "latest_from": Field(list),
        "when_all": Field(bool),
        "inclusive": Field(bool),
        "back": Field(bool),
        "roll": Field(str, needed=True, words=frozenset({"both", "neither", "latest", "around"})),
        "local_hour": Field(bool),
        "paused_by": Field(str),
        "restarts_from": Field(str),
        "floor": Field(str),
        "floor_from": Field(str),
    },
    # A legal holiday: `month` and `day`, or `month`, `weekday`, `nth` (-1: the last) and `plus` days after that.
    "holiday": {
        "name": Field(str, needed=True),
        "month": Field(int, needed=True),
        "day": Field(int),
        "weekday": Field(str, words=frozenset(WEEKDAYS)),
        "nth": Field(int),
        "plus": Field(int),
        "moves": Field(bool),
        "setting": Field(str, words=frozenset({"october_holiday", "friday_after_thanksgiving"})),
    },
    # A ground for an action against a dog, its owner or at the scene (rules/grounds.py).
    "ground": {
        "action": Field(
            str,
            needed=True,
            words=frozenset({
                "declare_dangerous", "declare_potentially_dangerous", "seize", "destroy", "destroy_by_court",
                "kill_at_scene", "bar", "count_as_owner", "charge", "violation", "nuisance", "impound", "quarantine",
                "kill_unmuzzled", "kill_exposed", "destroy_diseased", "revoke_kennel",
            }),
        ),
        "title": Field(str, needed=True),
        "force": Field(str, needed=True, words=frozenset({"may", "shall", "will"})),
        "by": Field(list, needed=True),
        "classes": Field(list),
        "needs": Field(list, needed=True, each=ELEMENT),
        "clock": Field(str),
        "stops_on_appeal": Field(bool),
    },
    # What lifts grounds: actions or keys of grounds.
    "exempt": {
        "title": Field(str, needed=True),
        "lifts": Field(list, needed=True),
        "needs": Field(list, needed=True, each=ELEMENT),
    },
    "notice_part": {
        "dog_class": Field(str, needed=True, words=DOG_CLASSES),
        "text": Field(str, needed=True),
        "when": Field(list, each=ELEMENT),
        "clock": Field(str),
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
        "matter": Field(str, needed=True),
        "route": Field(str, needed=True, words=frozenset({"hearing", "record review"})),
        "heard_by": Field(str, needed=True),
        "filed_with": Field(str, needed=True),
        "form": Field(bool),
        "fee_first": Field(bool),
        "composition": Field(list, each=ELEMENT),
        "clock_request": Field(str),
        "clock_held": Field(str),
        "clock_decision": Field(str),
        "clock_compliance": Field(str),
        "confirmed_by": Field(str),
        "delivered_by": Field(list),
        "cost_cap": Field(str),
    },
    # What the owner of a declared dog must do (rules/requirements.py).
    "requirement": {
        "topic": Field(str, needed=True),
        "dog_class": Field(str, needed=True, words=DOG_CLASSES),
        "title": Field(str, needed=True),
        "evidence": Field(str, needed=True),
        "timing": Field(
            str,
            needed=True,
            words=frozenset({
                "always", "clock", "before certificate", "on event", "on request", "when ordered", "yearly", "promptly",
            }),
        ),
        "clock": Field(str),
        "during_appeal": Field(str, needed=True, words=frozenset({"due", "paused"})),
        "for_certificate": Field(bool),
        "unmet": Field(list, needed=True),
        "only_if": Field(list, each=ELEMENT),
        "satisfied_by": Field(list, needed=True, each=ELEMENT),
    },
    "reclaim": {
        "title": Field(str, needed=True),
        "after": Field(str, needed=True, words=frozenset({"seizure", "acquittal"})),
        "classes": Field(list, needed=True),
        "needs": Field(list, needed=True, each=ELEMENT),
        "clock": Field(str, needed=True),
    },
    # What must be open before something irreversible (rules/gates.py).
    "gate": {
        "guards": Field(
            str,
            needed=True,
            words=frozenset({"hearing", "appeal", "holds", "quarantine", "security", "approver", "notice", "charge"}),
        ),
        "title": Field(str, needed=True),
        "actions": Field(list, needed=True),
        "only_if": Field(list, each=ELEMENT),
        "needs": Field(list, each=ELEMENT),
        "clocks": Field(list),
    },
    # One way in which the law allows a thing (rules/ways.py): `where` it is offered, what it `needs`, who decides.
    # `always`: asked beside whichever other way is used, in every city of the state.
    "way": {
        "matter": Field(str, needed=True, words=MATTERS),
        "title": Field(str, needed=True),
        "where": Field(list, each=ELEMENT),
        "needs": Field(list, each=ELEMENT),
        "always": Field(bool),
        "decides": Field(str),
        "clock": Field(str),
    },
    # How many animals of which species a place may hold (rules/premises.py). `young`: the value of the age from which
    # an animal is counted; `litter_only`: only the young of a litter born there are left out.
    "headcount": {
        "title": Field(str, needed=True),
        "effect": Field(str, needed=True, words=frozenset({"license needed", "too many"})),
        "counted": Field(list, needed=True),
        "number": Field(int, needed=True),
        "unit": Field(str, needed=True, words=UNITS),
        "comparison": Field(str, needed=True, words=frozenset({"at least", "over"})),
        "young": Field(str),
        "litter_only": Field(bool),
        "only_if": Field(list, each=ELEMENT),
    },
    # So many violations of the charges `of` within so many consecutive days make a nuisance (rules/repetition.py).
    "repetition": {
        "title": Field(str, needed=True),
        "number": Field(int, needed=True),
        "unit": Field(str, needed=True, words=frozenset({"times"})),
        "comparison": Field(str, needed=True, words=frozenset({"at least"})),
        "days": Field(int, needed=True),
        "of": Field(list, needed=True),
    },
    # Money that the law asks for (rules/fees.py). `cents` stays unset until the city sets it; `cap` is a value.
    "fee": {
        "title": Field(str, needed=True),
        "payer": Field(str, needed=True),
        "per": Field(str, needed=True, words=frozenset({"once", "year", "day or part of a day", "actual cost"})),
        "set_by": Field(str, needed=True),
        "cents": Field(int),
        "cap": Field(str),
    },
    # How a city answers a violation (rules/routes.py). `ordinance`: its own, without which `by_ordinance` is closed.
    "route": {
        "title": Field(str, needed=True),
        "order": Field(int, needed=True),
        "needs_designation": Field(bool),
        "by_ordinance": Field(bool),
        "ordinance": Field(str),
        "form": Field(str),
    },
    # A post that a city has designated to issue citations (Minn. Stat. 626.862), by which document.
    "designation": {"post": Field(str, needed=True), "document": Field(str, needed=True)},
    # A record that somebody keeps (rules/records.py). `kept`: the clock that ends the duty to keep it, unset where no
    # text says how long and the city has not filled it in.
    "record": {
        "title": Field(str, needed=True),
        "keeper": Field(str, needed=True),
        "holds": Field(
            list,
            needed=True,
            each={
                "name": Field(str, needed=True),
                "text": Field(str, needed=True),
                "only_if": Field(list, each=ELEMENT),
            },
        ),
        "clock_kept": Field(str),
        "clock_given": Field(str),
        "public_view": Field(bool),
    },
}
