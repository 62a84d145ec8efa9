"""Photos on record: listed, and given out to those who may see them."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Row

from fieldapp.media.file_store import ChangedFile, MissingFile
from fieldapp.services.photos import NoSuchPhoto, subject_exists
from fieldapp.services.stored_files import store
from fieldapp.tables import audit
from fieldapp.tables import photos as tables
from fieldapp.tables.db import reading, writing

PAPERS = frozenset({"paper", "person"})  # kinds that ask for the right to see them
ENDINGS = {"jpeg": "jpg", "png": "png", "webp": "webp", "heif": "heic", "avif": "avif"}


class NotForYou(Exception):
    """The photo is of a kind that the reader has no right to."""


class FileGone(Exception):
    """The stored bytes are missing or not what was stored; the sentence is for people, `sha256` for the log."""

    def __init__(self, sha256: str) -> None:
        super().__init__("The stored bytes of this file are missing or damaged. Tell the person who runs this server.")
        self.sha256 = sha256


@dataclass(frozen=True, slots=True)
class PhotoReading:
    """A photo on record. Sizes in pixels, upright; `captured_at` as the camera's clock showed it, None if unknown."""

    id: int
    kind: str
    readable: bool
    type: str
    width: int
    height: int
    captured_at: datetime | None
    position: tuple[float, float] | None
    file_name: str
    sha256: str
    added_at: datetime
    by: str


@dataclass(frozen=True, slots=True)
class Shown:
    """The photos that a reader may see, in the order in which they were added, and how many more there are."""

    photos: tuple[PhotoReading, ...]
    kept_back: int


@dataclass(frozen=True, slots=True)
class Original:
    """An original as it came, byte for byte, under a name made here."""

    name: str
    media_type: str
    data: bytes


def photos_of(city: str, subject: str, *, papers: bool) -> Shown:
    """The photos of a record; papers and people only with the right to them (`papers`). Raises NoSuchPhoto."""
    subject_exists(city, subject)
    with reading() as connection:
        rows = tables.of_subject(connection, city, subject)
    seen = tuple(_reading(row) for row in rows if papers or row.kind not in PAPERS)
    return Shown(seen, len(rows) - len(seen))


def copy_of(city: str, photo_id: int, size: str, *, papers: bool) -> bytes:
    """A copy ("page" or "small") as JPEG. Raises NoSuchPhoto, NotForYou or FileGone."""
    row = _row(city, photo_id, papers=papers)
    name = row.page_sha256 if size == "page" else row.small_sha256
    if not name:
        raise NoSuchPhoto(photo_id)
    return opened(name)


def original_of(city: str, photo_id: int, *, papers: bool, actor: str) -> Original:
    """The original, with an audit entry of who had it. Raises NoSuchPhoto, NotForYou or FileGone."""
    row = _row(city, photo_id, papers=papers)
    data = opened(row.sha256)
    with writing() as connection:
        audit.append(
            connection, city, actor=actor, action="original.read", subject=f"photo:{photo_id}",
            detail={"sha256": row.sha256, "of": row.subject},
        )  # fmt: skip
    media_type = "application/octet-stream" if row.type not in ENDINGS else f"image/{row.type}"
    return Original(f"{city}-photo-{photo_id}.{ENDINGS.get(row.type, 'bin')}", media_type, data)


def opened(sha256: str) -> bytes:
    """A file's bytes out of the store, hash checked. Raises FileGone."""
    try:
        return store().open(sha256)
    except (MissingFile, ChangedFile):
        raise FileGone(sha256) from None


def _row(city: str, photo_id: int, *, papers: bool) -> Row[*tuple[Any, ...]]:
    with reading() as connection:
        row = tables.one(connection, city, photo_id)
    if row is None:
        raise NoSuchPhoto(photo_id)
    if row.kind in PAPERS and not papers:
        raise NotForYou(photo_id)
    return row


def _reading(row: Row[*tuple[Any, ...]]) -> PhotoReading:
    return PhotoReading(
        id=row.id, kind=row.kind, readable=row.state == "ready", type=row.type, width=row.width, height=row.height,
        captured_at=datetime.fromisoformat(row.captured_at) if row.captured_at else None,
        position=None if row.latitude is None or row.longitude is None else (row.latitude, row.longitude),
        file_name=row.file_name, sha256=row.sha256, added_at=row.added_at, by=row.by,
    )  # fmt: skip
