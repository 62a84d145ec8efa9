"""Photos and proofs: what each file is, whose record it belongs to, and under which hash its bytes lie in the store."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import (
    CheckConstraint,
    Connection,
    ForeignKey,
    Index,
    Row,
    Select,
    String,
    func,
    insert,
    select,
    type_coerce,
)
from sqlalchemy.orm import InstrumentedAttribute, Mapped, mapped_column

from fieldapp.tables import record_photo_queries
from fieldapp.tables.animals import Animal
from fieldapp.tables.db import Base, UtcTime
from fieldapp.tables.people import Person

KINDS = ("dog", "enclosure", "scene", "injury", "paper", "person")
_AT_A_TIME = 500


class Photo(Base):
    """One photo of a record. The same bytes twice are one file and two photos.

    `page_sha256` and `small_sha256` name the copies (about 1600 and 320 pixels), empty while there are none; state
    `unreadable`: bytes of a sealed record that cannot be decoded, kept and never derived.
    """

    __tablename__ = "photos"
    id: Mapped[int] = mapped_column(primary_key=True)
    city: Mapped[str]
    subject: Mapped[str]  # "animal:12"
    kind: Mapped[str]
    state: Mapped[str] = mapped_column(default="ready")
    sha256: Mapped[str]  # of the original, byte for byte as it came
    bytes: Mapped[int]
    type: Mapped[str]  # jpeg, png, webp, heif, avif: by content
    width: Mapped[int]  # upright
    height: Mapped[int]
    page_sha256: Mapped[str] = mapped_column(default="")
    small_sha256: Mapped[str] = mapped_column(default="")
    captured_at: Mapped[str] = mapped_column(
        default=""
    )  # ISO as the camera says it, with its offset where it gives one
    latitude: Mapped[float | None]
    longitude: Mapped[float | None]
    file_name: Mapped[str] = mapped_column(default="")  # as the phone called it
    added_by: Mapped[int] = mapped_column(ForeignKey("people.id"), index=True)
    added_at: Mapped[datetime] = mapped_column(UtcTime)
    __table_args__ = (
        CheckConstraint("kind in ('dog', 'enclosure', 'scene', 'injury', 'paper', 'person')", name="kind"),
        CheckConstraint("state in ('ready', 'unreadable')", name="state"),
        Index(None, "city", "subject"),
        Index(None, "sha256"),
        Index(None, "page_sha256"),
        Index(None, "small_sha256"),
    )


class Proof(Base):
    """One PDF of a record, such as a policy of insurance: stored and downloaded, never parsed."""

    __tablename__ = "proofs"
    id: Mapped[int] = mapped_column(primary_key=True)
    city: Mapped[str]
    subject: Mapped[str]
    sha256: Mapped[str]
    bytes: Mapped[int]
    file_name: Mapped[str] = mapped_column(default="")
    added_by: Mapped[int] = mapped_column(ForeignKey("people.id"), index=True)
    added_at: Mapped[datetime] = mapped_column(UtcTime)
    __table_args__ = (Index(None, "city", "subject"), Index(None, "sha256"))


def add(connection: Connection, city: str, **values: object) -> int:
    """Append a photo; gives its id."""
    return _key(connection.execute(insert(Photo).values(city=city, **values)).inserted_primary_key)


def add_proof(connection: Connection, city: str, **values: object) -> int:
    """Append a proof; gives its id."""
    return _key(connection.execute(insert(Proof).values(city=city, **values)).inserted_primary_key)


def of_subject(connection: Connection, city: str, subject: str) -> Sequence[Row[*tuple[Any, ...]]]:
    """The photos of a record in the order in which they were added, each with `by`, who added it."""
    query = select(Photo.__table__, Person.name.label("by")).join(Person, Person.id == Photo.added_by)
    return connection.execute(query.where(Photo.city == city, Photo.subject == subject).order_by(Photo.id)).all()


def proofs_of_subject(connection: Connection, city: str, subject: str) -> Sequence[Row[*tuple[Any, ...]]]:
    """The proofs of a record in the order in which they were added, each with `by`, who added it."""
    query = select(Proof.__table__, Person.name.label("by")).join(Person, Person.id == Proof.added_by)
    return connection.execute(query.where(Proof.city == city, Proof.subject == subject).order_by(Proof.id)).all()


def one(connection: Connection, city: str, photo_id: int) -> Row[*tuple[Any, ...]] | None:
    """A photo of the city; None where the city has none of that id."""
    return connection.execute(select(Photo.__table__).where(Photo.city == city, Photo.id == photo_id)).first()


def just_added(
    connection: Connection, city: str, subject: str, kind: str, sha256: str, person_id: int, since: datetime
) -> int | None:
    """The id of the photo of these bytes that this person added to the record as this kind since then; None if none."""
    query = select(Photo.id).where(
        Photo.city == city, Photo.subject == subject, Photo.kind == kind, Photo.sha256 == sha256,
        Photo.added_by == person_id, Photo.added_at >= since,
    )  # fmt: skip
    return connection.execute(query.order_by(Photo.id.desc()).limit(1)).scalar()


def one_proof(connection: Connection, city: str, proof_id: int) -> Row[*tuple[Any, ...]] | None:
    """A proof of the city; None where the city has none of that id."""
    return connection.execute(select(Proof.__table__).where(Proof.city == city, Proof.id == proof_id)).first()


def as_stored(connection: Connection, city: str, table: type[Photo | Proof], key: int) -> Row[*tuple[Any, ...]] | None:
    """A row as the database holds it, whatever somebody wrote into it: `added_at` is its text or its instant."""
    columns = [c for c in table.__table__.c if c.name != "added_at"]
    found = select(*columns, type_coerce(table.added_at, String).label("added_at"))
    return connection.execute(found.where(table.city == city, table.id == key)).first()


def has_animal(connection: Connection, city: str, animal_id: int) -> bool:
    """Whether the city has this animal."""
    found = connection.execute(select(func.count()).where(Animal.city == city, Animal.id == animal_id)).scalar_one()
    return bool(found)


def files_of_city(connection: Connection, city: str) -> Iterator[tuple[str, str, int | None]]:
    """(what, sha256, bytes) of every file that the city's photos, proofs and sealed records name, one at a time.

    `what` is "photo:7", "photo:7 page copy", "photo:7 small copy" or "proof:3"; the bytes of copies are not on record.
    """
    named = select(Photo.id, Photo.sha256, Photo.bytes, Photo.page_sha256, Photo.small_sha256)
    for row in _each(connection, named.where(Photo.city == city), Photo.id):
        yield f"photo:{row.id}", row.sha256, row.bytes
        if row.page_sha256:
            yield f"photo:{row.id} page copy", row.page_sha256, None
        if row.small_sha256:
            yield f"photo:{row.id} small copy", row.small_sha256, None
    for row in _each(connection, select(Proof.id, Proof.sha256, Proof.bytes).where(Proof.city == city), Proof.id):
        yield f"proof:{row.id}", row.sha256, row.bytes
    yield from record_photo_queries.files_of_city(connection, city)


def _each(connection: Connection, query: Select[*tuple[Any, ...]], key: InstrumentedAttribute[int]) -> Iterator[Any]:
    """Every row by its id, some hundreds in memory at a time, on a connection that holds no transaction."""
    last = 0
    while rows := connection.execute(query.where(key > last).order_by(key).limit(_AT_A_TIME)).all():
        yield from rows
        last = rows[-1].id


def newest(connection: Connection, city: str, table: type[Photo | Proof]) -> int:
    """The highest id among the city's photos, or its proofs; 0 where it has none."""
    return int(connection.scalar(select(func.max(table.id)).where(table.city == city)) or 0)


def count_until(connection: Connection, city: str, table: type[Photo | Proof], last: int) -> int:
    """How many photos, or proofs, of the city have an id up to `last`."""
    return int(connection.scalar(select(func.count()).where(table.city == city, table.id <= last)) or 0)


def is_named(connection: Connection, sha256: str) -> bool:
    """Whether any photo, proof or sealed record of any city names this file: until none does, its bytes stay."""
    named = (Photo.sha256 == sha256) | (Photo.page_sha256 == sha256) | (Photo.small_sha256 == sha256)
    if connection.execute(select(Photo.id).where(named).limit(1)).first():
        return True
    if connection.execute(select(Proof.id).where(Proof.sha256 == sha256).limit(1)).first():
        return True
    return record_photo_queries.is_named(connection, sha256)


def _key(found: Any) -> int:  # noqa: ANN401  a row of one column
    return int(found[0])
