"""What a phone gets of the offline list: the whole of some day (the base), and what differs from it now (the delta).

A phone keeps both and asks for the delta again, at most once an hour. A base alone answers nothing: it says neither how
old it may become nor what the law is. Where a delta would be large, or its base is not kept any more, it gets a base.
"""

import hashlib
import json
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from fieldapp import clock
from fieldapp.media.list_files import ListFolder, packed, unpacked
from fieldapp.media.signing import b64u
from fieldapp.services import cities
from fieldapp.services.offline_list.collect import lines_of
from fieldapp.services.offline_list.law import law_of
from fieldapp.services.offline_list.rows import held_by
from fieldapp.services.server_keys import as_text

FOLDER = "lists"
MADE_AT_MOST_EVERY = 60  # seconds, for a city
BASE_FOR = timedelta(hours=24)  # then a phone that has none gets a new one
LARGEST_DELTA = 0.2  # of the base; above it a new base is smaller than what it saves


@dataclass(frozen=True, slots=True)
class Pack:
    """A base or a delta: the JSON's bytes packed by gzip, and their SHA-256 before packing."""

    body: bytes
    sha256: str

    def whole(self) -> bytes:
        """The JSON's bytes."""
        return unpacked(self.body)


@dataclass(frozen=True, slots=True)
class _Now:
    as_of: datetime
    premises: str
    lines: list[str]


def pack_of(instance: Path, city: str, since: str, *, with_premises: bool) -> Pack:
    """The delta since the base `since`; the present base where that is empty, unknown, or too far from now.

    `with_premises`: the alerts of addresses too. Raises KeyError for a city that is not served here.
    """
    cities.city(city)
    folder = ListFolder(instance / FOLDER / city)
    with folder.locked():
        key = folder.key()
        now = _now(folder, city, key)
        if (base := folder.base(since)) is not None:
            changed, gone = _difference(base, now.lines)
            if sum(map(len, changed)) <= LARGEST_DELTA * sum(map(len, now.lines)):
                return _pack(_delta(city, since, now, changed, gone, with_premises=with_premises))
        return _base(folder, city, key, now, since)


def _now(folder: ListFolder, city: str, key: bytes) -> _Now:
    kept = folder.lines(MADE_AT_MOST_EVERY)
    if kept is None:
        as_of = clock.now()  # before anything is read
        placed, lines = lines_of(city, key)
        kept = [as_of.isoformat(), placed, *lines]
        folder.keep_lines(kept)
    return _Now(datetime.fromisoformat(kept[0]), kept[1], kept[2:])


def _base(folder: ListFolder, city: str, key: bytes, now: _Now, refused: str) -> Pack:
    newest = folder.newest()
    body = folder.base(newest) if newest and newest != refused else None
    if body is not None and _made_at(newest) > now.as_of - BASE_FOR:
        whole = unpacked(body)
        return Pack(body, hashlib.sha256(whole).hexdigest())
    lines = ",\n".join(now.lines)
    version = f"{now.as_of:%Y%m%dT%H%M%SZ}-{hashlib.sha256(lines.encode()).hexdigest()[:12]}"
    head = {"v": 1, "what": "base", "city": city, "version": version, "as_of": as_text(now.as_of), "key": b64u(key)}
    made = _pack(f'{json.dumps(head)[:-1]}, "rows": [\n{lines}\n]}}')
    folder.keep_base(version, made.body)
    return made


def _made_at(version: str) -> datetime:
    return datetime.strptime(version[:16] + "+0000", "%Y%m%dT%H%M%SZ%z")


def _difference(base: bytes, lines: list[str]) -> tuple[list[str], list[int]]:
    """(lines that the base has not, ids of the base that are on no line any more)."""
    before = {line.rstrip(",") for line in unpacked(base).decode().split("\n")[1:-1] if line}
    changed = [line for line in lines if line not in before]
    gone = set(map(held_by, before)) - set(map(held_by, lines))
    return changed, sorted(gone)


def _delta(city: str, base: str, now: _Now, changed: list[str], gone: list[int], *, with_premises: bool) -> str:
    reading = cities.city(city)
    head = {
        "v": 1, "what": "delta", "city": city, "base": base, "as_of": as_text(now.as_of),
        "valid_until": as_text(now.as_of + timedelta(hours=cities.offline_list_hours(city))),
        "name": reading.name, "phone": reading.animal_control_phone, "zone": cities.zone(city),
        "law": law_of(city, cities.law_day(city)), "count": len(now.lines), "gone": gone,
    }  # fmt: skip
    placed = now.premises if with_premises else "null"
    rows = ",\n".join(changed)
    return f'{json.dumps(head, ensure_ascii=False)[:-1]}, "premises": {placed}, "changed": [\n{rows}\n]}}'


def _pack(text: str) -> Pack:
    return Pack(packed(text), hashlib.sha256(text.encode()).hexdigest())
