"""The answer at the scene: from a tag's code or an animal's id to one word and what stands behind it."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date

from fieldapp.media.tag_code import read_code
from fieldapp.rules.declarations import keep_away
from fieldapp.services import cities
from fieldapp.services.readings import FinderReading, StatusReading, TagReading
from fieldapp.services.status_of import Fact, Facts, declarations, not_issued, status_reading, tag_reading
from fieldapp.tables import facts as tables
from fieldapp.tables.db import reading


def could_be_code(code: str) -> bool:
    """Whether a tag could carry this code at all: ten symbols with a right check."""
    return read_code(code) is not None


@dataclass(frozen=True, slots=True)
class SoughtTag:
    """A tag that was made by a city served here, found by its code; give it to `status` or `finder`."""

    city: str
    code: str
    row: Fact = field(repr=False)


def seek(code: str) -> SoughtTag | None:
    """The tag with this code; None for a code that is not well formed, or that nobody here made.

    Typed codes are forgiven their case, O for 0, I and L for 1.
    """
    read = read_code(code)
    if read is None:
        return None
    code = read
    with reading() as connection:
        row = tables.tag_by_code(connection, code)
    return SoughtTag(row.tag_city, code, row) if row and cities.is_served(row.tag_city) else None


def status(sought: SoughtTag, *, see_protected: bool = False, day: date | None = None) -> StatusReading:
    """What stands behind a tag on `day` (the city's today where none is given).

    `see_protected`: the reader has the right to the address of a protected owner (Minn. Stat. 13.045).
    """
    tag = tag_reading(sought.row)
    if sought.row.animal_id is None:
        return not_issued(sought.city, tag)
    with reading() as connection:
        found = tables.facts_of_one(connection, sought.city, sought.row.animal_id)
    return status_reading(sought.city, sought.row, found, tag, day, see_protected=see_protected)


def by_animal(
    city: str, animal_id: int, *, see_protected: bool = False, day: date | None = None
) -> StatusReading | None:
    """What stands behind an animal of `city`, with its latest tag where it has one; None where there is none."""
    with reading() as connection:
        row = tables.animal_by_id(connection, city, animal_id)
        if row is None:
            return None
        found = tables.facts_of_one(connection, city, animal_id)
        tags = tables.tags_of_many(connection, city, [animal_id])
    tag = tag_reading(tags[0]) if tags else None
    return status_reading(city, row, found, tag, day, see_protected=see_protected)


def finder(sought: SoughtTag) -> FinderReading:
    """What anybody may know who scanned the tag: the fields of FinderReading, nothing else."""
    row, found = sought.row, _NO_FACTS
    if row.animal_id is not None:
        with reading() as connection:
            found = tables.facts_of_one(connection, sought.city, row.animal_id)
    declared = declarations(found, cities.law_day(sought.city))
    return FinderReading(
        city=cities.city(sought.city),
        tag_number=row.number,
        tag_state=row.state,
        name="" if row.animal_id is None or row.name_hidden else row.name,
        species=row.species or "",
        color=row.color or "",
        keep_away=any(keep_away(d.dog_class, d.stage) for d in declared),
        has_owner=any(f.kind == "owner" for f in found),
    )


def readings_of(city: str, animal_ids: Iterable[int], *, day: date | None = None) -> Mapping[int, StatusReading]:
    """The readings of several animals of `city`, by id; no protected address is shown."""
    wanted = list(dict.fromkeys(animal_ids))
    if not wanted:
        return {}
    with reading() as connection:
        rows = tables.animals_by_id(connection, city, wanted)
        found = tables.facts_of_many(connection, city, wanted)
        tags = tables.tags_of_many(connection, city, wanted)
    of_animal: dict[int, list[Fact]] = defaultdict(list)
    for fact in found:
        of_animal[fact.animal_id].append(fact)
    latest: dict[int, TagReading] = {}
    for tag in tags:
        latest.setdefault(tag.animal_id, tag_reading(tag))
    return {r.id: status_reading(city, r, of_animal[r.id], latest.get(r.id), day, see_protected=False) for r in rows}


def tag_statuses(city: str, day: date | None = None) -> Mapping[str, str]:
    """The status word of every coded tag of `city` on `day` (today there where none is given), by code."""
    with reading() as connection:
        tags = tables.tags_of_city(connection, city)
    bound = list(dict.fromkeys(t.animal_id for t in tags if t.animal_id is not None))
    words: dict[int, str] = {}
    for start in range(0, len(bound), _AT_ONCE):
        found = readings_of(city, bound[start : start + _AT_ONCE], day=day)
        words.update({animal: r.status for animal, r in found.items()})
    return {t.code: "TAG NOT ISSUED" if t.animal_id is None else words[t.animal_id] for t in tags}


_AT_ONCE = 500
_NO_FACTS: Facts = ()
