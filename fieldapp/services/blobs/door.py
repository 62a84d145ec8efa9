"""The door for the files of a record's manifest: ticket, offset, quota, hash; the last one completes the record."""

import contextlib
import errno
import re
import shutil
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from sqlalchemy.exc import DBAPIError

from fieldapp import clock
from fieldapp.config import Quotas
from fieldapp.media.key_files import UnusableKey
from fieldapp.media.part_files import InUse, PartFile, PartFolder
from fieldapp.services.devices.day import count
from fieldapp.services.records import whole
from fieldapp.services.records.receipts import Envelope
from fieldapp.services.records.receive import Busy, CannotSign
from fieldapp.services.records.sealed import UUID
from fieldapp.services.sessions import token_hash
from fieldapp.tables import record_photo_queries
from fieldapp.tables.db import end_reading, is_full, is_locked, reading, writing

LARGEST_PART = 262_144  # bytes
KEPT_FREE = 200_000_000  # bytes of the disk that photos leave to records, which weigh little and matter most
SWEPT_EVERY = timedelta(hours=1)
_HASH = re.compile(r"[0-9a-f]{64}", re.ASCII)
_NO_ROOM = {errno.ENOSPC, errno.EDQUOT}


class NoTicket(Exception):
    """The ticket opens nothing now, or not this file: the record has to be put again."""


class Beyond(Exception):
    """More bytes than the manifest names, or than a part may have."""


class Spoiled(Exception):
    """The whole does not have its hash; what was here is gone."""


class Full(Exception):
    """The server has no room for photos."""


@dataclass(frozen=True, slots=True)
class File:
    """Which file a request is about, and by which leave. Nothing of it is checked yet."""

    sha256: str
    record: str
    device: str
    ticket: str


@dataclass(frozen=True, slots=True)
class Progress:
    """How much of a file is here: `offset` of `length` bytes. `envelope`: the record's, once the file is whole.

    `state`: "more" (go on at the offset), "offset" (nothing was added: go on there), "whole" (now), "before" (it was).
    """

    state: str
    offset: int
    length: int
    envelope: Envelope | None = None


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What a ticket lets in: the file's record, and the sizes that the manifest gives it."""

    record_key: int
    city: str
    sizes: frozenset[int]
    is_whole: bool

    @property
    def length(self) -> int:
        return max(self.sizes)


class BlobDoor:
    """One for an app."""

    def __init__(self, instance: Path, quotas: Quotas) -> None:
        self.instance, self.quotas = instance, quotas
        self.parts = PartFolder(instance / "parts")
        self._swept: datetime | None = None
        self._sweeping = threading.Lock()

    def ask(self, file: File) -> Progress:
        """How far a file got. Raises NoTicket."""
        wanted = _wanted(file)
        if wanted.is_whole:
            return Progress("before", wanted.length, wanted.length)
        return Progress("more", self.parts.size(*_name(file)), wanted.length)

    def take(self, file: File, offset: int, data: bytes, origin: str) -> Progress:
        """Add a part at the true offset; once the file is whole, keep it, and complete the record with the last one.

        `origin`: the server's own. Raises NoTicket, Beyond, Spoiled; Busy, OverQuota, Full, CannotSign, OSError where
        it may be sent again, and then nothing but parts stays.
        """
        if len(data) > LARGEST_PART:
            raise Beyond
        wanted = _wanted(file)
        end_reading()
        self._sweep()
        with _by_name(), contextlib.ExitStack() as stack:
            if wanted.is_whole:
                return self._again(wanted)
            part = stack.enter_context(self.parts.held(*_name(file)))
            if _wanted(file).is_whole:  # another request was faster
                part.forget()
                return self._again(wanted)
            end_reading()
            return self._add(part, wanted, file, offset, data, origin)

    def _add(self, part: PartFile, wanted: _Wanted, file: File, offset: int, data: bytes, origin: str) -> Progress:
        if offset != part.size:
            return Progress("offset", part.size, wanted.length)
        if part.size + len(data) > wanted.length:
            raise Beyond
        if data:
            self._check_room(len(data))
            if part.size == 0:
                self._count(file.device, wanted.length)
            part.add(data)
        if part.size not in wanted.sizes:
            return Progress("more", part.size, wanted.length)
        if part.sha256() != file.sha256:
            if part.size < wanted.length:  # another line of the manifest gives it more bytes
                return Progress("more", part.size, wanted.length)
            part.forget()
            raise Spoiled
        return self._keep(part, wanted, file, origin)

    def _keep(self, part: PartFile, wanted: _Wanted, file: File, origin: str) -> Progress:
        size = part.size
        envelope = whole.take(
            self.instance, origin, wanted.city, wanted.record_key, part.path, file.sha256,
            actor=f"device:{file.device}",
        )  # fmt: skip
        part.forget()
        return Progress("whole", size, wanted.length, envelope)

    def _again(self, wanted: _Wanted) -> Progress:
        envelope = whole.answer_again(wanted.city, wanted.record_key)
        return Progress("before", wanted.length, wanted.length, envelope)

    def _count(self, device: str, size: int) -> None:
        """A file counts whole when its first part comes."""
        with writing() as connection:
            count(connection, device, self.quotas, size=size)

    def _check_room(self, size: int) -> None:
        if shutil.disk_usage(self.instance).free - size < KEPT_FREE:
            raise Full

    def _sweep(self) -> None:
        now = clock.now()
        with self._sweeping:
            if self._swept and timedelta(0) <= now - self._swept < SWEPT_EVERY:
                return
            self._swept = now
        self.parts.sweep()


def _name(file: File) -> tuple[str, str, str]:
    return file.device, file.record, file.sha256


def _wanted(file: File) -> _Wanted:
    if not (UUID.fullmatch(file.device) and UUID.fullmatch(file.record) and _HASH.fullmatch(file.sha256)):
        raise NoTicket
    with reading() as connection:
        row = record_photo_queries.behind_ticket(connection, token_hash(file.ticket), clock.now())
        if row is None or (row.id, row.device) != (file.record, file.device):
            raise NoTicket
        lines = record_photo_queries.lines(connection, row.key, file.sha256)
    if not lines:
        raise NoTicket
    return _Wanted(row.key, row.city, frozenset(line.bytes for line in lines), all(line.whole_at for line in lines))


@contextlib.contextmanager
def _by_name() -> Iterator[None]:
    """Faults of the disk, the database and the keys as the door names them."""
    try:
        yield
    except InUse as wrong:
        raise Busy from wrong
    except UnusableKey as wrong:
        raise CannotSign from wrong
    except DBAPIError as wrong:
        if is_locked(wrong):
            raise Busy from wrong
        if is_full(wrong):
            raise Full from wrong
        raise
    except OSError as wrong:
        if wrong.errno in _NO_ROOM:
            raise Full from wrong
        raise
