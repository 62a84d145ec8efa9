"""Photos of a record: judged, and taken in with their copies."""

import hashlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import Connection

from fieldapp import clock
from fieldapp.media import photo_limits
from fieldapp.media.photo_sniff import HEAD, Refused
from fieldapp.media.photos import LARGEST, PhotoRead, read_photo
from fieldapp.services.stored_files import Arrived, GivenFile, arrived, incoming, store, sweep
from fieldapp.tables import audit, record_queries
from fieldapp.tables import photos as tables
from fieldapp.tables.db import reading, writing
from fieldapp.tables.photos import KINDS

MOST_AT_ONCE = 60  # photos in one form
SENT_AGAIN = timedelta(hours=1)  # how long a photo is known again whose answer never reached the phone
_CHANGED = "What arrived is not what the phone sent: the bytes changed on the way. Send the photo again."
TURN = "decoding.turn"
_ROW = re.compile(r"[1-9][0-9]{0,8}", re.ASCII)


class NoSuchPhoto(LookupError):
    """The city has no such photo, or no such animal."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one given file: `photo_id`, or the `reason` (whole sentences) why it was not taken.

    `sha256`: of the bytes that arrived.
    """

    name: str
    photo_id: int | None
    reason: str = ""
    sha256: str = ""


def check(file: Path) -> PhotoRead:
    """What an upload of this file would find. Raises Refused with the same words; stores nothing, needs no database."""
    return read_photo(file)


def limits() -> dict[str, Any]:
    """Every limit that a photo must keep, for the phone, which judges by the same ones before it sends anything."""
    return {
        "bytes": LARGEST, "most": MOST_AT_ONCE, "head": HEAD, "pixels": photo_limits.PIXELS,
        "side": photo_limits.LONGEST_SIDE, "page": photo_limits.PAGE, "small": photo_limits.SMALL,
        "quality": photo_limits.QUALITY,
    }  # fmt: skip


def add_photos(
    city: str, subject: str, files: Iterable[GivenFile], kind: str, *, actor: str, person_id: int, again: bool = False
) -> tuple[Outcome, ...]:
    """Take in each file that can be taken, in order; of the others nothing is stored. One audit entry for all.

    `subject`: "animal:12". `again`: the phone sent these before and got no answer, so a file that this person added
    to this record within the last hour is not added a second time. Raises NoSuchPhoto where the city has no such
    record, ValueError for another kind.
    """
    if kind not in KINDS:
        msg = f"no such kind of photo: {kind!r}"
        raise ValueError(msg)
    subject_exists(city, subject)
    sweep()
    taken: list[tuple[Arrived, PhotoRead, dict[str, str]] | Outcome] = []
    for given in files:
        with arrived(given) as here:
            if given.sha256 and given.sha256 != here.sha256:
                taken.append(Outcome(here.name, None, _CHANGED, here.sha256))
                continue
            if again and (known := _known_already(city, subject, kind, here.sha256, person_id)):
                taken.append(Outcome(here.name, known, sha256=here.sha256))
                continue
            try:
                seen = read_photo(here.path, incoming() / TURN)
            except Refused as refused:
                taken.append(Outcome(here.name, None, str(refused), here.sha256))
                continue
            taken.append((here, seen, _stored(here, seen)))
    return _on_record(city, subject, kind, taken, actor, person_id, again=again)


def _known_already(city: str, subject: str, kind: str, sha256: str, person_id: int) -> int | None:
    with reading() as connection:
        return _known(connection, city, subject, kind, sha256, person_id)


def _known(connection: Connection, city: str, subject: str, kind: str, sha256: str, person_id: int) -> int | None:
    since = clock.now() - SENT_AGAIN
    return tables.just_added(connection, city, subject, kind, sha256, person_id, since)


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
    city: str, subject: str, kind: str, taken: Sequence[Any], actor: str, person_id: int, *, again: bool
) -> tuple[Outcome, ...]:
    outcomes, told, now = [], [], clock.now()
    if not any(isinstance(one, tuple) for one in taken):
        return tuple(taken)
    with writing() as connection:
        audit.hold(connection, city)  # two that were sent again at once: the second one sees the first
        for one in taken:
            if isinstance(one, Outcome):
                outcomes.append(one)
                continue
            here, seen, copies = one
            if again and (known := _known(connection, city, subject, kind, here.sha256, person_id)):
                outcomes.append(Outcome(here.name, known, sha256=here.sha256))
                continue
            latitude, longitude = seen.position or (None, None)
            facts = {
                "state": "ready", "sha256": here.sha256, "bytes": here.bytes, "type": seen.type, "width": seen.width,
                "height": seen.height, "captured_at": seen.captured_at, "latitude": latitude, "longitude": longitude,
                "added_by": person_id, **copies,
            }  # fmt: skip
            key = tables.add(connection, city, subject=subject, kind=kind, file_name=here.name, added_at=now, **facts)
            outcomes.append(Outcome(here.name, key, sha256=here.sha256))
            told.append({"photo": key, "file": here.name, "added_at": now.isoformat(), **facts})
        if told:
            audit.append(
                connection, city, actor=actor, action="photos.added", subject=subject,
                detail={"kind": kind, "photos": told},
            )  # fmt: skip
    return tuple(outcomes)


def subject_exists(city: str, subject: str) -> None:
    """Raise NoSuchPhoto unless the city has the record that `subject` ("animal:12", "record:UUID") names."""
    noun, _, key = subject.partition(":")
    with reading() as connection:
        if noun == "record" and record_queries.one(connection, city, key) is not None:
            return
        if noun != "animal" or not _ROW.fullmatch(key) or not tables.has_animal(connection, city, int(key)):
            raise NoSuchPhoto(subject)


__all__ = [
    "KINDS", "MOST_AT_ONCE", "NoSuchPhoto", "Outcome", "Refused", "add_photos", "check", "limits", "subject_exists",
]  # fmt: skip
