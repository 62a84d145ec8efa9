"""Hold sealed records against the entries that brought them: bytes, signature, device, receipt; none come by itself."""

import json
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection

from fieldapp.media.signing import is_signed
from fieldapp.services import server_keys
from fieldapp.services.records import statements
from fieldapp.services.verify import notes as kinds
from fieldapp.services.verify.notes import Notes
from fieldapp.tables import audit_queries, sealed_queries
from fieldapp.tables.audit_queries import Entry

_BRINGS = {"record.received": "record", "record.conflict": "conflict"}
_TOLD = {
    "record": ("sha256", "device", "seq", "kind", "author", "server_seq", "signature"),
    "conflict": ("sha256", "device", "signature"),
}
_UNREAD = (ValueError, TypeError, KeyError, AttributeError, RecursionError)  # of words that no program of ours wrote


@dataclass(slots=True)
class OnSealed:
    """What the chain of one city says of its sealed records; rows that come while it is walked are left out."""

    connection: Connection
    city: str
    notes: Notes
    newest: dict[str, int] = field(init=False)
    recorded: dict[str, int] = field(default_factory=lambda: dict.fromkeys(_TOLD, 0))
    unknown: set[str] = field(default_factory=set)
    points: dict[str, bytes] = field(default_factory=server_keys.points)
    devices: dict[str, bytes] = field(default_factory=dict)  # id -> public key, empty for one that cannot be believed

    def __post_init__(self) -> None:
        self.newest = {noun: sealed_queries.newest(self.connection, self.city, noun) for noun in _TOLD}

    def see(self, entry: Entry) -> None:
        """An entry whose words are the ones that it was made with."""
        noun = _BRINGS.get(entry.action)
        if noun is None:
            return
        try:
            said = json.loads(entry.detail)
            record_id = entry.subject.removeprefix("record:")
            row = self._row(noun, record_id, said["sha256"])
            wrong = "it is on record no more" if row is None else self._wrong(noun, row, said)
        except _UNREAD:
            self.unknown.add(noun)
            words = f"The words of entry {entry.seq} do not say which {noun} it brought."
            self.notes.fault(kinds.ALTERED, words, seq=entry.seq)
            return
        if row is not None:
            self.recorded[noun] += row.key <= self.newest[noun]
        if wrong:
            words = f"{entry.subject} is not as entry {entry.seq} brought it: {wrong}."
            self.notes.fault(kinds.MISSING if row is None else kinds.ALTERED, words, seq=entry.seq)

    def see_without_words(self, entry: Entry) -> None:
        """An entry whose words are gone or not its own."""
        if entry.action in _BRINGS:
            self.unknown.add(_BRINGS[entry.action])

    def _row(self, noun: str, record_id: str, sha256: str) -> Any:  # noqa: ANN401  a row
        if noun == "record":
            return sealed_queries.record(self.connection, self.city, record_id)
        return sealed_queries.conflict(self.connection, self.city, record_id, sha256)

    def _wrong(self, noun: str, row: Any, said: dict[str, Any]) -> str:  # noqa: ANN401  a row
        changed = [n for n in _TOLD[noun] if type(getattr(row, n)) is not type(said[n]) or getattr(row, n) != said[n]]
        if changed:
            return ", ".join(changed)
        if not isinstance(row.body, bytes) or statements.sha256_hex(row.body) != row.sha256:
            return "its bytes do not have its hash"
        words = statements.record(said["origin"], said["city"], row.id, row.device, said["seq"], row.body)
        if not is_signed(self._point_of(row.device), words, row.signature):
            return f"the device {row.device} did not sign it"
        return ""

    def _point_of(self, device: str) -> bytes:
        """The public key of a device that some chain tells of; no bytes for any other."""
        if device not in self.devices:
            row = sealed_queries.device(self.connection, device)
            known = row is not None and server_keys.is_its_own(row.key_id, row.public_key)
            if known and row is not None:
                told = ("device.enrolled", f"device:{device}") if row.person_id else ("key made", f"key:{row.key_id}")
                known = audit_queries.is_told(self.connection, *told)
            self.devices[device] = row.public_key if known and row is not None else b""
        return self.devices[device]

    def finish(self) -> None:
        """Records that no entry brought, and every receipt."""
        for noun, last in self.newest.items():
            count = sealed_queries.count_until(self.connection, self.city, noun, last)
            if noun not in self.unknown and (left := count - self.recorded[noun]) > 0:
                self.notes.fault(kinds.ALTERED, f"{left} sealed {noun}s stand in no entry of the chain.")
            if without := sealed_queries.without_receipt(self.connection, self.city, noun, last):
                self.notes.fault(kinds.MISSING, f"{without} sealed {noun}s have no receipt.")
        for receipt in sealed_queries.receipts(self.connection, self.city):
            try:
                wrong = self._wrong_receipt(receipt)
            except _UNREAD:
                wrong = "it cannot be read"
            if wrong:
                words = f"Receipt {receipt.id} of record:{receipt.record} does not hold: {wrong}."
                self.notes.fault(kinds.ALTERED, words)

    def _wrong_receipt(self, receipt: Any) -> str:  # noqa: ANN401  a row
        if not is_signed(self.points.get(receipt.kid, b""), statements.receipt(receipt.bytes), receipt.signature):
            return "no key of this server signed it"
        said = json.loads(receipt.bytes)
        same = {"kind": receipt.kind, "city": self.city, "id": receipt.record, "sha256": receipt.sha256}
        if changed := [name for name, value in same.items() if said[name] != value]:
            return f"{', '.join(changed)}"
        entry = sealed_queries.entry(self.connection, self.city, said["audit"]["seq"])
        if entry is None or entry.hash != said["audit"]["hash"] or entry.subject != f"record:{receipt.record}":
            return f"entry {said['audit']['seq']} is not the one that it names"
        return ""
