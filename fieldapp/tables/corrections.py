"""Values changed here by a person, and what a list says instead."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, TypeAlias

from sqlalchemy import Connection, Row, delete, insert, select, update

from fieldapp.tables.animals import Animal, Difference, Keeping, Owner, Premises
from fieldapp.tables.keys import address_key, house_and_street
from fieldapp.tables.licenses import License, Vaccination

Found: TypeAlias = Row[*tuple[Any, ...]]
NOUNS: dict[str, Any] = {"animal": Animal, "owner": Owner, "license": License, "vaccination": Vaccination}


def animal(connection: Connection, city: str, animal_id: int) -> Found | None:
    """One animal of the city with its whole row, None where the city has no such."""
    query = select(Animal.__table__, Premises.address.label("kept_at")).outerjoin(Premises)
    return connection.execute(query.where(Animal.city == city, Animal.id == animal_id)).first()


def row_of(connection: Connection, city: str, animal_id: int, kind: str, row_id: int | None) -> Found | None:
    """An owner, license or vaccination of an animal: that with `row_id`, else the only or latest one."""
    table = NOUNS[kind].__table__
    query = select(table).where(table.c.city == city)
    if kind == "owner":
        query = query.join(Keeping, Keeping.owner_id == table.c.id).where(Keeping.animal_id == animal_id)
    else:
        query = query.where(table.c.animal_id == animal_id)
    if row_id is not None:
        query = query.where(table.c.id == row_id)
    return connection.execute(query.order_by(table.c.id.desc() if kind != "owner" else table.c.id).limit(1)).first()


def animals_of_owner(connection: Connection, city: str, owner_id: int) -> Sequence[int]:
    """Every animal that an owner keeps."""
    query = select(Keeping.animal_id).where(Keeping.city == city, Keeping.owner_id == owner_id)
    return connection.scalars(query.order_by(Keeping.animal_id)).all()


def from_list(connection: Connection, city: str, animal_id: int) -> bool:
    """Whether a list ever named this animal."""
    query = select(License.id).where(
        License.city == city, License.animal_id == animal_id, License.import_id.is_not(None)
    )
    return connection.scalar(query.limit(1)) is not None


def set_row(connection: Connection, city: str, kind: str, row_id: int, values: dict[str, Any]) -> None:
    """Change one row."""
    table = NOUNS[kind].__table__
    connection.execute(update(table).where(table.c.city == city, table.c.id == row_id).values(values))


def premises_at(connection: Connection, city: str, address: str) -> int | None:
    """The id of the premises at an address, made where there are none yet; None for a blank address."""
    key = address_key(address)
    if not key:
        return None
    found = connection.scalar(select(Premises.id).where(Premises.city == city, Premises.address_key == key))
    if found is not None:
        return found
    house, street = house_and_street(address)
    values = {"city": city, "address": address, "address_key": key, "house": house, "street_key": street}
    return connection.execute(insert(Premises).values(values).returning(Premises.id)).scalar_one()


def move(connection: Connection, city: str, animals: Sequence[int], premises: int | None, *, of: int | None) -> None:
    """Those of `animals` that are kept at premises `of` are kept at `premises` from now on."""
    where = (Animal.city == city, Animal.id.in_(animals), Animal.premises_id == of)
    connection.execute(update(Animal).where(*where).values(premises_id=premises))


def note(
    connection: Connection, city: str, animal_id: int, field: str, subject: str, *, here: str, in_list: str | None,
    at: datetime, by: int | None,
) -> None:  # fmt: skip
    """Remember that a value was corrected; what the list says stays what it was when it was corrected first."""
    same = (
        Difference.city == city, Difference.animal_id == animal_id, Difference.field == field,
        Difference.subject == subject,
    )  # fmt: skip
    values = {"here": here, "corrected_at": at, "corrected_by": by, "settled_at": None}
    if connection.execute(update(Difference).where(*same).values(values)).rowcount == 0:
        connection.execute(
            insert(Difference).values(
                city=city, animal_id=animal_id, field=field, subject=subject, in_list=in_list, **values
            )
        )


def difference(connection: Connection, city: str, difference_id: int) -> Found | None:
    """One corrected value of the city."""
    return connection.execute(
        select(Difference.__table__).where(Difference.city == city, Difference.id == difference_id)
    ).first()


def open_differences(connection: Connection, city: str, most: int = 200) -> Sequence[Found]:
    """Corrected values of which a list says otherwise and that nobody has settled, with the animal's name."""
    query = (
        select(Difference.__table__, Animal.name)
        .join(Animal, Animal.id == Difference.animal_id)
        .where(Difference.city == city, Difference.in_list.is_not(None), Difference.settled_at.is_(None))
    )
    return connection.execute(query.order_by(Difference.corrected_at.desc(), Difference.id).limit(most)).all()


def settle(connection: Connection, city: str, animal_id: int, field: str, subject: str, at: datetime | None) -> None:
    """The value here counts from `at` on; or (None) the list's counts again, for every animal of that owner."""
    same = [Difference.city == city, Difference.field == field, Difference.subject == subject]
    if not subject.startswith("owner:"):
        same.append(Difference.animal_id == animal_id)
    connection.execute(
        delete(Difference).where(*same) if at is None else update(Difference).where(*same).values(settled_at=at)
    )
