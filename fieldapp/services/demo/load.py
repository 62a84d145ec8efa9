"""Load the demo into an empty instance: the same tables and services as real work, days counted from today."""

import tomllib
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, insert, select

from fieldapp import clock
from fieldapp.services import cities, tag_stock, tags
from fieldapp.services.demo_people import DemoPerson, demo_people, make_demo_people
from fieldapp.tables import audit
from fieldapp.tables.animals import Animal, Keeping, Owner, Premises
from fieldapp.tables.db import reading, writing
from fieldapp.tables.declarations import Declaration, OwnershipBar, Removal
from fieldapp.tables.keys import address_key, house_and_street, name_key, number_key, number_runs, phone_key
from fieldapp.tables.licenses import License, Vaccination
from fieldapp.tables.people import Person

FOLDER = Path(__file__).parent
SPARE_TAGS = 5
ACTOR = "demo"


def has_data() -> bool:
    """Whether the instance holds people or animals already."""
    with reading() as connection:
        found = (connection.execute(select(table.id).limit(1)).first() for table in (Person, Animal))
        return any(row is not None for row in found)


def load_demo(instance: Path) -> tuple[DemoPerson, ...]:
    """Fill an empty instance and give its sign-ins; an instance with data keeps it, and its demo sign-ins are given."""
    if has_data():
        return demo_people(instance)
    settings = instance / "cities.toml"
    if not settings.exists():
        settings.write_text((FOLDER / "cities.toml").read_text(encoding="utf-8"), encoding="utf-8")
    cities.read_city_settings(settings)
    people = make_demo_people(instance)
    animals = tomllib.loads((FOLDER / "animals.toml").read_text(encoding="utf-8"))["animal"]
    for city in dict.fromkeys(a["city"] for a in animals):
        _load_city(city, [a for a in animals if a["city"] == city])
    return people


def _load_city(city: str, animals: list[dict[str, Any]]) -> None:
    today = cities.law_day(city)
    tagged = [a for a in animals if "tag" in a]
    made = iter(tag_stock.make(city, len(tagged) + SPARE_TAGS, today.year, actor=ACTOR))
    numbers = {id(a): next(made) for a in tagged}
    with writing() as connection:
        ids = {id(a): _animal(connection, city, a, today, numbers[id(a)].number if id(a) in numbers else "")
               for a in animals}  # fmt: skip
        detail = {"animals": len(animals)}
        audit.append(connection, city, actor=ACTOR, action="demo_loaded", subject=f"city:{city}", detail=detail)
    for animal in tagged:
        tags.issue(city, numbers[id(animal)].id, ids[id(animal)], actor=ACTOR)
    for animal in tagged:
        _tell_of_tag(city, animal["tag"], numbers[id(animal)].id, made)


def _tell_of_tag(city: str, state: str, tag_id: int, spare: Any) -> None:  # noqa: ANN401  an iterator of listed tags
    if state == "issued":
        return
    if state != "replaced":
        tags.report(city, tag_id, state, actor=ACTOR)
        return
    tags.report(city, tag_id, "lost", actor=ACTOR)
    proof = next(iter(tags.proofs(city, "lost")), "")
    tags.replace(city, tag_id, next(spare).id, happening="lost", proof=proof, actor=ACTOR)


def _animal(connection: Connection, city: str, told: dict[str, Any], today: date, number: str) -> int:
    def day(offset: int | None) -> date | None:
        return None if offset is None else today + timedelta(days=offset)

    animal_id = _one(
        connection, Animal, city=city, name=told["name"], name_key=name_key(told["name"]),
        species=told.get("species", "dog"), breed=told["breed"], color=told["color"], sex=told["sex"],
        altered=told["altered"], size=told["size"], born_on=day(told["born"]), microchip=told.get("chip", ""),
        microchip_key=number_key(told.get("chip", "")), exemption=told.get("exemption", ""),
        name_hidden=told.get("name_hidden", False), premises_id=_premises(connection, city, told),
        created_at=clock.now(),
    )  # fmt: skip
    owners = [_owner(connection, city, told, name, phone) for name, phone in told["owners"]]
    for owner in owners:
        connection.execute(insert(Keeping).values(animal_id=animal_id, owner_id=owner, city=city))
    if (term := told.get("license")) is not None:
        number = term.get("number", number)
        _one(
            connection, License, city=city, animal_id=animal_id, number=number, number_folded=number.casefold(),
            number_key=number_key(number), number_runs=number_runs(number), issued_on=day(term["issued"]),
            ends_on=day(term.get("ends")), for_life=term.get("life", False), list_status=term.get("said", ""),
        )  # fmt: skip
    if (shot := told.get("rabies")) is not None:
        _one(
            connection, Vaccination, city=city, animal_id=animal_id, given_on=day(shot["given"]),
            due_on=day(shot["due"]), dose=shot["dose"], tag_number=shot.get("tag", ""),
            tag_key=number_key(shot.get("tag", "")),
        )  # fmt: skip
    if (said := told.get("declaration")) is not None:
        _one(
            connection, Declaration, city=city, animal_id=animal_id, dog_class=said["class"],
            declared_on=day(said["declared"]), appealed_on=day(said.get("appealed")), final_on=day(said.get("final")),
            rescinded_on=day(said.get("rescinded")),
        )  # fmt: skip
    if "barred_since" in told:
        since = day(told["barred_since"])
        _one(connection, OwnershipBar, city=city, owner_id=owners[0], clause="C-190", from_on=since)
    if "removed" in told:
        chip = number_key(told.get("chip", ""))
        gone = day(told["removed"])
        _one(connection, Removal, city=city, animal_id=animal_id, microchip_key=chip, removed_on=gone)
    return animal_id


def _premises(connection: Connection, city: str, told: dict[str, Any]) -> int:
    key = address_key(told["address"])
    same = select(Premises.id).where(Premises.city == city, Premises.address_key == key)
    if (known := connection.execute(same).scalar_one_or_none()) is not None:
        return int(known)
    house, street = house_and_street(told["address"])
    latitude, longitude = told.get("position", (None, None))
    return _one(
        connection, Premises, city=city, address=told["address"], address_key=key, house=house, street_key=street,
        latitude=latitude, longitude=longitude,
    )  # fmt: skip


def _owner(connection: Connection, city: str, told: dict[str, Any], name: str, phone: str) -> int:
    same = select(Owner.id).where(
        Owner.city == city, Owner.name_key == name_key(name), Owner.phone_key == phone_key(phone)
    )
    if (known := connection.execute(same).scalar_one_or_none()) is not None:
        return int(known)
    return _one(
        connection, Owner, city=city, name=name, name_key=name_key(name), phone=phone, phone_key=phone_key(phone),
        address=told["address"], address_key=address_key(told["address"]),
        address_protected=told.get("protected", False), created_at=clock.now(),
    )  # fmt: skip


def _one(connection: Connection, table: Any, **values: object) -> int:  # noqa: ANN401  a mapped class
    return int(connection.execute(insert(table).values(**values).returning(table.id)).scalar_one())
