"""Take one signed record in: id and hash, the record, its meaning, the audit entry, the receipt; all or nothing."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Connection

from fieldapp import clock
from fieldapp.services import cities
from fieldapp.services.records import forks, judge, receipts
from fieldapp.services.records.apply import Outcome, settle
from fieldapp.services.records.judge import Held, Meaning, Signed
from fieldapp.services.records.kind import ManifestLine
from fieldapp.services.records.sealed import LARGEST_SEQ, LONGEST_KIND
from fieldapp.services.records.statements import sha256_hex
from fieldapp.tables import audit, device_queries, people_queries, record_queries
from fieldapp.tables.record_queries import Found
from fieldapp.tables.records import COMPLETE, CONFLICT, HELD, QUARANTINED, STORED


@dataclass(frozen=True, slots=True)
class Arrival:
    """A record whose signature holds, within a transaction. `origin`: the server's own; `rough`: see read_roughly."""

    connection: Connection
    instance: Path
    origin: str
    device: Found
    signed: Signed
    signature: str
    rough: Mapping[str, Any]
    by: str = ""  # who handed it in at a desk, as the audit chain names them
    because: str = ""  # a desk vouches for the bytes alone: they are held, with this sentence
    @property
    def actor(self) -> str:
        """How the audit chain names who sent it."""
        return self.by or f"device:{self.device.id}"


def take_in(arrival: Arrival) -> receipts.Envelope:
    """Receive the record unless it is here; its answer. The city's records are locked from here on."""
    connection, signed = arrival.connection, arrival.signed
    city = _kept_by(arrival)
    number = record_queries.next_number(connection, city)
    known = record_queries.one(connection, city, signed.id)
    digest = sha256_hex(signed.body)
    if known is None:
        key = _receive(arrival, city, number, digest)
        row = record_queries.by_key(connection, city, key)
        return receipts.envelope_of(connection, _there(row), 201)
    if known.sha256 == digest:
        return receipts.envelope_of(connection, known, 200)
    return _other_bytes(arrival, known, digest)


def _kept_by(arrival: Arrival) -> str:
    """The city that keeps the record: the one that was signed where it is served, else one of its officer."""
    connection, named = arrival.connection, arrival.signed.city
    if cities.is_served(named):
        return named
    if known := record_queries.city_that_keeps(connection, arrival.device.id, arrival.signed.id):
        return known
    served = sorted(c.id for c in cities.cities())
    own = [c for c in people_queries.cities_of(connection, arrival.device.person_id) if c in served]
    return (sorted(own) or served)[0]


def _receive(arrival: Arrival, city: str, number: int, digest: str) -> int:
    connection = arrival.connection
    device = _there(device_queries.locked(connection, arrival.device.id))
    meaning, because = _judged(arrival, device)
    lines = judge.lines_of(arrival.rough)
    key = _write(arrival, city, number, digest, meaning, because)
    record_queries.add_photos(connection, key, (asdict(line) for line in lines or ()))
    row = _there(record_queries.by_key(connection, city, key))
    device_queries.note_arrival(connection, device.id, row.seq, row.received_at)
    forked = forks.look(connection, device, row, row.prev or None)
    outcome, others = Outcome(row.id, HELD, because), list[Outcome]()
    if quarantine := judge.of_device(device):
        outcome = Outcome(row.id, QUARANTINED, quarantine)
        record_queries.change(connection, city, key, state=QUARANTINED, because=quarantine)
    elif meaning is not None:
        outcome, others = settle(connection, row, meaning)
    _write_down(arrival, row, outcome, others, forked=forked, lines=lines)
    return key


def _judged(arrival: Arrival, device: Found) -> tuple[Meaning | None, str]:
    """The meaning of the body; or None, and why the record is held."""
    if arrival.because:
        return None, arrival.because
    try:
        meaning = judge.meaning_of(arrival.signed.body)
        judge.check_who(arrival.connection, meaning.sealed, arrival.signed, arrival.origin, device.person_id)
    except Held as held:
        return None, str(held)
    return meaning, ""


def _write(arrival: Arrival, city: str, number: int, digest: str, meaning: Meaning | None, because: str) -> int:
    signed, rough, connection = arrival.signed, arrival.rough, arrival.connection
    sealed = meaning.sealed if meaning else None
    author = sealed.author if sealed else _person(connection, rough.get("author"))
    key = record_queries.add(
        connection, city, id=signed.id, sha256=digest, body=signed.body, signature=arrival.signature,
        device=signed.device, seq=signed.seq, prev=sealed.prev if sealed else _prev(arrival),
        kind=sealed.kind if sealed else _word(rough.get("kind"), LONGEST_KIND),
        schema=sealed.schema if sealed else _number(rough.get("schema")), author=author,
        sealed_at=sealed.sealed_at if sealed else None, received_at=clock.now(), server_seq=number, state=HELD,
        because=because, subject="",
    )  # fmt: skip
    if sealed:
        record_queries.add_parents(connection, key, sealed.parents)
    return key


def _write_down(
    arrival: Arrival, row: Found, outcome: Outcome, others: list[Outcome], *, forked: bool,
    lines: tuple[ManifestLine, ...] | None,
) -> None:  # fmt: skip
    """The audit entry, and right after it the receipt, which names it."""
    detail = {
        "sha256": row.sha256, "device": row.device, "seq": row.seq, "kind": row.kind, "author": row.author,
        "server_seq": row.server_seq, "signature": row.signature, "received_at": row.received_at.isoformat(),
        "city": arrival.signed.city, "origin": arrival.signed.origin, "forked": forked,
        "photos": [line.sha256 for line in lines or ()],
        **{name: value for name, value in outcome.as_detail().items() if name != "record"},
        "others": [other.as_detail() for other in others],
    }  # fmt: skip
    digest = audit.append(
        arrival.connection, row.city, actor=arrival.actor, action="record.received", subject=f"record:{row.id}",
        detail=detail,
    )  # fmt: skip
    kind = STORED if lines is None or lines else COMPLETE
    if outcome.state == QUARANTINED:
        kind = QUARANTINED
    facts = receipts.facts_of(row, arrival.origin)
    receipts.write(arrival.connection, arrival.instance, kind, facts, digest, record_key=row.key)


def _other_bytes(arrival: Arrival, known: Found, digest: str) -> receipts.Envelope:
    """Other bytes under a taken id: kept beside it, once, with a receipt that says so."""
    connection, signed = arrival.connection, arrival.signed
    if (before := record_queries.conflict(connection, known.city, signed.id, digest)) is not None:
        return receipts.conflict_envelope(connection, before)
    device, now = _there(device_queries.locked(connection, arrival.device.id)), clock.now()
    key = record_queries.add_conflict(
        connection, known.city, id=signed.id, sha256=digest, body=signed.body, signature=arrival.signature,
        device=signed.device, received_at=now,
    )  # fmt: skip
    if known.device == signed.device:
        forks.mark(connection, device)
    entry = audit.append(
        connection, known.city, actor=arrival.actor, action="record.conflict", subject=f"record:{signed.id}",
        detail={
            "sha256": digest, "device": signed.device, "seq": signed.seq, "first": known.sha256,
            "signature": arrival.signature, "city": signed.city, "origin": signed.origin,
            "received_at": now.isoformat(),
        },
    )  # fmt: skip
    facts = receipts.Facts(
        arrival.origin, known.city, signed.id, digest, signed.device, signed.seq, now, known.server_seq
    )
    receipts.write(connection, arrival.instance, CONFLICT, facts, entry, conflict_key=key)
    return receipts.conflict_envelope(connection, key)


def _person(connection: Connection, told: object) -> int | None:
    if type(told) is not int or not 1 <= told <= LARGEST_SEQ:
        return None
    return told if people_queries.by_id(connection, told) is not None else None


def _prev(arrival: Arrival) -> str:
    """What an unread body says came before it; of one that a desk only vouches for that is no body of the desk's."""
    return "" if arrival.because else _word(arrival.rough.get("prev"), 64)


def _word(told: object, longest: int) -> str:
    return told if isinstance(told, str) and told.isascii() and told.isprintable() and len(told) <= longest else ""


def _number(told: object) -> int:
    return told if type(told) is int and 0 <= told <= LARGEST_SEQ else 0


def _there(row: Found | None) -> Found:
    if row is None:
        raise LookupError
    return row
