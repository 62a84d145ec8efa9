"""The file store that this process uses, and bytes on their way into it: set once by the frame at start-up."""

import contextlib
import hashlib
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import BinaryIO

from fieldapp.media.file_store import CHUNK, FileStore

LONGEST_NAME = 100  # characters of a file's name that are kept
UNFINISHED = timedelta(days=1)

_in_use: tuple[FileStore, Path] | None = None


@dataclass(frozen=True, slots=True)
class GivenFile:
    """A file that somebody gives: the name that their device has for it, its bytes, and their hash where the device
    made one.
    """

    name: str
    stream: BinaryIO
    sha256: str = ""


@dataclass(frozen=True, slots=True)
class Arrived:
    """A file whose bytes have arrived in a temporary place."""

    name: str
    path: Path
    sha256: str
    bytes: int


def use_store(store: FileStore, incoming: Path) -> None:
    """Make `store` the one that the services use; bytes arrive in the folder `incoming` (made when first needed)."""
    global _in_use  # noqa: PLW0603  one store a process is the point of this module
    _in_use = (store, incoming)


def store() -> FileStore:
    """The store in use. Raises RuntimeError before the frame has set one."""
    return _set()[0]


def incoming() -> Path:
    """The folder where bytes arrive, made with mode 0700 where it is missing."""
    folder = _set()[1]
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def _set() -> tuple[FileStore, Path]:
    if _in_use is None:
        msg = "no file store is set"
        raise RuntimeError(msg)
    return _in_use


def sweep() -> None:
    """Remove what a process that was killed left on its way in, UNFINISHED ago or longer."""
    before = time.time() - UNFINISHED.total_seconds()
    for left in incoming().iterdir():
        with contextlib.suppress(FileNotFoundError):
            if left.suffix != ".turn" and left.is_file() and left.stat().st_mtime < before:
                left.unlink()


@contextlib.contextmanager
def arrived(given: GivenFile) -> Iterator[Arrived]:
    """The bytes of a given file, hashed while they are written to a temporary place that is gone after the block."""
    with tempfile.NamedTemporaryFile(dir=incoming(), prefix="arriving-") as out:
        found, size = hashlib.sha256(), 0
        while part := given.stream.read(CHUNK):
            found.update(part)
            size += len(part)
            out.write(part)
        out.flush()
        yield Arrived(plain_name(given.name), Path(out.name), found.hexdigest(), size)


def plain_name(name: str) -> str:
    """A file's name as it can be shown: no folders, nothing that is invisible or turns the line around, cut short."""
    last = name.replace("\\", "/").rstrip("/").rpartition("/")[2]
    return "".join(c for c in last if c.isprintable()).strip()[:LONGEST_NAME] or "file without a name"
