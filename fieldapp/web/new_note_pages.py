"""Write a field note: the form that the phone's scripts seal, and that works as a plain form at a desk too."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from flask import Blueprint, Response, abort, current_app, redirect, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import RequestEntityTooLarge

from fieldapp.services import cities, look_up, photos
from fieldapp.services.field_notes.check import KIND, SCHEMA
from fieldapp.services.field_notes.read import NoSuchNote, note_of
from fieldapp.services.field_notes.words import CITY_BY_WORDS, ENDED_WORDS_OF
from fieldapp.services.readings import StatusReading
from fieldapp.services.records.desk import Typed, seal
from fieldapp.services.rights import Who
from fieldapp.services.stored_files import GivenFile
from fieldapp.web.chosen_files import chosen_files
from fieldapp.web.guard import guard, signed_in
from fieldapp.web.note_form import (
    SHOWS,
    NoteForm,
    blank_form,
    cities_to_write_in,
    correcting_form,
    is_sound,
    payload_of,
)
from fieldapp.web.photo_pages import LARGEST_FORM
from fieldapp.web.respond import page
from fieldapp.web.sync_json import own_origin

pages = Blueprint("new_note_pages", __name__)


@pages.get("/notes/new")
@guard("write_notes")
def new() -> Response:
    """The form; `tag`, `animal`, `city` and `ended` in the address fill it in before."""
    person = signed_in()
    found = _asked_animal(person)
    city = found.city.id if found else person.city
    form = blank_form(cities.zone(city), city=city, city_by="tag" if found else "chosen", ended=_asked_end())
    if found:
        form.animal.form.tag.data = found.tag.code if found.tag else ""
        form.animal.form.id.data = str(found.animal.id) if found.animal else ""
    return _page(form, person, animal=found)


def _asked_end() -> str:
    asked = request.args.get("ended", "")
    return asked if asked in ENDED_WORDS_OF else ""


def _asked_animal(person: Who) -> StatusReading | None:
    """What the address names: a tag of a city where this person may write, or an animal of the present one."""
    sought = look_up.seek(request.args.get("tag", ""))
    if sought is not None and person.may("write_notes", sought.city):
        return look_up.status(sought)
    key = request.args.get("animal", "")
    if key.isascii() and key.isdecimal() and len(key) < 10:
        return look_up.by_animal(person.city, int(key))
    return None


@pages.get("/notes/<int:note_id>/correct")
@guard("write_notes")
def correct(note_id: int) -> Response:
    """The form for a note that corrects another one; the other one stays as it is."""
    person = signed_in()
    only = None if person.may("see_all_notes") else person.person_id
    try:
        found = note_of(person.city, note_id, only_of=only)
    except NoSuchNote:
        abort(404)
    return _page(correcting_form(found, cities.zone(found.city)), person, corrects=found.id)


@pages.post("/notes/new")
@guard("write_notes")
def keep() -> ResponseReturnValue:
    """Seal what was typed, at the desk; the phone's own scripts seal on the phone instead."""
    request.max_content_length = LARGEST_FORM
    person = signed_in()
    try:
        form, given = NoteForm(request.form), chosen_files("photos")
    except RequestEntityTooLarge:
        form = blank_form(cities.zone(person.city), city=person.city)
        form.photos.errors = ["The photos of one form can have 30 MB together. Give fewer at a time"]
        return _page(form, person, status=413)
    writable = cities_to_write_in(person.roles, person.may)
    city = form.city.data if form.city.data in writable else person.city
    payload = payload_of(form, cities.zone(city))
    if len(given) > photos.MOST_AT_ONCE:
        form.photos.errors = [f"Give at most {photos.MOST_AT_ONCE} photos at a time"]
    if not is_sound(form, payload, writable) or form.errors:
        return _page(form, person, status=422)
    return _sealed(person, city, form, payload, given)


def _page(form: NoteForm, person: Who, *, status: int = 200, **more: Any) -> Response:  # noqa: ANN401
    writable = cities_to_write_in(person.roles, person.may)
    return page("notes/new.html", status=status, **form_context(form, writable), **more)


def form_context(form: NoteForm, writable: Mapping[str, str]) -> dict[str, Any]:
    """What notes/new.html needs, for a page and for a shell; `writable`: the cities to choose from, id -> name."""
    form.city.choices = list(writable.items())
    return {
        "form": form, "kind": KIND, "schema": SCHEMA, "served": cities.for_forms(), "kinds": SHOWS,
        "limits": photos.limits(),
    }  # fmt: skip


def blank_context() -> dict[str, Any]:
    """The same for nobody, as phones keep it: every city of this server, no time, no animal."""
    return form_context(blank_form(), {one.id: one.name for one in cities.cities()})


def _sealed(
    person: Who, city: str, form: NoteForm, payload: Mapping[str, Any], given: Sequence[GivenFile]
) -> ResponseReturnValue:
    """Seal at the desk of the city, lead to what was kept, and say which photos were not."""
    typed = Typed(
        city=city, record_id=form.record.data or "", kind=KIND, payload=payload, author=person.person_id,
        city_by=form.city_by.data if form.city_by.data in CITY_BY_WORDS else "chosen",
        parents=(payload["corrects"],) if payload["corrects"] else (), photos=tuple(_with_kinds(form, given)),
    )  # fmt: skip
    kept = seal(typed, own_origin(), current_app.config["SETTINGS"].instance)
    if kept.refused:
        return page("notes/photos_left.html", kept=kept, city_kept=cities.city(city))
    if city != person.city:
        return redirect(f"/notes?kept={city}&record={kept.record_id}", 303)
    return redirect(f"/notes/of/{kept.record_id}", 303)


def _with_kinds(form: NoteForm, given: Sequence[GivenFile]) -> Iterator[tuple[str, GivenFile]]:
    """Each photo with what it shows: as the phone's script says beside it, else as chosen for all."""
    usual = form.photo_kind.data if form.photo_kind.data in SHOWS else "scene"
    said = request.form.getlist("photo_kind_of")
    for place, file in enumerate(given):
        own = said[place] if place < len(said) else usual
        yield (own if own in SHOWS else usual), file
