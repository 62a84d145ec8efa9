"""Enrol a device: a challenge, a key that signs it, and one key pair for each installation and officer."""

import hashlib
import re
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection

from fieldapp import clock
from fieldapp.media.signing import NoPublicKey, b64u, bytes_of, is_signed, key_id, public_key_of
from fieldapp.services.records import statements
from fieldapp.services.records.sealed import FIRST_PREV, UUID
from fieldapp.services.rights import Who
from fieldapp.tables import audit, credentials, device_queries, people_queries, record_queries, tallies
from fieldapp.tables.db import writing
from fieldapp.tables.device_queries import Found
from fieldapp.tables.devices import ACTIVE, PENDING, REVOKED

CHALLENGE_FOR = timedelta(minutes=5)
CHALLENGE_BYTES = 32
LABEL = 80  # characters of a device's name, such as "Chromium on Linux"
PROTECTIONS = ("passkey", "storage")
_ID = b"fieldapp/device/1"


class RefusedEnrolment(Exception):
    """No device was enrolled. `status` is that of HTTP, `word` for the program, the text for people."""

    def __init__(self, status: int, word: str, sentence: str) -> None:
        super().__init__(sentence)
        self.status, self.word = status, word


@dataclass(frozen=True, slots=True)
class Challenge:
    """What an enrolment signs, once, until `expires_at` (UTC). `passkeys`: ids of the person's own, base64url."""

    text: str
    expires_at: datetime
    passkeys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Enrolled:
    """A device of the person. `new`: enrolled just now. `last_seq`: 0, or what came from it; `last_prev`: see docs."""

    device: str
    number: int
    key_id: str
    status: str
    person_id: int
    last_seq: int
    last_prev: str
    new: bool


@dataclass(frozen=True, slots=True)
class _Asked:
    point: bytes
    challenge: str
    label: str
    protection: str
    signature: str
    replaces: str
    old_signature: str


def challenge(who: Who) -> Challenge:
    """A new challenge for an enrolment of this person."""
    now, drawn = clock.now(), clock.random_bytes(CHALLENGE_BYTES)
    with writing() as connection:
        device_queries.add_challenge(connection, who.person_id, _hash(drawn), now + CHALLENGE_FOR, now)
        known = credentials.passkeys_of(connection, who.person_id)
    return Challenge(b64u(drawn), now + CHALLENGE_FOR, tuple(b64u(each.credential_id) for each in known))


def enrol(who: Who, said: object, origin: str, *, approval: bool) -> Enrolled:
    """Enrol a device from what the phone said (docs/protocol.md). `approval`: a new one waits for a supervisor.

    Raises RefusedEnrolment.
    """
    asked = _asked(said)
    words = _statement(origin, who, asked)
    if not is_signed(asked.point, words, asked.signature):
        raise RefusedEnrolment(401, "signature", "The signature of the new key does not hold.")
    with writing() as connection:
        tallies.locked(connection, "phones", "all", clock.now())  # one enrolment at a time: its number is the next one
        known = device_queries.by_key_id(connection, key_id(asked.point))
        if known is not None and known.person_id == who.person_id:
            return _reading(connection, known, new=False)
        _use(connection, who, asked.challenge)
        if known is not None:
            raise RefusedEnrolment(409, "key", "This key is another person's. Make a new one.")
        old = _replaced(connection, who, asked, words)
        return _write(connection, who, asked, old, approval=approval)


def _asked(said: object) -> _Asked:
    if not isinstance(said, Mapping) or said.get("v") != 1:
        raise _unusable("v")
    point = _bytes(said, "public_key")
    try:
        public_key_of(point)
    except NoPublicKey as wrong:
        raise _unusable("public_key") from wrong
    if len(_bytes(said, "challenge")) != CHALLENGE_BYTES:
        raise _unusable("challenge")
    label, protection = said.get("label"), said.get("protection")
    if not isinstance(label, str) or not label.strip():
        raise _unusable("label")
    if not isinstance(protection, str) or protection not in PROTECTIONS:
        raise _unusable("protection")
    replaces = said.get("replaces") or {}
    if not isinstance(replaces, Mapping):
        raise _unusable("replaces")
    old, old_signature = replaces.get("device", ""), replaces.get("signature", "")
    if replaces and not (isinstance(old, str) and UUID.fullmatch(old) and isinstance(old_signature, str)):
        raise _unusable("replaces")
    shown = " ".join(re.sub(r"[^\w .,:;()/+-]", " ", label).split())[:LABEL] or "phone"
    return _Asked(
        point, said["challenge"], shown, protection, str(said.get("signature") or ""), str(old), str(old_signature)
    )


def _bytes(said: Mapping[str, Any], name: str) -> bytes:
    value = said.get(name)
    try:
        return bytes_of(value) if isinstance(value, str) else b""
    except ValueError as wrong:
        raise _unusable(name) from wrong


def _unusable(name: str) -> RefusedEnrolment:
    return RefusedEnrolment(422, "enrolment", f"The field {name} is missing or cannot be used.")


def _statement(origin: str, who: Who, asked: _Asked) -> bytes:
    return statements.enroll(origin, who.person_id, asked.challenge, key_id(asked.point))


def _use(connection: Connection, who: Who, text: str) -> None:
    if not device_queries.use_challenge(connection, who.person_id, _hash(bytes_of(text)), clock.now()):
        raise RefusedEnrolment(401, "challenge", "The challenge is over or was used. Ask for a new one.")


def _replaced(connection: Connection, who: Who, asked: _Asked, words: bytes) -> Found | None:
    if not asked.replaces:
        return None
    old = device_queries.one(connection, asked.replaces)
    if old is None or old.person_id != who.person_id or old.status == REVOKED:
        raise RefusedEnrolment(409, "replaces", "The phone that this one is to replace is not an active one of yours.")
    if not is_signed(old.public_key, words, asked.old_signature):
        raise RefusedEnrolment(401, "signature", "The signature of the old key does not hold.")
    return old


def _write(connection: Connection, who: Who, asked: _Asked, old: Found | None, *, approval: bool) -> Enrolled:
    now, device = clock.now(), _id_for(connection, who, asked.point)
    device_queries.add(
        connection, id=device, number=device_queries.next_phone_number(connection), person_id=who.person_id,
        label=asked.label, key_id=key_id(asked.point), public_key=asked.point, protection=asked.protection,
        status=PENDING if approval else ACTIVE, enrolled_at=now, replaces=old.id if old else None,
        revoked_because="", app_version="", last_seq=0, last_seen_at=now,
    )  # fmt: skip
    row = device_queries.one(connection, device)
    if row is None:
        raise LookupError(device)
    audit.append(
        connection, who.city, actor=who.actor, action="device.enrolled", subject=f"device:{device}",
        detail={
            "number": row.number, "person": row.person_id, "key_id": row.key_id, "public_key": b64u(asked.point),
            "protection": row.protection, "status": row.status, "label": row.label, "replaces": row.replaces,
        },
    )  # fmt: skip
    return _reading(connection, row, new=True)


def _id_for(connection: Connection, who: Who, point: bytes) -> str:
    """The id of this key as this person's: the same again on a server that was restored from an older backup.

    It comes from the key, so nobody can ask for another phone's; and from the person's own random handle, so that
    somebody who was given the number of a forgotten person does not get that person's phone.
    """
    person = people_queries.by_id(connection, who.person_id)
    if person is None:
        raise LookupError(who.person_id)
    drawn = hashlib.sha256(b"\n".join((_ID, key_id(point).encode("ascii"), person.handle))).digest()
    return str(uuid.UUID(bytes=drawn[:16], version=5))


def _reading(connection: Connection, row: Found, *, new: bool) -> Enrolled:
    last = record_queries.last_of_device(connection, row.id)
    if last is None and row.replaces:
        before = record_queries.last_of_device(connection, row.replaces)
        prev = before.sha256 if before else FIRST_PREV
    else:
        prev = last.sha256 if last else FIRST_PREV
    return Enrolled(row.id, row.number, row.key_id, row.status, row.person_id, last.seq if last else 0, prev, new=new)


def _hash(drawn: bytes) -> str:
    return hashlib.sha256(drawn).hexdigest()
