"""The demo's field notes: typed at the desk of their city, through the same door as real ones."""

import tomllib
import uuid
from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import select

from fieldapp import clock
from fieldapp.services.demo_people import DemoPerson
from fieldapp.services.field_notes.check import KIND
from fieldapp.services.records.desk import Typed, seal
from fieldapp.tables import people_queries
from fieldapp.tables.animals import Animal
from fieldapp.tables.db import reading

FOLDER = Path(__file__).parent
ORIGIN = "http://localhost:8000"  # where `make run` serves a demo


def load_notes(instance: Path, people: tuple[DemoPerson, ...]) -> int:
    """Seal the demo's notes, each by the officer of its city; gives how many. The server's keys must be there."""
    notes = tomllib.loads((FOLDER / "notes.toml").read_text(encoding="utf-8"))["note"]
    authors = _authors(people)
    for told in notes:
        seal(_typed(told, authors[told["city"]], _animal(told)), ORIGIN, instance)
    return len(notes)


def _animal(told: Mapping[str, Any]) -> int | None:
    named = select(Animal.id).where(Animal.city == told["city"], Animal.name == told.get("animal", ""))
    with reading() as connection:
        return connection.scalars(named).first() if "animal" in told else None


def _authors(people: tuple[DemoPerson, ...]) -> dict[str, int]:
    """The officer of each city, by id."""
    found = {}
    with reading() as connection:
        for person in people:
            row = people_queries.by_username(connection, people_queries.username_key(person.username))
            if person.role == "officer" and person.city and row:
                found[person.city] = int(row.id)
    return found


def _typed(told: Mapping[str, Any], author: int, animal: int | None) -> Typed:
    payload = {
        "ended": told["ended"], "ended_words": told.get("ended_words", ""),
        "animal": {"id": animal, "tag": "", "words": told.get("looks", "")}, "place_words": told["place"],
        "place_by": "typed", "occurred_at": (clock.now() - timedelta(hours=told["hours"])).isoformat(),
        "case_number": told.get("case_number", ""), "words": told["words"], "city_differs": "", "corrects": None,
        "protection": "desk",
    }  # fmt: skip
    key = str(uuid.UUID(bytes=clock.random_bytes(16), version=4))
    return Typed(city=told["city"], record_id=key, kind=KIND, payload=payload, author=author)
