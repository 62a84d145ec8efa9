"""Write files into a folder that a person named: each is whole or not there."""

import contextlib
import os
import tempfile
from collections.abc import Iterable
from pathlib import Path

from fieldapp.cli.one_line import Unusable


def write_files(folder: Path, files: Iterable[tuple[str, str | bytes]]) -> list[str]:
    """Write each (name, content) into `folder`, made where it is missing; gives the names.

    A file of that name is replaced at once, never half. Raises Unusable where the folder cannot be written.
    """
    names = []
    for name, content in files:
        data = content.encode() if isinstance(content, str) else content
        try:
            folder.mkdir(parents=True, exist_ok=True)
            _write(folder, name, data)
        except OSError as wrong:
            msg = f"{folder} cannot be written: {wrong.strerror or wrong}"
            raise Unusable(msg) from wrong
        names.append(name)
    return names


def _write(folder: Path, name: str, data: bytes) -> None:
    handle, part = tempfile.mkstemp(dir=folder, prefix=".part-")
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(data)
        Path(part).chmod(0o644)  # tags are read by everybody who meets the dog; the engraver may be another account
        Path(part).replace(folder / name)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(part).unlink()
        raise
