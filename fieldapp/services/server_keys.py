"""The keys by which this server signs receipts and heads: made, rotated, revoked, published for ever."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import Connection

from fieldapp import clock
from fieldapp.config import UnusableSetting
from fieldapp.media import key_files
from fieldapp.media.key_files import UnusableKey
from fieldapp.media.signing import b64u, key_id, sign, statement
from fieldapp.services import cities
from fieldapp.tables import audit, server_keys
from fieldapp.tables.db import reading, writing

FOLDER = "keys"
_ALG = {server_keys.RESCUE: "ECDH-P256"}


class RefusedKeyChange(Exception):
    """The keys stay as they are; the sentence says why."""


@dataclass(frozen=True, slots=True)
class KeyReading:
    """A public key: 65 bytes as base64url, from when until when it signed, and how the one before handed over."""

    kid: str
    purpose: str
    public_key: str
    signs_from: str
    until: str | None
    revoked: str | None
    rotations: tuple[dict[str, str], ...]
    is_here: bool = True  # the private key lies in this instance


def check_keys(instance: Path) -> None:
    """Raises UnusableSetting where the folder of private keys, or a file in it, is open to others."""
    try:
        key_files.check_modes(instance / FOLDER)
    except UnusableKey as wrong:
        raise UnusableSetting(str(wrong)) from wrong


def published(instance: Path | None = None) -> tuple[KeyReading, ...]:
    """Every public key, oldest first; with an instance folder also whether its private key lies there."""
    with reading() as connection:
        rows = server_keys.every(connection)
    return tuple(
        KeyReading(
            k.kid, k.purpose, b64u(k.public_key), as_text(k.from_at), _text(k.until_at), _text(k.revoked_at),
            tuple(k.rotations), instance is None or key_files.has_key(instance / FOLDER, k.kid),
        )
        for k in rows
    )  # fmt: skip


def page_of(keys: Sequence[KeyReading]) -> dict[str, object]:
    """What /.well-known/fieldapp-keys.json says: each key, and each statement by which an old key handed over."""
    return {
        "v": 1,
        "keys": [
            {
                "kid": k.kid, "use": k.purpose, "alg": _ALG.get(k.purpose, "ES256"),
                "public_key": k.public_key, "from": k.signs_from,
                "until": k.until, "revoked": k.revoked,
            }
            for k in keys
        ],
        "rotations": [
            {"origin": r["origin"], "old_kid": r["old_kid"], "new_kid": k.kid, "from": r["from"],
             "signature": r["signature"]}
            for k in keys
            for r in k.rotations
        ],
    }  # fmt: skip


def points() -> dict[str, bytes]:
    """Key id -> public point of every key of this server; a row whose point is not the one of its id is none."""
    with reading() as connection:
        return {k.kid: k.public_key for k in server_keys.as_stored(connection) if is_its_own(k.kid, k.public_key)}


def is_its_own(kid: object, point: object) -> bool:
    """Whether a stored public key is the one that its id was made from."""
    return isinstance(point, bytes) and key_id(point) == kid


def revoked() -> frozenset[str]:
    """The ids of the keys that are not to be believed any more."""
    with reading() as connection:
        return frozenset(k.kid for k in server_keys.as_stored(connection) if k.revoked_at is not None)


def signs() -> bool:
    """Whether some receipt key signs here."""
    with reading() as connection:
        return server_keys.current(connection, server_keys.RECEIPT) is not None


def make_first(instance: Path, *, actor: str, lost: bool = False) -> str:
    """Make the receipt key of an instance that has none that signs; gives its id. Raises RefusedKeyChange else.

    `lost`: end the one that signs, since its private key is nowhere any more; what it signed is still believed.
    """
    with writing() as connection:
        if (old := server_keys.current(connection, server_keys.RECEIPT)) is not None:
            if not lost or key_files.has_key(instance / FOLDER, old.kid):
                raise RefusedKeyChange(f"{old.kid} signs already: rotate it, or revoke it first")
            server_keys.change(connection, old.kid, until_at=clock.now())
        return _make(connection, instance, [], clock.now(), actor=actor, action="key made")


def rotate(instance: Path, origins: Sequence[str], *, actor: str) -> tuple[str, str]:
    """Let a new key follow the present one, which says so for each origin and is then forgotten; (old id, new id).

    Raises RefusedKeyChange where no key signs, UnusableKey where its private key is not here.
    """
    with writing() as connection:
        old = server_keys.current(connection, server_keys.RECEIPT)
        if old is None:
            raise RefusedKeyChange("no key signs here: make one with `flask keys new`")
        secret = key_files.read_key(instance / FOLDER, old.kid)
        now = clock.now()
        server_keys.change(connection, old.kid, until_at=now)
        new = _make(connection, instance, [], now, actor=actor, action="key rotated", old=old.kid)
        said = [
            {
                "origin": origin, "old_kid": old.kid, "from": as_text(now),
                "signature": sign(secret, statement("fieldapp/rotate/1", origin, old.kid, new, as_text(now))),
            }
            for origin in origins
        ]  # fmt: skip
        server_keys.change(connection, new, rotations=said)
    key_files.forget_key(instance / FOLDER, old.kid)
    return old.kid, new


def revoke(instance: Path, kid: str, reason: str, *, actor: str) -> None:
    """Say for ever that nothing signed by this key is to be believed, and forget its private key.

    Raises RefusedKeyChange where there is no such key or it is revoked already.
    """
    with writing() as connection:
        key = server_keys.one(connection, kid)
        if key is None or key.revoked_at is not None:
            raise RefusedKeyChange(f"{kid} is revoked already" if key else f"{kid} is no key of this server")
        now = clock.now()
        server_keys.change(connection, kid, revoked_at=now, until_at=key.until_at or now)
        _write_down(connection, "key revoked", kid, {"reason": reason}, actor=actor)
    key_files.forget_key(instance / FOLDER, kid)


def signed(instance: Path, words: bytes) -> tuple[str, str]:
    """(key id, signature) of the receipt key over a statement. Raises UnusableKey where no key can sign."""
    with reading() as connection:
        key = server_keys.current(connection, server_keys.RECEIPT)
    if key is None:
        raise UnusableKey("this server has no key that signs: make one with `flask keys new`")
    return key.kid, sign(key_files.read_key(instance / FOLDER, key.kid), words)


def as_text(instant: datetime) -> str:
    """An instant as statements hold it: UTC, whole seconds, 2026-11-30T15:00:00Z."""
    return instant.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _text(instant: datetime | None) -> str | None:
    return None if instant is None else as_text(instant)


def _make(
    connection: Connection, instance: Path, rotations: list[dict[str, str]], now: datetime, *, actor: str, action: str,
    old: str = "",
) -> str:  # fmt: skip
    try:
        point = key_files.make_key(instance / FOLDER)
    except OSError as wrong:
        raise RefusedKeyChange(f"{instance / FOLDER}: {wrong.strerror}") from wrong
    kid = key_id(point)
    values = {"purpose": server_keys.RECEIPT, "public_key": point, "from_at": now, "rotations": rotations}
    server_keys.add(connection, kid=kid, **values)
    detail = {"public_key": b64u(point), "before": old, "from": now.isoformat()}
    _write_down(connection, action, kid, detail, actor=actor)
    return kid


def _write_down(connection: Connection, action: str, kid: str, detail: Mapping[str, object], *, actor: str) -> None:
    for city in sorted(c.id for c in cities.cities()):
        audit.append(connection, city, actor=actor, action=action, subject=f"key:{kid}", detail=detail)
