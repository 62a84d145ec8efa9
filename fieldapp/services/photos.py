"""Photos of a record: judged, and taken in with their copies."""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fieldapp import clock
from fieldapp.media.photo_sniff import Refused
from fieldapp.media.photos import PhotoRead, read_photo
from fieldapp.services.stored_files import Arrived, GivenFile, arrived, incoming, store
from fieldapp.tables import audit
from fieldapp.tables import photos as tables
from fieldapp.tables.db import reading, writing
from fieldapp.tables.photos import KINDS

MOST_AT_ONCE = 60  # photos in one form
_TURN = "decoding.turn"


class NoSuchPhoto(LookupError):
    """The city has no such photo, or no such animal."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one given file: `photo_id`, or the `reason` (whole sentences) why it was not taken."""

    name: str
    photo_id: int | None
    reason: str = ""


def check(file: Path) -> PhotoRead:
    """What an upload of this file would find. Raises Refused with the same words; stores nothing, needs no database."""
    return read_photo(file)


def add_photos(
    city: str, subject: str, files: Iterable[GivenFile], kind: str, *, actor: str, person_id: int
) -> tuple[Outcome, ...]:
    """Take in each file that can be taken, in order; of the others nothing is stored. One audit entry for all.

    `subject`: "animal:12". Raises NoSuchPhoto where the city has no such record, ValueError for another kind.
    """
    if kind not in KINDS:
        msg = f"no such kind of photo: {kind!r}"
        raise ValueError(msg)
    subject_exists(city, subject)
    taken: list[tuple[Arrived, PhotoRead, dict[str, str]] | Outcome] = []
    for given in files:
        with arrived(given) as here:
            try:
                seen = read_photo(here.path, incoming() / _TURN)
            except Refused as refused:
                taken.append(Outcome(here.name, None, str(refused)))
                continue
            taken.append((here, seen, _stored(here, seen)))
    return _on_record(city, subject, kind, taken, actor, person_id)


def _stored(here: Arrived, seen: PhotoRead) -> dict[str, str]:
    """Put the original and the copies into the store; the hashes of the copies by column."""
    store().put(here.path, here.sha256)
    copies = {"page_sha256": seen.page, "small_sha256": seen.small}
    hashes = {}
    for column, data in copies.items():
        hashes[column] = hashlib.sha256(data).hexdigest()
        store().put(data, hashes[column])
    return hashes


def _on_record(
    city: str, subject: str, kind: str, taken: Sequence[Any], actor: str, person_id: int
) -> tuple[Outcome, ...]:
    outcomes, told, now = [], [], clock.now()
    if not any(isinstance(one, tuple) for one in taken):
        return tuple(taken)
    with writing() as connection:
        for one in taken:
            if isinstance(one, Outcome):
                outcomes.append(one)
                continue
            here, seen, copies = one
            latitude, longitude = seen.position or (None, None)
            key = tables.add(
                connection, city, subject=subject, kind=kind, sha256=here.sha256, bytes=here.bytes, type=seen.type,
                width=seen.width, height=seen.height, captured_at=seen.captured_at, latitude=latitude,
                longitude=longitude, file_name=here.name, added_by=person_id, added_at=now, **copies,
            )  # fmt: skip
            outcomes.append(Outcome(here.name, key))
            told.append({"photo": key, "sha256": here.sha256, "bytes": here.bytes, "file": here.name})
        audit.append(
            connection, city, actor=actor, action="photos.added", subject=subject,
            detail={"kind": kind, "photos": told},
        )  # fmt: skip
    return tuple(outcomes)


def subject_exists(city: str, subject: str) -> None:
    """Raise NoSuchPhoto unless the city has the record that `subject` ("animal:12") names."""
    noun, _, key = subject.partition(":")
    with reading() as connection:
        if noun != "animal" or not key.isdecimal() or not tables.has_animal(connection, city, int(key)):
            raise NoSuchPhoto(subject)


__all__ = ["KINDS", "MOST_AT_ONCE", "NoSuchPhoto", "Outcome", "Refused", "add_photos", "check", "subject_exists"]
