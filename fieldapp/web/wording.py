"""How values are written on a screen: days, telephones, numbers, and the sentences of a status page."""

import re
from collections.abc import Callable
from datetime import date, datetime
from typing import NamedTuple
from zoneinfo import ZoneInfo

from fieldapp.rules.standing import Standing
from fieldapp.services.cities import zone
from fieldapp.services.readings import Alert, AnimalReading, DeclarationReading, StatusReading, TagReading


class Look(NamedTuple):
    """How a status word looks: `tone` names its color in the sheet, `icon` its shape in the sprite."""

    tone: str
    icon: str


LOOKS = {
    "DANGEROUS DOG": Look("hazard", "triangle-alert"),
    "POTENTIALLY DANGEROUS": Look("caution", "octagon-alert"),
    "NOT KNOWN": Look("unsure", "circle-question-mark"),
    "EXPIRED": Look("bad", "calendar-x"),
    "NO LICENSE": Look("bad", "ban"),
    "RABIES LAPSED": Look("bad", "syringe"),
    "NO LICENSE NEEDED": Look("calm", "circle-minus"),
    "CURRENT": Look("good", "circle-check"),
    "UNKNOWN TAG": Look("odd", "circle-x"),
    "TAG NOT ISSUED": Look("odd", "package"),
}
TO_KNOW = frozenset({"rescinded", "recorded_dead", "list_differs"})  # kinds of alerts that ask for no care on the spot
CLASSES = {"dangerous": "dangerous", "potentially_dangerous": "potentially dangerous"}
STAGES = {"appeal_pending": "appeal pending", "final": "final", "rescinded": "rescinded"}
TAG_STATES = {
    "in_stock": "This tag has not been given to an animal.",
    "issued": "",
    "lost": "This tag was reported lost on {day}.",
    "stolen": "This tag was reported stolen on {day}.",
    "destroyed": "This tag was reported destroyed on {day}.",
    "replaced": "This tag was replaced on {day}.",
}
SHORTEST_NUMBER = 3  # 911
SEXES = {
    ("male", True): "neutered male",
    ("male", False): "intact male",
    ("female", True): "spayed female",
    ("female", False): "intact female",
}
FIELDS = {
    "name": "Name",
    "species": "Species",
    "breed": "Breed",
    "color": "Color",
    "sex": "Sex",
    "altered": "Spayed or neutered",
    "size": "Size",
    "birth": "Birth",
    "microchip": "Microchip",
    "exemption": "Exemption",
    "owner_name": "Owner: name",
    "owner_phone": "Owner: phone",
    "owner_address": "Owner: address",
}


def look(status: str) -> Look:
    """The tone and icon of one of the contract's status words."""
    return LOOKS[status]


def is_urgent(alert: Alert) -> bool:
    """Whether an alert must be known before the next step; a kind that is new here counts as urgent."""
    return alert.kind not in TO_KNOW


def long_day(day: date | None) -> str:
    """A law day as people read it in one order only: 14 May 2028. Empty for None."""
    return f"{day.day} {day:%B} {day.year}" if day else ""


def moment(instant: datetime, city_id: str) -> str:
    """An aware instant in the city's own time: 30 November 2026, 9:05 a.m."""
    local = instant.astimezone(ZoneInfo(zone(city_id)))
    half = "a.m." if local.hour < 12 else "p.m."
    return f"{long_day(local.date())}, {local.hour % 12 or 12}:{local:%M} {half}"


def camera_time(local: datetime) -> str:
    """A time as a camera's clock showed it, whatever its zone: 4 July 2026, 11:50 p.m."""
    half = "a.m." if local.hour < 12 else "p.m."
    return f"{long_day(local.date())}, {local.hour % 12 or 12}:{local:%M} {half}"


def dial(phone: str) -> str:
    """The telephone as a tel: link dials it: +1 before ten digits, an extension after a pause; empty without digits."""
    number, _, extension = re.sub(r"(?i)\s*(?:ext\.?|x|#)\s*(\d+)\s*$", r"|\1", phone).partition("|")
    digits = re.sub(r"\D", "", number)
    if len(digits) < SHORTEST_NUMBER:
        return ""
    if not number.strip().startswith("+"):
        digits = f"1{digits}" if len(digits) == 10 else digits
    if len(digits) == 11 or number.strip().startswith("+"):
        digits = f"+{digits}" if digits else ""
    return f"{digits},{extension}" if digits and extension else digits


def grouped(number: str) -> str:
    """A tag or chip number in groups that can be read out: fifteen digits as 3-4-4-4, other long runs by threes."""
    if re.fullmatch(r"\d{15}", number):
        return f"{number[:3]} {number[3:7]} {number[7:11]} {number[11:]}"
    if re.fullmatch(r"\d{7,}", number):
        return " ".join(re.findall(r"\d{1,3}", number[::-1]))[::-1]
    return number


def described(animal: AnimalReading) -> str:
    """Sex, color, breed and size in one line, leaving out what is not known."""
    sex = SEXES.get((animal.sex, animal.altered), animal.sex) if animal.altered is not None else animal.sex
    coat = " ".join(word for word in (animal.color, animal.breed or animal.species) if word)
    words = ", ".join(part for part in (sex, coat, animal.size) if part)
    return words[:1].upper() + words[1:]


def license_words(standing: Standing) -> str:
    """The license's standing in a few words."""
    if standing.license == "current" and standing.for_life:
        return "for life"
    return {
        "current": f"to {long_day(standing.license_ends)}" if standing.license_ends else "current",
        "expired": f"expired {long_day(standing.license_ends)}".strip(),
        "none": "none on record",
        "not needed": "not needed",
    }.get(standing.license, "not known")


def rabies_words(standing: Standing) -> str:
    """The rabies vaccination's standing in a few words."""
    words = {
        "current": f"to {long_day(standing.rabies_until)}" if standing.rabies_until else "current",
        "lapsed": f"lapsed {long_day(standing.rabies_until)}".strip(),
        "not yet current": "not yet current",
        "not asked": "not asked here",
    }.get(standing.rabies, "not known")
    needless = standing.rabies in {"lapsed", "not yet current"} and not standing.rabies_asked
    return f"{words}, not asked here" if needless else words


def beneath(reading: StatusReading) -> str:
    """The line under the status word: the declaration's stage, or license and rabies, or what the word means."""
    if reading.status == "UNKNOWN TAG":
        return "The city did not issue this tag."
    if reading.status == "TAG NOT ISSUED":
        return "The city made this tag and has not given it to an animal."
    if reading.declaration and reading.status in {"DANGEROUS DOG", "POTENTIALLY DANGEROUS"}:
        return _declared(reading.declaration)
    if reading.standing is None:
        return ""
    words = f"License {license_words(reading.standing)} · rabies {rabies_words(reading.standing)}"
    return words.replace("License none on record", "No license on record")


def _declared(declaration: DeclarationReading) -> str:
    words, day = CLASSES[declaration.dog_class], long_day(declaration.since)
    if declaration.stage == "declared":
        return f"Declared {words} on {day}"
    return f"Declared {words} · {STAGES[declaration.stage]} since {day}"


def tag_words(tag: TagReading) -> str:
    """What has become of the tag itself; empty for one that is simply issued."""
    return TAG_STATES[tag.state].format(day=long_day(tag.since))


def field_name(field: str) -> str:
    """A column's name as people say it."""
    return FIELDS.get(field, field.replace("_", " ").capitalize())


FILTERS: dict[str, Callable[..., object]] = {
    "camera_time": camera_time,
    "look": look,
    "is_urgent": is_urgent,
    "long_day": long_day,
    "moment": moment,
    "dial": dial,
    "grouped": grouped,
    "described": described,
    "license_words": license_words,
    "rabies_words": rabies_words,
    "beneath": beneath,
    "tag_words": tag_words,
    "field_name": field_name,
}
