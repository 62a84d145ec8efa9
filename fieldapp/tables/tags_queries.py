"""Every query of tags: the stock of a city, and each step of a tag's life as one update that only one caller wins."""

from collections.abc import Collection, Mapping, Sequence
from datetime import date
from typing import Any, TypeAlias

from sqlalchemy import Connection, Row, Select, func, insert, or_, select, update

from fieldapp.tables.animals import Animal
from fieldapp.tables.keys import number_key
from fieldapp.tables.tags import Tag

TagRow: TypeAlias = Row[*tuple[Any, ...]]
ISSUED_FIRST = Tag.state == "in_stock"  # false sorts before true on both databases


def next_serial(connection: Connection, city: str, year: int) -> int:
    """The first serial of the year that no tag of the city has."""
    last = connection.scalar(select(func.max(Tag.serial)).where(Tag.city == city, Tag.year == year))
    return (last or 0) + 1


def taken_numbers(connection: Connection, city: str, numbers: Collection[str]) -> set[str]:
    """Those of `numbers` that a tag of the city has already."""
    taken: set[str] = set()
    for part in _parts(sorted(numbers)):
        taken.update(connection.scalars(select(Tag.number).where(Tag.city == city, Tag.number.in_(part))))
    return taken


def add(connection: Connection, city: str, rows: Sequence[Mapping[str, Any]]) -> None:
    """Store new tags. Raises IntegrityError where a code, a number or a serial is taken."""
    connection.execute(insert(Tag), [{**row, "city": city} for row in rows])


def stock(connection: Connection, city: str) -> Sequence[TagRow]:
    """How many tags the city has by year and state, the newest year first."""
    counts = select(Tag.year, Tag.state, func.count().label("tags")).where(Tag.city == city)
    return connection.execute(counts.group_by(Tag.year, Tag.state).order_by(Tag.year.desc(), Tag.state)).all()


def chosen(
    connection: Connection,
    city: str,
    *,
    states: Collection[str] = (),
    year: int | None = None,
    numbers: Collection[str] = (),
    serials: tuple[int, int] | None = None,
) -> Sequence[TagRow]:
    """The city's tags with their animals (columns as in `_with_animal`), bound ones first, then by year and serial.

    `states`, `year`, `numbers` (as printed), `serials` (first and last) narrow the choice where they are given.
    """
    query = _with_animal(city)
    if states:
        query = query.where(Tag.state.in_(sorted(states)))
    if year is not None:
        query = query.where(Tag.year == year)
    if numbers:
        query = query.where(Tag.number.in_(sorted(numbers)))
    if serials:
        query = query.where(Tag.serial.between(*serials))
    return connection.execute(query.order_by(ISSUED_FIRST, Tag.year, Tag.serial, Tag.id)).all()


def one(connection: Connection, city: str, tag_id: int) -> TagRow | None:
    """One tag of the city with its animal, None where the city has none of that id."""
    return connection.execute(_with_animal(city).where(Tag.id == tag_id)).one_or_none()


def of_animal(connection: Connection, city: str, animal_id: int) -> Sequence[TagRow]:
    """Every tag that an animal of the city wears or wore, the newest first."""
    query = _with_animal(city).where(Tag.animal_id == animal_id)
    return connection.execute(query.order_by(Tag.issued_on.desc(), Tag.id.desc())).all()


def named(connection: Connection, city: str, text: str, code: str | None) -> Sequence[int]:
    """The ids of the tags that a person may mean: by code or exact number, else by the number as people type it."""
    exact = or_(Tag.number == text, Tag.code == code) if code else Tag.number == text
    found = connection.scalars(select(Tag.id).where(Tag.city == city, exact)).all()
    key = number_key(text)
    if found or not key:
        return found
    return connection.scalars(select(Tag.id).where(Tag.city == city, Tag.number_key == key).limit(2)).all()


def wearer(connection: Connection, city: str, animal_id: int) -> TagRow | None:
    """The animal's id, name, species and day of death, locked until the transaction ends; None: the city has none."""
    query = select(Animal.id, Animal.name, Animal.species, Animal.died_on)
    query = query.where(Animal.city == city, Animal.id == animal_id)
    return connection.execute(query.with_for_update()).one_or_none()  # SQLite holds its one write lock already


def worn(connection: Connection, city: str, animal_id: int, year: int | None) -> str | None:
    """The number of the tag of that year which the animal wears now, None where it wears none."""
    return connection.scalars(
        select(Tag.number)
        .where(Tag.city == city, Tag.animal_id == animal_id, Tag.state == "issued", Tag.year.is_not_distinct_from(year))
        .limit(1)
    ).first()


def bind(connection: Connection, city: str, tag_id: int, animal_id: int, day: date) -> bool:
    """Take a tag out of stock for an animal; False where it is not in stock (any more)."""
    done = connection.execute(
        update(Tag)
        .where(Tag.city == city, Tag.id == tag_id, Tag.state == "in_stock")
        .values(state="issued", state_since=day, issued_on=day, animal_id=animal_id)
    )
    return done.rowcount == 1


def move(
    connection: Connection,
    city: str,
    tag_id: int,
    *,
    from_states: Collection[str],
    to: str,
    day: date,
    replaced_by: int | None = None,
) -> bool:
    """Bring a tag from one of `from_states` to another state; False where it is in none of them (any more)."""
    done = connection.execute(
        update(Tag)
        .where(Tag.city == city, Tag.id == tag_id, Tag.state.in_(sorted(from_states)))
        .values(state=to, state_since=day, replaced_by=replaced_by)
    )
    return done.rowcount == 1


def _with_animal(city: str) -> Select[*tuple[Any, ...]]:
    return (
        select(
            Tag.id, Tag.code, Tag.number, Tag.year, Tag.serial, Tag.state, Tag.state_since, Tag.issued_on,
            Tag.replaced_by, Tag.animal_id, Animal.name, Animal.species,
        )
        .select_from(Tag)
        .outerjoin(Animal, (Animal.id == Tag.animal_id) & (Animal.city == Tag.city))
        .where(Tag.city == city)
    )  # fmt: skip


def _parts(values: Sequence[str], size: int = 500) -> list[Sequence[str]]:
    return [values[i : i + size] for i in range(0, len(values), size)]
