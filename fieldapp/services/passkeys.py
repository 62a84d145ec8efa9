"""Passkeys: made with user verification and the PRF extension asked for, and used as both factors at once."""

import json
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import webauthn
from webauthn.helpers import base64url_to_bytes, options_to_json
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from fieldapp import clock
from fieldapp.services import sessions
from fieldapp.services.rights import Who
from fieldapp.services.second_factor import SetUp
from fieldapp.services.sign_in import From, NotSignedInError, note_failure, open_session
from fieldapp.services.sign_in_tries import CEREMONY, NETWORK, claim, forgive
from fieldapp.tables import audit, credentials, people_queries
from fieldapp.tables import sessions as session_rows
from fieldapp.tables.db import reading, writing

FIVE_MINUTES = timedelta(minutes=5)
LABEL = 60
_SIGN_IN, _REGISTER = "passkey sign-in", "passkey"


class RefusedPasskeyError(Exception):
    """A passkey that cannot be taken, as a sentence."""


@dataclass(frozen=True, slots=True)
class Site:
    """The site a passkey is bound to: its host name without port, and its origin."""

    host: str
    origin: str


@dataclass(frozen=True, slots=True)
class Ceremony:
    """What the browser needs: the options as JSON text, and the token that it brings back (five minutes, once)."""

    options: str
    token: str


@dataclass(frozen=True, slots=True)
class PasskeyReading:
    """One of a person's own passkeys; times are UTC."""

    id: int
    label: str
    since: datetime
    last_used: datetime | None


def begin_making(who: Who, site: Site) -> Ceremony:
    """Start making a passkey for a signed-in person."""
    with reading() as connection:
        person = people_queries.by_id(connection, who.person_id)
        known = credentials.passkeys_of(connection, who.person_id)
    options = webauthn.generate_registration_options(
        rp_id=site.host,
        rp_name="Animal control",
        user_name=who.username,
        user_display_name=who.name,
        user_id=person.handle if person else None,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.REQUIRED
        ),
        exclude_credentials=[PublicKeyCredentialDescriptor(id=each.credential_id) for each in known],
    )
    words = json.loads(options_to_json(options))
    words["extensions"] = {"prf": {}, "credProps": True}  # the phone's own encryption will rest on the PRF
    return _ceremony(json.dumps(words), options.challenge, _REGISTER, who.person_id)


def finish_making(who: Who, site: Site, token: str, credential: dict[str, Any], label: str) -> SetUp:
    """Take the passkey that the browser made. Raises RefusedPasskeyError."""
    now = clock.now()
    label = "".join(c for c in label[:LABEL] if c.isprintable()).strip()
    with writing() as connection:
        challenge = credentials.take_challenge(connection, sessions.token_hash(token), _REGISTER, who.person_id, now)
    if challenge is None:
        raise RefusedPasskeyError("This took too long. Try again.")
    try:
        made = webauthn.verify_registration_response(
            credential=credential, expected_challenge=challenge, expected_rp_id=site.host, expected_origin=site.origin,
            require_user_verification=True,
        )  # fmt: skip
    except (WebAuthnException, ValueError, KeyError, TypeError) as wrong:
        raise RefusedPasskeyError("This passkey could not be checked. Try again.") from wrong
    with writing() as connection:
        added = credentials.add_passkey(
            connection, person_id=who.person_id, credential_id=made.credential_id,
            public_key=made.credential_public_key, sign_count=made.sign_count, label=label or "Passkey",
            prf=_has_prf(credential), created_at=now, last_used_at=None,
        )  # fmt: skip
        if not added:
            raise RefusedPasskeyError("This passkey is already in use.")
        new_token = None if who.second_factor else sessions.complete(connection, who.session_id)
        detail = {"label": label, "prf": _has_prf(credential)}
        audit.append(connection, who.city, actor=who.actor, action="passkey made", subject=who.actor, detail=detail)
    return SetUp(new_token)


def own_passkeys(who: Who) -> tuple[PasskeyReading, ...]:
    """The person's own passkeys, the oldest first."""
    with reading() as connection:
        rows = credentials.passkeys_of(connection, who.person_id)
    return tuple(PasskeyReading(r.id, r.label, r.created_at, r.last_used_at) for r in rows)


def remove_passkey(who: Who, passkey_id: int) -> bool:
    """Remove one of the person's own passkeys; False where they have no such one, or no second factor would be left."""
    with writing() as connection:
        person = people_queries.by_id(connection, who.person_id)
        known = [each.id for each in credentials.passkeys_of(connection, who.person_id)]
        if person is None or passkey_id not in known:
            return False
        if len(known) == 1 and person.totp_secret is None and not who.demo:
            return False
        credentials.remove_passkey(connection, who.person_id, passkey_id)
        detail = {"passkey": passkey_id}
        audit.append(connection, who.city, actor=who.actor, action="passkey removed", subject=who.actor, detail=detail)
    return True


def begin_sign_in(site: Site, network: str) -> Ceremony:
    """Start a sign-in by any passkey of this site. Raises TooManyTriesError."""
    claim([(CEREMONY, network)])
    options = webauthn.generate_authentication_options(
        rp_id=site.host, user_verification=UserVerificationRequirement.REQUIRED
    )
    return _ceremony(options_to_json(options), options.challenge, _SIGN_IN, None)


def finish_sign_in(site: Site, token: str, credential: dict[str, Any], origin: From, *, demo: bool) -> str:
    """The new session's token. Raises NotSignedInError or TooManyTriesError."""
    person_id = _checked(site, token, credential, origin.network, demo=demo)
    with writing() as connection:
        return open_session(connection, person_id, origin, how="passkey", second_factor=True)


def finish_verify(who: Who, site: Site, token: str, credential: dict[str, Any], network: str) -> bool:
    """Prove again who one is by one's own passkey: the session counts as verified now. Raises TooManyTriesError."""
    try:
        person_id = _checked(site, token, credential, network, demo=who.demo)
    except NotSignedInError:
        return False
    if person_id != who.person_id:
        return False
    with writing() as connection:
        session_rows.change(connection, who.session_id, verified_at=clock.now())
        detail = {"how": "passkey"}
        audit.append(connection, who.city, actor=who.actor, action="verified again", subject=who.actor, detail=detail)
    return True


def _checked(site: Site, token: str, credential: dict[str, Any], network: str, *, demo: bool) -> int:
    """The person whose passkey signed the waiting challenge, with user verification; uses the challenge up."""
    claim([(NETWORK, network)])
    now = clock.now()
    with writing() as connection:
        challenge = credentials.take_challenge(connection, sessions.token_hash(token), _SIGN_IN, None, now)
        row = credentials.passkey(connection, _credential_id(credential))
    if challenge is None or row is None:
        raise NotSignedInError(row.person_id if row else None)
    try:
        checked = webauthn.verify_authentication_response(
            credential=credential, expected_challenge=challenge, expected_rp_id=site.host, expected_origin=site.origin,
            credential_public_key=row.public_key, credential_current_sign_count=row.sign_count,
            require_user_verification=True,
        )  # fmt: skip
    except (WebAuthnException, ValueError, KeyError, TypeError) as wrong:
        note_failure(row.person_id, "passkey", network)
        raise NotSignedInError(row.person_id) from wrong
    with writing() as connection:
        fresh = credentials.used_passkey(connection, row.id, row.sign_count, checked.new_sign_count, now)
    if not fresh or row.ended_at is not None or row.demo != demo or not _is_handle(credential, row.handle):
        note_failure(row.person_id, "passkey", network)
        raise NotSignedInError(row.person_id)
    forgive([(NETWORK, network)])
    return int(row.person_id)


def _ceremony(options: str, challenge: bytes, purpose: str, person_id: int | None) -> Ceremony:
    now, token = clock.now(), clock.random_token()
    with writing() as connection:
        credentials.add_challenge(
            connection, sessions.token_hash(token), purpose, person_id, challenge, now + FIVE_MINUTES, now
        )
    return Ceremony(options, token)


def _credential_id(credential: dict[str, Any]) -> bytes:
    try:
        return base64url_to_bytes(str(credential.get("rawId", ""))[:2000])
    except ValueError:
        return b""


def _is_handle(credential: dict[str, Any], handle: bytes) -> bool:
    response = credential.get("response")
    told = response.get("userHandle") if isinstance(response, dict) else None
    try:
        return not told or base64url_to_bytes(str(told)[:200]) == handle
    except ValueError:
        return False


def _has_prf(credential: dict[str, Any]) -> bool:
    results = credential.get("clientExtensionResults")
    prf = results.get("prf") if isinstance(results, dict) else None
    return isinstance(prf, dict) and prf.get("enabled") is True
