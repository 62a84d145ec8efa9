"""Finding animals of a city by numbers, names, telephones, addresses or a position; every key has its index."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Connection,
    Integer,
    Row,
    Select,
    String,
    and_,
    bindparam,
    func,
    literal,
    select,
    union_all,
)

from fieldapp.tables.animals import Animal, Keeping, Owner, Premises
from fieldapp.tables.declarations import Declaration
from fieldapp.tables.licenses import License, Vaccination
from fieldapp.tables.tags import Tag

Found = Sequence[Row[*tuple[Any, ...]]]
_CITY = bindparam("city", type_=String)
_MOST = 200


def _hit(kind: str, animal: Any, shown: Any, code: Any = None) -> Select[Any]:  # noqa: ANN401  columns of any type
    code = literal("", String) if code is None else code
    word = literal(kind, String).label("kind")
    return select(word, animal.label("animal_id"), shown.label("shown"), code.label("code"))


_BY_NUMBER = union_all(
    _hit("tag", Tag.animal_id, Tag.number, Tag.code).where(Tag.city == _CITY, Tag.number_key == bindparam("key")),
    _hit("tag", Tag.animal_id, Tag.number, Tag.code).where(Tag.city == _CITY, Tag.number_runs == bindparam("runs")),
    _hit("license", License.animal_id, License.number)
    .where(License.city == _CITY, License.number_key == bindparam("key")),
    _hit("license", License.animal_id, License.number)
    .where(License.city == _CITY, License.number_runs == bindparam("runs")),
    _hit("rabies tag", Vaccination.animal_id, Vaccination.tag_number)
    .where(Vaccination.city == _CITY, Vaccination.tag_key == bindparam("key")),
    _hit("microchip", Animal.id, Animal.microchip)
    .where(Animal.city == _CITY, Animal.microchip_key == bindparam("key")),
)  # fmt: skip

_KEYS: BindParameter[str] = bindparam("keys", expanding=True)
_BY_NEAR_NUMBER = union_all(
    _hit("tag", Tag.animal_id, Tag.number, Tag.code).where(Tag.city == _CITY, Tag.number_key.in_(_KEYS)),
    _hit("license", License.animal_id, License.number).where(License.city == _CITY, License.number_key.in_(_KEYS)),
    _hit("rabies tag", Vaccination.animal_id, Vaccination.tag_number)
    .where(Vaccination.city == _CITY, Vaccination.tag_key.in_(_KEYS)),
    _hit("microchip", Animal.id, Animal.microchip).where(Animal.city == _CITY, Animal.microchip_key.in_(_KEYS)),
)  # fmt: skip


def _begins(column: Any) -> ColumnElement[bool]:  # noqa: ANN401
    return and_(column >= bindparam("first"), column < bindparam("beyond"))


def _declared(animal_id: Any) -> ColumnElement[bool]:  # noqa: ANN401
    """Whether the animal was ever declared: such a one must not fall behind a limit."""
    same = (Declaration.animal_id == animal_id, Declaration.city == _CITY)
    return select(literal(1)).where(*same).limit(1).scalar_subquery().is_not(None)  # the limit keeps to the index


def _of_owner(condition: ColumnElement[bool]) -> Select[Any]:
    return (
        _hit("owner", Keeping.animal_id, Owner.name)
        .join_from(Owner, Keeping, Keeping.owner_id == Owner.id)
        .where(Owner.city == _CITY, condition)
        .order_by(_declared(Keeping.animal_id).desc())
        .limit(_MOST)
    )


_NAMED = (
    _hit("animal", Animal.id, Animal.name)
    .where(Animal.city == _CITY, _begins(Animal.name_key))
    .order_by(_declared(Animal.id).desc())
    .limit(_MOST)
)
_BY_NAME = union_all(
    select(_of_owner(_begins(Owner.name_key)).subquery()),
    select(_of_owner(_begins(Owner.last_key)).subquery()),
    select(_NAMED.subquery()),
)
_BY_PHONE = (
    _hit("telephone", Keeping.animal_id, Owner.phone)
    .join_from(Owner, Keeping, Keeping.owner_id == Owner.id)
    .where(Owner.city == _CITY, Owner.phone_key == bindparam("key"))
    .limit(_MOST)
)
_PLACED = (
    select(
        Animal.id.label("animal_id"), Premises.address, Premises.house, Premises.latitude, Premises.longitude,
        Animal.size, Animal.color, Animal.sex,
    )
    .join_from(Premises, Animal, Animal.premises_id == Premises.id)
    .where(Premises.city == _CITY, Animal.died_on.is_(None))
)  # fmt: skip
_KEPT = _PLACED.where(Animal.city == _CITY)
_FIRST = _declared(Animal.id).desc()
_ON_STREET = (
    _KEPT.where(_begins(Premises.street_key)).order_by(_FIRST, Premises.street_key, Premises.house).limit(_MOST * 5)
)
_AT_STREETS = (
    _PLACED.where(
        Premises.street_key.in_(bindparam("streets", expanding=True)),
        Animal.city.concat("") == _CITY,  # compared, but no way in: else SQLite reads all animals of the city
    )
    .order_by(_FIRST, Premises.street_key, Premises.house)
    .limit(_MOST * 5)
)
_NEAR_HOUSE = (
    _KEPT.where(
        _begins(Premises.street_key),
        Premises.house.between(bindparam("low", type_=Integer), bindparam("high", type_=Integer)),
    )
    .order_by(_FIRST, Premises.house)
    .limit(_MOST * 5)
)
_IN_BOX = (
    _KEPT.where(
        Premises.latitude.between(bindparam("south"), bindparam("north")),
        Premises.longitude.between(bindparam("west"), bindparam("east")),
    )
    .order_by(_FIRST)
    .limit(_MOST * 5)
)


def by_number(connection: Connection, city: str, key: str, runs: str) -> Found:
    """Tags, licenses, rabies tags and chips with this number (`key` and `runs` of tables/keys.py)."""
    return connection.execute(_BY_NUMBER, {"city": city, "key": key, "runs": runs}).all()


def by_near_numbers(connection: Connection, city: str, keys: Sequence[str]) -> Found:
    """The same for any of `keys`."""
    return connection.execute(_BY_NEAR_NUMBER, {"city": city, "keys": list(keys)}).all()


def by_name(connection: Connection, city: str, key: str) -> Found:
    """Animals of owners whose first or last name begins with `key`, and animals whose own name does."""
    return connection.execute(_BY_NAME, {"city": city, **_range(key)}).all()


def by_phone(connection: Connection, city: str, key: str) -> Found:
    """Animals of the owners with this telephone (ten digits)."""
    return connection.execute(_BY_PHONE, {"city": city, "key": key}).all()


def on_street(connection: Connection, city: str, street: str) -> Found:
    """Living animals kept on streets that begin with `street`."""
    return connection.execute(_ON_STREET, {"city": city, **_range(street)}).all()


def at_streets(connection: Connection, city: str, streets: Sequence[str]) -> Found:
    """Living animals kept on exactly these streets (keys)."""
    return connection.execute(_AT_STREETS, {"city": city, "streets": list(streets)}).all()


def streets_with(connection: Connection, city: str, words: str) -> Sequence[str]:
    """The city's streets (keys) that hold these whole words one after another, at most 200.

    From each street to the next by the index: a city has few streets, whatever the number of its animals.
    """
    return connection.scalars(_STREETS_WITH, {"city": city, "words": f"% {words} %"}).all()


def near_house(connection: Connection, city: str, street: str, low: int, high: int) -> Found:
    """Living animals kept on such a street between two house numbers."""
    return connection.execute(_NEAR_HOUSE, {"city": city, **_range(street), "low": low, "high": high}).all()


def in_box(connection: Connection, city: str, *, south: float, north: float, west: float, east: float) -> Found:
    """Living animals kept between these degrees of latitude and longitude."""
    box = {"south": south, "north": north, "west": west, "east": east}
    return connection.execute(_IN_BOX, {"city": city, **box}).all()


def places_without_position(connection: Connection, city: str) -> int:
    """How many premises of the city have no position on record."""
    return connection.execute(_WITHOUT_POSITION, {"city": city}).scalar_one()


_WITHOUT_POSITION = select(func.count()).where(Premises.city == _CITY, Premises.latitude.is_(None))


def _next_street(after: Any) -> Any:  # noqa: ANN401  a scalar query over a column or a value
    following = select(func.min(Premises.street_key)).where(Premises.city == _CITY, Premises.street_key > after)
    return following.scalar_subquery()


def _streets_with() -> Select[Any]:
    steps = select(_next_street("").label("street")).cte(recursive=True)
    beyond = select(_next_street(steps.c.street)).where(steps.c.street.is_not(None))
    every = steps.union_all(beyond)
    whole = literal(" ", String) + every.c.street + literal(" ", String)
    return select(every.c.street).where(whole.like(bindparam("words"))).limit(_MOST)


_STREETS_WITH = _streets_with()


def _range(key: str) -> dict[str, str]:
    return {"first": key, "beyond": key + "\U0010ffff"}
