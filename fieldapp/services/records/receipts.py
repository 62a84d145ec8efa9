"""Receipts: made once when a record comes or is complete, signed, stored, and repeated byte for byte."""

import json
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from sqlalchemy import Connection

from fieldapp import clock
from fieldapp.media.key_files import UnusableKey, read_key
from fieldapp.media.signing import b64u, sign
from fieldapp.services import server_keys
from fieldapp.services.records import statements
from fieldapp.services.sessions import token_hash
from fieldapp.tables import audit_queries, record_queries
from fieldapp.tables import server_keys as key_rows
from fieldapp.tables.record_queries import Found

TICKET_FOR = timedelta(hours=24)


@dataclass(frozen=True, slots=True)
class Missing:
    """A file that the manifest names and that is not here yet."""

    slot: str
    form: str
    sha256: str
    bytes: int


@dataclass(frozen=True, slots=True)
class Envelope:
    """The answer to a record: its newest receipt, and for the eye what became of it; the ticket for its photos.

    `status` is that of HTTP: 201 received now, 200 known before, 409 other bytes stand under this id.
    """

    status: int
    receipt: bytes
    kid: str
    signature: str
    state: str
    because: str
    missing: tuple[Missing, ...] = ()
    ticket: str = ""
    ticket_until: datetime | None = None

    def as_json(self) -> dict[str, object]:
        """The envelope as docs/protocol.md has it."""
        said: dict[str, object] = {
            "v": 1, "receipt": b64u(self.receipt), "kid": self.kid, "signature": self.signature, "state": self.state,
            "because": self.because,
            "missing": [{"slot": m.slot, "form": m.form, "sha256": m.sha256, "bytes": m.bytes} for m in self.missing],
        }  # fmt: skip
        if self.ticket and self.ticket_until:
            said |= {"ticket": self.ticket, "ticket_until": server_keys.as_text(self.ticket_until)}
        return said


@dataclass(frozen=True, slots=True)
class Facts:
    """What a receipt says of a record, beside its kind and the audit entry."""

    origin: str
    city: str
    id: str
    sha256: str
    device: str
    seq: int
    received_at: datetime
    server_seq: int


def facts_of(row: Found, origin: str) -> Facts:
    """The facts of a record on record."""
    return Facts(origin, row.city, row.id, row.sha256, row.device, row.seq, row.received_at, row.server_seq)


def write(
    connection: Connection,
    instance: Path,
    kind: str,
    facts: Facts,
    entry_hash: str,
    *,
    record_key: int | None = None,
    conflict_key: int | None = None,
) -> None:
    """Sign and keep a receipt, right after the audit entry (its hash is given) that it names, in its transaction.

    Raises UnusableKey where no key can sign: then nothing of the transaction may stay.
    """  # fmt: skip
    said = {
        "v": 1, "kind": kind, "origin": facts.origin, "city": facts.city, "id": facts.id, "sha256": facts.sha256,
        "device": facts.device, "seq": facts.seq, "received_at": instant_text(facts.received_at),
        "server_seq": facts.server_seq,
        "audit": {"seq": audit_number(connection, facts.city), "hash": entry_hash},
    }  # fmt: skip
    receipt = json.dumps(said, separators=(",", ":")).encode("ascii")
    kid, signature = _signed(connection, instance, statements.receipt(receipt))
    record_queries.add_receipt(
        connection, record_key=record_key, conflict_key=conflict_key, kind=kind, bytes=receipt, kid=kid,
        signature=signature, made_at=clock.now(),
    )  # fmt: skip


def audit_number(connection: Connection, city: str) -> int:
    """The number of the city's last audit entry, which this transaction appended."""
    return audit_queries.last_number(connection, city)


def envelope_of(connection: Connection, row: Found, status: int) -> Envelope:
    """The answer to a record: its newest receipt, and a new ticket where photos are missing (so: while writing)."""
    newest = record_queries.newest_receipt(connection, record_key=row.key)
    if newest is None:
        msg = f"record {row.key} has no receipt"
        raise RuntimeError(msg)
    gone = tuple(Missing(*line) for line in record_queries.missing(connection, row.key))
    ticket, until = _ticket(connection, row.key) if gone else ("", None)
    return Envelope(status, newest.bytes, newest.kid, newest.signature, row.state, row.because, gone, ticket, until)


def conflict_envelope(connection: Connection, conflict_key: int) -> Envelope:
    """The answer to other bytes under a taken id."""
    newest = record_queries.newest_receipt(connection, conflict_key=conflict_key)
    if newest is None:
        msg = f"conflict {conflict_key} has no receipt"
        raise RuntimeError(msg)
    words = "Another record stands under this id. Both are kept for a person to look at."
    return Envelope(409, newest.bytes, newest.kid, newest.signature, newest.kind, words)


def record_of_ticket(connection: Connection, ticket: str) -> int | None:
    """The row of the record that a ticket opens now; None for one that is unknown or over."""
    return record_queries.ticket(connection, token_hash(ticket), clock.now())


def instant_text(instant: datetime) -> str:
    """An instant in UTC with milliseconds."""
    return instant.strftime("%Y-%m-%dT%H:%M:%S.") + f"{instant.microsecond // 1000:03d}Z"


def _signed(connection: Connection, instance: Path, words: bytes) -> tuple[str, str]:
    key = key_rows.current(connection, key_rows.RECEIPT)
    if key is None:
        raise UnusableKey("this server has no key that signs: make one with `flask keys new`")
    return key.kid, sign(read_key(instance / server_keys.FOLDER, key.kid), words)


def _ticket(connection: Connection, record_key: int) -> tuple[str, datetime]:
    now, token = clock.now(), clock.random_token()
    record_queries.add_ticket(connection, record_key, token_hash(token), now + TICKET_FOR, now)
    return token, now + TICKET_FOR
