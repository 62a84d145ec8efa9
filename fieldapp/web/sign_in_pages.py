"""Signing in and out: password and second step, passkey, one-time link."""

from urllib.parse import urlencode

import structlog
from flask import Blueprint, Response, abort, jsonify, make_response, redirect, request
from flask.typing import ResponseReturnValue
from wtforms import HiddenField, PasswordField, StringField
from wtforms.validators import InputRequired, Length

from fieldapp.services import invitations, passkeys, sessions, sign_in
from fieldapp.services.passwords import LONGEST, SHORTEST, UnusablePasswordError
from fieldapp.services.sign_in import NotSignedInError
from fieldapp.services.sign_in_tries import TooManyTriesError
from fieldapp.web.guard import guard, local_address, second_step_of, signed_in, who
from fieldapp.web.own_words import Form
from fieldapp.web.passkey_json import passkey_sent
from fieldapp.web.respond import page
from fieldapp.web.session_cookie import forget_session, is_demo, keep_session, network, origin_of, site
from fieldapp.web.this_machine import refuse_demo_elsewhere

pages = Blueprint("sign_in_pages", __name__)
_log = structlog.get_logger("fieldapp.sign_in")
FAILED = "The username or the password is not right."


class SignInForm(Form):
    """Username and password."""

    next = HiddenField()
    username = StringField("Username", [InputRequired("Type your username"), Length(max=200, message=FAILED)])
    password = PasswordField("Password", [InputRequired("Type your password"), Length(max=2000, message=FAILED)])


class CodeForm(Form):
    """A one-time code or a recovery code."""

    next = HiddenField()
    code = StringField("Code", [InputRequired("Type the code"), Length(max=100, message="This code is too long")])


class NewPasswordForm(Form):
    """A new password; shown while typing if one likes, so it is asked for once."""

    password = PasswordField(
        "New password",
        [InputRequired("Type a new password"), Length(max=2000, message=f"Use at most {LONGEST} characters.")],
    )


@pages.get("/login")
@guard("public")
def login() -> ResponseReturnValue:
    """The sign-in page; whoever is signed in goes on."""
    person, onward = who(), _onward(request.args.get("next"))
    if person is not None:
        return redirect(onward if person.complete else f"{second_step_of(person)}?{urlencode({'next': onward})}", 303)
    return page("sign_in/sign_in.html", form=SignInForm(data={"next": onward}), onward=onward)


@pages.post("/login")
@guard("public")
def log_in() -> ResponseReturnValue:
    """Sign in with a password."""
    refuse_demo_elsewhere()
    form = SignInForm(request.form)
    onward = _onward(form.next.data)
    if not form.validate():
        return page("sign_in/sign_in.html", status=422, form=form, onward=onward)
    try:
        done = sign_in.sign_in(form.username.data or "", form.password.data or "", origin_of(request), demo=is_demo())
    except TooManyTriesError as wait:
        return _wait(wait, "sign_in/sign_in.html", form, onward)
    except NotSignedInError as failed:
        _tell(failed)
        form.form_errors.append(FAILED)
        return page("sign_in/sign_in.html", status=422, form=form, onward=onward)
    steps = {"": "", "code": "/login/second-step", "set up": "/account/second-factor"}
    step = steps[done.next_step]
    return keep_session(_go(f"{step}?{urlencode({'next': onward})}" if step else onward), done.token)


@pages.get("/login/second-step")
@guard("half_done")
def second_step() -> ResponseReturnValue:
    """Ask for the second factor of somebody whose password was right."""
    person, onward = signed_in(), _onward(request.args.get("next"))
    if person.complete or not person.has_second_factor:
        return redirect(onward if person.complete else "/account/second-factor", 303)
    return page("sign_in/second_step.html", form=CodeForm(data={"next": onward}), onward=onward)


@pages.post("/login/second-step")
@guard("half_done")
def show_code() -> ResponseReturnValue:
    """Finish the sign-in by a code."""
    form, person = CodeForm(request.form), signed_in()
    onward = _onward(form.next.data)
    if person.complete:
        return redirect(onward, 303)
    if not form.validate():
        return page("sign_in/second_step.html", status=422, form=form, onward=onward)
    try:
        token = sign_in.second_step(person, form.code.data or "", network())
    except TooManyTriesError as wait:
        return _wait(wait, "sign_in/second_step.html", form, onward)
    except NotSignedInError:
        form.code.errors = ["This code is not right, or it was used already. Wait for the next one."]
        return page("sign_in/second_step.html", status=422, form=form, onward=onward)
    return keep_session(_go(onward), token)


@pages.post("/login/passkey/begin")
@guard("public")
def begin_passkey() -> ResponseReturnValue:
    """What the browser needs to ask for a passkey (JSON)."""
    try:
        ceremony = passkeys.begin_sign_in(site(), network())
    except TooManyTriesError as wait:
        return _wait_json(wait)
    return jsonify(options=ceremony.options, token=ceremony.token)


@pages.post("/login/passkey")
@guard("public")
def log_in_by_passkey() -> ResponseReturnValue:
    """Sign in with what the passkey signed (JSON): where to go on."""
    refuse_demo_elsewhere()
    sent = passkey_sent()
    try:
        token = passkeys.finish_sign_in(site(), sent.token, sent.credential, origin_of(request), demo=is_demo())
    except TooManyTriesError as wait:
        return _wait_json(wait)
    except NotSignedInError as failed:
        _tell(failed)
        return make_response(jsonify(detail="This passkey is not known here. Use another, or your password."), 422)
    return keep_session(jsonify(next=_onward(sent.next)), token)


@pages.post("/logout")
@guard("public")
def log_out() -> Response:
    """End the session and take the cookie away."""
    person = who()
    if person is not None:
        sessions.sign_out(person)
    return forget_session(_go("/login"))


@pages.get("/invited/<token>")
@guard("public")
def invited(token: str) -> ResponseReturnValue:
    """Where a one-time link leads: choose a password."""
    found = invitations.invitation(token)
    if found is None:
        abort(410, "This link was used already, or its 24 hours are over. Ask for a new one.")
    return page("sign_in/invited.html", form=NewPasswordForm(), invitation=found, shortest=SHORTEST)


@pages.post("/invited/<token>")
@guard("public")
def accept(token: str) -> ResponseReturnValue:
    """Use the link up."""
    found = invitations.invitation(token)
    if found is None:
        abort(410, "This link was used already, or its 24 hours are over. Ask for a new one.")
    form = NewPasswordForm(request.form)
    session = None
    if form.validate():
        try:
            session = invitations.accept(token, form.password.data or "", origin_of(request))
        except UnusablePasswordError as why:
            form.password.errors = [str(why)]
    if form.errors:
        return page("sign_in/invited.html", status=422, form=form, invitation=found, shortest=SHORTEST)
    if session is None:
        abort(410, "This link was used already, or its 24 hours are over. Ask for a new one.")
    return keep_session(_go("/"), session)


def wait_words(wait: TooManyTriesError) -> dict[str, str]:
    """The headers of an answer 429."""
    return {"Retry-After": str(wait.seconds)}


def _wait(wait: TooManyTriesError, template: str, form: Form, onward: str) -> Response:
    form.form_errors.append(str(wait))
    response = page(template, status=429, form=form, onward=onward)
    response.headers.update(wait_words(wait))
    return response


def _wait_json(wait: TooManyTriesError) -> Response:
    response = make_response(jsonify(detail=str(wait)), 429)
    response.headers.update(wait_words(wait))
    return response


def _go(address: str) -> Response:
    return make_response(redirect(address, 303))


def _onward(text: str | None) -> str:
    address = local_address(text)
    return "/" if address.startswith(("/login", "/logout", "/invited")) else address


def _tell(failed: NotSignedInError) -> None:
    if failed.person_id is None:
        _log.warning("sign-in failed", source="unknown person")
    else:
        _log.warning("sign-in failed", person=failed.person_id)
