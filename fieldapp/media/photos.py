"""Read a photo: judged by its content, decoded in a bounded process, given back as facts and two copies.

This is the only way in: an upload, `flask photos check` and whatever comes later ask `read_photo` and so agree.
"""

import atexit
import contextlib
import fcntl
import json
import os
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from fieldapp import clock
from fieldapp.media.photo_sniff import Refused

LARGEST = 25_000_000  # bytes of one photo
SECONDS = 20  # of processor time for one photo
WALL = 60  # seconds on the clock for one photo, on a busy machine
MEGABYTES = 420  # of address space for one photo
CHILD = Path(__file__).parent / "photo_child.py"
_PASSED_ON = ("PATH", "LANG", "LC_ALL", "LD_LIBRARY_PATH")


@dataclass(frozen=True, slots=True)
class PhotoRead:
    """A photo that can be taken. Width and height in pixels, upright; `captured_at` ISO or empty; `position`
    (latitude, longitude) in degrees; `page` and `small` are JPEG copies of about 1600 and 320 pixels.
    """

    type: str
    width: int
    height: int
    captured_at: str
    position: tuple[float, float] | None
    page: bytes
    small: bytes


def read_photo(file: Path, turn_file: Path | None = None) -> PhotoRead:
    """Judge and decode the file. Raises Refused with a sentence that says why it is not taken and what to do.

    One at a time in this process; with `turn_file` (a path that may be made) one at a time in all processes that name
    the same. Nothing is written anywhere.
    """
    try:
        about = file.stat()
        if not stat.S_ISREG(about.st_mode):  # a pipe would be waited for without an end
            raise Refused("The file cannot be read.")
        with file.open("rb"):  # a folder or a file that this process may not read ends here
            pass
    except (OSError, ValueError):
        raise Refused("The file cannot be read.") from None
    size = about.st_size
    if size > LARGEST:
        most = LARGEST // 1_000_000
        raise Refused(
            f"The file is too large ({size / 1_000_000:.1f} MB); a photo may have {most} MB. "
            "Choose a lower resolution in the camera's settings and take it again."
        )
    with _turn(turn_file):
        told, copies = _READER.ask(file)
    if not told:
        raise Refused("The photo could not be opened within the limits of time and memory. Take or choose it again.")
    if "reason" in told:
        raise Refused(told["reason"])
    where = told["position"]
    return PhotoRead(
        told["type"], told["width"], told["height"], told["captured_at"], (where[0], where[1]) if where else None,
        copies[: told["page"]], copies[told["page"] :],
    )  # fmt: skip


@contextlib.contextmanager
def _turn(turn_file: Path | None) -> Iterator[None]:
    with _ONE_AT_A_TIME:
        if turn_file is None:
            yield
            return
        descriptor = os.open(turn_file, os.O_WRONLY | os.O_CREAT, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX)
            yield
        finally:
            os.close(descriptor)


class _Reader:
    """The process that decodes for this one: started when it is first needed, again where it has ended."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._owner = 0

    def ask(self, file: Path) -> tuple[dict[str, Any], bytes]:
        """The facts and the bytes of the copies; no facts where decoding passed its bounds."""
        order = {
            "file": str(file.resolve()), "latest": clock.now().isoformat(),
            "seconds": SECONDS, "wall": WALL, "megabytes": MEGABYTES,
        }  # fmt: skip
        for _ in range(2):  # the process may have been ended from outside: once more with a fresh one
            try:
                answer = self._answer(json.dumps(order).encode() + b"\n")
            except OSError:
                self.end()
                continue
            line, _, copies = answer.partition(b"\n")
            return json.loads(line or b"{}"), copies
        return {}, b""

    def _answer(self, order: bytes) -> bytes:
        process = self._running()
        sends, gets = process.stdin, process.stdout
        if sends is None or gets is None:
            raise BrokenPipeError
        sends.write(order)
        sends.flush()
        return _exactly(gets, int.from_bytes(_exactly(gets, 8), "big"))

    def _running(self) -> "subprocess.Popen[bytes]":
        if self._process is not None and self._owner == os.getpid() and self._process.poll() is None:
            return self._process
        if self._owner == os.getpid():
            self.end()
        self._process = subprocess.Popen(  # noqa: S603  our own file, by our own interpreter
            [sys.executable, "-I", str(CHILD)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            env={"MALLOC_ARENA_MAX": "1", **{name: os.environ[name] for name in _PASSED_ON if name in os.environ}},
        )  # fmt: skip
        self._owner = os.getpid()
        return self._process

    def end(self) -> None:
        """End the process; the next photo starts another."""
        process, self._process = self._process, None
        if process is None or self._owner != os.getpid():
            return
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()


def _exactly(pipe: IO[bytes], size: int) -> bytes:
    data = pipe.read(size)
    if len(data) != size:
        raise BrokenPipeError
    return data


_ONE_AT_A_TIME = threading.Lock()
_READER = _Reader()
atexit.register(_READER.end)
