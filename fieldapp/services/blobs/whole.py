"""A file of a manifest is whole: say so, and with the last one complete the record, all in one transaction."""

from pathlib import Path

from sqlalchemy import Connection

from fieldapp import clock
from fieldapp.services.records import receipts
from fieldapp.services.records.receipts import Envelope
from fieldapp.services.records.receive import LOCKED_FOR
from fieldapp.tables import audit, record_photo_queries, record_queries
from fieldapp.tables.db import wait_at_most, writing
from fieldapp.tables.record_queries import Found
from fieldapp.tables.records import COMPLETE, QUARANTINED


def finish(instance: Path, city: str, record_key: int, sha256: str, size: int, origin: str) -> Envelope:
    """The file of that hash is in the store (`size` bytes): mark its lines; the record's envelope (201).

    With the last one the record gets the receipt `complete`; one in quarantine gets it when it is adopted. Raises
    UnusableKey, and then the file is not marked.
    """
    with writing() as connection:
        wait_at_most(connection, LOCKED_FOR)
        record_queries.next_number(connection, city)  # the city's records are locked from here on
        row = _there(connection, city, record_key)
        record_photo_queries.mark_whole(connection, record_key, sha256, clock.now())
        if not record_queries.missing(connection, record_key):
            _complete(connection, instance, row, sha256, size, origin)
        return receipts.envelope_of(connection, row, 201)


def repeat(city: str, record_key: int) -> Envelope:
    """The record's envelope once more (200)."""
    with writing() as connection:
        wait_at_most(connection, LOCKED_FOR)
        return receipts.envelope_of(connection, _there(connection, city, record_key), 200)


def _complete(connection: Connection, instance: Path, row: Found, sha256: str, size: int, origin: str) -> None:
    files = [
        {"slot": line.slot, "form": line.form, "sha256": line.sha256, "whole_at": line.whole_at.isoformat()}
        for line in record_queries.photos_of(connection, row.key)
    ]
    entry = audit.append(
        connection, row.city, actor=f"device:{row.device}", action="record.complete", subject=f"record:{row.id}",
        detail={"sha256": row.sha256, "server_seq": row.server_seq, "last": sha256, "bytes": size, "files": files},
    )  # fmt: skip
    if row.state != QUARANTINED:
        facts = receipts.facts_of(row, origin)
        receipts.write(connection, instance, COMPLETE, facts, entry, record_key=row.key)


def _there(connection: Connection, city: str, record_key: int) -> Found:
    row = record_queries.by_key(connection, city, record_key)
    if row is None:
        raise LookupError(record_key)
    return row
