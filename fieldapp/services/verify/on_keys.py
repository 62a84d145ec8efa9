"""Hold the rows of the server's keys against the entries that made and revoked them: no key slipped in, none freed."""

import json
import re
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection

from fieldapp.media.signing import b64u
from fieldapp.services.server_keys import is_its_own
from fieldapp.services.verify import notes as kinds
from fieldapp.services.verify.notes import Notes
from fieldapp.tables import audit_queries, server_keys
from fieldapp.tables.audit_queries import Entry, instant_of

MADE, ROTATED, REVOKED = "key made", "key rotated", "key revoked"
_SUBJECT = re.compile(r"key:([\w-]{43})", re.ASCII)


@dataclass(slots=True)
class OnKeys:
    """What the chain of one city says of the keys; rows that come while it is walked are left out."""

    connection: Connection
    notes: Notes
    rows: dict[str, Any] = field(init=False)
    seen: dict[str, set[str]] = field(init=False)

    def __post_init__(self) -> None:
        self.rows = {str(row.kid): row for row in server_keys.as_stored(self.connection)}
        self.seen = {kid: set() for kid in self.rows}

    def see(self, entry: Entry) -> None:
        """An entry whose words are the ones that it was made with."""
        if entry.action not in (MADE, ROTATED, REVOKED):
            return
        found = _SUBJECT.fullmatch(str(entry.subject))
        kid = found[1] if found else ""
        row = self.rows.get(kid) or server_keys.as_stored_one(self.connection, kid)
        if row is None:
            self.notes.fault(kinds.MISSING, f"The key {kid} of entry {entry.seq} is on record no more.", seq=entry.seq)
            return
        self.seen.setdefault(kid, set()).add(entry.action)
        if wrong := self._wrong(row, entry):
            words = f"The key {kid} is not as entry {entry.seq} says: {wrong}."
            self.notes.fault(kinds.ALTERED, words, seq=entry.seq)

    def _wrong(self, row: Any, entry: Entry) -> str:  # noqa: ANN401  a row
        if entry.action == REVOKED:
            return "" if row.revoked_at is not None else "it is not revoked"
        try:
            said = json.loads(entry.detail)
            if b64u(row.public_key) != said["public_key"]:
                return "its public key"
            if "from" in said and instant_of(row.from_at) != instant_of(said["from"]):
                return "since when it signs"
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            return "what can be compared"
        old = self.rows.get(str(said.get("before") or ""))
        return f"{old.kid}, which it followed, has no end" if old and old.until_at is None else ""

    def finish(self) -> None:
        """Keys that no entry brought or revoked; a city that came later finds those entries in another city's chain."""
        for kid, row in self.rows.items():
            if not is_its_own(kid, row.public_key):
                self.notes.fault(kinds.ALTERED, f"The key {kid} has another public key than its name says.")
            elif not self._is_told(kid, MADE, ROTATED):
                self.notes.fault(kinds.ALTERED, f"The key {kid} stands in no entry of the chain.")
            elif row.revoked_at is not None and not self._is_told(kid, REVOKED):
                self.notes.fault(kinds.ALTERED, f"The key {kid} is revoked, and no entry of the chain says so.")

    def _is_told(self, kid: str, *actions: str) -> bool:
        if self.seen[kid].intersection(actions):
            return True
        return any(audit_queries.is_told(self.connection, action, f"key:{kid}") for action in actions)
