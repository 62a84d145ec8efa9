"""A number not on record may still mean a dog that is: by its chip, or by its owner, name, species and birth.

A city that gives new numbers each year keeps one record a dog, so that a declaration or a correction stays with it.
"""

from collections.abc import Iterable, Sequence

from sqlalchemy import Connection

from fieldapp.services.license_list.judge import Placement
from fieldapp.tables import list_queries
from fieldapp.tables.keys import number_key


def link(
    connection: Connection, city: str, placements: Sequence[Placement], owners: Sequence[list[int]]
) -> list[int | None]:
    """For each placement without an animal: the animal on record that it means, or None.

    By chip: the same chip and species. By owner: one of the owners keeps an animal of the same name, species and birth
    that has no term in the same year (two dogs called alike are licensed in the same year).
    """
    by_chip = _by_chip(connection, city, placements)
    by_owner = _by_owner(connection, city, placements, owners)
    found: list[int | None] = []
    for place, placement in enumerate(placements):
        if placement.animal_id is not None or placement.latest is None:
            found.append(placement.animal_id)
            continue
        chip = number_key(placement.latest.microchip)
        found.append(by_chip.get((chip, placement.latest.species)) if chip else None)
        if found[-1] is None:
            found[-1] = by_owner.get(place)
    return found


def twins(placements: Sequence[Placement], owners: Sequence[list[int]]) -> dict[int, Placement]:
    """Among placements without an animal, those that mean another one's dog: their place -> that one.

    A list of several years can hold one dog under a number a year; the rule is that of `link` by owner.
    """
    asking = [place for place in _asking(placements) if owners[place]]
    asking.sort(key=lambda place: _reach(placements[place]), reverse=True)
    leaders: dict[tuple[int, str], list[tuple[Placement, set[str]]]] = {}
    found: dict[int, Placement] = {}
    for place in asking:
        one = placements[place]
        same = leaders.setdefault((owners[place][0], one.identity), [])
        for leader, years in same:
            if not _same_year(one, years):
                found[place] = leader
                years |= {term.listed.year for term in one.terms}
                break
        else:
            same.append((one, {term.listed.year for term in one.terms}))
    return found


def _asking(placements: Sequence[Placement]) -> list[int]:
    return [place for place, p in enumerate(placements) if p.animal_id is None and p.latest and p.latest.name]


def _reach(placement: Placement) -> tuple[str, str]:
    return placement.latest.reach if placement.latest else ("", "")


def _by_chip(connection: Connection, city: str, placements: Sequence[Placement]) -> dict[tuple[str, str], int]:
    chips = {
        number_key(p.latest.microchip) for p in placements if p.animal_id is None and p.latest and p.latest.microchip
    }
    chips.discard("")
    rows = list_queries.animals_by_chip(connection, city, chips)
    return {(row.microchip_key, row.species): row.id for row in rows}


def _by_owner(
    connection: Connection, city: str, placements: Sequence[Placement], owners: Sequence[list[int]]
) -> dict[int, int]:
    asking = _asking(placements)
    people = {owner for place in asking for owner in owners[place]}
    kept: dict[tuple[int, str], int] = {}
    for row in list_queries.animals_of_owners(connection, city, people):
        born = row.born_on.isoformat() if row.born_on else ""
        kept[row.owner_id, f"{row.name_key.replace('|', ' ')}|{row.species}|{born}"] = row.id
    found: dict[int, int] = {}
    for place in asking:
        animal = next((a for o in owners[place] if (a := kept.get((o, _whole(placements[place]))))), None)
        if animal is not None:
            found[place] = animal
    years = _years(connection, city, found.values())
    return {
        place: animal for place, animal in found.items() if not _same_year(placements[place], years.get(animal, set()))
    }


def _whole(placement: Placement) -> str:
    return placement.identity.removesuffix("|-") + ("|" if placement.identity.endswith("|-") else "")


def _years(connection: Connection, city: str, animals: Iterable[int]) -> dict[int, set[str]]:
    years: dict[int, set[str]] = {}
    for term in list_queries.terms_of_animals(connection, city, animals):
        day = term.ends_on or term.issued_on
        years.setdefault(term.animal_id, set()).add(str(day.year) if day else "")
    return years


def _same_year(placement: Placement, years: set[str]) -> bool:
    mine = {term.listed.year for term in placement.terms}
    return "" in mine or "" in years or bool(mine & years)
