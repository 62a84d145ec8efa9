"""What a city has said of the doubts of its law: appended only, so that the history stays."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any

from sqlalchemy import CheckConstraint, Connection, ForeignKey, Index, Row, insert, select
from sqlalchemy.orm import Mapped, mapped_column

from fieldapp.tables.db import Base, UtcTime
from fieldapp.tables.people import Person


class LawSignOff(Base):
    """One word of a city on one doubt: of which piece of law, in which content, and what was said of it."""

    __tablename__ = "law_sign_offs"
    id: Mapped[int] = mapped_column(primary_key=True)
    city: Mapped[str]
    place: Mapped[str]  # whose law it is: the city's own or its state's
    kind: Mapped[str]
    piece_key: Mapped[str]
    since: Mapped[date]
    content_sha256: Mapped[str]
    state: Mapped[str]  # open, confirmed, changed
    words: Mapped[str]
    person_id: Mapped[int] = mapped_column(ForeignKey("people.id"), index=True)
    at: Mapped[datetime] = mapped_column(UtcTime)
    __table_args__ = (
        CheckConstraint("state in ('open', 'confirmed', 'changed')", name="state"),
        Index(None, "city", "place", "kind", "piece_key"),
    )


def add(connection: Connection, city: str, **values: object) -> None:
    """Append what a city says."""
    connection.execute(insert(LawSignOff).values(city=city, **values))


def of_city(connection: Connection, city: str) -> Sequence[Row[*tuple[Any, ...]]]:
    """Everything that a city has said, the oldest first, each with the name of the person."""
    query = select(LawSignOff.__table__, Person.name.label("by")).join(Person, Person.id == LawSignOff.person_id)
    return connection.execute(query.where(LawSignOff.city == city).order_by(LawSignOff.id)).all()
