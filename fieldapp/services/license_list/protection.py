"""Protected addresses (Safe at Home, Minn. Stat. 13.045): no list makes one visible again.

An owner whom a list brings for an animal of a protected owner, or to the street of one, is protected too: it may be
the same person under another name, or someone who tells where she lives. The clerk is told the lines.
"""

from collections.abc import Iterable, Sequence

from sqlalchemy import Connection

from fieldapp.services.license_list.corrected import Corrected
from fieldapp.services.license_list.judge import Placement
from fieldapp.services.license_list.people import street_of
from fieldapp.tables import list_queries
from fieldapp.tables.animals import Owner


def protect(
    connection: Connection, city: str, placements: Sequence[Placement], owners: Sequence[list[int]], import_id: int
) -> list[int]:
    """Protect the owners of this step that must be, and those on record at the street of one newly protected.

    Called when known animals are found and before they change hands. `owners`: ids for each placement. Gives the lines
    of owners that the list itself does not call protected.
    """
    said = {o for p, mine in zip(placements, owners, strict=True) if _said(p) for o in mine}
    protected = {row.id for row in list_queries.protected_owners(connection, city)}
    if not said and not protected:
        return []
    corrected = Corrected(connection, city, import_id)
    corrected.look_at_owners({o for mine in owners for o in mine})
    fresh = _set(connection, city, said - protected, corrected)
    kept = _animals_of(connection, city, placements, protected | fresh)
    streets = _streets(connection, city)
    lines: list[int] = []
    brought: set[int] = set()
    for placement, mine in zip(placements, owners, strict=True):
        others = set(mine) - protected - said
        if others and (placement.animal_id in kept or streets & _at(placement, city)):
            brought |= others
            lines += [term.line for term in placement.terms]
    fresh |= _set(connection, city, brought, corrected)
    _neighbors(connection, city, fresh, import_id)
    corrected.store()
    return lines


def _said(placement: Placement) -> bool:
    return any(term.listed.protected for term in placement.terms)


def _at(placement: Placement, city: str) -> set[str]:
    """The streets that the rows of a placement name."""
    rows = [term.listed for term in placement.terms]
    return {street_of(where, city) for listed in rows for where in (listed.address, listed.kept_at) if where}


def _animals_of(
    connection: Connection, city: str, placements: Sequence[Placement], protected: set[int]
) -> set[int | None]:
    known = [p.animal_id for p in placements if p.animal_id is not None]
    return {row.animal_id for row in list_queries.keepings(connection, city, known) if row.owner_id in protected}


def _streets(connection: Connection, city: str) -> set[str]:
    """Where protected owners live or keep an animal."""
    rows = list_queries.protected_owners(connection, city)
    places = {row.address for row in rows} | set(list_queries.places_of_owners(connection, city, [r.id for r in rows]))
    return {street_of(place, city) for place in places} - {""}


def _set(connection: Connection, city: str, owners: Iterable[int], corrected: Corrected) -> set[int]:
    """Protect these, but for those whom a clerk here said are not: there what the list says stands beside."""
    fresh = {owner for owner in owners if not corrected.keeps_of_owner(owner, "address protected", "yes")}
    list_queries.set_values(connection, city, Owner, [{"id": o, "address_protected": True} for o in sorted(fresh)])
    return fresh


def _neighbors(connection: Connection, city: str, fresh: set[int], import_id: int) -> None:
    """Others on record at the street of a newly protected owner: the order of rows and lists decides nothing."""
    streets = {street_of(o.address, city) for o in list_queries.owners_by_id(connection, city, fresh)} - {""}
    near = [row for row in list_queries.owners_at(connection, city, streets) if not row.address_protected]
    others = {row.id for row in near if street_of(row.address, city) in streets}
    corrected = Corrected(connection, city, import_id)
    corrected.look_at_owners(others)
    _set(connection, city, others, corrected)
    corrected.store()
