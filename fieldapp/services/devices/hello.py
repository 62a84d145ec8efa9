"""Hello: a phone says what it has, the server what it has of it, what it misses, and what it has ordered."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection

from fieldapp import clock
from fieldapp.media.signing import is_signed
from fieldapp.services.devices import nonce
from fieldapp.services.devices.gaps import Gap, gaps_of
from fieldapp.services.records import receipts, statements
from fieldapp.services.records.rates import OF_A_NETWORK, Rate
from fieldapp.services.records.receipts import Envelope
from fieldapp.services.records.receive import LOCKED_FOR, NotSigned
from fieldapp.services.records.sealed import LARGEST_SEQ, UUID, instant
from fieldapp.services.records.strict_json import Unreadable, read
from fieldapp.services.sign_in_tries import network_of
from fieldapp.tables import device_queries, device_record_queries
from fieldapp.tables.db import end_reading, reading, wait_at_most, writing
from fieldapp.tables.device_queries import Found
from fieldapp.tables.records import COMPLETE

LARGEST = 262_144  # bytes of a hello
MOST = 500  # records in each of its lists
LONGEST_VERSION = 60
A_MINUTE = 20  # hellos of a phone


class BadNonce(Exception):
    """The nonce is not ours or over: ask for a new one."""


@dataclass(frozen=True, slots=True)
class Said:
    """A hello as it came. `origin`: the server's own."""

    device: str
    nonce: str
    signature: str
    body: bytes
    origin: str
    network: str | None


@dataclass(frozen=True, slots=True)
class Heard:
    """The answer. `receipts` by record id; `resend`: ids that the server misses, or whose photos it misses."""

    time: datetime
    device: str
    number: int | None
    status: str
    forked: bool
    receipts: Mapping[str, Envelope]
    resend: tuple[str, ...]
    gaps: tuple[Gap, ...]
    wipe: bool


@dataclass(frozen=True, slots=True)
class _Told:
    seq: int
    open: dict[str, str]  # id -> sha256
    kept: dict[str, str]
    oldest_unsent_at: datetime | None
    app_version: str


class Greeter:
    """One for an app: it remembers the rates."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret
        self._phones, self._networks = Rate(), Rate()

    def hear(self, said: Said) -> Heard:
        """Answer a hello. Raises OverQuota, NotSigned, BadNonce, Unreadable (a sentence that names the field)."""
        self._networks.check(network_of(said.network), A_MINUTE * OF_A_NETWORK)
        device = self._signed(said)
        self._phones.check(said.device, A_MINUTE)
        told = _read(said.body)
        with writing() as connection:
            wait_at_most(connection, LOCKED_FOR)
            row = device_queries.locked(connection, device.id) or device
            last = max(row.last_seq, told.seq)
            now = clock.now()
            device_queries.change(
                connection, row.id, last_seen_at=now, last_seq=last, oldest_unsent_at=told.oldest_unsent_at,
                app_version=told.app_version,
            )  # fmt: skip
            known, resend = _compared(connection, row.id, told)
            return Heard(
                time=now, device=row.id, number=row.number, status=row.status, forked=row.forked_at is not None,
                receipts=known, resend=resend, gaps=gaps_of(connection, row.id, last),
                wipe=row.wipe_ordered_at is not None,
            )  # fmt: skip

    def _signed(self, said: Said) -> Found:
        with reading() as connection:
            device = device_queries.one(connection, said.device)
        end_reading()
        if device is None or device.person_id is None:
            raise NotSigned("device")
        if not nonce.is_good(self._secret, said.nonce):
            raise BadNonce
        words = statements.hello(said.origin, said.device, said.nonce, said.body)
        if not is_signed(device.public_key, words, said.signature):
            raise NotSigned("signature")
        return device


def _compared(connection: Connection, device: str, told: _Told) -> tuple[dict[str, Envelope], tuple[str, ...]]:
    """The receipts of what is open and here; and what has to be put again."""
    both = {**told.kept, **told.open}
    rows = {row.id: row for row in device_record_queries.named(connection, device, sorted(both))}
    here = {row.id: row for row in rows.values() if row.sha256 == both[row.id]}
    kinds = device_record_queries.newest_kinds(connection, [row.key for row in here.values()])
    answers = {name: receipts.envelope_of(connection, row, 200) for name, row in here.items() if name in told.open}
    answers |= _conflicts(connection, device, {name: told.open[name] for name in told.open if name not in here})
    again = [name for name in both if name not in here and name not in answers]
    again += [name for name, row in here.items() if name not in told.open and kinds.get(row.key) != COMPLETE]
    return answers, tuple(again)


def _conflicts(connection: Connection, device: str, others: Mapping[str, str]) -> dict[str, Envelope]:
    if not others:
        return {}
    rows = device_record_queries.conflicts(connection, device, MOST)
    return {row.id: receipts.conflict_envelope(connection, row.key) for row in rows if others.get(row.id) == row.sha256}


def _read(body: bytes) -> _Told:
    found = read(body)
    if not isinstance(found, dict) or found.get("v") != 1:
        raise Unreadable("v is not 1.")
    seq, version = found.get("seq"), found.get("app_version", "")
    if type(seq) is not int or not 0 <= seq <= LARGEST_SEQ:
        raise Unreadable("seq is no number of a record.")
    if not isinstance(version, str) or len(version) > LONGEST_VERSION or not version.isprintable():
        raise Unreadable("app_version cannot be read.")
    oldest = found.get("oldest_unsent_at")
    return _Told(
        seq, _named(found, "open"), _named(found, "kept"),
        None if oldest is None else instant(oldest, "oldest_unsent_at"), version,
    )  # fmt: skip


def _named(found: Mapping[str, Any], name: str) -> dict[str, str]:
    rows: Sequence[Any] = found.get(name, ())
    if not isinstance(rows, list | tuple) or len(rows) > MOST:
        raise Unreadable(f"{name} is no list of at most {MOST} records.")
    said: dict[str, str] = {}
    for row in rows:
        if not isinstance(row, dict) or not all(isinstance(row.get(key), str) for key in ("id", "sha256")):
            raise Unreadable(f"{name} holds something that is no record.")
        if not UUID.fullmatch(row["id"]):
            raise Unreadable(f"{name} holds something that is no record.")
        said[row["id"]] = row["sha256"]
    return said
