"""How an owner of a list is met again: the name in any order, the street without town, state and ZIP code. Pure."""

import re
from functools import lru_cache

from fieldapp.tables.keys import address_key, name_key

_NOT_NAME = re.compile(r"[^\w]+")
_TITLES = frozenset(("mr", "mrs", "ms", "miss", "dr"))
_ZIP = re.compile(r" \d{5}(?:[ -]\d{4})?$")
_STATE = re.compile(r" (?:mn|minn|minnesota)$")
_UNIT = re.compile(r"^(?:apt|unit|ste|lot|trlr|#|no) ?\S")
_UNITS = frozenset(("apt", "unit", "ste", "lot", "trlr", "#", "no"))
_KINDS = frozenset(("ave", "st", "rd", "dr", "ln", "ct", "pl", "blvd", "cir", "ter", "pkwy", "hwy", "trl", "way",
                    "n", "s", "e", "w", "ne", "nw", "se", "sw"))  # fmt: skip


@lru_cache(20_000)
def person_key(name: str) -> str:
    """A person's name without order, middle initials and titles: "Achebe, Rosalind" is "Rosalind T Achebe"."""
    words = [w for w in _NOT_NAME.split(name_key(name).replace("'", "").replace("\u2019", "")) if w]
    words = [w for w in words if w not in _TITLES] or words
    whole = [w for w in words if len(w) > 1]
    return " ".join(sorted(whole if len(whole) > 1 else words))


@lru_cache(20_000)
def street_of(address: str, city: str) -> str:
    """The key of an address without town, state and ZIP code: house, street and unit. `city`: the city's id."""
    first, *rest = address.split(",")
    key = address_key(first)
    for part in rest:
        more = address_key(part)
        if not key or (not any(c.isdigit() for c in key) and more[:1].isdigit()):
            key = more  # a name of a building stands in front
        elif _UNIT.match(more):
            key = f"{key} {_tailless(more, city)}"
    return _tailless(key, city)


def _tailless(key: str, city: str) -> str:
    """`key` without what follows the street and unit, written without commas."""
    bare = _ZIP.sub("", key)
    bare = _STATE.sub("", bare)
    town = f" {city.replace('_', ' ')}"
    if bare.endswith(town) and len(bare.removesuffix(town).split()) > 1:
        return bare.removesuffix(town)
    return bare if bare == key else _to_street(bare)


def _to_street(key: str) -> str:
    """House, name, kind of street, direction, unit; what comes after is a town: "12 elm st n apt 3 new hope"."""
    words = key.split()
    end = next((place for place, word in enumerate(words) if place > 1 and word in _KINDS), None)
    if end is None:
        return key
    while end < len(words) and words[end] in _KINDS:
        end += 1
    if end < len(words) and (words[end] in _UNITS or words[end][0] == "#"):
        end += 2 if words[end] in _UNITS else 1
    return " ".join(words[:end])
