"""What a signed record is worth: readable, of a known kind, by one who may; else held for the office, with why."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection

from fieldapp.services import cities
from fieldapp.services.records.kind import Kind, ManifestLine, Received, Unusable
from fieldapp.services.records.kinds import KINDS
from fieldapp.services.records.manifest import manifest_of
from fieldapp.services.records.sealed import Sealed, read_sealed
from fieldapp.services.records.strict_json import Unreadable
from fieldapp.tables import people_queries
from fieldapp.tables.record_queries import Found

MOST_PHOTOS = 60  # of a record, an original and its copy counted as one
LARGEST_PHOTO = 25_000_000  # bytes of a file of a manifest


class Held(Exception):
    """The record is received and nothing more; the sentence says why, for the office."""


@dataclass(frozen=True, slots=True)
class Signed:
    """What the signature was checked over: the lines of RECORD, and the bytes."""

    origin: str
    city: str
    id: str
    device: str
    seq: int
    body: bytes


@dataclass(frozen=True, slots=True)
class Meaning:
    """A record that can be applied: its body, its kind, and its payload as the kind's schema read it."""

    sealed: Sealed
    kind: Kind
    values: Any

    def received(self, row: Found) -> Received:
        """What the kind's service gets; `row` is the record's."""
        s = self.sealed
        return Received(
            row.city, row.key, s.id, s.author, s.device, s.sealed_at, row.received_at, s.city_by, s.place, s.parents,
            s.number, s.photos,
        )  # fmt: skip


def meaning_of(body: bytes) -> Meaning:
    """Read a body and its payload. Raises Held where it cannot be read, is of no known kind or makes no sense."""
    try:
        sealed = read_sealed(body)
    except Unreadable as wrong:
        raise Held(str(wrong)) from wrong
    kind = KINDS.get(sealed.kind)
    if kind is None:
        raise Held(f"This program knows no record of kind {sealed.kind}.")
    schema = kind.schemas.get(sealed.schema)
    if schema is None:
        raise Held(f"This program does not know version {sealed.schema} of {kind.name}.")
    _check_photos(sealed.photos, kind)
    try:
        return Meaning(sealed, kind, schema(sealed.payload))
    except Unusable as wrong:
        raise Held(str(wrong)) from wrong


def check_who(connection: Connection, sealed: Sealed, signed: Signed, origin: str, person_id: int | None) -> None:
    """Raise Held unless body and signature name the same record and its author may have written it.

    `origin`: the server's own; `person_id`: whose the device is, None for a desk, which sealed what its server says.
    """
    for name in ("id", "device", "city", "seq", "origin"):
        if getattr(sealed, name) != getattr(signed, name):
            raise Held(f"The {name} in the body is not the one that was signed.")
    if sealed.origin != origin:
        raise Held(f"It was sealed for another address, {sealed.origin}.")
    if not cities.is_served(sealed.city):
        raise Held(f"The city {sealed.city} is not served here.")
    if person_id is not None and sealed.author != person_id:
        raise Held("Its author is not the person of the device.")
    if people_queries.role_in(connection, sealed.city, sealed.author) is None:
        raise Held("Its author has no role in this city.")


def of_device(device: Found) -> str:
    """Why what this device sends goes into quarantine; "" where it does not."""
    if device.status == "revoked":
        return "The phone that sealed it was revoked."
    if device.status == "pending":
        return "The phone that sealed it is not approved yet."
    return ""


def lines_of(rough: Mapping[str, Any]) -> tuple[ManifestLine, ...] | None:
    """The manifest, also of a body that cannot be read otherwise; None where it cannot be read itself."""
    try:
        return manifest_of(rough.get("photos"))
    except Unreadable:
        return None


def _check_photos(lines: tuple[ManifestLine, ...], kind: Kind) -> None:
    if len({line.slot for line in lines}) > MOST_PHOTOS:
        raise Held(f"It has more than {MOST_PHOTOS} photos.")
    for line in lines:
        if line.bytes > LARGEST_PHOTO:
            raise Held(f"Its photo {line.slot} is larger than {LARGEST_PHOTO:,} bytes.")
        if line.kind not in kind.photo_kinds:
            raise Held(f"A record of kind {kind.name} takes no photo of kind {line.kind}.")
