"""What the law has said about a dog or its owner: declarations, bars on owning, removals from the city."""

from datetime import date

from sqlalchemy import CheckConstraint, ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from fieldapp.tables.db import Base


class Declaration(Base):
    """A declaration; its stage on a day follows from the dates."""

    __tablename__ = "declarations"
    id: Mapped[int] = mapped_column(primary_key=True)
    city: Mapped[str]
    animal_id: Mapped[int] = mapped_column(ForeignKey("animals.id"), index=True)
    dog_class: Mapped[str]  # dangerous, potentially_dangerous
    declared_on: Mapped[date]
    appealed_on: Mapped[date | None]
    final_on: Mapped[date | None]
    rescinded_on: Mapped[date | None]
    __table_args__ = (CheckConstraint("dog_class in ('dangerous', 'potentially_dangerous')", name="dog_class"),)


class OwnershipBar(Base):
    """A person who may own no dog (347.542, Crystal Future ownership)."""

    __tablename__ = "ownership_bars"
    id: Mapped[int] = mapped_column(primary_key=True)
    city: Mapped[str]
    owner_id: Mapped[int] = mapped_column(ForeignKey("owners.id"), index=True)
    clause: Mapped[str]  # the inventory id that it rests on
    from_on: Mapped[date]
    until_on: Mapped[date | None]


class Removal(Base):
    """A dog that was removed from the city and may not come back (Battle Lake (M)), known by its chip or its record."""

    __tablename__ = "removals"
    id: Mapped[int] = mapped_column(primary_key=True)
    city: Mapped[str]
    animal_id: Mapped[int | None] = mapped_column(ForeignKey("animals.id"), index=True)
    microchip_key: Mapped[str] = mapped_column(default="")
    removed_on: Mapped[date]
    __table_args__ = (Index(None, "city", "microchip_key"),)
