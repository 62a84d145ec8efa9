"""Give a sealed field note its meaning: one row, and the animal that it names where the city knows it."""

from sqlalchemy import Connection

from fieldapp.media.tag_code import read_code
from fieldapp.services.field_notes.check import NoteValues
from fieldapp.services.records.kind import Received
from fieldapp.tables import field_notes as tables

SUBJECT = "note"


def apply_note(connection: Connection, received: Received, note: NoteValues) -> str:
    """Write the note of a record within the caller's transaction; gives its subject ("note:12").

    An animal that the city does not have is left out; what was scanned or typed of it stays.
    """
    place = received.place
    key = tables.add(
        connection, received.city, record_key=received.key, record_id=received.id, author=received.author,
        ended=note.ended, ended_words=note.ended_words, animal_id=_animal(connection, received.city, note),
        tag=note.tag, animal_words=note.animal_words, place_by="position" if place else _without(note.place_by),
        place_words=note.place_words, latitude=str(place.lat) if place else "",
        longitude=str(place.lon) if place else "", accuracy_m=place.accuracy_m if place else None,
        occurred_at=note.occurred_at, city_by=received.city_by, city_differs=note.city_differs,
        case_number=note.case_number, words=note.words, corrects=note.corrects, protection=note.protection,
    )  # fmt: skip
    return f"{SUBJECT}:{key}"


def _without(place_by: str) -> str:
    """How the place is known in a record that holds no position."""
    return "none" if place_by == "position" else place_by


def _animal(connection: Connection, city: str, note: NoteValues) -> int | None:
    if note.animal_id is not None:
        return note.animal_id if tables.has_animal(connection, city, note.animal_id) else None
    if not note.tag:
        return None
    wearers = tables.wearers(connection, city, note.tag, read_code(note.tag))
    return wearers[0] if len(wearers) == 1 else None
