"""The door for sealed records: size, rate, device, signature; then one transaction that receives a record once."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from fieldapp import clock
from fieldapp.config import Quotas
from fieldapp.media.key_files import UnusableKey
from fieldapp.media.signing import is_signed
from fieldapp.services.records import statements
from fieldapp.services.records.arrival import Arrival, take_in
from fieldapp.services.records.judge import Signed
from fieldapp.services.records.rates import OF_A_NETWORK, OverQuota, Rate
from fieldapp.services.records.receipts import Envelope
from fieldapp.services.records.sealed import LARGEST, LARGEST_SEQ, UUID
from fieldapp.services.records.strict_json import read_roughly
from fieldapp.services.sign_in_tries import network_of
from fieldapp.tables import device_queries
from fieldapp.tables.db import end_reading, is_locked, reading, wait_at_most, writing
from fieldapp.tables.record_queries import Found

LOCKED_FOR = timedelta(seconds=5)  # PostgreSQL; SQLite has its busy timeout


class TooLarge(Exception):
    """The body has more bytes than a record may."""


class NotSigned(Exception):
    """Nothing is stored; `word` is "device" (unknown) or "signature" (does not hold)."""

    def __init__(self, word: str) -> None:
        words = {"device": "This phone is not known here.", "signature": "The signature does not hold."}
        super().__init__(words[word])
        self.word = word


class NoSuchAddress(Exception):
    """The address names no record."""


class CannotSign(Exception):
    """No key is here that signs receipts, so nothing was stored."""


class Busy(Exception):
    """The record, or another one of its city, is being written just now."""


@dataclass(frozen=True, slots=True)
class Sent:
    """A request as it came. `origin`: the server's own; the hints complete a body that cannot be read."""

    record_id: str
    device: str
    signature: str
    body: bytes
    origin: str
    network: str | None
    hints: Mapping[str, str] = field(default_factory=dict)


class Door:
    """One for an app: it remembers the rates."""

    def __init__(self, instance: Path, quotas: Quotas) -> None:
        self.instance, self.quotas = instance, quotas
        self._phones, self._networks = Rate(), Rate()

    def receive(self, sent: Sent) -> Envelope:
        """Receive a record once and give its receipt.

        Raises TooLarge, NoSuchAddress, OverQuota, NotSigned; Busy, CannotSign; whatever else
        is raised, the record is not on record and there is no receipt.
        """
        if len(sent.body) > LARGEST:
            raise TooLarge
        if not UUID.fullmatch(sent.record_id):
            raise NoSuchAddress
        most = self.quotas.puts_a_minute
        self._networks.check(network_of(sent.network), most * OF_A_NETWORK)
        self._phones.check(sent.device, most, count=False)
        device, signed, rough = self._signed(sent)
        self._phones.check(sent.device, most)
        try:
            return self._write(sent, device, signed, rough)
        except UnusableKey as wrong:
            raise CannotSign from wrong
        except DBAPIError as wrong:
            if is_locked(wrong):
                raise Busy from wrong
            raise

    def _write(self, sent: Sent, device: Found, signed: Signed, rough: Mapping[str, Any]) -> Envelope:
        with writing() as connection:
            wait_at_most(connection, LOCKED_FOR)
            arrival = Arrival(connection, self.instance, sent.origin, device, signed, sent.signature, rough)
            envelope = take_in(arrival)
            if envelope.status == 201:
                self._count(connection, device.id, len(sent.body))
        return envelope

    def _signed(self, sent: Sent) -> tuple[Found, Signed, Mapping[str, Any]]:
        with reading() as connection:
            device = device_queries.one(connection, sent.device)
        end_reading()
        if device is None or device.person_id is None:
            raise NotSigned("device")
        rough = read_roughly(sent.body)
        origin, city, seq = (_told(rough, sent.hints, name) for name in ("origin", "city", "seq"))
        number = int(seq) if seq.isascii() and seq.isdigit() and len(seq) <= 10 else 0
        if not 1 <= number <= LARGEST_SEQ or str(number) != seq:
            raise NotSigned("signature")
        signed = Signed(origin or sent.origin, city, sent.record_id, device.id, number, sent.body)
        try:
            said = statements.record(signed.origin, city, signed.id, signed.device, number, sent.body)
        except ValueError as wrong:
            raise NotSigned("signature") from wrong
        if not is_signed(device.public_key, said, sent.signature):
            raise NotSigned("signature")
        return device, signed, rough

    def _count(self, connection: Connection, device: str, size: int) -> None:
        now = clock.now()
        sums = device_queries.count_day(connection, device, now.date(), records=1, size=size)
        if sums.records > self.quotas.records_a_day or sums.bytes > self.quotas.bytes_a_day:
            midnight = (now + timedelta(days=1)).replace(hour=0, minute=0, second=0, microsecond=0)
            raise OverQuota("quota", int((midnight - now).total_seconds()) + 1)


def _told(rough: Mapping[str, Any], hints: Mapping[str, str], name: str) -> str:
    """A line of RECORD as the body says it; where the body does not, as a header does."""
    value = rough.get(name)
    if type(value) is int or (isinstance(value, str) and value):
        return str(value)
    return hints.get(name, "")
