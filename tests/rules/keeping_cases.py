"""The law of ordinary animals as the lawbook holds it, asked in few words."""

from datetime import date
from decimal import Decimal

from fieldapp.lawbook import keeping
from fieldapp.lawbook.grounds import exempts, grounds
from fieldapp.rules.grounds import supports
from fieldapp.rules.limits import Limit
from tests.rules.dog_cases import BOOK, CITIES, TODAY, facts

__all__ = ["BOOK", "CITIES", "NO", "OPEN", "TODAY", "YES", "facts", "found", "limit", "one", "value", "ways"]

YES, NO, OPEN = "supported", "not supported", "not known"


def ways(city, matter, day=TODAY):
    return keeping.ways(BOOK, city, matter, day)


def value(city, key, day=TODAY):
    return BOOK.at(city, key, day)


def found(city, action, known, day=TODAY):
    """The word of every ground of an action, by its key."""
    law = keeping.own_grounds(BOOK, city, action, day) if action == "quarantine" else grounds(BOOK, city, action, day)
    return {s.ground.key: s.answer.word for s in supports(law, exempts(BOOK, city, day), facts(**known))}


def one(city, action, key, known, day=TODAY):
    return found(city, action, known, day)[key]


def limit(number=0, unit="", comparison="", words=(), clause="X-1"):
    return Limit(Decimal(number), unit, comparison, tuple(words), (clause,), "Oakmere 5.01", date(2020, 1, 1), "")
