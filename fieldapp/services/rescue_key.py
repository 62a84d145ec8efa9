"""The key to which phones encrypt what they cannot send: made when it is first needed, anew where its file is gone."""

from pathlib import Path

from sqlalchemy import Connection

from fieldapp import clock
from fieldapp.media.key_files import UnusableKey, has_key, make_key
from fieldapp.media.signing import b64u, key_id
from fieldapp.services import cities
from fieldapp.services.server_keys import FOLDER
from fieldapp.tables import audit, server_keys, tallies
from fieldapp.tables.db import reading, writing


def is_there(instance: Path, *, actor: str) -> bool:
    """Make the key that opens rescue files where there is none; False where the folder of keys cannot be used.

    A restored instance has no private keys, so it gets another; files for the old one need the old key from the safe.
    """
    with reading() as connection:
        if _is_good(connection, instance):
            return True
    try:
        with writing() as connection:
            tallies.locked(connection, "keys", server_keys.RESCUE, clock.now())  # one is made, however many ask
            if not _is_good(connection, instance):
                _make(connection, instance, actor)
    except (UnusableKey, OSError):
        return False
    return True


def _is_good(connection: Connection, instance: Path) -> bool:
    key = server_keys.current(connection, server_keys.RESCUE)
    return key is not None and has_key(instance / FOLDER, key.kid)


def _make(connection: Connection, instance: Path, actor: str) -> None:
    old = server_keys.current(connection, server_keys.RESCUE)
    point, now = make_key(instance / FOLDER), clock.now()
    kid = key_id(point)
    if old is not None:
        server_keys.change(connection, old.kid, until_at=now)
    server_keys.add(connection, kid=kid, purpose=server_keys.RESCUE, public_key=point, from_at=now, rotations=[])
    detail = {"public_key": b64u(point), "before": old.kid if old else "", "from": now.isoformat(), "use": "rescue"}
    for city in sorted(c.id for c in cities.cities()):
        audit.append(connection, city, actor=actor, action="key made", subject=f"key:{kid}", detail=detail)
