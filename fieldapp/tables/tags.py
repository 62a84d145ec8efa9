"""Tags: made for a city, then issued to an animal, lost, stolen, destroyed, replaced."""

from datetime import date, datetime

from sqlalchemy import CheckConstraint, ForeignKey, Index, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from fieldapp.tables.db import Base, UtcTime

STATES = ("in_stock", "issued", "lost", "stolen", "destroyed", "replaced")


class Tag(Base):
    __tablename__ = "tags"
    id: Mapped[int] = mapped_column(primary_key=True)
    city: Mapped[str]
    code: Mapped[str] = mapped_column(unique=True)
    number: Mapped[str]
    number_key: Mapped[str]
    number_runs: Mapped[str]
    year: Mapped[int | None]
    serial: Mapped[int | None]  # counts the tags that we make for a city and year
    state: Mapped[str]
    state_since: Mapped[date]
    animal_id: Mapped[int | None] = mapped_column(ForeignKey("animals.id"))
    issued_on: Mapped[date | None]
    replaced_by: Mapped[int | None] = mapped_column(ForeignKey("tags.id"))
    made_at: Mapped[datetime] = mapped_column(UtcTime)
    __table_args__ = (
        UniqueConstraint("city", "number"),
        UniqueConstraint("city", "year", "serial"),
        CheckConstraint(f"state in {STATES}", name="state"),
        CheckConstraint("(state = 'in_stock') = (animal_id is null)", name="bound"),
        Index(None, "animal_id", "city"),  # in this order: else SQLite takes a whole city for the better choice
        Index(None, "city", "number_key"),
        Index(None, "city", "number_runs"),
    )
