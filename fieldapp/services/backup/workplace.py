"""A closed folder of the instance for the plain parts of a backup; one that a killed process left is cleared away."""

import contextlib
import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

MAKING, RESTORING = "backing-up-", "restoring-"


@contextlib.contextmanager
def workplace(instance: Path, prefix: str) -> Iterator[Path]:
    """A new folder that is gone after the block. `prefix`: MAKING or RESTORING.

    The folder of the instance is locked as shared while anybody is at work; whoever can lock it alone knows that
    what lies there was left by a process that was killed, and removes it. Raises OSError.
    """
    descriptor = os.open(instance, os.O_RDONLY)
    try:
        with contextlib.suppress(BlockingIOError):
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            _clear(instance)
        fcntl.flock(descriptor, fcntl.LOCK_SH)
        with tempfile.TemporaryDirectory(dir=instance, prefix=prefix) as name:
            yield Path(name)
    finally:
        os.close(descriptor)


def _clear(instance: Path) -> None:
    for prefix in (MAKING, RESTORING):
        for left in instance.glob(f"{prefix}*"):
            shutil.rmtree(left)
