"""The form of a field note: as it is sent from a page, and as the payload that the note's service checks."""

import uuid
from collections.abc import Mapping
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from wtforms import Field, FormField, HiddenField, MultipleFileField, RadioField, StringField, TextAreaField

from fieldapp import clock
from fieldapp.services import cities
from fieldapp.services.field_notes.check import PHOTO_KINDS, faults
from fieldapp.services.field_notes.read import NoteReading
from fieldapp.services.field_notes.words import ENDED_WORDS_OF
from fieldapp.web.own_words import Form
from fieldapp.web.photo_pages import KINDS

SHOWS = {kind: KINDS[kind] for kind in PHOTO_KINDS}


class AnimalForm(Form):
    """Which animal: by its record, by its tag, in words."""

    id = HiddenField()
    tag = StringField("Tag code or number")
    words = TextAreaField("What the animal looks like")


class NoteForm(Form):
    """A field note. `record` is the id that the record will have: the same form sent twice is one record."""

    record = HiddenField()
    corrects = HiddenField()
    city = RadioField("City", choices=[], validate_choice=False)
    city_by = HiddenField()
    city_differs = HiddenField()
    ended = RadioField("How it ended", choices=ENDED_WORDS_OF, validate_choice=False)
    ended_words = StringField("In a few words")
    animal = FormField(AnimalForm)
    place_words = StringField("Place")
    place_lat = HiddenField()
    place_lon = HiddenField()
    place_accuracy = HiddenField()
    place_at = HiddenField()
    occurred_at = StringField("When")
    case_number = StringField("Dispatcher’s case number")  # noqa: RUF001
    words = TextAreaField("Note")
    photos = MultipleFileField("Photos")
    photo_kind = RadioField("What the photos show", choices=SHOWS, default="scene", validate_choice=False)


def blank_form(zone: str = "", **values: Any) -> NoteForm:  # noqa: ANN401  the form's own fields
    """A form to begin with: the present minute in `zone` and an id for its record; without a zone neither."""
    begun = {}
    if zone:
        now = f"{clock.now().astimezone(ZoneInfo(zone)):%Y-%m-%dT%H:%M}"
        begun = {"record": str(uuid.UUID(bytes=clock.random_bytes(16), version=4)), "occurred_at": now}
    return NoteForm(data={"photo_kind": "scene", **begun, **values})


def correcting_form(note: NoteReading, zone: str) -> NoteForm:
    """A form that begins with what the note to be corrected says."""
    local = f"{note.occurred_at.astimezone(ZoneInfo(zone)):%Y-%m-%dT%H:%M}"
    return blank_form(
        corrects=note.record_id, city=note.city, city_by=note.city_by, ended=note.ended, ended_words=note.ended_words,
        animal={"id": note.animal_id or "", "tag": note.tag, "words": note.animal_words}, occurred_at=local,
        place_words=note.place_words, case_number=note.case_number, words=note.words,
    )  # fmt: skip


def payload_of(form: NoteForm, zone: str) -> dict[str, Any]:
    """The payload of schema 1 that a form gives; the time is read in the city's `zone`."""
    animal = form.animal.form
    key = str(animal.id.data or "")
    return {
        "ended": form.ended.data or "", "ended_words": form.ended_words.data or "",
        "animal": {"id": int(key) if key.isascii() and key.isdecimal() and len(key) < 12 else None,
                   "tag": animal.tag.data or "", "words": animal.words.data or ""},
        "place_words": form.place_words.data or "", "place_by": "typed" if form.place_words.data else "none",
        "occurred_at": _instant(form.occurred_at.data or "", zone), "case_number": form.case_number.data or "",
        "words": form.words.data or "", "city_differs": form.city_differs.data or "",
        "corrects": form.corrects.data or None, "protection": "desk",
    }  # fmt: skip


def _instant(typed: str, zone: str) -> str:
    try:
        local = datetime.fromisoformat(typed.strip())
        aware = local if local.tzinfo else local.replace(tzinfo=ZoneInfo(zone))
        return aware.astimezone(ZoneInfo("UTC")).isoformat()
    except (ValueError, OverflowError):
        return ""


def is_sound(form: NoteForm, payload: Mapping[str, Any], may_write_in: Mapping[str, str]) -> bool:
    """Whether the note can be kept; each field that is wrong says why. `may_write_in`: city id -> name."""
    if form.city.data not in may_write_in:
        form.city.errors = ["Choose the city of this note."]
    for path, sentence in faults(payload).items():
        _field_of(form, path).errors = [sentence]
    try:
        uuid.UUID(form.record.data or "")
    except ValueError:
        form.form_errors.append("This form is not whole. Open it again.")
    return not form.errors


def _field_of(form: NoteForm, path: str) -> Field:
    where, _, name = path.rpartition(".")
    fields = form.animal.form if where == "animal" else form
    found: Field = fields[name if name in fields else "words"]
    return found


def cities_to_write_in(roles: Mapping[str, str], may: Any) -> dict[str, str]:  # noqa: ANN401  Who.may
    """The cities where a person may write notes, by name: id -> name."""
    return {one.id: one.name for one in cities.cities() if one.id in roles and may("write_notes", one.id)}
