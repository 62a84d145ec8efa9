"""Which phone may have the offline list."""

from fieldapp.tables import device_queries
from fieldapp.tables.db import reading
from fieldapp.tables.devices import ACTIVE


def protection_of(person_id: int, device: str) -> str | None:
    """How a phone of this person keeps its keys (passkey or storage); None where it gets no list.

    That is one that is unknown, somebody else's, pending, revoked, or that the office ordered to forget everything.
    """
    with reading() as connection:
        row = device_queries.one(connection, device)
    if row is None or row.person_id != person_id or row.status != ACTIVE or row.wipe_ordered_at is not None:
        return None
    return str(row.protection)
