"""One record of a rescue file: as from its phone where the signature holds, else sealed by the desk and held."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Connection

from fieldapp.media.key_files import read_key
from fieldapp.media.signing import is_signed, sign
from fieldapp.services.records import statements
from fieldapp.services.records.arrival import Arrival, take_in
from fieldapp.services.records.desks import desk_of
from fieldapp.services.records.judge import Signed
from fieldapp.services.records.receipts import Envelope
from fieldapp.services.records.sealed import LARGEST_SEQ, UUID
from fieldapp.services.records.strict_json import read_roughly
from fieldapp.services.server_keys import FOLDER
from fieldapp.tables import device_queries, record_queries
from fieldapp.tables.db import reading, writing
from fieldapp.tables.device_queries import Found


class Refused(Exception):
    """This record of the file is not taken; the sentence says why."""


@dataclass(frozen=True, slots=True)
class Desk:
    """Where a file is handed in, and by whom. `origin`: the server's own."""

    city: str
    origin: str
    instance: Path
    actor: str
    name: str


@dataclass(frozen=True, slots=True)
class HandedIn:
    """What became of a record: `state` as of any record, "conflict" or "refused"; `before`: it was here already.

    `city` and `key`: its row, 0 where none stands for these bytes.
    """

    id: str
    state: str
    because: str = ""
    before: bool = False
    city: str = ""
    key: int = 0


def take(desk: Desk, facts: Mapping[str, Any], body: bytes) -> HandedIn:
    """Receive a body of a rescue file. Raises Refused, UnusableKey."""
    record = facts.get("id")
    if not isinstance(record, str) or not UUID.fullmatch(record):
        raise Refused("It has no number that a record can have.")
    if facts.get("sha256") != statements.sha256_hex(body):
        raise Refused("Its bytes changed on their way.")
    device = _device(facts)
    signed = None if device is None else _signed(facts, device, record, body)
    if device is not None and signed is not None:
        with writing() as connection:
            signature = str(facts["signature"])
            arrival = Arrival(
                connection, desk.instance, desk.origin, device, signed, signature, read_roughly(body), by=desk.actor
            )
            return _told(connection, record, take_in(arrival))
    why = "its signature does not hold" if device is not None else "its phone is not known here"
    return _by_desk(desk, record, body, f"Handed in by {desk.name}: {why}.")


def _device(facts: Mapping[str, Any]) -> Found | None:
    named = facts.get("device")
    if not isinstance(named, str) or not UUID.fullmatch(named):
        return None
    with reading() as connection:
        return device_queries.one(connection, named)


def _signed(facts: Mapping[str, Any], device: Found, record: str, body: bytes) -> Signed | None:
    origin, city, seq = (facts.get(name) for name in ("origin", "city", "seq"))
    if not isinstance(origin, str) or not isinstance(city, str) or type(seq) is not int or not 1 <= seq <= LARGEST_SEQ:
        return None
    try:
        words = statements.record(origin, city, record, device.id, seq, body)
    except ValueError:
        return None
    if not is_signed(device.public_key, words, str(facts.get("signature"))):
        return None
    return Signed(origin, city, record, device.id, seq, body)


def _by_desk(desk: Desk, record: str, body: bytes, because: str) -> HandedIn:
    """The desk of the city vouches for the bytes as they were handed in, and for nothing that they say."""
    device = desk_of(desk.city, desk.instance, actor=desk.actor)
    with writing() as connection:
        record_queries.next_number(connection, desk.city)  # the city's records, and so its desk, are locked
        known = record_queries.one(connection, desk.city, record)
        last = record_queries.last_of_device(connection, device.id)
        seq = last.seq + 1 if last else 1
        if known is not None and known.sha256 == statements.sha256_hex(body):
            seq = known.seq
        words = statements.record(desk.origin, desk.city, record, device.id, seq, body)
        signed = Signed(desk.origin, desk.city, record, device.id, seq, body)
        signature = sign(read_key(desk.instance / FOLDER, device.key_id), words)
        arrival = Arrival(
            connection, desk.instance, desk.origin, device, signed, signature, read_roughly(body), by=desk.actor,
            because=because,
        )  # fmt: skip
        return _told(connection, record, take_in(arrival))


def _told(connection: Connection, record: str, envelope: Envelope) -> HandedIn:
    if envelope.status == 409:
        return HandedIn(record, "conflict", envelope.because)
    city = str(json.loads(envelope.receipt)["city"])
    row = record_queries.one(connection, city, record)
    return HandedIn(record, envelope.state, envelope.because, envelope.status == 200, city, row.key if row else 0)
