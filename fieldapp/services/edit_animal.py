"""A clerk corrects an animal's record: the values as they stand, and only what was changed is written."""

from collections.abc import Mapping
from dataclasses import dataclass

from fieldapp.services.correct import Change, correct_together
from fieldapp.services.correctable import FIELDS
from fieldapp.tables import corrections, facts
from fieldapp.tables.db import reading

OF_ANIMAL = (
    "name", "species", "breed", "color", "sex", "altered", "size", "birth", "microchip", "exemption", "kept at",
    "call name hidden",
)  # fmt: skip
OF_OWNER = ("owner", "phone", "address", "address protected")

Values = Mapping[tuple[str, int | None], str]  # (field, owner's id or None for the animal's own) -> text


class ChangedMeanwhileError(Exception):
    """Somebody else changed a value after this form was opened; `field` and `of` say which, `now` what it is now."""

    def __init__(self, field: str, of: int | None, now: str) -> None:
        super().__init__(f'Somebody else changed this to "{now}" while you were typing. Check it and save again.')
        self.field, self.of, self.now = field, of, now


@dataclass(frozen=True, slots=True)
class Record:
    """An animal's values that can be corrected; `owners` are the ids of its owners in order."""

    values: Values
    owners: tuple[int, ...]


def record_of(city: str, animal_id: int) -> Record | None:
    """The values of an animal of `city` as text; None where the city has no such animal."""
    with reading() as connection:
        animal = corrections.animal(connection, city, animal_id)
        if animal is None:
            return None
        values: dict[tuple[str, int | None], str] = {(f, None): FIELDS[f].shown(animal) for f in OF_ANIMAL}
        owners = [f.key for f in facts.facts_of_one(connection, city, animal_id) if f.kind == "owner"]
        for owner in owners:
            row = corrections.row_of(connection, city, animal_id, "owner", owner)
            values.update({(f, owner): FIELDS[f].shown(row) for f in OF_OWNER})
    return Record(values, tuple(owners))


def save(city: str, animal_id: int, was: Values, now: Values, *, actor: str, person_id: int) -> None:
    """Write what differs between `was` (when the form was opened) and `now` (as typed), all of it or nothing.

    Raises NotOnRecord, UnusableValue, or ChangedMeanwhileError where a value to be written is no longer what it was.
    """
    changes = [Change(f, text, of) for (f, of), text in now.items() if text.strip() != was.get((f, of), "")]
    current = record_of(city, animal_id)
    for change in changes if current else ():
        stands = current.values.get((change.field, change.of), "") if current else ""
        if stands not in {was.get((change.field, change.of), ""), change.value.strip()}:
            raise ChangedMeanwhileError(change.field, change.of, stands)
    correct_together(city, animal_id, changes, actor=actor, person_id=person_id)
