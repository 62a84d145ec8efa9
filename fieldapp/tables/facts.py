"""Everything that decides an animal's status, in one round trip: licenses, vaccinations, declarations, bars, removals.

The rows of seven tables come under one shape (kind, animal, key, four dates, four texts, a flag) by UNION ALL, so that
the page that an officer waits for asks the database once, on SQLite and on PostgreSQL alike.
"""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import (
    Boolean,
    ColumnElement,
    CompoundSelect,
    Connection,
    Date,
    Row,
    Select,
    String,
    bindparam,
    literal,
    or_,
    select,
    union_all,
)

from fieldapp.tables.animals import Animal, Difference, Keeping, Owner, Premises
from fieldapp.tables.declarations import Declaration, OwnershipBar, Removal
from fieldapp.tables.licenses import License, Vaccination
from fieldapp.tables.tags import Tag

_DAY = literal(None, Date)
_TEXT = literal("", String)
_NO = literal(value=False, type_=Boolean)

Column = Any  # a mapped attribute or an expression: SQLAlchemy's own types do not meet


def _line(
    kind: str, animal: Column, key: Column, days: Sequence[Column], texts: Sequence[Column], flag: Column = _NO
) -> Select[Any]:
    columns = [literal(kind, String).label("kind"), animal.label("animal_id"), key.label("key")]
    columns += [d.label(f"day{n}") for n, d in enumerate([*days, *[_DAY] * (4 - len(days))])]
    columns += [t.label(f"text{n}") for n, t in enumerate([*texts, *[_TEXT] * (4 - len(texts))])]
    return select(*columns, flag.label("flag"))


def _facts(*, one: bool) -> CompoundSelect[Any]:
    city = bindparam("city", type_=String)

    def of(column: Column) -> ColumnElement[bool]:
        found: ColumnElement[bool]
        found = column == bindparam("animal") if one else column.in_(bindparam("animals", expanding=True))
        return found

    lic, vac, dec, bar, gone, dif = License, Vaccination, Declaration, OwnershipBar, Removal, Difference
    return union_all(
        _line("license", lic.animal_id, lic.id, [lic.issued_on, lic.ends_on],
              [lic.number, lic.ended_early, lic.list_status], lic.for_life).where(lic.city == city, of(lic.animal_id)),
        _line("vaccination", vac.animal_id, vac.id, [vac.given_on, vac.due_on], [vac.dose, vac.tag_number])
        .where(vac.city == city, of(vac.animal_id)),
        _line("declaration", dec.animal_id, dec.id,
              [dec.declared_on, dec.appealed_on, dec.final_on, dec.rescinded_on], [dec.dog_class])
        .where(dec.city == city, of(dec.animal_id)),
        _line("owner", Keeping.animal_id, Owner.id, [],
              [Owner.name, Owner.phone, Owner.address], Owner.address_protected)
        .join_from(Keeping, Owner, Keeping.owner_id == Owner.id).where(Keeping.city == city, of(Keeping.animal_id)),
        _line("bar", Keeping.animal_id, bar.owner_id, [bar.from_on, bar.until_on], [Owner.name, bar.clause])
        .join_from(Keeping, bar, Keeping.owner_id == bar.owner_id)
        .join(Owner, Owner.id == bar.owner_id)
        .where(Keeping.city == city, bar.city == city, of(Keeping.animal_id)),
        _line("removal", Animal.id, gone.id, [gone.removed_on], [])
        .join_from(Animal, gone, or_(gone.animal_id == Animal.id,
                                     (gone.microchip_key == Animal.microchip_key) & (gone.microchip_key != "")))
        # the city as an expression, so that SQLite finds the animals by id and not the whole city by its index
        .where(Animal.city.concat("") == city, gone.city == city, of(Animal.id)),
        _line("difference", dif.animal_id, dif.id, [], [dif.field, dif.here, dif.in_list])
        .where(dif.city == city, of(dif.animal_id), dif.settled_at.is_(None), dif.in_list.is_not(None)),
    )  # fmt: skip


_OF_ONE = _facts(one=True)
_OF_MANY = _facts(one=False)

_ANIMAL = (
    Animal.id, Animal.city, Animal.name, Animal.species, Animal.breed, Animal.color, Animal.sex, Animal.altered,
    Animal.size, Animal.born_on, Animal.born_within, Animal.microchip, Animal.exemption, Animal.name_hidden,
    Animal.died_on, Premises.address.label("kept_at"),
)  # fmt: skip
_BY_ID = (
    select(*_ANIMAL)
    .outerjoin_from(Animal, Premises, Premises.id == Animal.premises_id)
    .where(Animal.city == bindparam("city"), Animal.id == bindparam("animal"))
)
_MANY_BY_ID = (
    select(*_ANIMAL)
    .outerjoin_from(Animal, Premises, Premises.id == Animal.premises_id)
    .where(Animal.city == bindparam("city"), Animal.id.in_(bindparam("animals", expanding=True)))
)
_NEXT_TAG = Tag.__table__.alias("next_tag")
_BY_CODE = (
    select(
        Tag.city.label("tag_city"), Tag.code, Tag.number, Tag.state, Tag.state_since, Tag.animal_id,
        _NEXT_TAG.c.number.label("next_number"), *_ANIMAL,
    )
    .outerjoin_from(Tag, Animal, Animal.id == Tag.animal_id)
    .outerjoin(Premises, Premises.id == Animal.premises_id)
    .outerjoin(_NEXT_TAG, _NEXT_TAG.c.id == Tag.replaced_by)
    .where(Tag.code == bindparam("code"))
)  # fmt: skip
_TAGS_OF_MANY = (
    select(Tag.code, Tag.number, Tag.state, Tag.state_since, Tag.animal_id, _NEXT_TAG.c.number.label("next_number"))
    .outerjoin_from(Tag, _NEXT_TAG, _NEXT_TAG.c.id == Tag.replaced_by)
    .where(Tag.city == bindparam("city"), Tag.animal_id.in_(bindparam("animals", expanding=True)))
    .order_by(Tag.issued_on.desc(), Tag.id.desc())
)


def tag_by_code(connection: Connection, code: str) -> Row[*tuple[Any, ...]] | None:
    """A tag by its code with its animal, where it is bound to one. The only query without a city: the code tells it."""
    return connection.execute(_BY_CODE, {"code": code}).first()


def animal_by_id(connection: Connection, city: str, animal_id: int) -> Row[*tuple[Any, ...]] | None:
    """One animal of the city."""
    return connection.execute(_BY_ID, {"city": city, "animal": animal_id}).first()


def animals_by_id(connection: Connection, city: str, animal_ids: Sequence[int]) -> Sequence[Row[*tuple[Any, ...]]]:
    """Animals of the city, in no order."""
    return connection.execute(_MANY_BY_ID, {"city": city, "animals": list(animal_ids)}).all()


def facts_of_one(connection: Connection, city: str, animal_id: int) -> Sequence[Row[*tuple[Any, ...]]]:
    """The facts of one animal, as the head of this file says."""
    return connection.execute(_OF_ONE, {"city": city, "animal": animal_id}).all()


def facts_of_many(connection: Connection, city: str, animal_ids: Sequence[int]) -> Sequence[Row[*tuple[Any, ...]]]:
    """The facts of several animals."""
    return connection.execute(_OF_MANY, {"city": city, "animals": list(animal_ids)}).all()


def tags_of_many(connection: Connection, city: str, animal_ids: Sequence[int]) -> Sequence[Row[*tuple[Any, ...]]]:
    """The tags of several animals, the latest first."""
    return connection.execute(_TAGS_OF_MANY, {"city": city, "animals": list(animal_ids)}).all()


def tags_of_city(connection: Connection, city: str) -> Sequence[Row[*tuple[Any, ...]]]:
    """Code and animal of every tag of the city, by number."""
    return connection.execute(select(Tag.code, Tag.animal_id).where(Tag.city == city).order_by(Tag.number)).all()
