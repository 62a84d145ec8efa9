"""`flask backup`: everything as it is at one instant, encrypted while it is read."""

import hashlib
import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from sqlalchemy import Connection

from fieldapp import clock
from fieldapp.config import Settings
from fieldapp.media.age_file import encrypt
from fieldapp.media.file_store import ChangedFile, FileStore, MissingFile
from fieldapp.media.tar_parts import Part, archive
from fieldapp.services import server_keys
from fieldapp.services.backup import contents
from fieldapp.services.backup.contents import Contents
from fieldapp.services.backup.workplace import MAKING, workplace
from fieldapp.tables import audit, audit_queries, whole
from fieldapp.tables.db import db, writing
from fieldapp.tables.revisions import revision_of


@dataclass(frozen=True, slots=True)
class BackupReading:
    """What was written: how many files and bytes, the SHA-256 of the encrypted stream, and files left out with why."""

    files: int
    bytes: int
    sha256: str
    left_out: tuple[str, ...]


class _Counted:
    def __init__(self, out: BinaryIO) -> None:
        self.out, self.bytes, self.hash = out, 0, hashlib.sha256()

    def write(self, data: bytes) -> int:
        self.out.write(data)
        self.bytes += len(data)
        self.hash.update(data)
        return len(data)

    def flush(self) -> None:
        self.out.flush()


def back_up(settings: Settings, store: FileStore, out: BinaryIO, recipients: list[Any], *, actor: str) -> BackupReading:
    """Write an encrypted backup to `out` and an entry that it was made into each chain.

    The database is that of one instant; a file that is missing or changed is left out and named.
    Raises OSError (StoreFailure among them) where reading or writing fails.
    """
    counted = _Counted(out)
    files = _Files(store)
    now = clock.now()
    with workplace(settings.instance, MAKING) as folder:
        parts = _parts(settings, files, folder, server_keys.as_text(now))
        encrypt(archive(parts, int(now.timestamp())), counted, recipients)
    found = BackupReading(files.count, counted.bytes, counted.hash.hexdigest(), tuple(files.left_out))
    detail = {"files": found.files, "bytes": found.bytes, "sha256": found.sha256, "left out": list(found.left_out),
              "recipients": [str(r) for r in recipients]}  # fmt: skip
    with writing() as connection:
        for city in audit_queries.cities(connection):
            audit.append(connection, city, actor=actor, action="backup made", subject=f"city:{city}", detail=detail)
    return found


class _Files:
    """Every file of the store, one in memory at a time."""

    def __init__(self, store: FileStore) -> None:
        self.store, self.count = store, 0
        self.left_out: list[str] = []

    def parts(self) -> Iterator[Part]:
        for name in self.store.names():
            try:
                data = self.store.open(name)
            except (MissingFile, ChangedFile) as wrong:
                self.left_out.append(str(wrong))
                continue
            self.count += 1
            yield Part(contents.FILES + name, data)


def _parts(settings: Settings, files: _Files, folder: Path, made_at: str) -> Iterator[Part]:
    database = _sqlite_parts if whole.kind() == "sqlite" else _postgresql_parts
    yield from database(settings, folder, made_at)
    page = server_keys.page_of(server_keys.published())
    yield Part(contents.KEYS, (json.dumps(page, indent=1) + "\n").encode())
    yield from _plain_settings(settings)
    yield from files.parts()


def _sqlite_parts(settings: Settings, folder: Path, made_at: str) -> Iterator[Part]:
    copy = folder / "fieldapp.db"
    os.close(os.open(copy, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    whole.sqlite_snapshot(copy)
    with whole.SqliteFile(copy) as connection:
        yield _first(connection, settings, "sqlite", made_at)
    whole.sqlite_settle(copy)
    yield Part(contents.SQLITE, copy)


def _postgresql_parts(settings: Settings, _folder: Path, made_at: str) -> Iterator[Part]:
    with db.engine.connect().execution_options(isolation_level="REPEATABLE READ") as connection:
        yield _first(connection, settings, "postgresql", made_at)
        table, number = "", 0
        for name, piece in whole.rows_out(connection):
            table, number = name, number + 1 if name == table else 1
            yield Part(f"{contents.DATABASE}{name}/{number:06}", piece)


def _first(connection: Connection, settings: Settings, kind: str, made_at: str) -> Part:
    found = {city: audit_queries.head(connection, city) for city in audit_queries.cities(connection)}
    heads = {city: (head.seq, head.hash) for city, head in found.items() if head}
    said = Contents(made_at, kind, revision_of(connection), settings.demo, heads, _named(settings))
    return Part(contents.FIRST, said.written())


def _named(settings: Settings) -> dict[str, str]:
    """The settings of the environment that are no secret."""
    return {
        "FIELDAPP_HOSTS": ",".join(settings.hosts),
        "TRUSTED_PROXIES": str(settings.trusted_proxies),
        "HSTS_SUBDOMAINS": "1" if settings.hsts_subdomains else "",
    }


def _plain_settings(settings: Settings) -> Iterator[Part]:
    cities = settings.instance / "cities.toml"
    if cities.is_file():
        yield Part(contents.CITIES, cities.read_bytes())
    for file in _law_files(settings.lawbook_dir):
        name = contents.LAWBOOK + file.relative_to(settings.lawbook_dir).as_posix()
        if contents.law_file_of(name):
            yield Part(name, file.read_bytes())


def _law_files(folder: Path) -> Sequence[Path]:
    return sorted(f for f in folder.rglob("*") if f.is_file() and not f.is_symlink()) if folder.is_dir() else ()
