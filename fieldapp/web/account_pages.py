"""One's own account: cities, sessions, password, and proving again who one is."""

from flask import Blueprint, Response, abort, jsonify, make_response, redirect, request
from flask.typing import ResponseReturnValue
from wtforms import HiddenField, PasswordField, StringField
from wtforms.validators import InputRequired, Length

from fieldapp.services import cities, invitations, passkeys, second_factor, sessions, sign_in
from fieldapp.services.passwords import SHORTEST, UnusablePasswordError
from fieldapp.services.sign_in_tries import TooManyTriesError
from fieldapp.web.guard import guard, local_address, signed_in
from fieldapp.web.own_words import Form
from fieldapp.web.passkey_json import passkey_sent
from fieldapp.web.respond import page
from fieldapp.web.session_cookie import network, site
from fieldapp.web.sign_in_pages import NewPasswordForm, wait_words

pages = Blueprint("account_pages", __name__)


class VerifyForm(Form):
    """The password once more, and the code where there is an authenticator app."""

    next = HiddenField()
    password = PasswordField("Password", [InputRequired("Type your password"), Length(max=2000)])
    code = StringField("Code", [Length(max=100)])


@pages.get("/account")
@guard("signed_in")
def account() -> Response:
    """The person's cities, sessions and ways to sign in."""
    person = signed_in()
    return page(
        "account/account.html",
        own_cities=[(c, cities.city(c).name, role) for c, role in person.roles.items() if cities.is_served(c)],
        sessions=sessions.own_sessions(person),
        passkeys=passkeys.own_passkeys(person),
        has_totp=second_factor.has_totp(person),
        codes_left=second_factor.recovery_codes_left(person),
    )


@pages.post("/account/city")
@guard("signed_in")
def wear() -> ResponseReturnValue:
    """Work for another of one's cities."""
    if not sessions.wear(signed_in(), request.form.get("city", "")):
        abort(404)
    return redirect("/", 303)


@pages.post("/account/sessions/<int:session_id>/end")
@guard("signed_in")
def end_session(session_id: int) -> ResponseReturnValue:
    """End one of one's own sessions."""
    if not sessions.end_session(signed_in(), session_id):
        abort(404)
    return redirect("/account", 303)


@pages.post("/account/sessions/end-others")
@guard("signed_in")
def end_other_sessions() -> ResponseReturnValue:
    """End all of one's own sessions but this one."""
    sessions.end_other_sessions(signed_in())
    return redirect("/account", 303)


@pages.get("/account/password")
@guard("verified")
def password() -> Response:
    """Choose another password."""
    return page("account/password.html", form=NewPasswordForm(), shortest=SHORTEST)


@pages.post("/account/password")
@guard("verified")
def change_password() -> ResponseReturnValue:
    """Change the password; other sessions end."""
    form = NewPasswordForm(request.form)
    if form.validate():
        try:
            invitations.change_password(signed_in(), form.password.data or "")
        except UnusablePasswordError as why:
            form.password.errors = [str(why)]
    if form.errors:
        return page("account/password.html", status=422, form=form, shortest=SHORTEST)
    return redirect("/account", 303)


@pages.get("/account/verify")
@guard("signed_in")
def verify() -> Response:
    """Ask to prove again who one is."""
    onward = local_address(request.args.get("next"))
    return _verify_page(VerifyForm(data={"next": onward}), onward)


@pages.post("/account/verify")
@guard("signed_in")
def check() -> ResponseReturnValue:
    """Take the proof; good for ten minutes."""
    form = VerifyForm(request.form)
    onward = local_address(form.next.data)
    if not form.validate():
        return _verify_page(form, onward, 422)
    try:
        right = sign_in.verify(signed_in(), form.password.data or "", form.code.data or "", network())
    except TooManyTriesError as wait:
        form.form_errors.append(str(wait))
        response = _verify_page(form, onward, 429)
        response.headers.update(wait_words(wait))
        return response
    if not right:
        form.form_errors.append("That is not right. Check what you typed. Each code counts once.")
        return _verify_page(form, onward, 422)
    return redirect(onward, 303)


@pages.post("/account/verify/passkey")
@guard("signed_in")
def check_passkey() -> ResponseReturnValue:
    """The same by a passkey (JSON); it begins at /login/passkey/begin."""
    sent = passkey_sent()
    try:
        right = passkeys.finish_verify(signed_in(), site(), sent.token, sent.credential, network())
    except TooManyTriesError as wait:
        return make_response(jsonify(detail=str(wait)), 429, wait_words(wait))
    if not right:
        return make_response(jsonify(detail="This passkey is not yours here. Use another, or your password."), 422)
    return jsonify(next=local_address(sent.next))


def _verify_page(form: VerifyForm, onward: str, status: int = 200) -> Response:
    person = signed_in()
    has_passkey = bool(passkeys.own_passkeys(person))
    return page("account/verify.html", status=status, form=form, onward=onward, has_passkey=has_passkey)
