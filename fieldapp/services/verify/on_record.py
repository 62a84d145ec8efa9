"""Hold the rows of photos and proofs against the entries that brought them: none changed, gone or come by itself."""

import json
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection

from fieldapp.services.verify import notes as kinds
from fieldapp.services.verify.notes import Notes
from fieldapp.tables import photos
from fieldapp.tables.audit_queries import Entry
from fieldapp.tables.photos import Photo, Proof


@dataclass(slots=True)
class OnRecord:
    """What the chain of one city says of its photos and proofs, entry by entry.

    Make it before the chain is walked: rows that come meanwhile are left out.
    """

    connection: Connection
    city: str
    notes: Notes
    newest: dict[str, int] = field(init=False)
    recorded: dict[str, int] = field(default_factory=lambda: {"photo": 0, "proof": 0})
    unknown: bool = False  # the words of some entry are gone: it may have brought anything

    def __post_init__(self) -> None:
        self.newest = {
            "photo": photos.newest(self.connection, self.city, Photo),
            "proof": photos.newest(self.connection, self.city, Proof),
        }

    def see(self, entry: Entry) -> None:
        """An entry whose words are the ones that it was made with."""
        if entry.action == "photos.added":
            said = json.loads(entry.detail)
            for told in said["photos"]:
                row = photos.one(self.connection, self.city, told["photo"])
                same = {
                    "subject": entry.subject,
                    "kind": said["kind"],
                    "sha256": told["sha256"],
                    "bytes": told["bytes"],
                }
                same |= {copy: told[copy] for copy in ("page_sha256", "small_sha256") if copy in told}
                self._hold("photo", told["photo"], row, same, entry.seq)
        elif entry.action == "proof.added":
            told = json.loads(entry.detail)
            row = photos.one_proof(self.connection, self.city, told["proof"])
            same = {"subject": entry.subject, "sha256": told["sha256"], "bytes": told["bytes"]}
            self._hold("proof", told["proof"], row, same, entry.seq)

    def _hold(self, noun: str, key: int, row: Any, same: dict[str, object], seq: int) -> None:  # noqa: ANN401  a row
        if row is None:
            words = f"{noun}:{key}, which entry {seq} brought, is on record no more."
            self.notes.fault(kinds.MISSING, words, seq=seq)
            return
        self.recorded[noun] += key <= self.newest[noun]
        changed = [name for name, value in same.items() if getattr(row, name) != value]
        if changed:
            words = f"{noun}:{key} is not as entry {seq} brought it: {', '.join(changed)}."
            self.notes.fault(kinds.ALTERED, words, seq=seq)

    def finish(self) -> None:
        """Rows that no entry brought."""
        if self.unknown:
            return
        for noun, table in (("photo", Photo), ("proof", Proof)):
            count = photos.count_until(self.connection, self.city, table, self.newest[noun])
            if (left := count - self.recorded[noun]) > 0:
                self.notes.fault(kinds.ALTERED, f"{left} {noun}s stand in no entry of the chain.")
