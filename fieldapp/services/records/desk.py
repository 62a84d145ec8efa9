"""Seal what was typed into a plain form, as the desk of its city: the same body, the same door, a key of the server."""

import json
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from sqlalchemy import Connection

from fieldapp import clock
from fieldapp.media.key_files import read_key
from fieldapp.media.photo_sniff import Refused
from fieldapp.media.photos import read_photo
from fieldapp.media.signing import sign
from fieldapp.services.blobs import photo_rows
from fieldapp.services.records import statements, strict_json, whole
from fieldapp.services.records.arrival import Arrival, take_in
from fieldapp.services.records.desks import desk_of
from fieldapp.services.records.judge import Signed
from fieldapp.services.records.kinds import KINDS
from fieldapp.services.records.receipts import instant_text
from fieldapp.services.records.sealed import FIRST_PREV, UUID
from fieldapp.services.server_keys import FOLDER
from fieldapp.services.stored_files import Arrived, GivenFile, arrived
from fieldapp.tables import record_queries
from fieldapp.tables.db import reading, writing
from fieldapp.tables.record_queries import Found
from fieldapp.tables.records import ORIGINAL


@dataclass(frozen=True, slots=True)
class Typed:
    """What a plain form brings. `record_id`: made with the form, so that a form sent twice is one record.

    `author` is the signed-in person, who must have a role in `city`; `photos`: (kind, file); `city_by` as the protocol
    has it; `parents`: ids of records that it rests on.
    """

    city: str
    record_id: str
    kind: str
    payload: Mapping[str, Any]
    author: int
    city_by: str = "chosen"
    parents: tuple[str, ...] = ()
    number: str | None = None
    photos: tuple[tuple[str, GivenFile], ...] = ()


@dataclass(frozen=True, slots=True)
class AtDesk:
    """What became of it: state, reason and subject as of any record; `refused`: (file name, why) of photos left out.

    `again`: a record with this id was here already, and nothing was sealed now.
    """

    record_id: str
    state: str
    because: str
    subject: str
    refused: tuple[tuple[str, str], ...]
    again: bool


def seal(typed: Typed, origin: str, instance: Path) -> AtDesk:
    """Seal and receive at once. `origin`: the server's own. What no record may hold (a NUL) is sealed as U+FFFD.

    Raises Unusable where the payload makes no sense (nothing is sealed), ValueError where `record_id` is no UUID,
    KeyError for an unknown kind, UnusableKey where a key is missing.
    """
    if not UUID.fullmatch(typed.record_id):
        raise ValueError(typed.record_id)
    typed = replace(typed, payload=strict_json.mended(typed.payload))
    kind = KINDS[typed.kind]
    newest = max(kind.schemas)
    kind.schemas[newest](typed.payload)
    with ExitStack() as stack:
        files, refused = _files(stack, typed.photos)
        row, again = _sealed(typed, newest, files, origin, instance)
        _bring(row, files, origin, instance, actor=f"person:{typed.author}")
    return AtDesk(row.id, row.state, row.because, row.subject, refused, again)


def _bring(row: Found, files: Sequence[tuple[str, Arrived]], origin: str, instance: Path, *, actor: str) -> None:
    """Keep the photos that the record still misses, also when a form is sent again whose answer never came."""
    with reading() as connection:
        gone = {line.sha256 for line in record_queries.missing(connection, row.key)}
    for here in {here.sha256: here for _, here in files if here.sha256 in gone}.values():
        whole.take(instance, origin, row.city, row.key, here.path, here.sha256, actor=actor)
    if gone:
        photo_rows.make_due(row.city)


def _files(
    stack: ExitStack, given: Iterable[tuple[str, GivenFile]]
) -> tuple[list[tuple[str, Arrived]], tuple[tuple[str, str], ...]]:
    """The photos that can be taken, by slot, and why the others cannot: at a desk one may refuse, as on any upload."""
    taken: list[tuple[str, Arrived]] = []
    refused: list[tuple[str, str]] = []
    counts: dict[str, int] = {}
    for kind, file in given:
        here = stack.enter_context(arrived(file))
        try:
            read_photo(here.path)
        except Refused as why:
            refused.append((here.name, str(why)))
            continue
        counts[kind] = counts.get(kind, 0) + 1
        taken.append((f"{kind}-{counts[kind]}", here))
    return taken, tuple(refused)


def _sealed(
    typed: Typed, schema: int, files: Sequence[tuple[str, Arrived]], origin: str, instance: Path
) -> tuple[Found, bool]:
    device = desk_of(typed.city, instance, actor=f"person:{typed.author}")
    with writing() as connection:
        record_queries.next_number(connection, typed.city)
        known = record_queries.one(connection, typed.city, typed.record_id)
        if known is not None:
            return known, True
        seq, body = _body(connection, typed, schema, files, origin, device)
        said = statements.record(origin, typed.city, typed.record_id, device.id, seq, body)
        signature = sign(read_key(instance / FOLDER, device.key_id), said)
        signed = Signed(origin, typed.city, typed.record_id, device.id, seq, body)
        take_in(Arrival(connection, instance, origin, device, signed, signature, json.loads(body)))
        row = record_queries.one(connection, typed.city, typed.record_id)
    if row is None:
        raise LookupError(typed.record_id)
    return row, False


def _body(
    connection: Connection, typed: Typed, schema: int, files: Sequence[tuple[str, Arrived]], origin: str, device: Found
) -> tuple[int, bytes]:
    last = record_queries.last_of_device(connection, device.id)
    seq = last.seq + 1 if last else 1
    fields: dict[str, Any] = {
        "v": 1, "id": typed.record_id, "origin": origin, "city": typed.city, "city_by": typed.city_by,
        "kind": typed.kind, "schema": schema, "author": typed.author, "device": device.id, "seq": seq,
        "prev": last.sha256 if last else _before(connection, device), "sealed_at": instant_text(clock.now()),
        "clock": {"offset_ms": 0, "mono_ms": 0}, "parents": list(typed.parents),
        "photos": [
            {"slot": slot, "form": ORIGINAL, "sha256": here.sha256, "bytes": here.bytes, "type": "", "taken_at": ""}
            for slot, here in files
        ],
    }  # fmt: skip
    if typed.number is not None:
        fields["number"] = typed.number
    fields["payload"] = dict(typed.payload)
    return seq, json.dumps(fields, ensure_ascii=False, separators=(",", ":")).encode("utf-8")


def _before(connection: Connection, device: Found) -> str:
    """What comes before the first body of a desk: the last of the desk that it replaces."""
    last = record_queries.last_of_device(connection, device.replaces) if device.replaces else None
    return last.sha256 if last else FIRST_PREV
