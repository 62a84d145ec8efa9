"""A tar archive as a stream of chunks, so that its whole never lies in memory or twice on the disk."""

import tarfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

CHUNK = 1_048_576


@dataclass(frozen=True, slots=True)
class Part:
    """One file of an archive: its name, its size, and its bytes or where they lie."""

    name: str
    data: bytes | Path


def archive(parts: Iterable[Part], mtime: int) -> Iterator[bytes]:
    """The chunks of an archive of these parts, each owner-readable and of one time (seconds)."""
    for part in parts:
        about = tarfile.TarInfo(part.name)
        about.size = len(part.data) if isinstance(part.data, bytes) else part.data.stat().st_size
        about.mode, about.mtime = 0o600, mtime
        yield about.tobuf(tarfile.GNU_FORMAT)
        yield from _bytes_of(part.data, about.size)
        if rest := about.size % tarfile.BLOCKSIZE:
            yield bytes(tarfile.BLOCKSIZE - rest)
    yield bytes(2 * tarfile.BLOCKSIZE)


def _bytes_of(data: bytes | Path, size: int) -> Iterator[bytes]:
    if isinstance(data, bytes):
        yield data
        return
    with data.open("rb") as file:
        while size > 0 and (chunk := file.read(min(CHUNK, size))):
            size -= len(chunk)
            yield chunk
    if size:
        raise OSError(f"{data} became shorter while it was read")
