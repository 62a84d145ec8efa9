"""A clerk's pages for the license list: upload, settle the columns, see what would come of it, apply."""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

from flask import Blueprint, Flask, Response, abort, current_app, redirect, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import RequestEntityTooLarge
from wtforms import FileField

from fieldapp.services.cities import law_day, licensed_species
from fieldapp.services.license_list import given as given_lists
from fieldapp.services.license_list.given import GivenReading, NoSuchList
from fieldapp.services.license_list.past import first_refusals, past_import, past_imports
from fieldapp.services.license_list.preview import Preview, fields, preview
from fieldapp.services.license_list.refused_file import refused_lines
from fieldapp.services.license_list.run import UnusableSheet
from fieldapp.web.guard import guard, signed_in
from fieldapp.web.own_words import Form
from fieldapp.web.respond import page

pages = Blueprint("list_pages", __name__)
LARGEST = 300 * 1024 * 1024  # bytes of an uploaded list


class UploadForm(Form):
    """One file."""

    file = FileField("The city's license list")


@pages.get("/licenses")
@guard("import_list")
def lists() -> Response:
    """Upload a list; the lists that wait, and the imports of the past."""
    return _lists(UploadForm())


@pages.post("/licenses")
@guard("import_list")
def upload() -> ResponseReturnValue:
    """Keep the file, start to weigh it, and go on to its page."""
    request.max_content_length = LARGEST
    form, person = UploadForm(), signed_in()
    try:
        sent = request.files.get("file")
    except RequestEntityTooLarge:
        form.file.errors = ["The file is larger than 300 MB. Save the list as CSV and give it in parts"]
        return _lists(form, 413)
    if sent is None or not sent.filename:
        form.file.errors = ["Choose the file of the license list"]
        return _lists(form, 422)
    stream = cast("Any", sent.stream)
    given_id = given_lists.take(person.city, person.person_id, sent.filename, stream, _folder())
    given = _given(given_id)
    try:
        _preview(given)
    except UnusableSheet as wrong:
        given_lists.forget(person.city, given)
        form.file.errors = [str(wrong)]
        return _lists(form, 422)
    given_lists.start(person.city, given, _beside(), actor=person.actor, apply=False)
    return redirect(f"/licenses/given/{given_id}", 303)


@pages.get("/licenses/given/<int:given_id>")
@guard("import_list")
def given(given_id: int) -> ResponseReturnValue:
    """The list's columns, its first rows, and how far the work is; HTMX asks for the last part only."""
    one = _given(given_id)
    part = "list/state.html" if request.args.get("part") else ""
    if part or one.busy or one.stopped or one.state == given_lists.DONE:
        return page("list/working.html", partial=part, given=one)
    try:
        return page("list/given.html", given=one, seen=_preview(one), fields=fields())
    except UnusableSheet as wrong:  # kept for a week only, or spoiled
        return page("list/working.html", given=one, gone=str(wrong))


@pages.post("/licenses/given/<int:given_id>/columns")
@guard("import_list")
def columns(given_id: int) -> ResponseReturnValue:
    """Say what each column means, and weigh the list anew."""
    one, person = _given(given_id), signed_in()
    if one.busy or one.state == given_lists.DONE:
        return redirect(f"/licenses/given/{given_id}", 303)
    known = dict(fields())
    try:
        seen = _preview(one)
    except UnusableSheet:
        return redirect(f"/licenses/given/{given_id}", 303)
    chosen = {
        column.name: word
        for place, column in enumerate(seen.columns)
        if (word := request.form.get(f"column-{place}", "ignore")) in known
    }
    given_lists.settle_columns(person.city, given_id, chosen, request.form.get("name", ""))
    given_lists.start(person.city, _given(given_id), _beside(), actor=person.actor, apply=False)
    return redirect(f"/licenses/given/{given_id}", 303)


@pages.post("/licenses/given/<int:given_id>/apply")
@guard("import_list")
def apply(given_id: int) -> ResponseReturnValue:
    """Apply the list beside the pages. A second tap starts nothing anew."""
    person = signed_in()
    given_lists.start(person.city, _given(given_id), _beside(), actor=person.actor, apply=True)
    return redirect(f"/licenses/given/{given_id}", 303)


@pages.post("/licenses/given/<int:given_id>/again")
@guard("import_list")
def again(given_id: int) -> ResponseReturnValue:
    """Weigh a list anew whose work stopped with its process."""
    person = signed_in()
    given_lists.start(person.city, _given(given_id), _beside(), actor=person.actor, apply=False)
    return redirect(f"/licenses/given/{given_id}", 303)


@pages.post("/licenses/given/<int:given_id>/forget")
@guard("import_list")
def forget(given_id: int) -> ResponseReturnValue:
    """Throw an uploaded list away; nothing of it was stored."""
    one = _given(given_id)
    if not one.busy:
        given_lists.forget(signed_in().city, one)
    return redirect("/licenses", 303)


@pages.get("/licenses/<int:import_id>")
@guard("import_list")
def one_import(import_id: int) -> Response:
    """What came of an import, and its refused rows."""
    city = signed_in().city
    past = past_import(city, import_id)
    if past is None:
        abort(404)
    return page("list/import.html", past=past, refusals=first_refusals(city, import_id))


@pages.get("/licenses/<int:import_id>/refused.csv")
@guard("import_list")
def refused(import_id: int) -> Response:
    """The refused rows as a file to mend and give again."""
    city = signed_in().city
    if past_import(city, import_id) is None:
        abort(404)
    lines = refused_lines(city, import_id)
    response = Response("".join(lines), mimetype="text/csv")
    response.headers["Content-Disposition"] = f'attachment; filename="refused-{city}-{import_id}.csv"'
    response.headers["Content-Security-Policy"] = "default-src 'none'; sandbox"
    return response


def _lists(form: UploadForm, status: int = 200) -> Response:
    city = signed_in().city
    return page(
        "list/lists.html",
        form=form,
        status=status,
        waiting=given_lists.all_given(city, _folder()),
        past=past_imports(city),
    )


def _given(given_id: int) -> GivenReading:
    try:
        return given_lists.look(signed_in().city, given_id, _folder())
    except NoSuchList:
        abort(404)


def _preview(one: GivenReading) -> Preview:
    city = signed_in().city
    return preview(city, one.path, one.file, one.columns, licensed_species(city), law_day(city))


def _folder() -> Path:
    return cast("Path", current_app.config["SETTINGS"].instance) / "lists"


def _beside() -> Callable[[Callable[[], None]], None]:
    """Run work in a thread of its own with the app's context, so that the page answers at once."""
    app = cast("Flask", cast("Any", current_app)._get_current_object())  # noqa: SLF001  Flask's documented way to it

    def start(work: Callable[[], None]) -> None:
        def run() -> None:
            with app.app_context():
                work()

        threading.Thread(target=run, name="license list", daemon=True).start()

    return start
