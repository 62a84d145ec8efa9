"""The owners of one step: found by name with address or telephone, else made; and changed where the list says so."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Connection

from fieldapp.services.license_list.corrected import Corrected
from fieldapp.services.license_list.judge import Placement
from fieldapp.services.license_list.keys_in_step import address_key_of as address_key
from fieldapp.services.license_list.listed import Listed
from fieldapp.services.license_list.people import person_key, street_of
from fieldapp.tables import list_queries
from fieldapp.tables.animals import Owner
from fieldapp.tables.bulk import insert_many, instant_text, take_ids
from fieldapp.tables.keys import last_name_key, name_key, phone_key

_COLUMNS = ("id", "city", "name", "name_key", "last_key", "phone", "phone_key", "email", "address", "address_key",
            "address_protected", "created_at")  # fmt: skip


_Person = tuple[str, str, str, str, Listed]  # key of the name, name, street, key of the telephone, row


class _Known(NamedTuple):
    """An owner of the record or of this step. `row` is None for one that this step makes."""

    id: int
    row: Any


class _Book:
    """Owners that a step can meet, by what tells them apart."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, str, str], _Known] = {}

    def put(self, name: str, address: str, phone: str, known: _Known) -> None:
        if address:
            self._found.setdefault((name, "at", address), known)
        if phone:
            self._found.setdefault((name, "phone", phone), known)

    def get(self, name: str, address: str, phone: str) -> _Known | None:
        return (self._found.get((name, "at", address)) if address else None) or (
            self._found.get((name, "phone", phone)) if phone else None
        )


def owners_of_step(
    connection: Connection, city: str, placements: Sequence[Placement], import_id: int, at: datetime
) -> list[list[int]]:
    """The ids of the owners that the list names for each placement (an empty list where it names none).

    Makes owners that are not on record and changes what the list says anew of those that are, but for corrected values.
    """
    wanted = [_named(placement, city) for placement in placements]
    if not any(wanted):
        return [[] for _ in placements]
    keepers = _keepers(connection, city, placements, import_id)
    book = _met(connection, city, wanted)
    ids = take_ids(connection, Owner, sum(len(people) for people in wanted))
    made: list[tuple[Any, ...]] = []
    said: dict[int, tuple[Any, Listed]] = {}
    found: list[list[int]] = []
    instant = instant_text(connection, at)
    for placement, people in zip(placements, wanted, strict=True):
        mine: list[int] = []
        for name, text, street, phone, listed in people:
            known = keepers.get((placement.animal_id, name)) or book.get(name, street, phone)
            if known is None:
                known = _Known(next(ids), None)
                made.append((known.id, city, text, name_key(text), last_name_key(text), listed.phone, phone,
                             listed.email, listed.address, address_key(listed.address), bool(listed.protected),
                             instant))  # fmt: skip
            elif known.row is not None:
                said[known.id] = (known.row, listed)
            book.put(name, street, phone, known)
            mine.append(known.id)
        found.append(list(dict.fromkeys(mine)))
    insert_many(connection, Owner, _COLUMNS, made)
    _change(connection, city, said, import_id)
    return found


def _met(connection: Connection, city: str, wanted: Sequence[list[_Person]]) -> _Book:
    """The owners on record at the streets and telephones that the step names, those with a protected address first."""
    streets = {street for people in wanted for _, _, street, _, _ in people} - {""}
    phones = {phone for people in wanted for _, _, _, phone, _ in people} - {""}
    rows = [
        *list_queries.protected_owners(connection, city),
        *list_queries.owners_at(connection, city, streets),
        *list_queries.owners_by_phone(connection, city, phones),
    ]
    book = _Book()
    for row in rows:
        book.put(person_key(row.name), street_of(row.address, city), row.phone_key, _Known(row.id, row))
    return book


def _named(placement: Placement, city: str) -> list[_Person]:
    listed = placement.latest
    if listed is None or not listed.owner:
        return []
    street, phone = street_of(listed.address, city), phone_key(listed.phone)
    people = [(person_key(listed.owner), listed.owner, street, phone, listed)]
    if listed.owner2:
        people.append((person_key(listed.owner2), listed.owner2, street, phone, listed))
    return people


def _keepers(
    connection: Connection, city: str, placements: Sequence[Placement], import_id: int
) -> dict[tuple[int | None, str], _Known]:
    """The present owners of known animals by animal and name: an owner who moved is still the same."""
    known = [placement.animal_id for placement in placements if placement.animal_id is not None]
    if not known:
        return {}
    kept = list_queries.keepings(connection, city, known)
    people = {row.id: row for row in list_queries.owners_by_id(connection, city, [row.owner_id for row in kept])}
    found: dict[tuple[int | None, str], _Known] = {}
    corrected = Corrected(connection, city, import_id)
    corrected.look_at_animals(known)
    for (animal, name), owner in corrected.former_names().items():
        if owner in people:
            found[animal, name] = _Known(owner, people[owner])
    for row in kept:
        found[row.animal_id, person_key(people[row.owner_id].name)] = _Known(row.owner_id, people[row.owner_id])
    return found


def _change(connection: Connection, city: str, said: dict[int, tuple[Any, Listed]], import_id: int) -> None:
    if not said:
        return
    corrected = Corrected(connection, city, import_id)
    corrected.look_at_owners(said)
    changes: list[dict[str, Any]] = []
    for owner, (row, listed) in said.items():
        change: dict[str, Any] = {}
        for field, keyed in (("phone", phone_key), ("email", None), ("address", address_key)):
            value = getattr(listed, field)
            if value and not corrected.keeps_of_owner(owner, field, value) and value != getattr(row, field):
                change[field] = value
                if keyed:
                    change[f"{field}_key"] = keyed(value)
        if change:
            changes.append({"id": owner, **change})
    list_queries.set_values(connection, city, Owner, changes)
    corrected.store()
