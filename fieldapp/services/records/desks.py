"""The desk of a city: a device of the server's own, made when it is first needed, and anew where its key is gone."""

from pathlib import Path

from sqlalchemy import Connection

from fieldapp import clock
from fieldapp.media.key_files import has_key, make_key
from fieldapp.media.signing import b64u, key_id
from fieldapp.services.server_keys import FOLDER
from fieldapp.tables import audit, device_queries, record_queries, server_keys
from fieldapp.tables.db import reading, writing
from fieldapp.tables.device_queries import Found
from fieldapp.tables.devices import ACTIVE, DESK


def desk_of(city: str, instance: Path, *, actor: str) -> Found:
    """The desk that seals for `city` now. A restored instance has no private keys, so its desks are followed by others.

    Raises UnusableKey where the folder of keys cannot be used.
    """
    with reading() as connection:
        found = _good(connection, city, instance)
    if found is not None:
        return found
    with writing() as connection:
        record_queries.next_number(connection, city)
        return _good(connection, city, instance) or _make(connection, city, instance, actor)


def _good(connection: Connection, city: str, instance: Path) -> Found | None:
    known = device_queries.desks(connection, city)
    return known[0] if known and known[0].status == ACTIVE and has_key(instance / FOLDER, known[0].key_id) else None


def _make(connection: Connection, city: str, instance: Path, actor: str) -> Found:
    before = device_queries.desks(connection, city)
    device = f"desk-{city}" if not before else f"desk-{city}-{len(before) + 1}"
    point, now = make_key(instance / FOLDER), clock.now()
    kid = key_id(point)
    for old in before[:1]:
        server_keys.change(connection, old.key_id, until_at=now)
    server_keys.add(connection, kid=kid, purpose=DESK, public_key=point, from_at=now, rotations=[])
    device_queries.add(
        connection, id=device, city=city, label="desk", key_id=kid, public_key=point, protection=DESK, status=ACTIVE,
        enrolled_at=now, replaces=before[0].id if before else None,
    )  # fmt: skip
    audit.append(
        connection, city, actor=actor, action="key made", subject=f"key:{kid}",
        detail={"public_key": b64u(point), "before": before[0].key_id if before else "", "from": now.isoformat(),
                "device": device},
    )  # fmt: skip
    row = device_queries.one(connection, device)
    if row is None:
        raise LookupError(device)
    return row
