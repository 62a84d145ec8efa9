"""The second factor beside a password: one-time codes of an authenticator app (TOTP), and recovery codes."""

import base64
import hashlib
import hmac
from dataclasses import dataclass
from datetime import timedelta

import pyotp
from sqlalchemy import Connection

from fieldapp import clock
from fieldapp.media.plain_qr import qr_svg
from fieldapp.services import sessions
from fieldapp.services.rights import Who
from fieldapp.tables import audit, credentials, people_queries
from fieldapp.tables.db import reading, writing

STEP = 30  # seconds; the present step and one on each side count, 90 seconds in all
RECOVERY_CODES = 10
_CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_RECOVERY_LENGTH = 24  # 120 bits
_SETUP = timedelta(minutes=10)
_PURPOSE = "totp"


@dataclass(frozen=True, slots=True)
class TotpSetup:
    """What an authenticator app needs: the secret in groups of four, and the same as a QR (an SVG document, base64)."""

    secret: str
    svg_base64: str


@dataclass(frozen=True, slots=True)
class SetUp:
    """A second factor was set up. `token`: the session's new token where it only became complete by that."""

    token: str | None


def begin_totp(who: Who) -> None:
    """Make a new secret for this person and session; it counts only once a code of it was typed (ten minutes)."""
    now = clock.now()
    with writing() as connection:
        credentials.add_challenge(
            connection, _setup_key(who), _PURPOSE, who.person_id, pyotp.random_base32().encode(), now + _SETUP, now
        )


def totp_setup(who: Who) -> TotpSetup | None:
    """The secret that waits for its first code, None where none does."""
    with reading() as connection:
        secret = credentials.challenge(connection, _setup_key(who), _PURPOSE, who.person_id, clock.now())
    if secret is None:
        return None
    text = secret.decode()
    address = pyotp.TOTP(text).provisioning_uri(name=who.username, issuer_name="Animal control")
    groups = " ".join(text[i : i + 4] for i in range(0, len(text), 4))
    return TotpSetup(groups, base64.b64encode(qr_svg(address).encode()).decode())


def finish_totp(who: Who, code: str) -> SetUp | None:
    """Take the waiting secret into use if `code` is one of its codes; None where it is not."""
    now = clock.now()
    with writing() as connection:
        secret = credentials.challenge(connection, _setup_key(who), _PURPOSE, who.person_id, now)
        step = _step_of(secret.decode(), code) if secret else None
        if secret is None or step is None:
            return None
        credentials.take_challenge(connection, _setup_key(who), _PURPOSE, who.person_id, now)
        people_queries.change_person(connection, who.person_id, totp_secret=secret.decode(), totp_last_step=step)
        token = None if who.second_factor else sessions.complete(connection, who.session_id)
        audit.append(connection, who.city, actor=who.actor, action="TOTP set up", subject=who.actor, detail={})
    return SetUp(token)


def remove_totp(who: Who) -> bool:
    """Take the authenticator app away; False where the person would be left without a second factor (demo: may)."""
    with writing() as connection:
        person = people_queries.by_id(connection, who.person_id)
        if person is None or person.totp_secret is None or not (person.has_passkey or who.demo):
            return False
        people_queries.change_person(connection, who.person_id, totp_secret=None, totp_last_step=None)
        audit.append(connection, who.city, actor=who.actor, action="TOTP removed", subject=who.actor, detail={})
    return True


def new_recovery_codes(who: Who) -> tuple[str, ...]:
    """Ten new recovery codes, to be shown once; the old ones stop working."""
    with writing() as connection:
        codes = _new_recovery_codes(connection, who.person_id)
        audit.append(connection, who.city, actor=who.actor, action="recovery codes made", subject=who.actor, detail={})
    return codes


def recovery_codes_left(who: Who) -> int:
    """How many of the person's recovery codes are still good."""
    with reading() as connection:
        return credentials.recovery_codes_left(connection, who.person_id)


def has_totp(who: Who) -> bool:
    """Whether the person has an authenticator app."""
    with reading() as connection:
        person = people_queries.by_id(connection, who.person_id)
    return person is not None and person.totp_secret is not None


def use_totp(connection: Connection, person_id: int, secret: str | None, code: str) -> bool:
    """Whether `code` is a one-time code of the last 90 seconds that was not used yet; uses it up."""
    step = _step_of(secret, code) if secret else None
    return step is not None and credentials.use_step(connection, person_id, step)


def use_recovery_code(connection: Connection, person_id: int, code: str) -> bool:
    """Whether `code` is a recovery code that was not used yet; uses it up. Case, spaces and dashes do not matter."""
    plain = _plain_code(code)
    if len(plain) != _RECOVERY_LENGTH:
        return False
    return credentials.use_recovery_code(connection, person_id, _hash_of(plain), clock.now())


def _step_of(secret: str, code: str) -> int | None:
    typed = "".join(c for c in code if c.isascii() and c.isdigit())
    totp = pyotp.TOTP(secret, interval=STEP)
    present = int(clock.now().timestamp()) // STEP
    for step in (present - 1, present, present + 1):
        if hmac.compare_digest(totp.generate_otp(step), typed):
            return step
    return None


def _new_recovery_codes(connection: Connection, person_id: int) -> tuple[str, ...]:
    codes = tuple(_random_code() for _ in range(RECOVERY_CODES))
    credentials.replace_recovery_codes(connection, person_id, [_hash_of(_plain_code(code)) for code in codes])
    return codes


def _random_code() -> str:
    letters = "".join(_CROCKFORD[byte & 31] for byte in clock.random_bytes(_RECOVERY_LENGTH))
    return "-".join(letters[i : i + 4] for i in range(0, _RECOVERY_LENGTH, 4))


def _plain_code(code: str) -> str:
    folded = code[:100].upper().translate(str.maketrans("OIL", "011"))
    return "".join(c for c in folded if c in _CROCKFORD)


def _hash_of(plain: str) -> str:
    return hashlib.sha256(f"fieldapp/recovery/1\n{plain}".encode()).hexdigest()


def _setup_key(who: Who) -> str:
    return sessions.token_hash(f"totp/{who.session_id}")
