"""Signing in, the account and its second factor."""

import hashlib
from datetime import timedelta

from sqlalchemy import delete, insert, select, update

from fieldapp import clock
from fieldapp.services import people
from fieldapp.tables.db import writing
from fieldapp.tables.people import Passkey, Session
from tests.screens.places.states import new_username, post, send, session_cookie, state
from tests.screens.stage import CITY, NAMES


@state("sign-in, not right")
def sign_in_wrong(s):
    return send(s.go(None, "/login"), username="nobody.here", password="not the password")  # noqa: S106  made up here


@state("sign-in, blank")
def sign_in_blank(s):
    return send(s.go(None, "/login"))


@state("sign-in, too many tries")
def sign_in_slowed(s):
    page, typed = s.go(None, "/login"), {"username": "slow.down", "password": "not the password"}
    for _ in range(9):
        page.request.post(f"{s.base}/login", form=typed, headers={"Origin": s.base})
    return send(page, **typed)


@state("second step, not right")
def second_step_wrong(s):
    return send(s.go("half", "/login/second-step"), code="000000") if s.bare else None


def _token(s):
    name = NAMES[1] if s.kind == "long" else "Ilse Marchetti"
    return people.invite(CITY, new_username(), name, "clerk", actor="cli", demo=not s.bare).token


@state("invitation")
def invitation(s):
    return s.go(None, f"/invited/{_token(s)}")


@state("invitation, password too short")
def invitation_wrong(s):
    return send(invitation(s), password="short")  # noqa: S106  made up here


@state("invitation, used up")
def invitation_over(s):
    return s.go(None, "/invited/used")


@state("sign-in asked for with work in hand")
def kept_form(s):
    page = s.go(None, "/login")
    return post(page, "/animals/1/edit", {"name": "Juniper"})


@state("account of somebody of several cities")
def several(s):
    return s.go("several", "/account")


@state("start of somebody of several cities")
def several_start(s):
    return s.go("several", "/")


@state("account with passkeys, an app and other sessions")
def account_full(s):
    page = s.page("supervisor")
    who = s.first(select(Session.person_id).order_by(Session.last_seen_at.desc()))
    with writing() as connection:
        connection.execute(delete(Passkey).where(Passkey.person_id == who))
        connection.execute(
            insert(Passkey).values(
                person_id=who, credential_id=f"{s.kind}{who}".encode(), public_key=b"key", sign_count=0,
                label="Samsung Internet on Android", prf=False, created_at=clock.now(), last_used_at=clock.now(),
            )
        )  # fmt: skip
    if not s.bare:
        s.sign_in(s.page(None, fresh=True), "supervisor")
        s.page(None, fresh=True)
    page.goto(s.base + "/account")
    return page


@state("is it you")
def verify(s):
    page = s.page("clerk")
    with writing() as connection:
        token = hashlib.sha256(session_cookie(page)[1].encode()).hexdigest()
        long_ago = clock.now() - timedelta(hours=2)
        connection.execute(update(Session).where(Session.token_hash == token).values(verified_at=long_ago))
    page.goto(s.base + "/account/password")
    return page


@state("is it you, not right")
def verify_wrong(s):
    return send(verify(s), password="no")  # noqa: S106  made up here


@state("password, too short")
def password_wrong(s):
    return send(s.go("several", "/account/password"), password="short")  # noqa: S106  made up here


@state("authenticator app")
def totp(s):
    page = s.go("several", "/account/second-factor")
    page.get_by_role("button", name="Set up an app").click()
    return page


@state("authenticator app, not right")
def totp_wrong(s):
    return send(totp(s), code="000000")


@state("recovery codes made")
def codes(s):
    return send(s.go("several", "/account/recovery-codes"))
