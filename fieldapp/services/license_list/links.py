"""A number not on record may still mean a dog that is: by its chip, or by its owner, name, species and birth.

A city that gives new numbers each year keeps one record a dog, so that a declaration or a correction stays with it.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import Connection, Row

from fieldapp.services.license_list.judge import Placement
from fieldapp.services.license_list.keys_in_step import number_key_of as number_key
from fieldapp.services.license_list.listed import NO_COLUMN
from fieldapp.tables import list_queries

_Alike = tuple[str, str]  # name and birth as identities write them


def link(
    connection: Connection, city: str, placements: Sequence[Placement], owners: Sequence[list[int]]
) -> list[int | None]:
    """For each placement without an animal: the animal on record that it means, or None.

    By chip: the same chip and species, and the name or the birth agrees (a chip can be mistyped). By owner: one of the
    owners keeps an animal of the same name, species and birth, by the list's word or as corrected here, that has no
    term in the same year (two dogs called alike are licensed in the same year).
    """
    by_chip = _by_chip(connection, city, placements)
    by_owner = _by_owner(connection, city, placements, owners)
    found: list[int | None] = []
    for place, placement in enumerate(placements):
        if placement.animal_id is not None or placement.latest is None:
            found.append(placement.animal_id)
            continue
        known = by_chip.get(_chip(placement), ())
        found.append(next((animal for animal, alike in known if _agree(_alike(placement.identity), alike)), None))
        if found[-1] is None:
            found[-1] = by_owner.get(place)
    return found


def twins(placements: Sequence[Placement], owners: Sequence[list[int]]) -> dict[int, Placement]:
    """Among placements without an animal, those that mean another one's dog: their place -> that one.

    A list of several years can hold one dog under a number a year; the rules are those of `link`.
    """
    asking = [place for place, p in enumerate(placements) if p.animal_id is None and p.latest]
    asking.sort(key=lambda place: _reach(placements[place]), reverse=True)
    by_chip: dict[tuple[str, str], list[Placement]] = {}
    by_owner: dict[tuple[int, str], list[tuple[Placement, set[str]]]] = {}
    found: dict[int, Placement] = {}
    for place in asking:
        one = placements[place]
        leader = _leader(one, by_chip)
        same = by_owner.setdefault((owners[place][0], one.identity), []) if owners[place] and _named(one) else []
        if leader is None:
            leader = next((first for first, years in same if not _same_year(one, years)), None)
        if leader is not None:
            found[place] = leader
        else:
            by_chip.setdefault(_chip(one), []).append(one)
        mine = next((years for first, years in same if first is leader), None)
        if mine is None:
            same.append((leader or one, {term.listed.year for term in one.terms}))
        else:
            mine |= {term.listed.year for term in one.terms}
    return found


def _leader(one: Placement, by_chip: dict[tuple[str, str], list[Placement]]) -> Placement | None:
    if not _chip(one)[0]:
        return None
    same = by_chip.get(_chip(one), ())
    return next((first for first in same if _agree(_alike(one.identity), _alike(first.identity))), None)


def _chip(placement: Placement) -> tuple[str, str]:
    listed = placement.latest
    return (number_key(listed.microchip), listed.species) if listed and listed.microchip else ("", "")


def _alike(identity: str) -> _Alike:
    name, _, born = identity.split("|", 2)
    return name, "" if born == NO_COLUMN else born


def _agree(one: _Alike, two: _Alike) -> bool:
    return any(first and first == second for first, second in zip(one, two, strict=True))


def _named(placement: Placement) -> bool:
    return bool(placement.latest and placement.latest.name)


def _asking(placements: Sequence[Placement]) -> list[int]:
    return [place for place, p in enumerate(placements) if p.animal_id is None and _named(p)]


def _reach(placement: Placement) -> tuple[str, str]:
    return placement.latest.reach if placement.latest else ("", "")


def _by_chip(
    connection: Connection, city: str, placements: Sequence[Placement]
) -> dict[tuple[str, str], list[tuple[int, _Alike]]]:
    chips = {_chip(p)[0] for p in placements if p.animal_id is None} - {""}
    found: dict[tuple[str, str], list[tuple[int, _Alike]]] = {}
    rows = list_queries.animals_by_chip(connection, city, chips)
    said = _said(connection, city, [row.id for row in rows])
    for row in rows:
        same = found.setdefault((row.microchip_key, row.species), [])
        same += [(row.id, _alike(who)) for who in (_here(row), *said[0].get(row.id, ()))]
    return found


def _by_owner(
    connection: Connection, city: str, placements: Sequence[Placement], owners: Sequence[list[int]]
) -> dict[int, int]:
    asking = _asking(placements)
    rows = list_queries.animals_of_owners(connection, city, {owner for place in asking for owner in owners[place]})
    said, years = _said(connection, city, {row.id for row in rows})
    kept: dict[tuple[int, str], int] = {}
    for row in rows:
        for who in said.get(row.id, ()):
            kept.setdefault((row.owner_id, _whole(who)), row.id)
    kept |= {(row.owner_id, _here(row)): row.id for row in rows}  # as it stands here comes first
    found: dict[int, int] = {}
    for place in asking:
        who = _whole(placements[place].identity)
        animal = next((a for o in owners[place] if (a := kept.get((o, who)))), None)
        if animal is not None and not _same_year(placements[place], years.get(animal, set())):
            found[place] = animal
    return found


def _here(row: Row[*tuple[Any, ...]]) -> str:
    born = row.born_on.isoformat() if row.born_on else ""
    return f"{row.name_key.replace('|', ' ')}|{row.species}|{born}"


def _whole(identity: str) -> str:
    return identity.removesuffix("|-") + ("|" if identity.endswith("|-") else "")


def _said(
    connection: Connection, city: str, animals: Iterable[int]
) -> tuple[dict[int, set[str]], dict[int, set[str]]]:
    """What lists called these animals (their identities), and the years of their terms ("" where one is not known)."""
    said: dict[int, set[str]] = {}
    years: dict[int, set[str]] = {}
    for term in list_queries.terms_of_animals(connection, city, animals):
        day = term.ends_on or term.issued_on
        years.setdefault(term.animal_id, set()).add(str(day.year) if day else "")
        if term.list_identity:
            said.setdefault(term.animal_id, set()).add(term.list_identity)
    return said, years


def _same_year(placement: Placement, years: set[str]) -> bool:
    mine = {term.listed.year for term in placement.terms}
    return "" in mine or "" in years or bool(mine & years)
