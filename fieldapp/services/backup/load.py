"""The database of a backup into this instance: made ready to the last entry first, then put in place at once."""

import hashlib
import shutil
import tarfile
from collections.abc import Iterator, Sequence

from sqlalchemy import Connection

from fieldapp import clock
from fieldapp.config import Settings
from fieldapp.services import demo_people
from fieldapp.services.backup import contents
from fieldapp.services.backup.contents import UnusableBackup
from fieldapp.services.backup.unpack import Unpacked, forget_members, small
from fieldapp.services.demo_people import DemoPerson
from fieldapp.tables import audit, sessions, whole
from fieldapp.tables.db import db, upgrade


def load(settings: Settings, unpacked: Unpacked, *, actor: str) -> None:
    """Bring the database up to this program's revision, end every session, append `restored`, and put it in place."""
    if whole.kind() == "sqlite":
        _load_sqlite(settings, unpacked, actor)
    else:
        _load_postgresql(settings, unpacked, actor)


def _load_sqlite(settings: Settings, unpacked: Unpacked, actor: str) -> None:
    if not whole.sqlite_is_sound(unpacked.database):
        raise UnusableBackup("its database is damaged")
    with whole.SqliteFile(unpacked.database) as connection:
        upgrade(connection, "head")
        connection.commit()
        with connection.begin():
            people = _make_ready(connection, unpacked, actor)
    whole.sqlite_settle(unpacked.database)
    _place_settings(settings, unpacked, people)
    file = whole.sqlite_file()
    if not file.exists():
        unpacked.made += [file, file.with_name(file.name + "-wal"), file.with_name(file.name + "-shm")]
    whole.sqlite_replace(unpacked.database)


def _load_postgresql(settings: Settings, unpacked: Unpacked, actor: str) -> None:
    with db.engine.connect() as connection, connection.begin():
        whole.rows_in(connection, _rows(unpacked), unpacked.said.revision)
        upgrade(connection, "head")
        people = _make_ready(connection, unpacked, actor)
        _place_settings(settings, unpacked, people)


def _rows(unpacked: Unpacked) -> Iterator[tuple[str, bytes]]:
    with tarfile.open(unpacked.folder / "backup.tar", "r:") as tar:
        while member := tar.next():
            forget_members(tar)
            if table := contents.table_of(member.name):
                yield table, small(tar, member)


def _make_ready(connection: Connection, unpacked: Unpacked, actor: str) -> Sequence[DemoPerson]:
    """What a restore changes in the database; in a demo new sign-ins, since no backup holds the old ones."""
    said = unpacked.said
    sessions.end_all(connection, clock.now())
    people = demo_people.renew_demo_people(connection) if said.demo else ()
    name = hashlib.sha256(said.written()).hexdigest()[:16]
    for city, (seq, digest) in sorted(said.heads.items()):
        detail = {"made_at": said.made_at, "seq": seq, "hash": digest, "revision": said.revision}
        audit.append(connection, city, actor=actor, action="restored", subject=f"backup:{name}", detail=detail)
    return people


def _place_settings(settings: Settings, unpacked: Unpacked, people: Sequence[DemoPerson]) -> None:
    for name in unpacked.settings:
        law = contents.law_file_of(name)
        place = settings.lawbook_dir / law if law else settings.instance / "cities.toml"
        if place.exists():
            unpacked.kept.append(str(place))
            continue
        place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        unpacked.made.append(place)
        shutil.copyfile(unpacked.folder / name, place)
    if unpacked.said.demo:
        unpacked.made.append(demo_people.write_demo_people(settings.instance, people))
