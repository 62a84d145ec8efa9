"""When the clocks of a city's law run out, by the lawbook in use and by what the city has settled."""

from fieldapp.lawbook.clocks import CityClocks, UnknownClock
from fieldapp.lawbook.current import lawbook
from fieldapp.lawbook.standing import LawNotKnown
from fieldapp.lawbook.values import Lawbook
from fieldapp.rules.clocks import WAITING, Due, Events
from fieldapp.services import cities

__all__ = ["WAITING", "Due", "Events", "LawNotKnown", "UnknownClock", "clocks_of", "due"]

_made: dict[str, tuple[Lawbook, object, CityClocks]] = {}


def clocks_of(city: str) -> CityClocks:
    """The clocks of a city of the lawbook, made once and again only where the law or the city's settings changed.

    Raises KeyError where the lawbook has no such city.
    """
    book, says = lawbook(), cities.says(city)
    known = _made.get(city)
    if known is None or known[0] is not book or known[1] is not says:
        known = _made[city] = (book, says, CityClocks(book, city, says))
    return known[2]


def due(city: str, key: str, events: Events) -> Due:
    """When the clock `key` of `city` runs out, by the law of the first day among its events (rules/clocks.py).

    Raises UnknownClock, LawNotKnown, and OverflowError or ValueError for a date that is too far off to count from.
    """
    return clocks_of(city).due(key, events)
