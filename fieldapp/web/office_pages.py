"""Records that a person has to look at: held, waiting, in quarantine, conflicts; adopt one; hand in a rescue file."""

import contextlib

from flask import Blueprint, Response, abort, current_app, redirect, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import RequestEntityTooLarge
from wtforms import FileField, StringField
from wtforms.validators import InputRequired, Length

from fieldapp.config import Settings
from fieldapp.services.blobs.photo_rows import make_due
from fieldapp.services.records import decide, office
from fieldapp.services.records.decide import LONGEST_REASON, RefusedDecision
from fieldapp.services.rescue import hand_in as rescue
from fieldapp.services.rescue.hand_in import RefusedRescue
from fieldapp.web.chosen_files import chosen_files
from fieldapp.web.guard import guard, signed_in
from fieldapp.web.own_words import Form
from fieldapp.web.respond import page
from fieldapp.web.sync_json import own_origin

pages = Blueprint("office_pages", __name__)
LARGEST_RESCUE = 1_073_741_824  # bytes of a form with a rescue file


class AdoptForm(Form):
    """Why a record is taken over."""

    reason = StringField(
        "Why you take it over",
        [
            InputRequired("Say why this record is taken over"),
            Length(max=LONGEST_REASON, message=f"Say it in at most {LONGEST_REASON} characters"),
        ],
    )


class RescueForm(Form):
    """One file."""

    file = FileField("Rescue file")


@pages.get("/records")
@guard("see_records")
def listing() -> Response:
    """What waits for a person, with why."""
    return page("records/records.html", lists=office.lists(signed_in().city))


@pages.get("/records/<int:record_key>")
@guard("see_records")
def one(record_key: int) -> Response:
    """One record with its bytes as text."""
    return _one(record_key, AdoptForm())


@pages.post("/records/<int:record_key>/adopt")
@guard("adopt_records")
def adopt(record_key: int) -> ResponseReturnValue:
    """Answer for a record: it is judged again and applied where it can be."""
    person, form = signed_in(), AdoptForm(request.form)
    settings: Settings = current_app.config["SETTINGS"]
    if not form.validate():
        return _one(record_key, form, 422)
    try:
        outcome = decide.adopt(
            person.city, record_key, form.reason.data or "", own_origin(), settings.instance, actor=person.actor,
            person_id=person.person_id,
        )  # fmt: skip
    except LookupError:
        abort(404)
    except RefusedDecision as why:
        form.reason.errors = [str(why).rstrip(".")]
        return _one(record_key, form, 422)
    return redirect(f"/records/{record_key}?now={outcome.state}", 303)


@pages.get("/records/conflicts/<int:conflict_key>")
@guard("see_records")
def conflict(conflict_key: int) -> Response:
    """The two texts under one id."""
    try:
        return page("records/conflict.html", both=office.both(signed_in().city, conflict_key))
    except LookupError:
        abort(404)


@pages.get("/records/rescue")
@guard("hand_in")
def ask_rescue() -> Response:
    """Hand in what a phone could not send."""
    return page("records/rescue.html", form=RescueForm(), report=None)


@pages.post("/records/rescue")
@guard("hand_in")
def hand_in() -> ResponseReturnValue:
    """Open a rescue file and let its records go the same road; the page says what became of each."""
    request.max_content_length = LARGEST_RESCUE
    form, person = RescueForm(), signed_in()
    settings: Settings = current_app.config["SETTINGS"]
    try:
        given = chosen_files("file")
    except RequestEntityTooLarge:
        form.file.errors = ["The file is larger than 1 GB. Let the phone make several smaller ones"]
        return page("records/rescue.html", status=413, form=form, report=None)
    if not given:
        form.file.errors = ["Choose the rescue file"]
        return page("records/rescue.html", status=422, form=form, report=None)
    try:
        with contextlib.closing(given[0].stream) as stream:
            report = rescue.hand_in(
                person.city, stream, own_origin(), settings.instance, actor=person.actor, name=person.name
            )
    except RefusedRescue as wrong:
        form.file.errors = [str(wrong).rstrip(".")]
        return page("records/rescue.html", status=422, form=form, report=None)
    make_due(person.city)
    return page("records/rescue.html", form=form, report=report)


def _one(record_key: int, form: AdoptForm, status: int = 200) -> Response:
    try:
        return page("records/record.html", status=status, one=office.one(signed_in().city, record_key), form=form)
    except LookupError:
        abort(404)
