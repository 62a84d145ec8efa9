"""Read a city's whole list from the database: a line for each animal, and for each tag in stock."""

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection

from fieldapp.services.offline_list import earlier, premises, rows
from fieldapp.services.offline_list.earlier import Earlier
from fieldapp.services.status_of import Fact
from fieldapp.tables import facts, pack_queries
from fieldapp.tables.db import reading

AT_ONCE = 500  # animals whose facts are in memory at a time


def lines_of(city: str, key: bytes) -> tuple[str, list[str]]:
    """(the alerts of addresses as JSON, the lines of the list) of a city now; no line has an end of line within."""
    with reading() as connection:
        placed = premises.alerts_of(connection, city, key)
        lines = [*_stock(connection, city, key), *_animals(connection, city, key)]
    return json.dumps(placed, separators=(",", ":")), lines


def _stock(connection: Connection, city: str, key: bytes) -> Iterator[str]:
    for tag in pack_queries.tags_in_stock(connection, city):
        yield rows.row_of_stock(key, tag)


def _animals(connection: Connection, city: str, key: bytes) -> Iterator[str]:
    happened = earlier.by_animal(connection, city)
    ids = pack_queries.animal_ids(connection, city)
    for start in range(0, len(ids), AT_ONCE):
        yield from _some(connection, city, key, ids[start : start + AT_ONCE], happened)


def _some(
    connection: Connection, city: str, key: bytes, ids: Sequence[int], happened: Mapping[int, Sequence[Earlier]]
) -> Iterator[str]:
    found, tags = (
        _by_animal(facts.facts_of_many(connection, city, ids)),
        _by_animal(facts.tags_of_many(connection, city, ids)),
    )
    for row in sorted(facts.animals_by_id(connection, city, ids), key=lambda r: r.id):
        yield rows.row_of(key, row, found[row.id], tags[row.id], happened.get(row.id, ()))


def _by_animal(found: Sequence[Any]) -> defaultdict[int, list[Fact]]:
    of: defaultdict[int, list[Fact]] = defaultdict(list)
    for one in found:
        of[one.animal_id].append(one)
    return of
