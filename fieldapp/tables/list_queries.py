"""What an import asks of the record, for many numbers, animals and owners at once. The city first, always."""

import json
from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

from sqlalchemy import (
    ARRAY,
    Connection,
    Row,
    Select,
    any_,
    bindparam,
    cast,
    delete,
    exists,
    func,
    select,
    true,
    type_coerce,
    update,
)
from sqlalchemy.orm import InstrumentedAttribute

from fieldapp.tables.animals import Animal, Difference, Keeping, Owner, Premises
from fieldapp.tables.bulk import parts
from fieldapp.tables.licenses import License, Vaccination

Query: TypeAlias = Select[*tuple[Any, ...]]
_AT_ONE_STREET = 1_000  # owners in one building
Rows: TypeAlias = list[Row[*tuple[Any, ...]]]

_TERM = (
    License.id, License.animal_id, License.number, License.number_folded, License.issued_on, License.ends_on,
    License.for_life, License.term_hash, License.list_identity, License.list_slot, License.import_id,
    Animal.name_key, Animal.species, Animal.born_on, Animal.breed, Animal.color, Animal.sex,
)  # fmt: skip


def terms_of_numbers(connection: Connection, city: str, numbers: Iterable[str]) -> Rows:
    """The terms on record of folded numbers, oldest record first, with what tells their animal."""
    return _in(connection, _terms(city), License.number_folded, numbers)


def terms_of_animals(connection: Connection, city: str, animals: Iterable[int]) -> Rows:
    """The terms on record of animals."""
    return _in(connection, _terms(city), License.animal_id, animals)


def animals(connection: Connection, city: str, ids: Iterable[int]) -> Rows:
    """What an import may change of animals."""
    query = select(
        Animal.id, Animal.name, Animal.name_key, Animal.species, Animal.breed, Animal.color, Animal.sex, Animal.altered,
        Animal.size, Animal.born_on, Animal.born_within, Animal.microchip, Animal.premises_id,
    ).where(Animal.city == city)  # fmt: skip
    return _in(connection, query, Animal.id, ids)


def animals_by_chip(connection: Connection, city: str, chips: Iterable[str]) -> Rows:
    """Animals that carry one of these chips (keys)."""
    query = select(
        Animal.id, Animal.microchip_key, Animal.species, Animal.name_key, Animal.born_on
    ).where(Animal.city == city).order_by(Animal.id)  # fmt: skip
    return _in(connection, query, Animal.microchip_key, chips)


def animals_of_owners(connection: Connection, city: str, owners: Iterable[int]) -> Rows:
    """The animals that these owners keep."""
    query = (
        select(Keeping.owner_id, Animal.id, Animal.name_key, Animal.species, Animal.born_on)
        .join_from(Keeping, Animal, Animal.id == Keeping.animal_id)
        .where(Keeping.city == city)
    )
    return _in(connection, query, Keeping.owner_id, owners)


def owners_by_phone(connection: Connection, city: str, phones: Iterable[str]) -> Rows:
    """Owners by the key of their telephone number."""
    return _in(connection, _owners(city), Owner.phone_key, phones)


def owners_at(connection: Connection, city: str, streets: Iterable[str]) -> Rows:
    """Owners whose address key is one of these, or one of them with more words after it (a unit, a town)."""
    wanted = sorted(set(streets))
    if not wanted:
        return []
    given: Any = wanted
    if connection.dialect.name == "postgresql":
        array = cast(bindparam("wanted"), ARRAY(Owner.address_key.type))
        asked = func.unnest(array).table_valued("value", name="streets").render_derived()
    else:
        given = json.dumps(wanted)
        asked = func.json_each(bindparam("wanted")).table_valued("value")
    key = type_coerce(asked.c.value, Owner.address_key.type)
    query = _owners(city).where(Owner.address_key.between(key, key.concat(" \U0010ffff")))
    if connection.dialect.name == "postgresql":  # a limit keeps it to the index, even where the table was small
        in_order = query.order_by(None).order_by(Owner.city, Owner.address_key).limit(_AT_ONE_STREET)
        near = in_order.correlate(asked).lateral("near")
        query = select(near).select_from(asked).join(near, true())
    return list({row.id: row for row in connection.execute(query, {"wanted": given})}.values())


def protected_owners(connection: Connection, city: str) -> Rows:
    """Owners whose address is protected."""
    return list(connection.execute(_owners(city).where(Owner.address_protected)).all())


def places_of_owners(connection: Connection, city: str, owners: Iterable[int]) -> list[str]:
    """The addresses at which these owners' animals are kept."""
    query = (
        select(Premises.address)
        .join_from(Keeping, Animal, Animal.id == Keeping.animal_id)
        .join(Premises, Premises.id == Animal.premises_id)
        .where(Keeping.city == city)
    )
    return [row.address for row in _in(connection, query, Keeping.owner_id, owners)]


def owners_by_id(connection: Connection, city: str, ids: Iterable[int]) -> Rows:
    """Owners by id."""
    return _in(connection, _owners(city), Owner.id, ids)


def keepings(connection: Connection, city: str, animals: Iterable[int]) -> Rows:
    """Who keeps these animals."""
    return _in(
        connection, select(Keeping.animal_id, Keeping.owner_id).where(Keeping.city == city), Keeping.animal_id, animals
    )


def premises_by_key(connection: Connection, city: str, keys: Iterable[str]) -> Rows:
    """Premises by the key of their address, with their latitude (None where no position is on record)."""
    query = select(Premises.id, Premises.address_key, Premises.latitude).where(Premises.city == city)
    return _in(connection, query, Premises.address_key, keys)


def vaccinations(connection: Connection, city: str, animals: Iterable[int]) -> Rows:
    """The vaccinations of these animals."""
    query = select(
        Vaccination.id, Vaccination.animal_id, Vaccination.given_on, Vaccination.due_on, Vaccination.tag_key,
        Vaccination.tag_number, Vaccination.product, Vaccination.veterinarian,
    ).where(Vaccination.city == city)  # fmt: skip
    return _in(connection, query, Vaccination.animal_id, animals)


def has_differences(connection: Connection, city: str) -> bool:
    """Whether any value of this city was corrected here."""
    return bool(connection.scalar(select(exists().where(Difference.city == city))))


def differences_of_animals(connection: Connection, city: str, animals: Iterable[int]) -> Rows:
    """The corrected values of these animals and their terms."""
    return _in(connection, _differences(city), Difference.animal_id, animals)


def differences_of_owners(connection: Connection, city: str, owners: Iterable[int]) -> Rows:
    """The corrected values of these owners, once for each animal that they keep."""
    return _in(connection, _differences(city), Difference.subject, [f"owner:{owner}" for owner in owners])


def set_values(connection: Connection, city: str, table: type[Any], values: Sequence[dict[str, Any]]) -> None:
    """Change rows of one table: each dict holds `id` and the columns to change."""
    for row in values:
        fields = {name: value for name, value in row.items() if name != "id"}
        connection.execute(update(table).where(table.city == city, table.id == row["id"]).values(fields))


def delete_terms(connection: Connection, city: str, ids: Sequence[int]) -> None:
    """Take away terms that a newer list replaced."""
    for part in parts(ids):
        connection.execute(delete(License).where(License.city == city, License.id.in_(part)))


def delete_keepings(connection: Connection, city: str, animals: Sequence[int]) -> None:
    """Nobody keeps these animals any more, until keepings are stored anew."""
    for part in parts(animals):
        connection.execute(delete(Keeping).where(Keeping.city == city, Keeping.animal_id.in_(part)))


def _terms(city: str) -> Query:
    return (
        select(*_TERM)
        .join_from(License, Animal, Animal.id == License.animal_id)
        .where(License.city == city)
        .order_by(License.id)
    )


def _owners(city: str) -> Query:
    return select(
        Owner.id, Owner.name, Owner.name_key, Owner.phone, Owner.phone_key, Owner.email, Owner.address,
        Owner.address_key, Owner.address_protected,
    ).where(Owner.city == city).order_by(Owner.id)  # fmt: skip


def _differences(city: str) -> Query:
    return select(
        Difference.id, Difference.animal_id, Difference.field, Difference.subject, Difference.here, Difference.in_list,
        Difference.settled_at,
    ).where(Difference.city == city)  # fmt: skip


def _in(connection: Connection, query: Query, column: InstrumentedAttribute[Any], values: Iterable[Any]) -> Rows:
    """The rows of `query` whose `column` is one of `values`, given as one array: no statement grows with them."""
    wanted = sorted(set(values))
    if not wanted:
        return []
    if connection.dialect.name == "postgresql":
        array = cast(bindparam("wanted"), ARRAY(column.type))
        return list(connection.execute(query.where(column == any_(array)), {"wanted": wanted}).all())
    listed = select(func.json_each(bindparam("wanted")).table_valued("value").c.value)
    return list(connection.execute(query.where(column.in_(listed)), {"wanted": json.dumps(wanted)}).all())


def lock_city(connection: Connection, city: str) -> None:
    """One import at a time writes to a city: held until the transaction ends. SQLite's write lock is that already."""
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(func.hashtext(f"list {city}"))))
