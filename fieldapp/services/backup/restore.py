"""`flask restore`: a backup into an empty instance, all of it or nothing."""

import tarfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from sqlalchemy.exc import DBAPIError

from fieldapp import clock
from fieldapp.config import Settings, demo_instant
from fieldapp.media.age_file import NotOpened, decrypt
from fieldapp.media.file_store import ChangedFile, FileStore
from fieldapp.services import server_keys
from fieldapp.services.backup.contents import UnusableBackup
from fieldapp.services.backup.load import load
from fieldapp.services.backup.unpack import Unpacked, unpack
from fieldapp.services.backup.workplace import RESTORING, workplace
from fieldapp.tables import whole
from fieldapp.tables.db import reading
from fieldapp.tables.whole import ForeignRows


@dataclass(frozen=True, slots=True)
class RestoreReading:
    """What came back: when it was backed up, how far each city's chain went, how many files, the plain settings.

    `missing_keys`: ids of keys that sign whose private part is not here. `kept`: settings files that were here already.
    """

    made_at: str
    cities: dict[str, int]
    files: int
    settings: dict[str, str]
    demo: bool
    missing_keys: tuple[str, ...]
    kept: tuple[str, ...]


def restore(
    settings: Settings, store: FileStore, source: BinaryIO, identities: list[Any], *, actor: str
) -> RestoreReading:
    """Bring back a backup: database, files, cities.toml and lawbook, with an entry `restored` in each chain.

    Raises UnusableBackup, with nothing left behind, where the instance holds data, or the backup is for another key,
    cut, changed, of another kind of database or of a newer program. Raises OSError where the disk or store fails.
    """
    if not _is_empty():
        raise UnusableBackup("this instance holds data already; a backup is restored into an empty one only")
    with workplace(settings.instance, RESTORING) as folder:
        try:
            with (folder / "backup.tar").open("wb") as out:
                decrypt(source, out, identities)
            with tarfile.open(folder / "backup.tar", "r:") as tar:
                return _reading(settings, _restored(settings, store, folder, tar, actor))
        except (NotOpened, tarfile.TarError, ForeignRows) as wrong:
            raise UnusableBackup(str(wrong) or "it is no archive") from wrong
        except ChangedFile as wrong:
            raise UnusableBackup(f"its parts do not fit their names: {wrong}") from wrong
        except DBAPIError as wrong:
            raise UnusableBackup(f"its database cannot be loaded: {wrong.orig}") from wrong


def _is_empty() -> bool:
    if whole.kind() == "sqlite" and not whole.sqlite_file().exists():
        return True  # asking would make the file
    with reading() as connection:
        return whole.is_empty(connection)


def _restored(settings: Settings, store: FileStore, folder: Path, tar: tarfile.TarFile, actor: str) -> Unpacked:
    unpacked = Unpacked(folder, store)
    try:
        unpack(tar, unpacked)
        if unpacked.said.demo:  # it becomes a demo now, so the clock that demos may set counts
            clock.set_clock(demo_instant())
        load(settings, unpacked, actor=actor)
    except BaseException:
        unpacked.undo()
        raise
    return unpacked


def _reading(settings: Settings, unpacked: Unpacked) -> RestoreReading:
    keys = server_keys.published(settings.instance)
    said = unpacked.said
    return RestoreReading(
        said.made_at, {city: seq for city, (seq, _) in said.heads.items()}, unpacked.files,
        {name: value for name, value in said.settings.items() if value}, said.demo,
        tuple(k.kid for k in keys if not k.until and not k.is_here), tuple(unpacked.kept),
    )  # fmt: skip
