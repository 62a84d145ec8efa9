"""A clerk corrects a record, and settles where a later list says something else."""

import json
from typing import Any

from flask import Blueprint, Response, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue
from wtforms import FieldList, FormField, HiddenField, SelectField, StringField

from fieldapp.services import edit_animal, look_up
from fieldapp.services.correct import NotOnRecord, is_open, settle
from fieldapp.services.correctable import UnusableValue
from fieldapp.services.edit_animal import OF_ANIMAL, OF_OWNER, ChangedMeanwhileError, Record, Values
from fieldapp.web.guard import guard, signed_in
from fieldapp.web.own_words import Form
from fieldapp.web.respond import page

pages = Blueprint("edit_pages", __name__)

_YES_NO = {"yes": "Yes", "no": "No"}
_NOT_KNOWN = {"": "Not known"}
_SPECIES = {s: s.capitalize() for s in ("dog", "cat", "ferret", "rabbit", "pig")}
_EXEMPTIONS = {
    "": "None", "assistance": "Assistance dog", "police": "Police dog",
    "commercial_kennel": "Kept in a commercial kennel", "visitor": "Visitor's", "dog_show": "Here for a dog show",
}  # fmt: skip


class OwnerForm(Form):
    """An owner."""

    owner = StringField("Name")
    phone = StringField("Phone")
    address = StringField("Address")
    address_protected = SelectField("Address protected (Safe at Home)", choices=_YES_NO)


class AnimalForm(Form):
    """An animal with its owners. `was` holds what stood in the fields when the form was opened."""

    was = HiddenField()
    name = StringField("Name")
    species = SelectField("Species", choices=_SPECIES)
    breed = StringField("Breed")
    color = StringField("Color")
    sex = SelectField("Sex", choices=_NOT_KNOWN | {"female": "Female", "male": "Male"})
    altered = SelectField("Spayed or neutered", choices=_NOT_KNOWN | _YES_NO)
    size = SelectField("Size", choices=_NOT_KNOWN | {"small": "Small", "medium": "Medium", "large": "Large"})
    birth = StringField("Birth", description="As closely as it is known: 2021, 2021-05 or 2021-05-14")
    microchip = StringField("Microchip")
    exemption = SelectField("Exemption from the license", choices=_EXEMPTIONS)
    kept_at = StringField("Kept at")
    call_name_hidden = SelectField("Hide the call name from finders", choices=_YES_NO)
    owners = FieldList(FormField(OwnerForm, label="Owner"))


@pages.get("/animals/<int:animal_id>/edit")
@guard("edit_animal")
def edit(animal_id: int) -> Response:
    """The record as it stands, in fields."""
    record = _record(animal_id)
    return _page(animal_id, AnimalForm(data=_data(record, record.values) | {"was": _frozen(record.values)}))


@pages.post("/animals/<int:animal_id>/edit")
@guard("edit_animal")
def save(animal_id: int) -> ResponseReturnValue:
    """Write what was changed; what cannot be is said at its field and nothing is written."""
    person, record = signed_in(), _record(animal_id)
    form = AnimalForm(request.form)
    if not form.validate() or len(form.owners.entries) != len(record.owners):
        return _page(animal_id, form, 422)
    try:
        edit_animal.save(
            person.city, animal_id, _thawed(form.was.data), _typed(form, record),
            actor=person.actor, person_id=person.person_id,
        )  # fmt: skip
    except NotOnRecord:
        abort(404)
    except ChangedMeanwhileError as wrong:
        form.was.data = _frozen({**_thawed(form.was.data), (wrong.field, wrong.of): wrong.now})
        return _refused(animal_id, form, record, wrong.field, wrong.of, str(wrong))
    except UnusableValue as wrong:
        return _refused(animal_id, form, record, wrong.field, wrong.of, str(wrong))
    return redirect(url_for("tag_pages.animal", animal_id=animal_id), 303)


@pages.post("/differences/<int:difference_id>")
@guard("edit_animal")
def settle_difference(difference_id: int) -> ResponseReturnValue:
    """Keep the value here, or take the list's."""
    keep, person = request.form.get("keep", ""), signed_in()
    if not is_open(person.city, difference_id):
        abort(404)
    if keep not in {"here", "list"}:
        abort(422, "Say which of the two values is right.")
    try:
        animal_id = settle(person.city, difference_id, keep_here=keep == "here", actor=person.actor)
    except NotOnRecord:
        abort(404)
    return redirect(url_for("tag_pages.animal", animal_id=animal_id), 303)


def _record(animal_id: int) -> Record:
    return edit_animal.record_of(signed_in().city, animal_id) or abort(404)


def _page(animal_id: int, form: AnimalForm, status: int = 200) -> Response:
    person = signed_in()
    reading = look_up.by_animal(person.city, animal_id, see_protected=True) or abort(404)
    back = url_for("tag_pages.animal", animal_id=animal_id)
    return page("animal/edit.html", form=form, reading=reading, back=back, status=status)


def _refused(animal_id: int, form: AnimalForm, record: Record, field: str, of: int | None, words: str) -> Response:
    group: Any = form if of is None else form.owners.entries[record.owners.index(of)].form
    wrong = group[_field_name(field)]
    wrong.errors = [*wrong.errors, f"{wrong.label.text}: {words}"]
    return _page(animal_id, form, 422)


def _field_name(field: str) -> str:
    return field.replace(" ", "_")


def _data(record: Record, values: Values) -> dict[str, Any]:
    owners = [{_field_name(f): values[f, owner] for f in OF_OWNER} for owner in record.owners]
    return {_field_name(f): values[f, None] for f in OF_ANIMAL} | {"owners": owners}


def _typed(form: AnimalForm, record: Record) -> Values:
    typed: dict[tuple[str, int | None], str] = {(f, None): form[_field_name(f)].data or "" for f in OF_ANIMAL}
    for owner, entry in zip(record.owners, form.owners.entries, strict=True):
        typed.update({(f, owner): entry.form[_field_name(f)].data or "" for f in OF_OWNER})
    return typed


def _frozen(values: Values) -> str:
    return json.dumps([[f, of, text] for (f, of), text in values.items()])


def _thawed(text: str | None) -> dict[tuple[str, int | None], str]:
    """What `_frozen` made; a hidden field that was tampered with can only claim other old values, so it is refused."""
    try:
        rows = json.loads(text or "")
        return {(str(f), None if of is None else int(of)): str(was) for f, of, was in rows}
    except (ValueError, TypeError):
        abort(400, "The form came back without what it was opened with. Open it again.")
