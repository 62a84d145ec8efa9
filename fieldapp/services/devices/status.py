"""Approve and revoke devices: their records go on, or into quarantine, from that instant."""

from pathlib import Path

from sqlalchemy import Connection

from fieldapp import clock
from fieldapp.services.records import decide
from fieldapp.tables import audit, device_queries, people_queries, record_queries
from fieldapp.tables.db import writing
from fieldapp.tables.device_queries import Found
from fieldapp.tables.devices import ACTIVE, PENDING, REVOKED

LONGEST_REASON = 500  # characters


class RefusedStatus(Exception):
    """The device stays as it is; the sentence says why."""


def approve(city: str, device: str, origin: str, instance: Path, *, actor: str, person_id: int) -> int:
    """A supervisor of `city` approves a pending phone of one of its people; what it sent is taken out of quarantine.

    Gives how many records that were. `origin`: the server's own, for their new receipts. Raises LookupError where the
    city's people have no such phone, RefusedStatus where it is not pending.
    """
    now = clock.now()
    with writing() as connection:
        row = _of_city(connection, city, device)
        if row.status != PENDING:
            raise RefusedStatus("This phone is not waiting for approval.")
        device_queries.change(connection, device, status=ACTIVE, approved_at=now, approved_by=person_id)
        audit.append(
            connection, city, actor=actor, action="device.approved", subject=f"device:{device}",
            detail={"number": row.number, "person": row.person_id},
        )  # fmt: skip
        sent = record_queries.quarantined_of(connection, device)
    for kept_by, key in sent:
        why = "The phone that sealed it was approved."
        decide.adopt(kept_by, key, why, origin, instance, actor=actor, person_id=person_id)
    return len(sent)


def revoke(city: str, device: str, because: str, *, actor: str, person_id: int) -> None:
    """A supervisor of `city` ends a phone of one of its people. Raises LookupError, RefusedStatus."""
    reason = because.strip()[:LONGEST_REASON]
    if not reason:
        raise RefusedStatus("Say why, such as: lost, sold, stolen.")
    with writing() as connection:
        row = _of_city(connection, city, device)
        _revoke(connection, city, row, reason, actor=actor, by=person_id)


def revoke_own(city: str, person_id: int, device: str, because: str, *, actor: str) -> None:
    """An officer ends one of their own phones. Raises LookupError where it is not theirs, RefusedStatus."""
    with writing() as connection:
        row = device_queries.one(connection, device)
        if row is None or row.person_id != person_id:
            raise LookupError(device)
        _revoke(connection, city, row, because.strip()[:LONGEST_REASON], actor=actor, by=person_id)


def _revoke(connection: Connection, city: str, row: Found, because: str, *, actor: str, by: int) -> None:
    if row.status == REVOKED:
        raise RefusedStatus("This phone was revoked before.")
    device_queries.revoke(connection, row.person_id, clock.now(), by=by, because=because, only=row.id)
    audit.append(
        connection, city, actor=actor, action="device.revoked", subject=f"device:{row.id}",
        detail={"number": row.number, "person": row.person_id, "because": because},
    )  # fmt: skip


def _of_city(connection: Connection, city: str, device: str) -> Found:
    row = device_queries.locked(connection, device)
    if row is None or row.person_id is None:
        raise LookupError(device)
    if people_queries.role_in(connection, city, row.person_id) is None:
        raise LookupError(device)
    return row
