"""Setting up and taking away what one signs in with: authenticator app, passkeys, recovery codes."""

from flask import Blueprint, Response, abort, jsonify, make_response, redirect, request
from flask.typing import ResponseReturnValue
from wtforms import StringField
from wtforms.validators import InputRequired, Length

from fieldapp.services import passkeys, second_factor
from fieldapp.web.guard import guard, signed_in
from fieldapp.web.own_words import Form
from fieldapp.web.passkey_json import passkey_sent
from fieldapp.web.respond import page
from fieldapp.web.session_cookie import keep_session, site

pages = Blueprint("factor_pages", __name__)
RECOVERY = "/account/recovery-codes"


class FirstCodeForm(Form):
    """The first code of a new authenticator app."""

    code = StringField("Code", [InputRequired("Type the six digits that the app shows"), Length(max=20)])


@pages.get("/account/second-factor")
@guard("set_up_factor")
def choose() -> Response:
    """Choose between a passkey and an authenticator app."""
    return page("account/second_factor.html")


@pages.post("/account/totp")
@guard("set_up_factor")
def begin_totp() -> ResponseReturnValue:
    """Make a secret for an authenticator app."""
    second_factor.begin_totp(signed_in())
    return redirect("/account/totp", 303)


@pages.get("/account/totp")
@guard("set_up_factor")
def totp() -> ResponseReturnValue:
    """The secret as a QR and in letters, and a field for its first code."""
    setup = second_factor.totp_setup(signed_in())
    if setup is None:
        return redirect("/account/second-factor", 303)
    return page("account/totp.html", form=FirstCodeForm(), setup=setup)


@pages.post("/account/totp/finish")
@guard("set_up_factor")
def finish_totp() -> ResponseReturnValue:
    """Take the app into use."""
    person, form = signed_in(), FirstCodeForm(request.form)
    setup = second_factor.totp_setup(person)
    if setup is None:
        return redirect("/account/second-factor", 303)
    done = second_factor.finish_totp(person, form.code.data or "") if form.validate() else None
    if done is None:
        form.code.errors = form.code.errors or ["This code is not right. Wait for the next one and type that."]
        return page("account/totp.html", status=422, form=form, setup=setup)
    response = make_response(redirect(RECOVERY, 303))
    return keep_session(response, done.token) if done.token else response


@pages.post("/account/totp/remove")
@guard("verified")
def remove_totp() -> ResponseReturnValue:
    """Take the app away, if something else is left."""
    if not second_factor.remove_totp(signed_in()):
        abort(409, "Make a passkey first: without the app you would have no second factor left.")
    return redirect("/account", 303)


@pages.post("/account/passkeys/begin")
@guard("set_up_factor")
def begin_passkey() -> Response:
    """What the browser needs to make a passkey (JSON)."""
    ceremony = passkeys.begin_making(signed_in(), site())
    return jsonify(options=ceremony.options, token=ceremony.token)


@pages.post("/account/passkeys")
@guard("set_up_factor")
def make_passkey() -> ResponseReturnValue:
    """Take the passkey that the browser made (JSON): where to go on."""
    sent = passkey_sent()
    try:
        done = passkeys.finish_making(signed_in(), site(), sent.token, sent.credential, sent.label)
    except passkeys.RefusedPasskeyError as why:
        return make_response(jsonify(detail=str(why)), 422)
    if done.token is None:
        return jsonify(next="/account")
    return keep_session(jsonify(next=RECOVERY), done.token)


@pages.post("/account/passkeys/<int:passkey_id>/remove")
@guard("verified")
def remove_passkey(passkey_id: int) -> ResponseReturnValue:
    """Take one of one's own passkeys away."""
    person = signed_in()
    if passkey_id not in {each.id for each in passkeys.own_passkeys(person)}:
        abort(404)
    if not passkeys.remove_passkey(person, passkey_id):
        abort(409, "Set up another passkey or an app first: without this one you would have no second factor left.")
    return redirect("/account", 303)


@pages.get(RECOVERY)
@guard("verified")
def recovery_codes() -> Response:
    """How many recovery codes are left."""
    return page("account/recovery_codes.html", left=second_factor.recovery_codes_left(signed_in()), codes=())


@pages.post(RECOVERY)
@guard("verified")
def new_recovery_codes() -> Response:
    """Make new ones and show them this once."""
    codes = second_factor.new_recovery_codes(signed_in())
    return page("account/recovery_codes.html", left=len(codes), codes=codes)
