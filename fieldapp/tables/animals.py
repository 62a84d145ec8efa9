"""Animals, their owners, and where they are kept."""

from datetime import date, datetime

from sqlalchemy import CheckConstraint, ForeignKey, Index, UniqueConstraint
from sqlalchemy.engine.default import DefaultExecutionContext
from sqlalchemy.orm import Mapped, mapped_column

from fieldapp.tables.db import Base, Key, UtcTime
from fieldapp.tables.keys import last_name_key


class Premises(Base):
    __tablename__ = "premises"
    id: Mapped[int] = mapped_column(primary_key=True)
    city: Mapped[str]
    address: Mapped[str]
    address_key: Mapped[str] = mapped_column(Key)
    house: Mapped[int | None]
    street_key: Mapped[str] = mapped_column(Key)
    latitude: Mapped[float | None]
    longitude: Mapped[float | None]
    __table_args__ = (
        UniqueConstraint("city", "address_key"),
        Index(None, "city", "street_key", "house"),
        Index(None, "city", "latitude", "longitude"),
    )


class Animal(Base):
    __tablename__ = "animals"
    id: Mapped[int] = mapped_column(primary_key=True)
    city: Mapped[str]
    name: Mapped[str]
    name_key: Mapped[str] = mapped_column(Key)
    species: Mapped[str]  # dog, cat, ferret, rabbit, pig
    breed: Mapped[str] = mapped_column(default="")
    color: Mapped[str] = mapped_column(default="")
    sex: Mapped[str] = mapped_column(default="")  # male, female
    altered: Mapped[bool | None]
    size: Mapped[str] = mapped_column(default="")  # small, medium, large
    born_on: Mapped[date | None]  # the first day that it can have been
    born_within: Mapped[str] = mapped_column(default="day")  # day, month, year: how closely the birth is known
    microchip: Mapped[str] = mapped_column(default="")
    microchip_key: Mapped[str] = mapped_column(default="")
    exemption: Mapped[str] = mapped_column(default="")  # a kind that the city's rule names
    name_hidden: Mapped[bool] = mapped_column(default=False)  # the owner asked that finders do not see the call name
    premises_id: Mapped[int | None] = mapped_column(ForeignKey("premises.id"), index=True)
    died_on: Mapped[date | None]
    created_at: Mapped[datetime] = mapped_column(UtcTime)
    __table_args__ = (
        CheckConstraint("born_within in ('day', 'month', 'year')", name="born_within"),
        Index(None, "city", "name_key"),
        Index(None, "city", "microchip_key"),
    )


def _last_key(row: DefaultExecutionContext) -> str:
    values = row.get_current_parameters()  # type: ignore[no-untyped-call]
    return last_name_key(values["name"])


class Owner(Base):
    __tablename__ = "owners"
    id: Mapped[int] = mapped_column(primary_key=True)
    city: Mapped[str]
    name: Mapped[str]
    name_key: Mapped[str] = mapped_column(Key)
    last_key: Mapped[str] = mapped_column(Key, default=_last_key)
    phone: Mapped[str] = mapped_column(default="")
    phone_key: Mapped[str] = mapped_column(default="")
    email: Mapped[str] = mapped_column(default="")
    address: Mapped[str] = mapped_column(default="")
    address_key: Mapped[str] = mapped_column(Key, default="")
    address_protected: Mapped[bool] = mapped_column(default=False)  # Safe at Home, Minn. Stat. 13.045
    created_at: Mapped[datetime] = mapped_column(UtcTime)
    __table_args__ = (
        Index(None, "city", "name_key"),
        Index(None, "city", "last_key"),
        Index(None, "city", "phone_key"),
        Index(None, "city", "address_key"),
    )


class Keeping(Base):
    """Who owns which animal; a dog can have two owners."""

    __tablename__ = "keepings"
    animal_id: Mapped[int] = mapped_column(ForeignKey("animals.id"), primary_key=True)
    owner_id: Mapped[int] = mapped_column(ForeignKey("owners.id"), primary_key=True, index=True)
    city: Mapped[str]
    __table_args__ = ({"sqlite_with_rowid": False},)


class Difference(Base):
    """A value that was corrected here, and what a later list says instead; both are shown until a person settles it."""

    __tablename__ = "differences"
    id: Mapped[int] = mapped_column(primary_key=True)
    city: Mapped[str]
    animal_id: Mapped[int] = mapped_column(ForeignKey("animals.id"), index=True)
    field: Mapped[str]
    subject: Mapped[str] = mapped_column(default="")  # "owner:4", "license:12", "vaccination:3"; "": the animal
    here: Mapped[str]
    corrected_at: Mapped[datetime] = mapped_column(UtcTime)
    corrected_by: Mapped[int | None] = mapped_column(ForeignKey("people.id"))
    in_list: Mapped[str | None]
    import_id: Mapped[int | None] = mapped_column(ForeignKey("imports.id"))
    settled_at: Mapped[datetime | None] = mapped_column(UtcTime)
    __table_args__ = (
        UniqueConstraint("animal_id", "field", "subject"),
        Index(None, "city", "animal_id"),
        Index(None, "city", "subject"),
    )
