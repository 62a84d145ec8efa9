"""A field note as plain text, for the police department's own system: one fact a line, nothing else."""

from datetime import datetime
from zoneinfo import ZoneInfo

from fieldapp.services import cities
from fieldapp.services.field_notes.read import NoteReading
from fieldapp.services.field_notes.words import CITY_BY_WORDS, PLACE_BY_WORDS
from fieldapp.services.records.photos_due import PhotosDue


def as_text(
    note: NoteReading, *, photos: int = 0, due: PhotosDue | None = None, corrected_by: tuple[NoteReading, ...] = ()
) -> str:
    """The note in lines of "NAME: value" ended by LF; times in the city's zone with its name, lines without a value
    left out. `photos`: how many are here. `due`: what its record still waits for. `corrected_by`: the notes that
    correct this one."""
    lines = [
        ("FIELD NOTE", cities.city(note.city).name),
        ("Ended", note.ended_says),
        ("When", _time(note.occurred_at, note.city)),
        ("Case number", note.case_number),
        ("Animal", note.animal_says),
        ("Place", _place(note)),
        ("Note", note.words),
        ("Photos", str(due.named) if due else str(photos) if photos else ""),
        ("Photos missing", due.says if due else ""),
        ("Officer", note.by),
        ("City", f"{cities.city(note.city).name}, {CITY_BY_WORDS.get(note.city_by, note.city_by)}"),
        ("City in doubt", note.city_differs),
        ("Sealed", _time(note.sealed_at, note.city)),
        ("Received", _time(note.received_at, note.city)),
        ("Sealed on", note.device),
        ("Record", f"{note.record_id}, receipt {note.receipt}"),
        ("Corrects record", note.corrects),
        ("Corrected by record", ", ".join(one.record_id for one in corrected_by)),
    ]
    return "".join(f"{name}: {_folded(value)}\n" for name, value in lines if value)


def _place(note: NoteReading) -> str:
    position = ""
    if note.latitude:
        within = f" within {note.accuracy_m} m" if note.accuracy_m is not None else ""
        position = f"{note.latitude}, {note.longitude}{within} ({PLACE_BY_WORDS['position']})"
    return "; ".join(part for part in (note.place_words, position) if part)


def _time(instant: datetime | None, city: str) -> str:
    return f"{instant.astimezone(ZoneInfo(cities.zone(city))):%Y-%m-%d %H:%M %Z}" if instant else ""


def _folded(value: str) -> str:
    """Further lines are set in, so that no line of a note can pass for a fact."""
    return value.replace("\n", "\n    ")
