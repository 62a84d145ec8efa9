"""Bytes of a manifest that are here whole: stored whatever they are, shown where they can be, and then the receipt."""

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sqlalchemy import Connection

from fieldapp import clock
from fieldapp.media.photo_sniff import Refused
from fieldapp.media.photos import read_photo
from fieldapp.services.records import receipts
from fieldapp.services.stored_files import incoming, store
from fieldapp.tables import audit, device_queries, photos, record_queries
from fieldapp.tables.db import writing
from fieldapp.tables.record_queries import Found
from fieldapp.tables.records import COMPLETE, ORIGINAL, STORED

_TURN = "decoding.turn"
_OF_A_PHOTO = ("page_sha256", "small_sha256")


def take(
    instance: Path, origin: str, city: str, record_key: int, file: Path, sha256: str, *, actor: str
) -> receipts.Envelope:
    """Store the bytes in `file` (their hash was checked) for every line of the record's manifest that names them.

    An original becomes a photo of the record (subject "record:ID"), marked unreadable where nobody can decode it. The
    last file that was missing brings the receipt `complete`. Gives the record's answer, 200 where all of it was here.
    Raises LookupError where the city has no such record, UnusableKey where no key signs.
    """
    store().put(file, sha256)
    facts = _facts(file)
    with writing() as connection:
        record_queries.next_number(connection, city)
        row = record_queries.by_key(connection, city, record_key)
        if row is None:
            raise LookupError(record_key)
        due = [p for p in record_queries.photos_of(connection, record_key) if p.sha256 == sha256 and p.whole_at is None]
        if due:
            entry = _on_record(connection, row, due, facts, actor)
            _complete(connection, instance, origin, row, entry)
        return receipts.envelope_of(connection, row, 201 if due else 200)


def _facts(file: Path) -> dict[str, Any]:
    """What the photo's row says of the picture; its copies are stored here."""
    try:
        seen = read_photo(file, incoming() / _TURN)
    except Refused:
        return {"state": "unreadable", "type": "unknown", "width": 0, "height": 0}
    hashes = {}
    for column, data in zip(_OF_A_PHOTO, (seen.page, seen.small), strict=True):
        hashes[column] = hashlib.sha256(data).hexdigest()
        store().put(data, hashes[column])
    latitude, longitude = seen.position or (None, None)
    return {
        "state": "ready", "type": seen.type, "width": seen.width, "height": seen.height,
        "captured_at": seen.captured_at, "latitude": latitude, "longitude": longitude, **hashes,
    }  # fmt: skip


def _on_record(connection: Connection, row: Found, due: list[Found], facts: Mapping[str, Any], actor: str) -> str:
    """Mark the lines as whole and add the photos; the hash of the audit entry."""
    now = clock.now()
    by = row.author or _person_of(connection, row.device)
    told: dict[str, list[dict[str, object]]] = {}
    for line in due:
        photo_id = None
        if line.form == ORIGINAL and by is not None:
            kind = line.slot.rpartition("-")[0]
            kind = kind if kind in photos.KINDS else "scene"
            values = {"sha256": line.sha256, "bytes": line.bytes, "added_by": by, **facts}
            photo_id = photos.add(
                connection, row.city, subject=f"record:{row.id}", kind=kind, file_name=line.slot, added_at=now, **values
            )
            told.setdefault(kind, []).append(
                {"photo": photo_id, "file": line.slot, "added_at": now.isoformat(), **values}
            )
        record_queries.photo_is_whole(connection, line.id, now, photo_id)
    return _write_down(connection, row, due, told, actor)


def _write_down(
    connection: Connection, row: Found, due: list[Found], told: Mapping[str, list[dict[str, object]]], actor: str
) -> str:
    subject = f"record:{row.id}"
    for kind, brought in told.items():
        audit.append(
            connection, row.city, actor=actor, action="photos.added", subject=subject,
            detail={"kind": kind, "photos": brought},
        )  # fmt: skip
    lines = [{"slot": line.slot, "form": line.form, "sha256": line.sha256, "bytes": line.bytes} for line in due]
    return audit.append(
        connection, row.city, actor=actor, action="record.files", subject=subject, detail={"files": lines}
    )


def _complete(connection: Connection, instance: Path, origin: str, row: Found, entry: str) -> None:
    newest = record_queries.newest_receipt(connection, record_key=row.key)
    if newest is not None and newest.kind == STORED and not record_queries.missing(connection, row.key):
        receipts.write(connection, instance, COMPLETE, receipts.facts_of(row, origin), entry, record_key=row.key)


def _person_of(connection: Connection, device: str) -> int | None:
    row = device_queries.one(connection, device)
    return row.person_id if row else None
