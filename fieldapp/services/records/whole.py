"""Bytes of a manifest that are here whole: stored whatever they are, and with the last ones the record is complete."""

from pathlib import Path

from sqlalchemy import Connection

from fieldapp import clock
from fieldapp.services.records import receipts
from fieldapp.services.records.receive import LOCKED_FOR
from fieldapp.services.stored_files import store
from fieldapp.tables import audit, record_queries
from fieldapp.tables.db import wait_at_most, writing
from fieldapp.tables.record_queries import Found
from fieldapp.tables.records import COMPLETE, STORED


def take(
    instance: Path, origin: str, city: str, record_key: int, file: Path, sha256: str, *, actor: str
) -> receipts.Envelope:
    """Store the bytes in `file` (their hash was checked) for every line of the record's manifest that names them.

    The last file that was missing brings the receipt `complete`; a record in quarantine gets it when it is adopted.
    Photos are made later, by blobs.photo_rows: nobody waits for a decoder. Gives the record's answer, 200 where all of
    it was here. Raises LookupError where the city has no such record, UnusableKey where no key signs.
    """
    store().put(file, sha256)
    with writing() as connection:
        wait_at_most(connection, LOCKED_FOR)
        record_queries.next_number(connection, city)  # the city's records are locked from here on
        row = _there(connection, city, record_key)
        due = [p for p in record_queries.photos_of(connection, record_key) if p.sha256 == sha256 and p.whole_at is None]
        if due:
            _on_record(connection, instance, origin, row, due, actor)
        return receipts.envelope_of(connection, row, 201 if due else 200)


def answer_again(city: str, record_key: int) -> receipts.Envelope:
    """The record's answer once more (200): its newest receipt, what is missing, a new ticket. Raises LookupError."""
    with writing() as connection:
        wait_at_most(connection, LOCKED_FOR)
        return receipts.envelope_of(connection, _there(connection, city, record_key), 200)


def _on_record(connection: Connection, instance: Path, origin: str, row: Found, due: list[Found], actor: str) -> None:
    now = clock.now()
    for line in due:
        record_queries.photo_is_whole(connection, line.id, now, None)
    lines = [{"slot": line.slot, "form": line.form, "sha256": line.sha256, "bytes": line.bytes} for line in due]
    entry = audit.append(
        connection, row.city, actor=actor, action="record.files", subject=f"record:{row.id}", detail={"files": lines}
    )
    newest = record_queries.newest_receipt(connection, record_key=row.key)
    if newest is not None and newest.kind == STORED and not record_queries.missing(connection, row.key):
        receipts.write(connection, instance, COMPLETE, receipts.facts_of(row, origin), entry, record_key=row.key)


def _there(connection: Connection, city: str, record_key: int) -> Found:
    row = record_queries.by_key(connection, city, record_key)
    if row is None:
        raise LookupError(record_key)
    return row
