"""The phones of an officer, and for a supervisor those of everybody in the city."""

from collections.abc import Callable

from flask import Blueprint, Response, abort, current_app, redirect, request
from flask.typing import ResponseReturnValue
from wtforms import StringField
from wtforms.validators import Length

from fieldapp.config import Settings
from fieldapp.services.devices import phones, status
from fieldapp.services.devices.status import LONGEST_REASON, RefusedStatus
from fieldapp.services.rights import LOOK_AFTER_PHONES
from fieldapp.web.guard import guard, signed_in
from fieldapp.web.own_words import Form
from fieldapp.web.respond import page
from fieldapp.web.sync_json import own_origin

pages = Blueprint("device_pages", __name__)
_TOO_LONG = f"Say it in at most {LONGEST_REASON} characters"


class ReasonForm(Form):
    """Why a phone is ended or wiped."""

    because = StringField("Why", [Length(max=LONGEST_REASON, message=_TOO_LONG)])


@pages.get("/devices")
@guard("signed_in")
def listing() -> Response:
    """One's own phones; a supervisor sees those of the city too."""
    return _page(ReasonForm())


@pages.post("/devices/<device_id>/approve")
@guard("look_after_phones")
def approve(device_id: str) -> ResponseReturnValue:
    """Let a new phone in; what it sent is taken out of quarantine."""
    person = signed_in()
    settings: Settings = current_app.config["SETTINGS"]
    return _done(
        lambda: status.approve(
            person.city, device_id, own_origin(), settings.instance, actor=person.actor, person_id=person.person_id
        )
    )


@pages.post("/devices/<device_id>/revoke")
@guard("signed_in")
def revoke(device_id: str) -> ResponseReturnValue:
    """End a phone: a supervisor those of the city, everybody their own."""
    person = signed_in()
    form = _reason(device_id)
    because = form.because.data or ""
    if form.errors:
        return _page(form, 422)
    if person.may(LOOK_AFTER_PHONES):
        by = person.person_id
        return _done(lambda: status.revoke(person.city, device_id, because, actor=person.actor, person_id=by), form)
    return _done(lambda: status.revoke_own(person.city, person.person_id, device_id, because, actor=person.actor), form)


@pages.post("/devices/<device_id>/wipe")
@guard("look_after_phones")
def wipe(device_id: str) -> ResponseReturnValue:
    """Order that a phone sends everything and then forgets it."""
    person, form = signed_in(), _reason(device_id)
    because = form.because.data or ""
    if form.errors:
        return _page(form, 422)
    return _done(lambda: phones.order_wipe(person.city, device_id, because, actor=person.actor), form)


def _reason(device_id: str) -> ReasonForm:
    """What was typed about a phone that this person may end; 404 for any other."""
    person, form = signed_in(), ReasonForm(request.form)
    try:
        if person.may(LOOK_AFTER_PHONES):
            phones.must_be_of(person.city, device_id)
        else:
            phones.must_be_own(person.person_id, device_id)
    except LookupError:
        abort(404)
    form.validate()
    return form


def _done(act: Callable[[], object], form: ReasonForm | None = None) -> ResponseReturnValue:
    form = form or ReasonForm()
    try:
        act()
    except LookupError:
        abort(404)
    except RefusedStatus as why:
        form.because.errors = [str(why).rstrip(".")]
        return _page(form, 422)
    return redirect("/devices", 303)


def _page(form: ReasonForm, code: int = 200) -> Response:
    person = signed_in()
    everybody = phones.of_city(person.city) if person.may(LOOK_AFTER_PHONES) else ()
    own = phones.own(person.person_id, person.name)
    return page("devices/devices.html", status=code, own=own, everybody=everybody, form=form)
