"""The law of licenses and vaccination of one city on one day, in the shape that rules/standing.py takes."""

from datetime import date

from fieldapp.lawbook.values import Lawbook, Place
from fieldapp.rules.limits import Limit
from fieldapp.rules.rabies import RabiesLaw
from fieldapp.rules.standing import StandingLaw


class LawNotKnown(LookupError):
    """The lawbook holds no law for that place and day; the sentence says which."""


def standing_law(book: Lawbook, city: str, day: date) -> StandingLaw:
    """The law in force in `city` on `day`. Raises LawNotKnown where the state's part does not reach back that far."""
    key = (id(book), city, day)
    if key not in _known:
        if len(_known) > _MOST:
            _known.clear()
        _known[key] = (book, _standing_law(book, city, day))
    return _known[key][1]


_MOST = 512
_known: dict[tuple[int, str, date], tuple[Lawbook, StandingLaw]] = {}


def _standing_law(book: Lawbook, city: str, day: date) -> StandingLaw:
    place = book.cities[city]
    _reaches_back(place, day)
    ages = {key: v for key, v in place.under("license.", day) if key.endswith(".from_age")}
    licensed = {key.removesuffix(".from_age"): v for key, v in ages.items()}
    exempt = dict(place.under("license.exempt.", day))
    vaccinated = {key: v for key, v in place.under("vaccination.", day) if v.words}
    return StandingLaw(
        licensed=licensed,
        no_license_rule=place.at("license.none", day),
        term=place.at("license.term", day),
        vaccinated=vaccinated,
        only_through_license=frozenset(k for k, v in vaccinated.items() if "with license" in v.words),
        vaccination_from_age=_needed(book, city, "rabies.first_dose_from_age", day),
        exempt=exempt,
        exempt_from_all=frozenset(k for k, v in exempt.items() if "vaccination" in v.words),
        rabies=RabiesLaw(
            wait=_needed(book, city, "rabies.first_dose_wait", day),
            first_lasts=_needed(book, city, "rabies.first_dose_lasts", day),
            label_least=_needed(book, city, "rabies.label_least", day),
            label_most=_needed(book, city, "rabies.label_most", day),
            interval=place.at("vaccination.interval", day),
        ),
    )


def _reaches_back(place: Place, day: date) -> None:
    """A city's silence means that it asks for nothing, but only from the day on which its text begins."""
    begins = place.begins("license.")
    if day < begins:
        msg = f"the lawbook of {place.name} begins on {begins.isoformat()}"
        raise LawNotKnown(msg)


def _needed(book: Lawbook, city: str, key: str, day: date) -> Limit:
    limit = book.at(city, key, day)
    if limit is None:
        msg = f"the lawbook has no {key} for {city} on {day.isoformat()}"
        raise LawNotKnown(msg)
    return limit
