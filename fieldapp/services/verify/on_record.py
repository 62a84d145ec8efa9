"""Hold the rows of photos and proofs against the entries that brought them: none changed, gone or come by itself."""

import json
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection

from fieldapp.services.verify import notes as kinds
from fieldapp.services.verify.notes import Notes
from fieldapp.tables import photos
from fieldapp.tables.audit_queries import Entry, instant_of
from fieldapp.tables.photos import Photo, Proof

_TABLES: dict[str, type[Photo | Proof]] = {"photo": Photo, "proof": Proof}
_BRINGS = {"photos.added": "photo", "proof.added": "proof"}
_LARGEST_KEY = 2**31 - 1
_UNREAD = (ValueError, TypeError, KeyError, AttributeError, RecursionError)  # of words that no program of ours wrote


@dataclass(slots=True)
class OnRecord:
    """What the chain of one city says of its photos and proofs, entry by entry.

    Make it before the chain is walked: rows that come meanwhile are left out.
    """

    connection: Connection
    city: str
    notes: Notes
    newest: dict[str, int] = field(init=False)
    recorded: dict[str, int] = field(default_factory=lambda: dict.fromkeys(_TABLES, 0))
    unknown: set[str] = field(default_factory=set)  # of these an entry may have brought any: its words are gone

    def __post_init__(self) -> None:
        self.newest = {noun: photos.newest(self.connection, self.city, table) for noun, table in _TABLES.items()}

    def see(self, entry: Entry) -> None:
        """An entry whose words are the ones that it was made with."""
        noun = _BRINGS.get(entry.action)
        if noun is None:
            return
        try:
            brought = list(_brought(noun, entry))
        except _UNREAD:
            self.unknown.add(noun)
            words = f"The words of entry {entry.seq} do not say which {noun} it brought."
            self.notes.fault(kinds.ALTERED, words, seq=entry.seq)
            return
        for key, told in brought:
            self._hold(noun, key, told, entry.seq)

    def see_without_words(self, entry: Entry) -> None:
        """An entry whose words are gone or not its own."""
        if entry.action in _BRINGS:
            self.unknown.add(_BRINGS[entry.action])

    def _hold(self, noun: str, key: int, told: dict[str, object], seq: int) -> None:
        row = photos.as_stored(self.connection, self.city, _TABLES[noun], key)
        if row is None:
            words = f"{noun}:{key}, which entry {seq} brought, is on record no more."
            self.notes.fault(kinds.MISSING, words, seq=seq)
            return
        self.recorded[noun] += key <= self.newest[noun]
        changed = [name for name, value in told.items() if not _is_same(name, getattr(row, name), value)]
        if changed:
            words = f"{noun}:{key} is not as entry {seq} brought it: {', '.join(changed)}."
            self.notes.fault(kinds.ALTERED, words, seq=seq)

    def finish(self) -> None:
        """Rows that no entry brought."""
        for noun, table in _TABLES.items():
            count = photos.count_until(self.connection, self.city, table, self.newest[noun])
            if noun not in self.unknown and (left := count - self.recorded[noun]) > 0:
                self.notes.fault(kinds.ALTERED, f"{left} {noun}s stand in no entry of the chain.")


def _brought(noun: str, entry: Entry) -> list[tuple[int, dict[str, object]]]:
    """(id, what its row must hold) of each row that an entry brought. Raises one of _UNREAD."""
    said = json.loads(entry.detail)
    if noun == "photo":
        return [_row(noun, told, {"subject": entry.subject, "kind": said["kind"]}) for told in said["photos"]]
    return [_row(noun, said, {"subject": entry.subject})]


def _row(noun: str, told: dict[str, Any], same: dict[str, object]) -> tuple[int, dict[str, object]]:
    """Every column that an entry tells of; older entries tell of fewer."""
    key = told[noun]
    if type(key) is not int or not 0 < key <= _LARGEST_KEY:
        raise ValueError(noun)
    same |= {"sha256": told["sha256"], "bytes": told["bytes"]}
    columns = {"file_name" if name == "file" else name: value for name, value in told.items() if name != noun}
    return key, same | {name: value for name, value in columns.items() if name in _TABLES[noun].__table__.c}


def _is_same(name: str, found: object, told: object) -> bool:
    if name != "added_at":
        return type(found) is type(told) and found == told
    try:
        return instant_of(found) == instant_of(told)
    except ValueError:
        return False
