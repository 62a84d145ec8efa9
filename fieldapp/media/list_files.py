"""A city's folder of offline lists: the key of its hashes, the lists that deltas are counted from, today's lines.

Every file is written whole under another name first. Whoever writes holds the lock, whichever process it is.
"""

import contextlib
import fcntl
import gzip
import os
import re
import secrets
import time
from collections.abc import Iterator
from pathlib import Path

KEPT = 7  # lists that a phone may still have
QUICK = 6  # of gzip: a city's lines in a quarter of a second
_VERSION = re.compile(r"[0-9]{8}T[0-9]{6}Z-[0-9a-f]{12}", re.ASCII)
_KEY, _LINES = "key", "lines.gz"


class ListFolder:
    """One city's folder (0700), made where it is missing."""

    def __init__(self, folder: Path) -> None:
        folder.parent.mkdir(mode=0o700, exist_ok=True)
        folder.mkdir(mode=0o700, exist_ok=True)
        self._folder = folder

    @contextlib.contextmanager
    def locked(self) -> Iterator[None]:
        """Nobody else writes here meanwhile."""
        with os.fdopen(os.open(self._folder / "lock", os.O_WRONLY | os.O_CREAT, 0o600), "wb") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def key(self) -> bytes:
        """The key of the city's hashes; a new one ends every list that was made under another."""
        file = self._folder / _KEY
        try:
            return file.read_bytes()
        except FileNotFoundError:
            for old in [*self._bases(), self._folder / _LINES]:
                old.unlink(missing_ok=True)
            self._write(_KEY, secrets.token_bytes(32))
            return file.read_bytes()

    def lines(self, good_for: float) -> list[str] | None:
        """The first line and the others as they were kept, None where that is longer ago than so many seconds."""
        file = self._folder / _LINES
        try:
            age = time.time() - file.stat().st_mtime
        except FileNotFoundError:
            return None
        return _unpacked(file).splitlines() if 0 <= age < good_for else None

    def keep_lines(self, lines: list[str]) -> None:
        """Keep today's lines, none of which holds an end of line."""
        self._write(_LINES, packed("\n".join(lines)))

    def newest(self) -> str:
        """The version of the latest list that is kept; empty where there is none."""
        return max((file.stem for file in self._bases()), default="")

    def base(self, version: str) -> bytes | None:
        """A list as it was sent, packed by gzip; None where it is not kept, or this names none."""
        try:
            return (self._folder / f"{version}.gz").read_bytes() if _VERSION.fullmatch(version) else None
        except FileNotFoundError:
            return None

    def keep_base(self, version: str, body: bytes) -> None:
        """Keep a packed list, and the six before it."""
        self._write(f"{version}.gz", body)
        for old in sorted(self._bases())[:-KEPT]:
            old.unlink(missing_ok=True)

    def _bases(self) -> list[Path]:
        return [file for file in self._folder.glob("*.gz") if _VERSION.fullmatch(file.stem)]

    def _write(self, name: str, body: bytes) -> None:
        new = self._folder / f"{name}.{secrets.token_hex(4)}.new"
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
            out.write(body)
            out.flush()
            os.fsync(out.fileno())
        new.replace(self._folder / name)


def packed(text: str) -> bytes:
    """A text as UTF-8 under gzip; the same text gives the same bytes."""
    return gzip.compress(text.encode(), compresslevel=QUICK, mtime=0)


def unpacked(body: bytes) -> bytes:
    """What was packed."""
    return gzip.decompress(body)


def _unpacked(file: Path) -> str:
    return gzip.decompress(file.read_bytes()).decode()
