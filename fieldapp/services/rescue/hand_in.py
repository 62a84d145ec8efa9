"""Hand in a rescue file: open it, let each record go the same road, keep the files that its records name."""

import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

from cryptography.hazmat.primitives.asymmetric import ec

from fieldapp.media.file_store import CHUNK
from fieldapp.media.key_files import UnusableKey, read_key
from fieldapp.media.rescue_file import Entry, UnusableRescue, entries, open_rescue
from fieldapp.services.records import whole
from fieldapp.services.records.sealed import LARGEST
from fieldapp.services.rescue.one_record import Desk, HandedIn, Refused, take
from fieldapp.services.server_keys import FOLDER
from fieldapp.services.stored_files import GivenFile, arrived, incoming, sweep
from fieldapp.tables import record_photo_queries, server_keys
from fieldapp.tables.db import reading


class RefusedRescue(Exception):
    """The file cannot be opened here; the sentence says why."""


@dataclass(slots=True)
class Report:
    """What became of a file: each record; how many photo files were kept, and how many left out."""

    records: list[HandedIn] = field(default_factory=list)
    files: int = 0
    left_out: int = 0


def hand_in(city: str, stream: BinaryIO, origin: str, instance: Path, *, actor: str, name: str) -> Report:
    """Take in what a rescue file holds. `origin`: the server's own; `name`: of the person who hands it in, at `city`.

    Handing the same file in again changes nothing. Raises RefusedRescue where the file cannot be opened (then nothing
    was taken), OSError where the server cannot store files now (then it may be handed in again).
    """
    desk = Desk(city, origin, instance, actor, name)
    sweep()
    with tempfile.TemporaryFile(dir=incoming(), prefix="arriving-") as content:
        try:
            open_rescue(stream, lambda kid: _key(instance, kid), content)
            return _take_each(desk, content, list(entries(content)))
        except UnusableRescue as wrong:
            raise RefusedRescue(str(wrong)) from wrong
        except UnusableKey as wrong:
            raise RefusedRescue("This server has no key for it now. Tell the person who runs it.") from wrong


def _key(instance: Path, kid: str) -> ec.EllipticCurvePrivateKey:
    with reading() as connection:
        row = server_keys.one(connection, kid)
    if row is None or row.purpose != server_keys.RESCUE:
        raise UnusableRescue("The file was made for another server, so it cannot be opened here.")
    return read_key(instance / FOLDER, kid)


def _take_each(desk: Desk, content: BinaryIO, found: list[Entry]) -> Report:
    report, rows = Report(), dict[str, HandedIn]()
    for entry in found:
        if entry.facts.get("type") == "record":
            handed = _record(desk, content, entry)
            report.records.append(handed)
            rows[handed.id] = handed
        elif entry.facts.get("type") == "photo":
            kept = _file(desk, content, entry, rows)
            report.files += kept
            report.left_out += not kept
    return report


def _record(desk: Desk, content: BinaryIO, entry: Entry) -> HandedIn:
    if entry.size > LARGEST:
        return HandedIn(_text(entry.facts, "id"), "refused", f"It has more than {LARGEST:,} bytes.")
    content.seek(entry.start)
    try:
        return take(desk, entry.facts, content.read(entry.size))
    except Refused as wrong:
        return HandedIn(_text(entry.facts, "id"), "refused", str(wrong))


def _file(desk: Desk, content: BinaryIO, entry: Entry, rows: dict[str, HandedIn]) -> bool:
    """Whether a record of the file names these bytes, which are then kept."""
    record, sha256 = rows.get(_text(entry.facts, "record")), _text(entry.facts, "sha256")
    if record is None or not record.key:
        return False
    with reading() as connection:
        if not record_photo_queries.lines(connection, record.key, sha256):
            return False
    with arrived(GivenFile("photo", _Part(content, entry.start, entry.size))) as here:  # type: ignore[arg-type]
        if here.sha256 != sha256:
            return False
        whole.take(desk.instance, desk.origin, record.city, record.key, here.path, sha256, actor=desk.actor)
    return True


def _text(facts: dict[str, Any], name: str) -> str:
    value = facts.get(name)
    return value if isinstance(value, str) else ""


class _Part:
    """Some bytes of the content, read a piece at a time."""

    def __init__(self, content: BinaryIO, start: int, size: int) -> None:
        self._content, self._at, self._left = content, start, size

    def read(self, size: int = CHUNK) -> bytes:
        """The next bytes, at most `size`; none at the end."""
        self._content.seek(self._at)
        data = self._content.read(min(size, self._left))
        self._at += len(data)
        self._left -= len(data)
        return data
