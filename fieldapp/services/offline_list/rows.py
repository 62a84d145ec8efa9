"""One line of the offline list: the facts of an animal from which its status follows on any day, and no owner."""

import json
from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any

from fieldapp.services.offline_list.earlier import Earlier
from fieldapp.services.offline_list.hashes import of_number, of_tag
from fieldapp.services.status_of import Fact, Facts, animal_facts, list_status
from fieldapp.tables.tags import STATES

_EPOCH = date(1970, 1, 1).toordinal()
_ALTERED = {None: None, False: 0, True: 1}
FIELDS = (
    "id", "numbers", "tags", "animal", "life", "terms", "vaccinations", "declarations", "bars", "removals", "earlier",
    "list_status",
)  # fmt: skip


def days(day: date | None) -> int | None:
    """A day as the list holds it: days since 1 January 1970; None where there is none."""
    return None if day is None else day.toordinal() - _EPOCH


def row_of(key: bytes, row: Fact, found: Facts, tags: Sequence[Fact], earlier: Sequence[Earlier]) -> str:
    """The line of an animal as compact JSON, its fields in the order of FIELDS, empty ones at the end left out."""
    facts = sorted(found, key=lambda f: (f.kind, f.key))
    held = animal_facts(row, facts)
    line = [
        row.id,
        _numbers(key, row, facts, tags),
        [_tag(key, tag) for tag in tags],
        [
            row.name,
            row.species,
            row.breed,
            row.color,
            row.sex,
            _ALTERED[row.altered],
            row.size,
            row.exemption,
        ],
        [days(held.born_from), days(held.born_to), days(row.died_on)],
        [[days(t.issued_on), days(t.ends_on), int(t.for_life), t.ended_early] for t in held.terms],
        [[days(v.given_on), days(v.due_on), v.dose] for v in held.vaccinations],
        [[f.text0, *map(days, (f.day0, f.day1, f.day2, f.day3))] for f in facts if f.kind == "declaration"],
        _once([days(f.day0), days(f.day1)] for f in facts if f.kind == "bar"),
        _once([days(f.day0)] for f in facts if f.kind == "removal"),
        [[one.says, days(one.day)] for one in earlier],
        list_status(facts),
    ]
    return _compact(line)


def row_of_stock(key: bytes, tag: Fact) -> str:
    """The line of a tag that no animal wears yet; its id is that of the tag, below zero."""
    return _compact([-tag.id, "", [_tag(key, tag)]])


def held_by(line: str) -> int:
    """The id of a line."""
    return int(line[1 : line.index(",")])


def _tag(key: bytes, tag: Fact) -> list[Any]:
    return [of_tag(key, tag.code, tag.number), STATES.index(tag.state), days(tag.state_since)]


def _numbers(key: bytes, row: Fact, facts: Facts, tags: Sequence[Fact]) -> str:
    """The hashes of everything else that an animal is found by: license, rabies tag, chip."""
    of_tags = {of_number(key, tag.number) for tag in tags}
    read = [f.text0 for f in facts if f.kind == "license"]
    read += [f.text1 for f in facts if f.kind == "vaccination"]
    return "".join(dict.fromkeys(h for n in [*read, row.microchip] if (h := of_number(key, n)) not in of_tags))


def _once(values: Iterable[list[Any]]) -> list[list[Any]]:
    return list(map(list, dict.fromkeys(map(tuple, values))))


def _compact(line: list[Any]) -> str:
    while line[-1] in ("", []):
        line.pop()
    return json.dumps(line, ensure_ascii=False, separators=(",", ":"))
