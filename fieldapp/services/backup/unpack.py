"""Take a decrypted backup apart: only parts that we know, files into the store, the rest into a folder."""

import shutil
import tarfile
from dataclasses import dataclass, field
from pathlib import Path

from fieldapp.media.file_store import FileStore
from fieldapp.services.backup import contents
from fieldapp.services.backup.contents import Contents, UnusableBackup
from fieldapp.tables import whole
from fieldapp.tables.revisions import newest_revision

SMALL_PART = 16 * 1024 * 1024  # bytes of backup.json, of a settings file, of a piece of rows


@dataclass(slots=True)
class Unpacked:
    """What was taken out of a backup so far, and what has to be taken back where the rest fails."""

    folder: Path
    store: FileStore
    said: Contents = field(init=False)
    files: int = 0
    settings: list[str] = field(default_factory=list)  # names of parts that wait in the folder
    made: list[Path] = field(default_factory=list)  # files of the instance that were not there before
    kept: list[str] = field(default_factory=list)  # files of the instance that were there and stay

    @property
    def database(self) -> Path:
        """The SQLite file."""
        return self.folder / "fieldapp.db"

    def note_added(self, sha256: str) -> None:
        """Remember, on the disk, a file that the store did not have."""
        with (self.folder / "added").open("a") as out:
            out.write(sha256 + "\n")

    def undo(self) -> None:
        """Take away what was added to the store and to the instance."""
        for made in self.made:
            made.unlink(missing_ok=True)
        added = self.folder / "added"
        if added.exists():
            with added.open() as names:
                for name in names:
                    self.store.forget(name.strip())


def unpack(tar: tarfile.TarFile, into: Unpacked) -> None:
    """Every part of the archive but rows of tables, which `rows_of` gives later. Raises UnusableBackup, ChangedFile."""
    first = tar.next()
    if first is None or first.name != contents.FIRST:
        raise UnusableBackup(f"it does not begin with {contents.FIRST}")
    into.said = contents.read_contents(small(tar, first))
    _fits(into.said)
    found = False
    while member := tar.next():
        forget_members(tar)
        if not member.isreg():
            raise UnusableBackup(f"its part {member.name!r} is no plain file")
        found |= member.name.startswith(contents.DATABASE)
        _take(tar, member, into)
    if not found:
        raise UnusableBackup("it holds no database")


def forget_members(tar: tarfile.TarFile) -> None:
    """Let go of the names that were read, or those of a million files stay in memory."""
    tar.members.clear()  # type: ignore[attr-defined]


def small(tar: tarfile.TarFile, member: tarfile.TarInfo) -> bytes:
    """The bytes of a part that lies in memory whole. Raises UnusableBackup for one that is too large."""
    if not member.isreg() or member.size > SMALL_PART:
        raise UnusableBackup(f"its part {member.name!r} is too large")
    file = tar.extractfile(member)
    return file.read() if file else b""


def _fits(said: Contents) -> None:
    if said.database != whole.kind():
        raise UnusableBackup(f"it holds a database of {said.database}, this instance uses {whole.kind()}")
    if not said.revision.isdecimal() or said.revision > newest_revision():
        raise UnusableBackup(f"it is of revision {said.revision!r}, this program knows those up to {newest_revision()}")


def _take(tar: tarfile.TarFile, member: tarfile.TarInfo, into: Unpacked) -> None:
    name = member.name
    if sha256 := contents.hash_of(name):
        one = _out(tar, member, into.folder / "one")
        if not into.store.has(sha256):
            into.note_added(sha256)
        into.store.put(one, sha256)
        into.files += 1
    elif name == contents.SQLITE and into.said.database == "sqlite":
        _out(tar, member, into.database)
    elif name == contents.CITIES or contents.law_file_of(name):
        place = into.folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(small(tar, member))
        into.settings.append(name)
    elif name != contents.KEYS and not (contents.table_of(name) and into.said.database == "postgresql"):
        raise UnusableBackup(f"it holds a part {name!r} that this program does not know")


def _out(tar: tarfile.TarFile, member: tarfile.TarInfo, place: Path) -> Path:
    file = tar.extractfile(member)
    with place.open("wb") as out:
        if file:
            shutil.copyfileobj(file, out, 1_048_576)
    return place
