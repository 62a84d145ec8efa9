"""Field notes: how a call ended, one row a record that was applied. Written once; a correction is a row of its own."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import (
    CheckConstraint,
    Connection,
    ForeignKey,
    Index,
    Row,
    Select,
    UniqueConstraint,
    insert,
    or_,
    select,
)
from sqlalchemy.orm import Mapped, aliased, mapped_column

from fieldapp.tables.animals import Animal
from fieldapp.tables.db import Base, UtcTime
from fieldapp.tables.devices import Device
from fieldapp.tables.people import Person
from fieldapp.tables.records import Record
from fieldapp.tables.tags import Tag

ENDED = (
    "no_violation", "gone_on_arrival", "unable_to_locate", "returned_to_owner", "verbal_warning", "counterfeit_tag",
    "other",
)  # fmt: skip


class FieldNote(Base):
    """How one call ended, as its sealed record says.

    `latitude`, `longitude`: decimal text as it was sealed, empty where there was no position; `accuracy_m` in meters.
    `corrects`: the id of the record that this note corrects, empty for a first note.
    """

    __tablename__ = "field_notes"
    id: Mapped[int] = mapped_column(primary_key=True)
    city: Mapped[str]
    record_key: Mapped[int] = mapped_column(ForeignKey("records.key"), unique=True)
    record_id: Mapped[str]
    author: Mapped[int] = mapped_column(ForeignKey("people.id"), index=True)
    ended: Mapped[str]
    ended_words: Mapped[str]
    animal_id: Mapped[int | None] = mapped_column(ForeignKey("animals.id"), index=True)
    tag: Mapped[str]  # a code or a number, as it was scanned or typed
    animal_words: Mapped[str]
    place_by: Mapped[str]
    place_words: Mapped[str]
    latitude: Mapped[str]
    longitude: Mapped[str]
    accuracy_m: Mapped[int | None]
    occurred_at: Mapped[datetime] = mapped_column(UtcTime)
    city_by: Mapped[str]
    city_differs: Mapped[str]
    case_number: Mapped[str]
    words: Mapped[str]
    corrects: Mapped[str]
    protection: Mapped[str]
    __table_args__ = (
        UniqueConstraint("city", "record_id"),
        CheckConstraint(
            "ended in ('no_violation', 'gone_on_arrival', 'unable_to_locate', 'returned_to_owner', 'verbal_warning', "
            "'counterfeit_tag', 'other')",
            name="ended",
        ),
        CheckConstraint("place_by in ('position', 'typed', 'none')", name="place_by"),
        Index(None, "city", "author", "occurred_at"),
        Index(None, "city", "occurred_at"),
        Index(None, "city", "animal_id", "occurred_at"),
        Index(None, "city", "corrects"),
    )


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which notes of a list: of one author, of one end, from one instant on and before another; None: any."""

    author: int | None = None
    ended: str | None = None
    since: datetime | None = None
    before: datetime | None = None


def add(connection: Connection, city: str, **values: object) -> int:
    """Append a note; gives its id."""
    made = connection.execute(insert(FieldNote).values(city=city, **values)).inserted_primary_key
    return int(made[0]) if made else 0


def has_animal(connection: Connection, city: str, animal_id: int) -> bool:
    """Whether the city has this animal."""
    found = select(Animal.id).where(Animal.city == city, Animal.id == animal_id)
    return connection.execute(found).first() is not None


def wearers(connection: Connection, city: str, number: str, code: str | None) -> Sequence[int]:
    """The animals that wear or wore a tag of this code or printed number, at most two."""
    exact = or_(Tag.number == number, Tag.code == code) if code else Tag.number == number
    worn = select(Tag.animal_id).where(Tag.city == city, exact, Tag.animal_id.is_not(None))
    return [animal for animal in connection.scalars(worn.distinct().limit(2)) if animal is not None]


def one(connection: Connection, city: str, note_id: int) -> Row[*tuple[Any, ...]] | None:
    """A note of the city, with its people, device and times; None where there is none of this id."""
    return connection.execute(_whole().where(FieldNote.city == city, FieldNote.id == note_id)).first()


def of_record(connection: Connection, city: str, record_id: str) -> Row[*tuple[Any, ...]] | None:
    """The note of a record of the city; None where there is none."""
    return connection.execute(_whole().where(FieldNote.city == city, FieldNote.record_id == record_id)).first()


def listed(connection: Connection, city: str, wanted: Wanted, most: int) -> Sequence[Row[*tuple[Any, ...]]]:
    """At most `most` notes, the latest call first."""
    query = _whole().where(FieldNote.city == city)
    for column, value in ((FieldNote.author, wanted.author), (FieldNote.ended, wanted.ended)):
        if value is not None:
            query = query.where(column == value)
    if wanted.since is not None:
        query = query.where(FieldNote.occurred_at >= wanted.since)
    if wanted.before is not None:
        query = query.where(FieldNote.occurred_at < wanted.before)
    return connection.execute(query.order_by(FieldNote.occurred_at.desc(), FieldNote.id.desc()).limit(most)).all()


def of_animal(connection: Connection, city: str, animal_id: int, most: int) -> Sequence[Row[*tuple[Any, ...]]]:
    """(ended, occurred_at, record_id, author) of the latest notes about an animal that no later note corrects."""
    note, later = FieldNote, aliased(FieldNote)
    corrected = select(later.id).where(later.city == note.city, later.corrects == note.record_id).exists()
    query = select(note.ended, note.occurred_at, note.record_id, note.author)
    query = query.where(note.city == city, note.animal_id == animal_id, ~corrected)
    return connection.execute(query.order_by(note.occurred_at.desc(), note.id.desc()).limit(most)).all()


def corrections_of(connection: Connection, city: str, record_id: str) -> Sequence[Row[*tuple[Any, ...]]]:
    """The notes that correct a record, the earliest first."""
    query = _whole().where(FieldNote.city == city, FieldNote.corrects == record_id)
    return connection.execute(query.order_by(FieldNote.id)).all()


def authors(connection: Connection, city: str) -> Sequence[Row[*tuple[Any, ...]]]:
    """(id, name) of everybody who wrote a note in the city, by name."""
    wrote = select(FieldNote.author).where(FieldNote.city == city).distinct()
    return connection.execute(select(Person.id, Person.name).where(Person.id.in_(wrote)).order_by(Person.name)).all()


def _whole() -> Select[*tuple[Any, ...]]:
    return (
        select(
            FieldNote.__table__, Person.name.label("by"), Animal.name.label("animal_name"),
            Animal.species.label("animal_species"), Record.device, Record.sealed_at, Record.received_at,
            Record.server_seq, Record.sha256, Device.number.label("device_number"), Device.label.label("device_label"),
        )
        .join(Person, Person.id == FieldNote.author)
        .join(Record, Record.key == FieldNote.record_key)
        .join(Device, Device.id == Record.device)
        .outerjoin(Animal, (Animal.id == FieldNote.animal_id) & (Animal.city == FieldNote.city))
    )  # fmt: skip
