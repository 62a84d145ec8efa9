"""Which photos of a record have not arrived yet: the same for every kind of record, on its page and in its list."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from itertools import groupby

from fieldapp.tables import record_photo_queries
from fieldapp.tables.db import reading
from fieldapp.tables.records import ORIGINAL


@dataclass(frozen=True, slots=True)
class PhotoDue:
    """One photo of a manifest of which a file is not here. `kind`: what it shows; `lacks`: what is not here, in words.

    `number` counts the record's photos of this kind, as their slots do ("dog-2").
    """

    kind: str
    number: str
    lacks: str


@dataclass(frozen=True, slots=True)
class PhotosDue:
    """The photos that a record waits for, in the order of its manifest, and how many it names in all."""

    missing: tuple[PhotoDue, ...]
    named: int

    @property
    def says(self) -> str:
        """The sentence for a page and for a list."""
        if self.named == 1:
            return "1 photo has not arrived yet"
        verb = "has" if len(self.missing) == 1 else "have"
        return f"{len(self.missing)} of {self.named} photos {verb} not arrived yet"


def of_records(city: str, record_ids: Collection[str]) -> Mapping[str, PhotosDue]:
    """What those records of a city wait for, by the record's id; a complete one and one without photos is left out."""
    if not record_ids:
        return {}
    with reading() as connection:
        lines = record_photo_queries.of_incomplete(connection, city, record_ids)
    found = {}
    for record, its_lines in groupby(lines, key=lambda line: line.record):
        slots: dict[str, dict[str, bool]] = {}
        for line in its_lines:
            slots.setdefault(line.slot, {})[line.form] = line.whole_at is not None
        missing = tuple(_due(slot, forms) for slot, forms in slots.items() if not all(forms.values()))
        found[record] = PhotosDue(missing, len(slots))
    return found


def of_record(city: str, record_id: str) -> PhotosDue | None:
    """What one record waits for; None where it is complete or has no photos."""
    return of_records(city, (record_id,)).get(record_id)


def _due(slot: str, forms: Mapping[str, bool]) -> PhotoDue:
    kind, _, number = slot.rpartition("-")
    if not any(forms.values()):
        lacks = "nothing of it is here"
    else:
        lacks = "its small copy is not here" if forms[ORIGINAL] else "only its small copy is here"
    return PhotoDue(kind, number, lacks)
