"""The process that decodes photos: one order at a time, each in a fork of its own that is bounded in memory and time.

The libraries are loaded once; a fork costs milliseconds, and what a hostile file does to it ends with it. An order is
a line of JSON on standard input ({"file", "latest", "seconds", "wall", "megabytes"}). The answer on standard output:
8 bytes of length, a line of JSON, then the two copies. An answer of `{}` says that the fork died.
"""

import gc
import json
import os
import resource
import select
import signal
import sys
import time
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))  # it runs isolated, with no path of the project's

from fieldapp.media.photo_pixels import prepare, seen
from fieldapp.media.photo_sniff import Refused

LARGEST_ANSWER = 8_388_608  # bytes
FILES_OPEN = 16
NICENESS = 5  # pages come first


def main() -> int:
    """Answer orders until standard input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the server; our input ends with it
    prepare()
    gc.freeze()
    for line in sys.stdin.buffer:
        answer = _in_a_fork(json.loads(line))
        sys.stdout.buffer.write(len(answer).to_bytes(8, "big") + answer)
        sys.stdout.buffer.flush()
    return 0


def _in_a_fork(order: dict[str, Any]) -> bytes:
    reads, writes = os.pipe()
    fork = os.fork()
    if fork == 0:
        os.close(reads)
        with suppress(BaseException):
            _bound(order)
            with os.fdopen(writes, "wb") as out:
                out.write(_answer(order))
        os._exit(0)
    os.close(writes)
    try:
        return _collected(reads, order["wall"])
    finally:
        os.close(reads)
        with suppress(ProcessLookupError):
            os.kill(fork, signal.SIGKILL)
        os.waitpid(fork, 0)


def _collected(reads: int, wall: float) -> bytes:
    parts: list[bytes] = []
    until, size = time.monotonic() + wall, 0
    while select.select([reads], [], [], max(0.0, until - time.monotonic()))[0]:
        part = os.read(reads, 65_536)
        if not part:
            return b"".join(parts) or b"{}\n"
        parts.append(part)
        size += len(part)
        if size > LARGEST_ANSWER:
            break
    return b"{}\n"


def _bound(order: dict[str, Any]) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (order["megabytes"] * 2**20,) * 2)
    resource.setrlimit(resource.RLIMIT_CPU, (order["seconds"], order["seconds"] + 1))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_NOFILE, (FILES_OPEN, FILES_OPEN))
    os.nice(NICENESS)


def _answer(order: dict[str, Any]) -> bytes:
    try:
        found = seen(Path(order["file"]), datetime.fromisoformat(order["latest"]))
    except Refused as refused:
        return json.dumps({"reason": str(refused)}).encode() + b"\n"
    told = {
        "type": found.type, "width": found.width, "height": found.height, "captured_at": found.captured_at,
        "position": found.position, "page": len(found.page), "small": len(found.small),
    }  # fmt: skip
    return json.dumps(told).encode() + b"\n" + found.page + found.small


if __name__ == "__main__":
    sys.exit(main())
