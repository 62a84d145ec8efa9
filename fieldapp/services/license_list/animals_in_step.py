"""The animals of one step: made, or changed where the list says so; where they are kept, and by whom."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any

from sqlalchemy import Connection, Row

from fieldapp.services.license_list.corrected import Corrected
from fieldapp.services.license_list.judge import Placement
from fieldapp.services.license_list.keys_in_step import address_key_of as address_key
from fieldapp.services.license_list.keys_in_step import name_key_of as name_key
from fieldapp.services.license_list.keys_in_step import number_key_of as number_key
from fieldapp.services.license_list.links import link, twins
from fieldapp.services.license_list.listed import NO_COLUMN, Listed
from fieldapp.services.license_list.protection import protect
from fieldapp.tables import list_queries
from fieldapp.tables.animals import Animal, Keeping, Premises
from fieldapp.tables.bulk import insert_many, instant_text, take_ids
from fieldapp.tables.keys import house_and_street

_COLUMNS = ("id", "city", "name", "name_key", "species", "breed", "color", "sex", "altered", "size", "born_on",
            "born_within", "microchip", "microchip_key", "exemption", "name_hidden", "premises_id",
            "created_at")  # fmt: skip
_ALTERED = {"y": True, "n": False, "": None}
_WORDS = {True: "yes", False: "no", None: ""}
_NOWHERE: dict[str, float | None] = {"latitude": None, "longitude": None}
_PLAIN = ("breed", "color", "sex", "size")


def store(
    connection: Connection, city: str, placements: Sequence[Placement], owners: Sequence[list[int]], import_id: int,
    at: datetime,
) -> list[int]:  # fmt: skip
    """Give every placement its animal (`animal_id` is set), stored as the list says it. `owners`: ids for each.

    Gives the lines whose owners were protected though the list does not call them so.
    """
    for placement, animal in zip(placements, link(connection, city, placements, owners), strict=True):
        if placement.animal_id is None and animal is not None:
            placement.animal_id = animal
            _later_terms_count(connection, city, placement)
    guarded = protect(connection, city, placements, owners, import_id)
    premises = _premises(connection, city, placements)
    known = [placement for placement in placements if placement.animal_id is not None]
    followers = twins(placements, owners)
    _make(connection, city, [p for place, p in enumerate(placements) if place not in followers], premises, at)
    for place, leader in followers.items():
        placements[place].animal_id = leader.animal_id
    keepings = _changed(connection, city, known, premises, import_id) if known else {}
    before = {id(placement) for placement in known}
    rows = [
        (placement.animal_id, owner, city)
        for place, (placement, people) in enumerate(zip(placements, owners, strict=True))
        if id(placement) not in before and place not in followers
        for owner in people
    ]
    rows += _keep(connection, city, known, placements, owners, keepings)
    insert_many(connection, Keeping, ("animal_id", "owner_id", "city"), rows)
    return guarded


def _later_terms_count(connection: Connection, city: str, placement: Placement) -> None:
    """An animal met by chip or owner may have a later term under another number: then that one tells its facts."""
    if placement.latest is None or placement.animal_id is None:
        return
    reach = placement.latest.reach[0]
    for term in list_queries.terms_of_animals(connection, city, [placement.animal_id]):
        day = term.ends_on or term.issued_on
        if term.for_life or (day is not None and day.isoformat() > reach):
            placement.latest = None
            return


def _premises(connection: Connection, city: str, placements: Sequence[Placement]) -> dict[str, int]:
    """Premises by the address as the list writes it. A position of the list counts where none is on record."""
    places = _places(placements)
    keys = {address: key for address in places if (key := address_key(address))}
    positions = {keys[address]: place for address, place in sorted(places.items()) if address in keys and place}
    there = list_queries.premises_by_key(connection, city, keys.values())
    found = {row.address_key: row.id for row in there}
    blank = [row for row in there if row.latitude is None and row.address_key in positions]
    list_queries.set_values(connection, city, Premises, [{"id": r.id, **positions[r.address_key]} for r in blank])
    missing = {key: address for address, key in sorted(keys.items()) if key not in found}
    ids = take_ids(connection, Premises, len(missing))
    rows = []
    for key, address in missing.items():
        house, street = house_and_street(address)
        found[key] = next(ids)
        north, east = positions.get(key, _NOWHERE).values()
        rows.append((found[key], city, address, key, house, street, north, east))
    columns = ("id", "city", "address", "address_key", "house", "street_key", "latitude", "longitude")
    insert_many(connection, Premises, columns, rows)
    return {address: found[key] for address, key in keys.items()}


def _places(placements: Sequence[Placement]) -> dict[str, dict[str, float | None]]:
    """The addresses of the list, each with its position, empty where none of its rows has one."""
    places: dict[str, dict[str, float | None]] = {}
    for listed in (p.latest for p in placements if p.latest):
        address = listed.kept_at or listed.address
        if address and not places.get(address):
            degrees = [float(part) for part in listed.position.split()]
            places[address] = dict(zip(_NOWHERE, degrees, strict=False))
    return places


def _make(
    connection: Connection, city: str, placements: Sequence[Placement], premises: dict[str, int], at: datetime
) -> None:
    made = [placement for placement in placements if placement.animal_id is None]
    ids = take_ids(connection, Animal, len(made))
    instant = instant_text(connection, at)
    rows = []
    for placement in made:
        placement.animal_id = next(ids)
        listed = placement.latest or placement.terms[-1].listed
        born = listed.born if listed.born != NO_COLUMN else ""
        rows.append(
            (placement.animal_id, city, listed.name, name_key(listed.name), listed.species, listed.breed, listed.color,
             listed.sex, _ALTERED[listed.altered], listed.size, born or None, listed.born_within or "day",
             listed.microchip, number_key(listed.microchip), "", False,
             premises.get(listed.kept_at or listed.address), instant)
        )  # fmt: skip
    insert_many(connection, Animal, _COLUMNS, rows)


def _changed(
    connection: Connection, city: str, known: Sequence[Placement], premises: dict[str, int], import_id: int
) -> dict[int, Corrected]:
    """Write what the list says anew of animals on record, but for corrected values."""
    ids = [placement.animal_id for placement in known if placement.animal_id is not None]
    corrected = Corrected(connection, city, import_id)
    corrected.look_at_animals(ids)
    here = {row.id: row for row in list_queries.animals(connection, city, ids)}
    changes = []
    for placement in known:
        if placement.latest is not None and placement.animal_id is not None:
            change = _change(here[placement.animal_id], placement.latest, premises, corrected)
            if change:
                changes.append({"id": placement.animal_id, **change})
    list_queries.set_values(connection, city, Animal, changes)
    corrected.store()
    return dict.fromkeys(ids, corrected)


def _change(
    here: Row[*tuple[Any, ...]], listed: Listed, premises: dict[str, int], corrected: Corrected
) -> dict[str, Any]:
    change: dict[str, Any] = {}
    for field in _PLAIN:
        value = getattr(listed, field)
        if value and not corrected.keeps(here.id, field, value) and value != getattr(here, field):
            change[field] = value
    altered = _ALTERED[listed.altered]
    if altered is not None and not corrected.keeps(here.id, "altered", _WORDS[altered]) and altered != here.altered:
        change["altered"] = altered
    if listed.name and not corrected.keeps(here.id, "name", listed.name) and listed.name != here.name:
        change |= {"name": listed.name, "name_key": name_key(listed.name)}
    born = listed.born if listed.born not in ("", NO_COLUMN) else ""
    if born and not corrected.keeps(here.id, "birth", born) and born != (here.born_on and here.born_on.isoformat()):
        change |= {"born_on": date.fromisoformat(born), "born_within": listed.born_within}
    chip = listed.microchip
    if chip and not corrected.keeps(here.id, "microchip", chip) and chip != here.microchip:
        change |= {"microchip": chip, "microchip_key": number_key(chip)}
    where = listed.kept_at or listed.address
    if where in premises and premises[where] != here.premises_id and not (
        corrected.keeps(here.id, "kept at", where) or corrected.address_kept(here.id)
    ):  # fmt: skip
        change["premises_id"] = premises[where]
    return change


def _keep(
    connection: Connection, city: str, known: Sequence[Placement], placements: Sequence[Placement],
    owners: Sequence[list[int]], corrected: dict[int, Corrected],
) -> list[tuple[int, int, str]]:  # fmt: skip
    """New keepings of animals on record: an owner that the list names anew takes the place of all earlier ones."""
    named = {id(p): people for p, people in zip(placements, owners, strict=True) if people}
    asked = [p for p in known if id(p) in named and p.animal_id is not None]
    present: dict[int, set[int]] = {}
    for row in list_queries.keepings(connection, city, [p.animal_id for p in asked if p.animal_id]):
        present.setdefault(row.animal_id, set()).add(row.owner_id)
    gone: list[int] = []
    rows: dict[tuple[int, int], None] = {}
    for placement in asked:
        animal, people = placement.animal_id or 0, named[id(placement)]
        now = present.get(animal, set())
        if placement.latest is None:
            continue
        if not now & set(people) and corrected[animal].owner_kept(animal, placement.latest.owner):
            continue
        if now and not now & set(people):
            gone.append(animal)
            now = set()
        rows.update({(animal, owner): None for owner in people if owner not in now})
        present[animal] = now | set(people)
    for one in set(corrected.values()):
        one.store()
    list_queries.delete_keepings(connection, city, gone)
    return [(animal, owner, city) for animal, owner in rows]
