"""The photos and proofs of an animal: shown, added without JavaScript too, and given out by right."""

from collections.abc import Sequence
from typing import NoReturn

import structlog
from flask import Blueprint, Response, abort, jsonify, redirect, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import RequestEntityTooLarge
from wtforms import FileField, MultipleFileField, RadioField

from fieldapp.services import look_up, photos, photos_seen, proofs
from fieldapp.services.photos import NoSuchPhoto, Outcome
from fieldapp.services.photos_seen import FileGone, NotForYou, Original
from fieldapp.web.chosen_files import chosen_files
from fieldapp.web.guard import guard, signed_in, wants_json
from fieldapp.web.own_words import Form
from fieldapp.web.respond import page

pages = Blueprint("photo_pages", __name__)
LARGEST_FORM = 30 * 1024 * 1024  # bytes of one form with photos
LARGEST_PROOF_FORM = 11 * 1024 * 1024  # bytes of one form with a proof
KINDS = {
    "dog": "The animal", "enclosure": "Its enclosure", "scene": "A scene", "injury": "An injury",
    "paper": "A paper", "person": "A person",
}  # fmt: skip
_ALONE = "default-src 'none'; sandbox"
_log = structlog.get_logger("fieldapp.photos")


class PhotosForm(Form):
    """Several photos of one kind."""

    kind = RadioField("What the photos show", choices=KINDS)
    photos = MultipleFileField("Photos")


class ProofForm(Form):
    """One PDF."""

    proof = FileField("Proof")


@pages.get("/animals/<int:animal_id>/photos")
@guard("see_photos")
def of_animal(animal_id: int) -> Response:
    """The photos of an animal, and the form to add some."""
    return _page(animal_id)


@pages.post("/animals/<int:animal_id>/photos")
@guard("add_photos")
def add(animal_id: int) -> ResponseReturnValue:
    """Take in what can be taken; each file that cannot is named with its reason."""
    request.max_content_length = LARGEST_FORM
    person = signed_in()
    try:
        form, given = PhotosForm(request.form), chosen_files("photos")
    except RequestEntityTooLarge:
        form = PhotosForm()
        form.photos.errors = ["The photos of one form can have 30 MB together. Give fewer at a time"]
        return _page(animal_id, form=form, status=413)
    if not form.validate():
        form.kind.errors = ["Say what the photos show"]
    if not given:
        form.photos.errors = ["Choose one or more photos"]
    if len(given) > photos.MOST_AT_ONCE:
        form.photos.errors = [f"Give at most {photos.MOST_AT_ONCE} photos at a time"]
    if form.errors:
        return _page(animal_id, form=form, status=422)
    try:
        outcomes = photos.add_photos(
            person.city, f"animal:{animal_id}", given, form.kind.data, actor=person.actor, person_id=person.person_id,
            again=request.form.get("again") == "yes",
        )  # fmt: skip
    except NoSuchPhoto:
        abort(404)
    except OSError as wrong:
        form.photos.errors = [_not_stored(wrong)]
        return _page(animal_id, form=form, status=503)
    if wants_json(request):
        return _told(outcomes)
    if all(one.photo_id for one in outcomes):
        return redirect(f"/animals/{animal_id}/photos", 303)
    form.photos.errors = [f"{one.name}: {one.reason}" for one in outcomes if one.reason]
    return _page(animal_id, form=form, outcomes=outcomes, status=422)


@pages.post("/animals/<int:animal_id>/proofs")
@guard("see_papers")
def add_proof(animal_id: int) -> ResponseReturnValue:
    """Keep a PDF as it is."""
    request.max_content_length = LARGEST_PROOF_FORM
    person, form = signed_in(), ProofForm()
    try:
        given = chosen_files("proof")
    except RequestEntityTooLarge:
        form.proof.errors = ["A proof may have 10 MB. Scan it smaller"]
        return _page(animal_id, proof_form=form, status=413)
    if not given:
        form.proof.errors = ["Choose a PDF"]
        return _page(animal_id, proof_form=form, status=422)
    try:
        outcome = proofs.add_proof(
            person.city, f"animal:{animal_id}", given[0], actor=person.actor, person_id=person.person_id
        )
    except NoSuchPhoto:
        abort(404)
    except OSError as wrong:
        form.proof.errors = [_not_stored(wrong)]
        return _page(animal_id, proof_form=form, status=503)
    if outcome.reason:
        form.proof.errors = [f"{outcome.name}: {outcome.reason}"]
        return _page(animal_id, proof_form=form, status=422)
    return redirect(f"/animals/{animal_id}/photos", 303)


@pages.get("/photos/<int:photo_id>/page.jpg")
@guard("see_photos")
def page_copy(photo_id: int) -> Response:
    """The copy of about 1600 pixels: no metadata, upright."""
    return _copy(photo_id, "page")


@pages.get("/photos/<int:photo_id>/small.jpg")
@guard("see_photos")
def small_copy(photo_id: int) -> Response:
    """The copy of about 320 pixels: no metadata, upright."""
    return _copy(photo_id, "small")


@pages.post("/photos/<int:photo_id>/original")
@guard("see_originals")
def original(photo_id: int) -> Response:
    """The original as it came, to save; a POST, because it leaves a line in the audit chain."""
    person = signed_in()
    try:
        found = photos_seen.original_of(person.city, photo_id, papers=person.may("see_papers"), actor=person.actor)
    except (NoSuchPhoto, NotForYou, FileGone, OSError) as wrong:
        _refuse(wrong)
    return _attachment(found)


@pages.post("/proofs/<int:proof_id>")
@guard("see_papers")
def proof(proof_id: int) -> Response:
    """A proof, to save; a POST, because it leaves a line in the audit chain."""
    person = signed_in()
    try:
        found = proofs.proof_of(person.city, proof_id, actor=person.actor)
    except (NoSuchPhoto, FileGone, OSError) as wrong:
        _refuse(wrong)
    return _attachment(found)


def _not_stored(wrong: OSError) -> str:
    _log.error("store_failed", fault=type(wrong).__name__)
    return "The server could not store files just now, so nothing of this form was kept. Try again in a minute"


def _copy(photo_id: int, size: str) -> Response:
    person = signed_in()
    try:
        data = photos_seen.copy_of(person.city, photo_id, size, papers=person.may("see_papers"))
    except (NoSuchPhoto, NotForYou, FileGone, OSError) as wrong:
        _refuse(wrong)
    return _bytes(data, "image/jpeg")


def _refuse(wrong: Exception) -> NoReturn:
    if isinstance(wrong, FileGone):
        _log.error("stored_file_gone", place=wrong.sha256)
        abort(410, str(wrong))
    if isinstance(wrong, OSError):
        abort(503, "The server cannot reach its files just now. Try again in a minute.")
    abort(403 if isinstance(wrong, NotForYou) else 404)


def _bytes(data: bytes, media_type: str) -> Response:
    response = Response(data, mimetype=media_type)
    response.headers["Content-Security-Policy"] = _ALONE
    response.headers["Cache-Control"] = "private, no-store"
    return response


def _attachment(found: Original) -> Response:
    response = _bytes(found.data, found.media_type)
    response.headers["Content-Disposition"] = f'attachment; filename="{found.name}"'
    return response


def _told(outcomes: Sequence[Outcome]) -> ResponseReturnValue:
    """Each file's end for the phone's script, which sends photos one by one; 422 where one was not taken."""
    told = [
        {"name": one.name, "photo_id": one.photo_id, "sha256": one.sha256, "reason": one.reason} for one in outcomes
    ]
    return jsonify(photos=told), 201 if all(one.photo_id for one in outcomes) else 422


def _page(
    animal_id: int, *, form: PhotosForm | None = None, proof_form: ProofForm | None = None,
    outcomes: Sequence[Outcome] = (), status: int = 200,
) -> Response:  # fmt: skip
    person = signed_in()
    if form and form.errors and wants_json(request):
        abort(status, f"{next(wrong.errors[0] for wrong in form if wrong.errors)}.")
    papers = person.may("see_papers")
    try:
        shown = photos_seen.photos_of(person.city, f"animal:{animal_id}", papers=papers)
    except NoSuchPhoto:
        abort(404)
    return page(
        "photo/of_animal.html",
        animal=(look_up.by_animal(person.city, animal_id) or abort(404)).animal,
        shown=shown,
        kinds=KINDS,
        limits=photos.limits(),
        form=form or PhotosForm(),
        proof_form=proof_form or ProofForm(),
        proofs=proofs.proofs_of(person.city, f"animal:{animal_id}") if papers else (),
        outcomes=outcomes,
        status=status,
    )
