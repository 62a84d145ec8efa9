"""Alerts of an address, found by its keyed hash: they hang on a person or an animal, end with it, and name nobody."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Row

from fieldapp.services.offline_list.hashes import of_place
from fieldapp.services.offline_list.rows import days
from fieldapp.tables import pack_queries
from fieldapp.tables.pack_queries import Found


def alerts_of(connection: Connection, city: str, key: bytes) -> Mapping[str, Sequence[Sequence[Any]]]:
    """Hash of an address -> alerts [kind, first day, day on which it no longer holds or None, further values].

    The kinds: "declaration" (class, and the days of its stages), "owner_barred", "may_not_reenter". Nothing stands
    at an address that is protected, or that a protected owner's animal would tell.
    """
    found: dict[str, list[list[Any]]] = defaultdict(list)
    for place, alert in _of_animals(connection, city, key) + _of_owners(connection, city, key):
        if place and alert not in found[place]:
            found[place].append(alert)
    return {place: found[place] for place in sorted(found)}


def _of_animals(connection: Connection, city: str, key: bytes) -> list[tuple[str, list[Any]]]:
    alerts = [(d.animal_id, _declaration(d)) for d in pack_queries.declarations(connection, city)]
    alerts += [
        (r.animal_id, ["may_not_reenter", days(r.removed_on), days(r.died_on)])
        for r in pack_queries.removals(connection, city)
    ]
    animals = sorted({animal for animal, _ in alerts})
    return _placed(key, alerts, pack_queries.places_of_animals(connection, city, animals) if animals else ())


def _declaration(d: Row[*tuple[Any, ...]]) -> list[Any]:
    stages = map(days, (d.appealed_on, d.final_on))
    return ["declaration", days(d.declared_on), days(d.died_on), d.dog_class, *stages]


def _of_owners(connection: Connection, city: str, key: bytes) -> list[tuple[str, list[Any]]]:
    bars = pack_queries.bars(connection, city)
    alerts = [(bar.owner_id, ["owner_barred", days(bar.from_on), days(bar.until_on)]) for bar in bars]
    at_home = [(of_place(key, bar.address), alert) for bar, (_, alert) in zip(bars, alerts, strict=True)]
    owners = sorted({owner for owner, _ in alerts})
    return at_home + _placed(key, alerts, pack_queries.places_of_owners(connection, city, owners) if owners else ())


def _placed(key: bytes, alerts: list[tuple[int, list[Any]]], places: Found) -> list[tuple[str, list[Any]]]:
    of: dict[int, list[str]] = defaultdict(list)
    for subject, address in places:
        of[subject].append(of_place(key, address))
    return [(place, alert) for subject, alert in alerts for place in of[subject]]
