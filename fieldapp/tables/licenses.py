"""License terms and rabies vaccinations."""

from datetime import date

from sqlalchemy import ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from fieldapp.tables.db import Base


class License(Base):
    """One term of a license. The number is the city's text, kept as it was written."""

    __tablename__ = "licenses"
    id: Mapped[int] = mapped_column(primary_key=True)
    city: Mapped[str]
    animal_id: Mapped[int] = mapped_column(ForeignKey("animals.id"))
    number: Mapped[str]
    number_folded: Mapped[str]  # case folded: the identity of the number; "owner|address" where the list has none
    number_key: Mapped[str]  # as people type it
    number_runs: Mapped[str]
    issued_on: Mapped[date | None]
    ends_on: Mapped[date | None]  # None: not known, unless for_life
    for_life: Mapped[bool] = mapped_column(default=False)
    list_status: Mapped[str] = mapped_column(default="")  # the list's own word, kept
    ended_early: Mapped[str] = mapped_column(default="")  # cancelled, deceased...: no term whatever its dates say
    term_hash: Mapped[str | None]  # of the term's content in a list
    list_identity: Mapped[str] = mapped_column(default="")  # the animal's name, species and birth as the list says them
    list_slot: Mapped[str] = mapped_column(default="")  # which term of the animal it is, by the list's own dates
    import_id: Mapped[int | None] = mapped_column(ForeignKey("imports.id"))
    import_line: Mapped[int | None]
    __table_args__ = (
        Index(None, "animal_id", "city"),  # in this order: else SQLite takes a whole city for the better choice
        Index(None, "city", "number_key"),
        Index(None, "city", "number_runs"),
        Index(None, "city", "number_folded", "term_hash", unique=True),
    )


class Vaccination(Base):
    """One rabies vaccination of an animal."""

    __tablename__ = "vaccinations"
    id: Mapped[int] = mapped_column(primary_key=True)
    city: Mapped[str]
    animal_id: Mapped[int] = mapped_column(ForeignKey("animals.id"))
    given_on: Mapped[date | None]
    due_on: Mapped[date | None]  # the product's next due date, as the certificate says
    dose: Mapped[str] = mapped_column(default="")  # first, booster
    product: Mapped[str] = mapped_column(default="")
    serial: Mapped[str] = mapped_column(default="")
    veterinarian: Mapped[str] = mapped_column(default="")
    tag_number: Mapped[str] = mapped_column(default="")
    tag_key: Mapped[str] = mapped_column(default="")
    import_id: Mapped[int | None] = mapped_column(ForeignKey("imports.id"))
    __table_args__ = (Index(None, "animal_id", "city"), Index(None, "city", "tag_key"))
