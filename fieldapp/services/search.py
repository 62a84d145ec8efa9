"""One field for everything that an officer can read off a tag or hear from a neighbor, and the dogs around a place."""

import math
import string
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz
from sqlalchemy import Connection

from fieldapp.services.alerts import KINDS
from fieldapp.services.look_up import readings_of
from fieldapp.services.readings import Match, Matches, StatusReading
from fieldapp.services.status_of import Fact
from fieldapp.tables import search
from fieldapp.tables.db import reading
from fieldapp.tables.keys import (
    address_key,
    house_and_street,
    name_key,
    number_key,
    number_runs,
    phone_key,
    without_label,
)

MOST_TYPED = 200
MOST_SHOWN = 50
NEAR_SHOWN = 10
HOUSES_AROUND = 40
SHORTEST_STREET = 4  # letters, before a word is looked for among the streets
METERS_AROUND = 300


@dataclass(frozen=True, slots=True)
class _Hit:
    animal_id: int | None
    kind: str
    shown: str
    code: str
    near: bool


def find(city: str, typed: str) -> Matches:
    """Animals of `city` that a number, chip, name, telephone or address leads to; near numbers where none fits exactly.

    Numbers are forgiving in spaces, dashes, case, leading zeros, O for 0 and a word before them ("Tag 26-17").
    At most 50 are shown, those with alerts first.
    """
    typed = typed.replace("\x00", "").strip()[:MOST_TYPED]
    if not typed:
        return Matches((), 0)
    with reading() as connection:
        hits = [*_exact(connection, city, typed)]
        if not any(h.kind in _NUMBERS for h in hits) and _looks_like_number(typed):
            hits += _near(connection, city, typed)
    return _matches(city, hits)


_NUMBERS = frozenset({"tag", "license", "rabies tag", "microchip"})


def _looks_like_number(typed: str) -> bool:
    return any(c.isdigit() for c in typed) and len(number_key(typed)) >= 3


def _exact(connection: Connection, city: str, typed: str) -> Iterable[_Hit]:
    bare = without_label(typed)
    key, runs = number_key(bare), number_runs(bare)
    found = list(search.by_number(connection, city, key, runs)) if key else []
    digits = phone_key(typed)
    if len(digits) == 10:
        found += search.by_phone(connection, city, digits)
    name = name_key(typed)
    if len(name) >= 2 and any(c.isalpha() for c in name):
        found += search.by_name(connection, city, name)
    yield from (_Hit(f.animal_id, f.kind, f.shown, f.code, near=False) for f in found)
    yield from (_Hit(k.animal_id, "address", k.address, "", near=False) for k in _kept_at(connection, city, typed))


def _kept_at(connection: Connection, city: str, typed: str) -> Sequence[Fact]:
    """Animals kept at the address that was typed, or along the street where no house number was.

    "34th Avenue N" may be a street, whatever number it begins with; "Avenue N" is a part of the names of streets.
    """
    house, street = house_and_street(typed)
    found: Sequence[Fact] = ()
    if house is not None:
        found = search.near_house(connection, city, street, house, house)
        street = address_key(typed)
    if found or len(street) < SHORTEST_STREET or not any(c.isalpha() for c in street):
        return found
    return search.on_street(connection, city, street) or _along(connection, city, street)


def _along(connection: Connection, city: str, words: str) -> Sequence[Fact]:
    """Animals kept on streets that have these words within their names."""
    plain = "".join(c for c in words if c not in "%_\\")
    streets = search.streets_with(connection, city, plain)
    return search.at_streets(connection, city, streets) if streets else ()


def _near(connection: Connection, city: str, typed: str) -> Sequence[_Hit]:
    key = number_key(without_label(typed))
    found = search.by_near_numbers(connection, city, sorted(_one_off(key)))
    meant = key.translate(_READ_AS)  # what a person who typed a letter for a digit meant comes first
    ranked = sorted(found, key=lambda f: (-fuzz.ratio(meant, number_key(f.shown)), f.shown))
    return [_Hit(f.animal_id, f.kind, f.shown, f.code, near=True) for f in ranked[:NEAR_SHOWN]]


_READ_AS = str.maketrans("ILSB", "1158")


def _one_off(key: str) -> set[str]:
    """Every number that one slip away leads to `key`: a character wrong, missing, too many, or two exchanged."""
    if len(key) > 20:
        return set()
    letters = string.digits if key.isdigit() else string.digits + string.ascii_uppercase.replace("O", "")
    cuts = [(key[:n], key[n:]) for n in range(len(key) + 1)]
    near = {a + b[1:] for a, b in cuts if b}
    near |= {a + b[1] + b[0] + b[2:] for a, b in cuts if len(b) > 1}
    near |= {a + c + b[1:] for a, b in cuts if b for c in letters}
    near |= {a + c + b for a, b in cuts for c in letters}
    return {n.lstrip("0") for n in near} - {key, ""}


def _matches(city: str, hits: Sequence[_Hit]) -> Matches:
    best: dict[int, _Hit] = {}
    stock: list[_Hit] = []
    for hit in hits:
        if hit.animal_id is None:
            stock.append(hit)
        else:
            best.setdefault(hit.animal_id, hit)
    found = readings_of(city, best)
    lines = [_match(found[animal], hit) for animal, hit in best.items() if _may_be_shown(found.get(animal), hit)]
    lines += [_in_stock(hit) for hit in {h.code: h for h in stock}.values()]
    return _cut(sorted(lines, key=lambda m: (m.near, _rank(m))))


def _rank(match: Match) -> int:
    return match.alerts[0].rank if match.alerts else len(KINDS) + 1


def _cut(lines: Sequence[Match]) -> Matches:
    """The first lines, after they were put in order: what an officer must know is never what is left out."""
    return Matches(tuple(lines[:MOST_SHOWN]), max(0, len(lines) - MOST_SHOWN))


def _may_be_shown(found: StatusReading | None, hit: _Hit) -> bool:
    """An address must not lead to an owner whose address is protected."""
    return found is not None and not (hit.kind == "address" and any(o.address_protected for o in found.owners))


def _match(found: StatusReading, hit: _Hit) -> Match:
    animal = found.animal
    if animal is None:
        raise LookupError(hit.animal_id)
    return Match(
        animal_id=animal.id,
        tag_code=hit.code or (found.tag.code if found.tag else ""),
        number=hit.shown if hit.kind in _NUMBERS else (found.tag.number if found.tag else found.license_number),
        matched=f"{hit.kind} {hit.shown}",
        near=hit.near,
        name=animal.name,
        description=", ".join(w for w in (animal.sex, animal.color, animal.breed or animal.species, animal.size) if w),
        status=found.status,
        kept_at=animal.kept_at,
        alerts=found.alerts,
    )


def _in_stock(hit: _Hit) -> Match:
    return Match(0, hit.code, hit.shown, f"tag {hit.shown}", hit.near, "", "", "TAG NOT ISSUED", "", ())


def kept_around(
    city: str,
    *,
    address: str = "",
    position: tuple[float, float] | None = None,
    filters: Mapping[str, str] | None = None,
) -> Matches:
    """Living animals kept at and around an address, or within 300 m of a position (degrees latitude, longitude).

    `filters`: size, sex (exact) and color (a part of the words). Those with alerts come first, then the nearest.
    Animals of owners with a protected address are left out: being listed here would tell it.
    """
    with reading() as connection:
        near = _by_position(connection, city, position) if position else _by_address(connection, city, address)
    wanted = {k: _look(v) for k, v in (filters or {}).items() if v.strip()}
    near = [(far, k) for far, k in near if all(v in _look(str(getattr(k, f))) for f, v in wanted.items())]
    near.sort(key=lambda n: n[0])
    hits = {k.animal_id: _Hit(k.animal_id, "address", k.address, "", near=False) for _, k in near}
    found = readings_of(city, hits)
    lines = [_match(found[a], hit) for a, hit in hits.items() if _may_be_shown(found.get(a), hit)]
    return _cut(sorted(lines, key=_rank))


def places_without_position(city: str) -> int:
    """How many addresses of `city` have no position on record: no search around a position finds what is there."""
    with reading() as connection:
        return search.places_without_position(connection, city)


def _look(words: str) -> str:
    return words.strip().casefold().replace("grey", "gray")


def _by_address(connection: Connection, city: str, address: str) -> list[tuple[float, Fact]]:
    house, street = house_and_street(address)
    if not street:
        return []
    if house is None:
        kept = search.on_street(connection, city, street) or _along(connection, city, street)
        return [(k.house or 0, k) for k in kept]
    kept = search.near_house(connection, city, street, house - HOUSES_AROUND, house + HOUSES_AROUND)
    return [(abs((k.house or 0) - house), k) for k in kept]


def _by_position(connection: Connection, city: str, position: tuple[float, float]) -> list[tuple[float, Fact]]:
    latitude, longitude = position
    up = METERS_AROUND / 111_320
    wide = up / max(math.cos(math.radians(latitude)), 0.01)
    box = {"south": latitude - up, "north": latitude + up, "west": longitude - wide, "east": longitude + wide}
    kept = [(_meters(latitude, longitude, k.latitude, k.longitude), k) for k in search.in_box(connection, city, **box)]
    return [(far, k) for far, k in kept if far <= METERS_AROUND]


def _meters(latitude: float, longitude: float, to_latitude: float, to_longitude: float) -> float:
    east = math.radians(to_longitude - longitude) * math.cos(math.radians((latitude + to_latitude) / 2))
    return 6_371_000 * math.hypot(east, math.radians(to_latitude - latitude))
