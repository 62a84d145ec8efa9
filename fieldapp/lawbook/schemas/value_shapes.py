"""Which values rules and pages look up by their key, and what each must hold: words, days, or a number with a unit.

A city may write other values, which people read; a key that is nearly one of these is a slip of the pen.
"""

import re
from typing import NamedTuple

from fieldapp.lawbook.schemas.clocks import WEEKDAYS
from fieldapp.lawbook.schemas.fields import DOG_CLASSES

DAYS, MONTH_DAYS = "a day, such as 1959-03-03", "a day of every year, such as 04-30"


class Shape(NamedTuple):
    """Units of the number (empty: no number), or words: those allowed (empty: any), how many, written how."""

    units: frozenset[str] = frozenset()
    words: frozenset[str] = frozenset()
    many: int = 0
    written: str = ""


def _number(*units: str) -> Shape:
    return Shape(units=frozenset(units))


def _words(*words: str, many: int = 0) -> Shape:
    return Shape(words=frozenset(words), many=many)


_AGE, _LENGTH, _MONEY = _number("months", "years"), _number("feet", "inches"), _number("cents")

SHAPES = {
    "barking.interval": _number("minutes"),
    "barking.interruption": _number("minutes"),
    "barking.repeated": _number("times"),
    "citation.designated": _words(),
    "citation.juvenile_age": _number("years"),
    "counting.business_day.closes": _number("hours"),
    "counting.business_day.least": _number("hours"),
    "counting.business_day.opens": _number("hours"),
    "counting.closed_weekdays": _words(*WEEKDAYS),
    "counting.first_day": _words("left out"),
    "counting.months": _words(many=1),
    "declaration.dangerous": _words(),
    "declaration.potentially_dangerous": _words(),
    "declared.handler_age": _AGE,
    "declared.lead_length": _LENGTH,
    "destroy.bites": _number("times"),
    "destroy.dogs": _number("dogs"),
    "destroy.victims": _number("times"),
    "disease.listed": _words(),
    "domestic.animals": _words(),
    "domestic.not": _words(),
    "farm.presence": _number("minutes", "hours"),
    "farm.shelter_distance": _LENGTH,
    "fine.misdemeanor": _MONEY,
    "fine.petty_misdemeanor": _MONEY,
    "harm.great": _words(),
    "harm.substantial": _words(),
    "hearing.cost_cap": _MONEY,
    "insurance.least": _MONEY,
    "keeper.minor": _AGE,
    "kennel.compendium_copies": _number("copies"),
    "kennel.counted_age": _AGE,
    "kennel.license_ends": Shape(many=1, written=MONTH_DAYS),
    "kennel.litter_age": _AGE,
    "kennel.restaurant_distance": _LENGTH,
    "kennel.screens": Shape(many=2, written=MONTH_DAYS),
    "kennel.vaccine_beyond": _AGE,
    "label_review.classes": _words(*DOG_CLASSES),
    "label_review.filed_with": _words(many=1),
    "license.SPECIES.from_age": _AGE,
    "license.exempt.KIND": _words("license", "vaccination"),
    "license.none": _words(),
    "license.term": _words("vaccine", "as issued"),
    "muzzle.order_places": _number("places"),
    "muzzle.places": _number("places"),
    "offense.each_day": _words(),
    "owner.least_age": _AGE,
    "owner.temporary_keeping": _number("days"),
    "ownership.barred": _words(),
    "ownership.convictions": _number("times"),
    "ownership.household": _words("unless approved"),
    "pig.neutered_by.female": _AGE,
    "pig.neutered_by.male": _AGE,
    "rabies.first_dose_from_age": _AGE,
    "rabies.first_dose_lasts": _number("months", "years"),
    "rabies.first_dose_wait": _number("days"),
    "rabies.label_least": _number("months", "years"),
    "rabies.label_most": _number("months", "years"),
    "record.names_from_age": _AGE,
    "reentry.forbidden": _words(),
    "registration_fee.cap": _MONEY,
    "regulated.possession_by": Shape(many=1, written=DAYS),
    "regulated.species": _words(),
    "restraint.leash": _LENGTH,
    "service.no_process_on_holiday": _words(),
    "service.owners": _words("one", "each"),
    "sign.places": _words(),
    "species.CLASS": _words(),
    "tag.counterfeit": _words(),
    "tag.duplicate.destroyed": _words(),
    "tag.duplicate.lost": _words(),
    "tag.duplicate.stolen": _words(),
    "tag.presumption": _words(),
    "tag.species": _words(),
    "vaccination.SPECIES": _words("always", "with license"),
    "vaccination.interval": _number("months", "years"),
    "zoning.since": Shape(many=1, written=DAYS),
}


_OPEN = {
    re.compile(re.sub("[A-Z]+", r"([a-z0-9_]+)", name.replace(".", r"\."))): (shape, "SPECIES" in name)
    for name, shape in SHAPES.items()
    if not name.islower()
}


def shape_of(key: str) -> tuple[Shape | None, str]:
    """The shape of a value by its key, and the species that the key names (empty: none); None where any will do."""
    if key in SHAPES:
        return SHAPES[key], ""
    for pattern, (shape, of_species) in _OPEN.items():
        if found := pattern.fullmatch(key):
            return shape, found[1] if of_species else ""
    return None, ""
