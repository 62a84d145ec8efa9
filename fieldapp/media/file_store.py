"""Where original bytes lie: a store of files named by their SHA-256, checked when written and when read."""

import contextlib
import hashlib
import os
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

CHUNK = 1_048_576  # bytes read at a time
_NAME = re.compile(r"[0-9a-f]{64}", re.ASCII)


class MissingFile(Exception):
    """The store has no file of that hash; the sentence names it."""

    def __init__(self, sha256: str) -> None:
        super().__init__(f"The file {sha256} is not in the store.")
        self.sha256 = sha256


class ChangedFile(Exception):
    """The bytes are not, or no longer, the ones that their name says; the sentence names the file."""

    def __init__(self, sha256: str) -> None:
        super().__init__(f"The bytes of the file {sha256} are not the ones that were stored under that name.")
        self.sha256 = sha256


class StoreFailure(OSError):
    """The store itself does not do its part (not reached, not allowed, too slow); the sentence names both."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.strerror = sentence.rstrip(".")  # where an operating system's fault has its words


class FileStore(Protocol):
    """Files by the SHA-256 of their bytes (64 lower-case hex digits; anything else raises ValueError).

    Where the store itself fails (a disk, a network, a right that is missing) each of these raises OSError.
    """

    def put(self, source: Path | bytes, sha256: str) -> None:
        """Keep a file's bytes; the same bytes again change nothing. Raises ChangedFile where they hash to another."""

    def open(self, sha256: str) -> bytes:
        """The bytes. Raises MissingFile, or ChangedFile where they are no longer what was stored."""

    def has(self, sha256: str) -> bool:
        """Whether a file of this name is there; its bytes are not read."""

    def forget(self, sha256: str) -> None:
        """Remove a file; one that is not there is no fault."""

    def names(self) -> Iterator[str]:
        """The name of every file, in no order."""


class FolderStore:
    """A FileStore in a folder: ab/cd/abcd...; a file appears whole or not at all (temporary file, sync, rename)."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def put(self, source: Path | bytes, sha256: str) -> None:
        """Keep a file's bytes; the same bytes again change nothing. Raises ChangedFile where they hash to another.

        A file that is there already is read again, and mended from `source` where its bytes have changed.
        """
        place = self._place(sha256)
        if place.exists() and hash_of(place) == sha256:
            if hash_of(source) != sha256:
                raise ChangedFile(sha256)
            return
        place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with self._written(source, sha256) as written:
            written.replace(place)
        _sync_folder(place.parent)

    @contextlib.contextmanager
    def _written(self, source: Path | bytes, sha256: str) -> Iterator[Path]:
        descriptor, name = tempfile.mkstemp(dir=self.temporary())
        try:
            with os.fdopen(descriptor, "wb") as out:
                found = hashlib.sha256()
                for part in _parts(source):
                    found.update(part)
                    out.write(part)
                out.flush()
                os.fsync(out.fileno())
            if found.hexdigest() != sha256:
                raise ChangedFile(sha256)
            yield Path(name)
        finally:
            Path(name).unlink(missing_ok=True)

    def open(self, sha256: str) -> bytes:
        """The bytes. Raises MissingFile, or ChangedFile where they are no longer what was stored."""
        try:
            data = self._place(sha256).read_bytes()
        except FileNotFoundError:
            raise MissingFile(sha256) from None
        if hashlib.sha256(data).hexdigest() != sha256:
            raise ChangedFile(sha256)
        return data

    def has(self, sha256: str) -> bool:
        """Whether a file of this name is there; its bytes are not read."""
        return self._place(sha256).is_file()

    def forget(self, sha256: str) -> None:
        """Remove a file; one that is not there is no fault."""
        self._place(sha256).unlink(missing_ok=True)

    def names(self) -> Iterator[str]:
        """The name of every file, in no order."""
        for place in self.folder.glob("??/??/*"):
            if _NAME.fullmatch(place.name) and place == self._place(place.name):
                yield place.name

    def temporary(self) -> Path:
        """The folder for bytes on their way in, on the same disk as the store."""
        folder = self.folder / "incoming"
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return folder

    def _place(self, sha256: str) -> Path:
        checked_name(sha256)
        return self.folder / sha256[:2] / sha256[2:4] / sha256


def checked_name(sha256: str) -> str:
    """`sha256` where it is 64 lower-case hex digits; raises ValueError for anything else."""
    if not _NAME.fullmatch(sha256):
        msg = "a file's name is the SHA-256 of its bytes, 64 lower-case hex digits"
        raise ValueError(msg)
    return sha256


def _parts(source: Path | bytes) -> Iterator[bytes]:
    if isinstance(source, bytes):
        yield source
        return
    with source.open("rb") as file:
        while part := file.read(CHUNK):
            yield part


def hash_of(source: Path | bytes) -> str:
    """The SHA-256 of a file or of bytes, as 64 hex digits; a file is read a piece at a time."""
    found = hashlib.sha256()
    for part in _parts(source):
        found.update(part)
    return found.hexdigest()


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
