"""Files that arrive in parts: one for each (device, record, hash), added to at its end only, by one at a time."""

import contextlib
import fcntl
import os
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from fieldapp.media.file_store import hash_of

UNTOUCHED = timedelta(days=7)  # a part to which nothing was added for so long is removed; the phone then begins at 0


class InUse(Exception):
    """Somebody else is adding to this file just now."""


@dataclass(slots=True)
class PartFile:
    """A file on its way in, held by the present block. `size`: bytes that are here."""

    path: Path
    size: int
    _descriptor: int

    def add(self, data: bytes) -> None:
        """Write the bytes behind those that are here, down to the disk. Raises OSError and then adds nothing."""
        try:
            os.lseek(self._descriptor, self.size, os.SEEK_SET)
            left = memoryview(data)
            while left:
                left = left[os.write(self._descriptor, left) :]
            os.fsync(self._descriptor)
        except OSError:
            os.ftruncate(self._descriptor, self.size)
            raise
        self.size += len(data)

    def sha256(self) -> str:
        """The hash of the bytes that are here."""
        return hash_of(self.path)

    def forget(self) -> None:
        """Remove the file."""
        self.path.unlink(missing_ok=True)
        self.size = 0


class PartFolder:
    """The parts of one instance: DEVICE/RECORD/HASH under a folder. Names are checked by the caller."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def size(self, *name: str) -> int:
        """How many bytes are here."""
        try:
            return self.folder.joinpath(*name).stat().st_size
        except FileNotFoundError:
            return 0

    @contextlib.contextmanager
    def held(self, *name: str) -> Iterator[PartFile]:
        """The file, made where it is missing, for the present block alone. Raises InUse."""
        path = self.folder.joinpath(*name)
        descriptor = _locked(path)
        part = PartFile(path, os.fstat(descriptor).st_size, descriptor)
        try:
            yield part
        finally:
            if part.size == 0:
                path.unlink(missing_ok=True)
                self._clear(path)
            os.close(descriptor)

    def sweep(self) -> None:
        """Remove what was left UNTOUCHED ago or longer, unless somebody is adding to it."""
        before = time.time() - UNTOUCHED.total_seconds()
        for path in self.folder.glob("*/*/*"):
            with contextlib.suppress(FileNotFoundError, InUse):
                if path.stat().st_mtime < before:
                    with self.held(*path.relative_to(self.folder).parts) as part:
                        part.forget()

    def _clear(self, path: Path) -> None:
        with contextlib.suppress(OSError):  # another part lies there
            path.parent.rmdir()
            path.parent.parent.rmdir()


def _locked(path: Path) -> int:
    """A descriptor of the file that lies at the path while its lock is held. Raises InUse."""
    while True:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600)
        except FileNotFoundError:  # its folder was cleared away in between
            continue
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if os.fstat(descriptor).st_nlink:  # else it was removed before it was locked
                return descriptor
        except BlockingIOError as wrong:
            os.close(descriptor)
            raise InUse from wrong
        os.close(descriptor)
