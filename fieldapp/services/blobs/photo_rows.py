"""Make photos of the originals that records brought: after the receipt, so that no phone waits for a decoder."""

import hashlib
import json
import tempfile
from pathlib import Path

import structlog
from sqlalchemy import Connection

from fieldapp import clock
from fieldapp.media.file_store import ChangedFile, MissingFile
from fieldapp.media.photo_sniff import Refused
from fieldapp.media.photos import LARGEST, PhotoRead, read_photo
from fieldapp.services.photos import TURN
from fieldapp.services.records.receipts import Envelope
from fieldapp.services.stored_files import incoming, store
from fieldapp.tables import audit, device_queries, photos, record_photo_queries
from fieldapp.tables.db import reading, writing
from fieldapp.tables.record_queries import Found

MOST = 60  # originals that one call looks at
_log = structlog.get_logger("fieldapp.blobs")


def make_after(envelope: Envelope) -> None:
    """Make what is due in the city of a record that was just answered by this envelope."""
    make_due(str(json.loads(envelope.receipt)["city"]))


def make_due(city: str) -> int:
    """Make the photos that are due in a city (at most MOST); gives how many were made.

    Due are whole originals. One that nobody can decode becomes a photo that is marked unreadable. One whose bytes the
    store cannot give now stays due. Their subject is "record:UUID".
    """
    with reading() as connection:
        rows = record_photo_queries.due(connection, city, MOST)
    return sum(_make(city, row) for row in rows)


def _make(city: str, row: Found) -> bool:
    try:
        seen = _look(row)
    except (MissingFile, ChangedFile, OSError) as wrong:
        _log.error("photo_not_made", fault=type(wrong).__name__, place=row.sha256)
        return False
    now, kind = clock.now(), row.slot.rpartition("-")[0]
    kind = kind if kind in photos.KINDS else "scene"
    with writing() as connection:
        audit.hold(connection, city)
        by = row.author or _person_of(connection, row.device)
        if by is None or not record_photo_queries.is_due(connection, row.id):
            return False
        facts = {"sha256": row.sha256, "added_by": by, **seen}
        subject = f"record:{row.record}"
        key = photos.add(connection, city, subject=subject, kind=kind, file_name=row.slot, added_at=now, **facts)
        record_photo_queries.give_photo(connection, row.record_key, row.slot, key)
        told = {"photo": key, "file": row.slot, "added_at": now.isoformat(), "taken_at": row.taken_at, **facts}
        audit.append(
            connection, city, actor=f"device:{row.device}", action="photos.added", subject=subject,
            detail={"kind": kind, "photos": [told]},
        )  # fmt: skip
    return True


def _person_of(connection: Connection, device: str) -> int | None:
    row = device_queries.one(connection, device)
    return row.person_id if row else None


def _look(row: Found) -> dict[str, object]:
    """What the original turned out to be, its copies stored. Raises MissingFile, ChangedFile, OSError."""
    if row.bytes > LARGEST:
        return _unreadable(row.bytes)
    data = store().open(row.sha256)
    with tempfile.NamedTemporaryFile(dir=incoming(), prefix="arriving-") as out:
        out.write(data)
        out.flush()
        try:
            seen = read_photo(Path(out.name), incoming() / TURN)
        except Refused:
            return _unreadable(len(data))
    return _readable(seen, len(data))


def _readable(seen: PhotoRead, size: int) -> dict[str, object]:
    latitude, longitude = seen.position or (None, None)
    facts: dict[str, object] = {
        "state": "ready", "bytes": size, "type": seen.type, "width": seen.width, "height": seen.height,
        "captured_at": seen.captured_at, "latitude": latitude, "longitude": longitude,
    }  # fmt: skip
    for column, data in (("page_sha256", seen.page), ("small_sha256", seen.small)):
        facts[column] = hashlib.sha256(data).hexdigest()
        store().put(data, str(facts[column]))
    return facts


def _unreadable(size: int) -> dict[str, object]:
    return {
        "state": "unreadable", "bytes": size, "type": "unknown", "width": 0, "height": 0, "captured_at": "",
        "latitude": None, "longitude": None, "page_sha256": "", "small_sha256": "",
    }  # fmt: skip
