"""Keys of this server that are made when they are first needed, and anew where their file is gone (after a restore)."""

from pathlib import Path

from sqlalchemy import Connection

from fieldapp import clock
from fieldapp.media.key_files import UnusableKey, has_key, make_key
from fieldapp.media.signing import b64u, key_id
from fieldapp.services import cities
from fieldapp.services.server_keys import FOLDER
from fieldapp.tables import audit, server_keys, tallies
from fieldapp.tables.db import reading, writing


def kid_of(instance: Path, purpose: str, *, actor: str) -> str:
    """The id of the present key of a purpose, made where there is none whose private half lies here.

    Raises UnusableKey where the folder of keys cannot be used.
    """
    with reading() as connection:
        if (kid := _good(connection, instance, purpose)) is not None:
            return kid
    with writing() as connection:
        tallies.locked(connection, "keys", purpose, clock.now())  # one is made, however many ask
        return _good(connection, instance, purpose) or _make(connection, instance, purpose, actor)


def _good(connection: Connection, instance: Path, purpose: str) -> str | None:
    key = server_keys.current(connection, purpose)
    return str(key.kid) if key is not None and has_key(instance / FOLDER, key.kid) else None


def _make(connection: Connection, instance: Path, purpose: str, actor: str) -> str:
    old = server_keys.current(connection, purpose)
    try:
        point, now = make_key(instance / FOLDER), clock.now()
    except OSError as wrong:
        raise UnusableKey(f"{instance / FOLDER}: {wrong.strerror}") from wrong
    kid = key_id(point)
    if old is not None:
        server_keys.change(connection, old.kid, until_at=now)
    server_keys.add(connection, kid=kid, purpose=purpose, public_key=point, from_at=now, rotations=[])
    detail = {"public_key": b64u(point), "before": old.kid if old else "", "from": now.isoformat(), "use": purpose}
    for city in sorted(c.id for c in cities.cities()):
        audit.append(connection, city, actor=actor, action="key made", subject=f"key:{kid}", detail=detail)
    return kid
