"""A piece of law of any kind in words: a title, one line that says what holds, and the rest by label."""

from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any, NamedTuple

from fieldapp.lawbook.values import Piece
from fieldapp.services.law_details import Detail, detail
from fieldapp.services.plain_words import amount, dollars, plain, spoken

KINDS = {
    "value": "Value", "provision": "Rule", "charge": "Offense", "pen_fact": "Fact asked of a pen",
    "check": "Line of the checklist", "clock": "Time limit", "holiday": "Holiday", "ground": "Ground",
    "exempt": "Exemption", "notice_part": "Part of a notice", "service_way": "Way of service", "hearing": "Hearing",
    "requirement": "Duty", "reclaim": "Return of an animal", "gate": "Condition before what cannot be undone",
    "way": "Way", "headcount": "Count", "repetition": "Nuisance by repetition", "fee": "Fee", "route": "Route",
    "designation": "Designation", "record": "Record",
}  # fmt: skip
TOPICS = {
    "licenses": "Licenses and vaccination", "tags": "Tags", "dogs": "Dogs", "animals": "Animals",
    "keeping": "Keeping", "kennels": "Kennels and numbers", "nuisance": "Nuisances", "pound": "Pound and impounding",
    "rabies": "Rabies", "declarations": "Declarations", "notices": "Notices, service and hearings",
    "requirements": "Owners of declared dogs", "enclosures": "Proper enclosure",
    "seizure": "Seizure, return and disposal", "charges": "Offenses",
    "dangerous_charges": "Offenses about declared dogs", "routes": "Routes and designations", "fees": "Fees",
    "records": "Records", "clocks": "Time limits", "holidays": "Holidays",
}  # fmt: skip
_TITLES = ("title", "prompt", "name", "matter", "post")
_TITLES_OF_A_KIND = ("matter", "post")  # which say nothing without it
_INSIDE = ("field", "order")  # of use to the program only
_UNSET = {"charge": ("fine_cents", "Fine"), "fee": ("cents", "Amount")}


class Words(NamedTuple):
    """A piece in words; `value` is empty where the title says it all."""

    kind: str
    title: str
    value: str
    details: tuple[Detail, ...]


def in_words(piece: Piece) -> Words:
    """The words of a piece. A kind that this module does not know is told field by field."""
    kind = KINDS.get(piece.kind, spoken(piece.kind))
    name = next((n for n in _TITLES if piece.fields.get(n)), "")
    title = plain(piece.fields[name]) if name else spoken(piece.key)
    if name in _TITLES_OF_A_KIND:
        title = f"{kind}: {title}"
    value, used = _VALUES.get(piece.kind, _nothing)(piece.fields)
    details = [detail(n, v) for n, v in piece.fields.items() if n not in {name, *used, *_INSIDE}]
    unset, label = _UNSET.get(piece.kind, ("", ""))
    if unset and unset not in piece.fields:
        details.append(Detail(label, ("Not set: the text names none, and the city has not filled it in",)))
    return Words(kind, title[:1].upper() + title[1:], value, tuple(details))


def topic_of(piece: Piece) -> str:
    """The topic under which a piece stands: its file's name."""
    return piece.file.rpartition("/")[2].removesuffix(".toml")


def topic_title(topic: str) -> str:
    """A topic as its heading; a file that this module does not know, by its name."""
    return TOPICS.get(topic, spoken(topic))


_Value = tuple[str, tuple[str, ...]]  # the line, and the fields that it has told
_LIMIT = ("number", "unit", "comparison")


def _nothing(_fields: Mapping[str, Any]) -> _Value:
    return "", ()


def _value(fields: Mapping[str, Any]) -> _Value:
    told = [amount(fields)] if "number" in fields else []
    told += [plain(fields[name]) for name in ("words", "text") if name in fields]
    return "; ".join(told), (*_LIMIT, "words", "text")


def _provision(fields: Mapping[str, Any]) -> _Value:
    return fields["text"], ("text",)


def _check(fields: Mapping[str, Any]) -> _Value:
    if "number" in fields:
        each = ", for each animal" if fields.get("per_animal") else ""
        return amount(fields) + each, (*_LIMIT, "per_animal")
    if "against" in fields:
        return f"{fields.get('comparison', '')} {plain(fields['against'])}".strip(), ("against", *_LIMIT)
    return " or ".join(plain(answer) for answer in fields.get("accepted", ())), ("accepted",)


def _clock(fields: Mapping[str, Any]) -> _Value:
    events = [plain(event) for event in fields["earliest_from"]]
    direction = "before" if fields.get("back") else "from"
    told = ("number", "unit", "earliest_from", "back")
    return f"{amount(fields)} {direction} {(' and ' if fields.get('when_all') else ' or ').join(events)}", told


def _holiday(fields: Mapping[str, Any]) -> _Value:
    month = _MONTHS[fields["month"] - 1]
    if "day" in fields:
        return f"{fields['day']} {month}", ("month", "day")
    which = {1: "first", 2: "second", 3: "third", 4: "fourth", -1: "last"}[fields["nth"]]
    return f"{which} {fields['weekday'].capitalize()} of {month}", ("month", "weekday", "nth")


_MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
           "December")  # fmt: skip


def _ground(fields: Mapping[str, Any]) -> _Value:
    who = " or ".join(plain(person) for person in fields["by"])
    return f"{who} {fields['force']} {plain(fields['action'])}", ("by", "force", "action")


def _charge(fields: Mapping[str, Any]) -> _Value:
    grade = plain(fields["grade"])
    return grade[:1].upper() + grade[1:], ("grade",)


def _headcount(fields: Mapping[str, Any]) -> _Value:
    return f"{amount(fields)}: {fields['effect']}", (*_LIMIT, "effect")


def _repetition(fields: Mapping[str, Any]) -> _Value:
    return f"{amount(fields)} within {fields['days']} consecutive days", (*_LIMIT, "days")


def _fee(fields: Mapping[str, Any]) -> _Value:
    if "cents" not in fields:
        return "", ()
    return dollars(Decimal(fields["cents"])), ("cents",)


def _text(fields: Mapping[str, Any]) -> _Value:
    return fields["text"], ("text",)


_VALUES: Mapping[str, Callable[[Mapping[str, Any]], _Value]] = {
    "value": _value, "provision": _provision, "check": _check, "clock": _clock, "holiday": _holiday, "ground": _ground,
    "charge": _charge, "headcount": _headcount, "repetition": _repetition, "fee": _fee, "notice_part": _text,
}  # fmt: skip
