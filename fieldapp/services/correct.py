"""Correct one value here. A later list never overwrites it: both are shown until a person settles the difference."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection

from fieldapp import clock
from fieldapp.services.cities import law_day
from fieldapp.services.correctable import FIELDS, Change, UnusableValue, refuse_absurd
from fieldapp.tables import audit, corrections
from fieldapp.tables.db import reading, writing

LONGEST = 500


class NotOnRecord(LookupError):
    """The city has no such animal, owner, license, vaccination or difference."""


def correct(
    city: str,
    animal_id: int,
    field: str,
    value: str,
    *,
    actor: str,
    person_id: int | None = None,
    of: int | None = None,
) -> None:
    """Change one field of an animal, its owner, license or vaccination, and remember that it was corrected here.

    As `correct_together` of one change.
    """
    correct_together(city, animal_id, [Change(field, value, of)], actor=actor, person_id=person_id)


def correct_together(
    city: str, animal_id: int, changes: Iterable[Change], *, actor: str, person_id: int | None = None
) -> None:
    """Write all changes or none, remember that each value was corrected here, one audit entry for all.

    Raises NotOnRecord, or UnusableValue whose `field` and `of` say which change it is about.
    """
    with writing() as connection:
        told = [_correct(connection, city, animal_id, change, person_id) for change in changes]
        if told:
            audit.append(
                connection, city, actor=actor, action="value.corrected", subject=f"animal:{animal_id}",
                detail={"changes": told},
            )  # fmt: skip


def _correct(
    connection: Connection, city: str, animal_id: int, change: Change, person_id: int | None
) -> dict[str, str]:
    """Write one change and give what the audit entry says of it."""
    value = " ".join(change.value.replace("\x00", "").split())
    try:
        _refuse_impossible(city, change.field, value)
        before = _write(connection, city, animal_id, change.field, value, change.of)
    except UnusableValue as wrong:
        wrong.field, wrong.of = change.field, change.of
        raise
    at = clock.now()
    in_list = before.text if corrections.from_list(connection, city, animal_id) else None
    for animal in before.animals:
        corrections.note(
            connection, city, animal, change.field, before.subject, here=value, in_list=in_list, at=at, by=person_id
        )
    return {"field": change.field, "of": before.subject, "before": before.text, "after": value}


def _refuse_impossible(city: str, field: str, value: str) -> None:
    if field not in FIELDS:
        msg = f'"{field}" is no field that can be corrected'
        raise UnusableValue(msg)
    if len(value) > LONGEST:
        msg = f"A value has at most {LONGEST} characters"
        raise UnusableValue(msg)
    refuse_absurd(value, FIELDS[field].values(value), law_day(city))


def is_open(city: str, difference_id: int) -> bool:
    """Whether the city has this difference and nobody has settled it."""
    with reading() as connection:
        row = corrections.difference(connection, city, difference_id)
    return row is not None and row.in_list is not None


def settle(city: str, difference_id: int, *, keep_here: bool, actor: str) -> int:
    """Settle a difference: the value here stays, or the list's takes its place and counts again. Gives the animal's id.

    Audited. Raises NotOnRecord.
    """
    with writing() as connection:
        row = corrections.difference(connection, city, difference_id)
        if row is None or row.in_list is None:
            raise NotOnRecord(difference_id)
        if not keep_here:
            of = int(row.subject.partition(":")[2]) if row.subject else None
            _write(connection, city, row.animal_id, row.field, row.in_list, of)
        at = clock.now() if keep_here else None
        corrections.settle(connection, city, row.animal_id, row.field, row.subject, at)
        audit.append(
            connection, city, actor=actor, action="difference.settled", subject=f"animal:{row.animal_id}",
            detail={
                "field": row.field, "here": row.here, "in_list": row.in_list, "kept": "here" if keep_here else "list",
            },
        )  # fmt: skip
        return int(row.animal_id)


@dataclass(frozen=True, slots=True)
class _Before:
    text: str
    subject: str
    animals: tuple[int, ...]


def _write(connection: Connection, city: str, animal_id: int, field: str, value: str, of: int | None) -> _Before:
    """Write the value, and where it is an address move the animals that are kept there; gives what stood before."""
    how = FIELDS[field]
    animal = corrections.animal(connection, city, animal_id)
    if animal is None:
        raise NotOnRecord(animal_id)
    row = animal if how.kind == "animal" else corrections.row_of(connection, city, animal_id, how.kind, of)
    if row is None:
        raise NotOnRecord(field)
    if field == "kept at":
        values: dict[str, Any] = {"premises_id": corrections.premises_at(connection, city, value)}
    else:
        values = how.values(value)
    subject = "" if how.kind == "animal" else f"{how.kind}:{row.id}"
    animals = tuple(corrections.animals_of_owner(connection, city, row.id)) if how.kind == "owner" else (animal_id,)
    if field == "address" and row.address:
        old = corrections.premises_at(connection, city, row.address)
        corrections.move(connection, city, animals, corrections.premises_at(connection, city, value), of=old)
    corrections.set_row(connection, city, how.kind, row.id, values)
    return _Before(how.shown(row), subject, animals)


__all__ = ["FIELDS", "Change", "NotOnRecord", "UnusableValue", "correct", "correct_together", "settle"]
