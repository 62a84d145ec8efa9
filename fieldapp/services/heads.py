"""Signed heads: a line a city that says how far its chain goes, to be mailed, printed and filed outside of the server.

    fieldapp/head/1 CITY SEQ HASH AT FILES BYTES KEY SIGNATURE

AT is when it was signed; FILES and BYTES count the originals and proofs. The key signs the first seven as lines, each
ended by LF.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

from fieldapp import clock
from fieldapp.media.signing import is_signed, statement
from fieldapp.services import cities, server_keys
from fieldapp.tables import audit_queries
from fieldapp.tables.audit import FIRST
from fieldapp.tables.db import reading

VERSION = "fieldapp/head/1"
LARGEST_FILE = 16 * 1024 * 1024
INSTANT = "%Y-%m-%dT%H:%M:%S.%fZ"  # as the chain itself has it, so that before and after stay apart
_LINE = re.compile(
    rf"{VERSION}\s+([a-z][a-z0-9_]*)\s+([0-9]{{1,18}})\s+([0-9a-f]{{64}})\s+(\d{{4}}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{{6}}Z)"
    r"\s+([0-9]{1,18})\s+([0-9]{1,18})\s+([\w-]{43})\s+([\w-]{86})(?![\w-])",
    re.ASCII,
)


class UnusableHeads(Exception):
    """A file of heads cannot be used; the sentence names the line."""


@dataclass(frozen=True, slots=True)
class Head:
    """How far a chain went when it was signed."""

    city: str
    seq: int
    hash: str
    at: str
    files: int
    size: int
    kid: str = ""
    signature: str = ""
    line: int = 0

    @property
    def instant(self) -> datetime:
        """When it was signed, aware."""
        return datetime.fromisoformat(self.at)

    def said(self) -> bytes:
        """What the key signs."""
        return statement(VERSION, *self._fields())

    def written(self) -> str:
        """The line."""
        return " ".join((VERSION, *self._fields(), self.kid, self.signature))

    def _fields(self) -> tuple[str, ...]:
        return self.city, str(self.seq), self.hash, self.at, str(self.files), str(self.size)

    def is_signed(self, points: dict[str, bytes]) -> bool:
        """Whether one of these keys (id -> public point) signed it."""
        return self.kid in points and is_signed(points[self.kid], self.said(), self.signature)


def signed_heads(instance: Path, city_ids: Sequence[str], day: date | None = None) -> tuple[Head, ...]:
    """The heads of these cities as they stand, or stood at the end of a law `day`, signed now by the receipt key.

    Raises UnusableKey where no key can sign.
    """
    now = clock.now()
    unsigned = []
    with reading() as connection:
        for city in city_ids:
            until = now if day is None else min(now, _end_of(day, cities.zone(city)))
            if day is None:
                found = audit_queries.head(connection, city)
            else:
                found = audit_queries.last_before(connection, city, until)
            files, size = audit_queries.files_before(connection, city, until)
            seq, digest = (found.seq, found.hash) if found else (0, FIRST)
            unsigned.append(Head(city, seq, digest, now.strftime(INSTANT), files, size))
    return tuple(_signed(instance, head) for head in unsigned)


def read_heads(text: str) -> tuple[Head, ...]:
    """The heads in a text, which may hold other words and may have been folded at blanks by a mail program.

    Raises UnusableHeads where there is none, or one cannot be read.
    """
    found = [_head(m, text) for m in _LINE.finditer(text)]
    if not found:
        raise UnusableHeads(f"there is no line that begins with {VERSION}")
    starts = {text.count("\n", 0, m.start()) + 1 for m in re.finditer(re.escape(VERSION), text)}
    if unread := sorted(starts - {head.line for head in found}):
        raise UnusableHeads(f"line {unread[0]}: the head cannot be read")
    return tuple(found)


def _head(match: re.Match[str], text: str) -> Head:
    city, seq, digest, at, files, size, kid, signature = match.groups()
    line = text.count("\n", 0, match.start()) + 1
    try:
        datetime.fromisoformat(at)
    except ValueError as wrong:
        raise UnusableHeads(f"line {line}: {at} is no instant") from wrong
    return Head(city, int(seq), digest, at, int(files), int(size), kid, signature, line)


def _signed(instance: Path, head: Head) -> Head:
    kid, signature = server_keys.signed(instance, head.said())
    return replace(head, kid=kid, signature=signature)


def _end_of(day: date, zone: str) -> datetime:
    return datetime.combine(day + timedelta(days=1), time(), ZoneInfo(zone))
