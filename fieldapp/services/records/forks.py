"""Find out that two phones seal as one: a number of a device used twice, or a chain of bodies that does not fit."""

from sqlalchemy import Connection

from fieldapp import clock
from fieldapp.services.records.sealed import FIRST_PREV
from fieldapp.tables import device_queries, record_queries
from fieldapp.tables.record_queries import Found


def look(connection: Connection, device: Found, row: Found, prev: str | None) -> bool:
    """Mark the device as forked where this record, just written, does not fit the others; gives whether it does not.

    `prev`: what the body says came before it, None where it could not be read.
    """
    forked = (
        len(record_queries.at_seq(connection, device.id, row.seq)) > 1
        or (prev is not None and not _fits(connection, device, row.seq, prev))
        or not _is_followed(connection, device.id, row)
    )
    if forked:
        mark(connection, device)
    return forked


def mark(connection: Connection, device: Found) -> None:
    """Say since when the device is known to be forked; the first time stands."""
    if device.forked_at is None:
        device_queries.change(connection, device.id, forked_at=clock.now())


def _fits(connection: Connection, device: Found, seq: int, prev: str) -> bool:
    """Whether the body before is the one named, as far as it came."""
    if seq > 1:
        before = record_queries.at_seq(connection, device.id, seq - 1)
        return not before or any(b.sha256 == prev for b in before)
    if prev == FIRST_PREV:
        return device.replaces is None or record_queries.last_of_device(connection, device.replaces) is None
    if device.replaces is None:
        return False
    # the last body of the device before; it may have been sealed and not sent yet
    last = record_queries.last_of_device(connection, device.replaces)
    return last is None or last.sha256 == prev or not record_queries.has_body(connection, device.replaces, prev)


def _is_followed(connection: Connection, device: str, row: Found) -> bool:
    """Whether those that name this number's body as the one before name these bytes. An unread body names none."""
    after = [a for a in record_queries.at_seq(connection, device, row.seq + 1) if a.prev]
    return not after or any(a.prev == row.sha256 for a in after)
