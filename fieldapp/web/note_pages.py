"""Field notes: the form, the lists, one note, its text for another system."""

import re
from datetime import date

from flask import Blueprint, Response, abort, redirect, request
from flask.typing import ResponseReturnValue
from wtforms import SelectField, StringField

from fieldapp.services import cities, photos_seen, searches
from fieldapp.services.field_notes import read
from fieldapp.services.field_notes.as_text import as_text
from fieldapp.services.field_notes.read import Chosen, NoSuchNote, NoteReading
from fieldapp.services.field_notes.words import (
    CITY_BY_WORDS,
    ENDED_WORDS_OF,
    PLACE_BY_WORDS,
    PROTECTION_WORDS,
)
from fieldapp.services.records import photos_due
from fieldapp.services.rights import Who
from fieldapp.web.guard import guard, signed_in
from fieldapp.web.note_form import SHOWS
from fieldapp.web.own_words import Form
from fieldapp.web.respond import page

pages = Blueprint("note_pages", __name__)


class ListForm(Form):
    """Which notes to list."""

    ended = SelectField("Ended", default="", choices={"": "In any way", **ENDED_WORDS_OF}, validate_choice=False)
    author = SelectField("Officer", default="", choices={"": "Anybody"}, validate_choice=False)
    first = StringField("From", name="from")
    last = StringField("To", name="to")


@pages.get("/notes")
@guard("write_notes")
def notes() -> Response:
    """One's own notes; those of everybody in the city for whoever may see them."""
    person = signed_in()
    form, only = ListForm(request.args), _only(person)
    form.author.choices = [("", "Anybody"), *((str(k), name) for k, name in read.authors_of(person.city).items())]
    chosen = Chosen(
        ended=form.ended.data or None, author=_number(form.author.data), first=_day(form.first), last=_day(form.last)
    )
    found = read.notes_of(person.city, chosen, only_of=only)
    kept, record = request.args.get("kept", ""), request.args.get("record", "")
    return page(
        "notes/notes.html", partial="notes/_list.html", form=form, notes=found, everybody=only is None,
        due=photos_due.of_records(person.city, [each.record_id for each in found.shown]),
        record=record if re.fullmatch(r"[0-9a-f-]{36}", record, re.ASCII) else "",
        kept=cities.city(kept) if kept in person.roles and cities.is_served(kept) else None,
    )  # fmt: skip


@pages.get("/notes/<int:note_id>")
@guard("write_notes")
def note(note_id: int) -> Response:
    """One note with all its facts."""
    person, found = _found(note_id)
    shown = photos_seen.photos_of(person.city, f"record:{found.record_id}", papers=person.may("see_papers"))
    searches.note_lookup(person.city, person.person_id, "note", f"note:{note_id}")
    return page(
        "notes/note.html", note=found, shown=shown, text=_text(found), corrected_by=_corrections(found),
        corrects=_corrected(person, found), says=_SAYS, kinds=SHOWS,
        due=photos_due.of_record(person.city, found.record_id),
    )  # fmt: skip


_SAYS = {"city_by": CITY_BY_WORDS, "place_by": PLACE_BY_WORDS, "protection": PROTECTION_WORDS}


@pages.get("/notes/<int:note_id>/text")
@guard("write_notes")
def text(note_id: int) -> Response:
    """The note as plain text."""
    _person, found = _found(note_id)
    response = Response(_text(found), content_type="text/plain; charset=utf-8")
    response.headers["Cache-Control"] = "no-store"
    return response


@pages.get("/notes/of/<record_id>")
@guard("write_notes")
def of_record(record_id: str) -> ResponseReturnValue:
    """The note that a sealed record became."""
    person = signed_in()
    try:
        found = read.note_of_record(person.city, record_id, only_of=_only(person))
    except NoSuchNote:
        abort(404)
    return redirect(f"/notes/{found.id}", 303)


def _text(found: NoteReading) -> str:
    whole = photos_seen.photos_of(found.city, f"record:{found.record_id}", papers=True)
    due = photos_due.of_record(found.city, found.record_id)
    return as_text(found, photos=len(whole.photos), due=due, corrected_by=_corrections(found))


def _corrections(found: NoteReading) -> tuple[NoteReading, ...]:
    return read.corrections_of(found.city, found.record_id)


def _corrected(person: Who, found: NoteReading) -> NoteReading | None:
    """The note that this one corrects, where there is one and this reader may see it."""
    if not found.corrects:
        return None
    try:
        return read.note_of_record(person.city, found.corrects, only_of=_only(person))
    except NoSuchNote:
        return None


def _found(note_id: int) -> tuple[Who, NoteReading]:
    person = signed_in()
    try:
        return person, read.note_of(person.city, note_id, only_of=_only(person))
    except NoSuchNote:
        abort(404)


def _only(person: Who) -> int | None:
    return None if person.may("see_all_notes") else person.person_id


def _number(typed: str | None) -> int | None:
    return int(typed) if typed and typed.isascii() and typed.isdecimal() and len(typed) < 10 else None


def _day(field: StringField) -> date | None:
    """The law day of a field, None where it is empty; one that is none is said and not used."""
    typed = (field.data or "").strip()
    if not typed:
        return None
    try:
        day = date.fromisoformat(typed)
    except ValueError:
        field.errors = [f"{field.label.text}: write a day as year-month-day, such as 2026-11-30"]
        return None
    return day if date.min < day < date(9000, 1, 1) else None
