"""The drill: demo, backup, everything gone, restore, verify; and every backup that must not come back half."""

import hashlib
import io
import json
import os
import shutil
import tarfile
from dataclasses import replace

import pyrage
import pytest
from sqlalchemy import select

from fieldapp import clock
from fieldapp.config import read_settings
from fieldapp.media.age_file import NotOpened, UnusableAgeKey, decrypt, encrypt, identities_of, new_pair, recipients_of
from fieldapp.media.file_store import FolderStore
from fieldapp.media.tar_parts import Part, archive
from fieldapp.services.backup import contents, load, restore
from fieldapp.services.backup.contents import Contents, UnusableBackup
from fieldapp.services.backup.make import back_up
from fieldapp.services.stored_files import store
from fieldapp.tables import audit, photos
from fieldapp.tables.db import db, reading, writing
from fieldapp.tables.people import Person
from fieldapp.tables.revisions import newest_revision

CITIES = ("battle_lake", "benson", "crystal")
PICTURE = os.urandom(70_000)
NAME = hashlib.sha256(PICTURE).hexdigest()


@pytest.fixture(scope="module")
def pair():
    """A private and a public key, as texts."""
    return new_pair()


@pytest.fixture
def key_files(pair, tmp_path):
    secret, public = tmp_path / "key.txt", tmp_path / "key.pub"
    secret.write_text(f"# kept in the safe\n{pair[0]}\n")
    public.write_text(f"{pair[1]}\n")
    return secret, public


def add_photo(city="crystal"):
    store().put(PICTURE, NAME)
    with writing() as connection:
        key = photos.add(
            connection, city, subject="animal:1", kind="dog", sha256=NAME, bytes=len(PICTURE), type="jpeg", width=10,
            height=10, added_by=connection.scalar(select(Person.id).limit(1)), added_at=clock.now(),
        )  # fmt: skip
        told = {"kind": "dog", "photos": [{"photo": key, "sha256": NAME, "bytes": len(PICTURE)}]}
        audit.append(connection, city, actor="cli", action="photos.added", subject="animal:1", detail=told)


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_the_drill(kind, tmp_path, command, key_files, old_database, app_of):
    secret, public = key_files
    first, second = tmp_path / "first", tmp_path / "second"

    def on(folder):
        folder.mkdir(mode=0o700)
        env = {} if kind == "sqlite" else {"DATABASE_URL": old_database(kind)}
        return lambda *words, **more: command(*words, instance=folder, env=env, **more), env

    before, env = on(first)
    before("demo")
    app_of(read_settings({"FIELDAPP_INSTANCE": str(first), **env}))
    add_photo()
    kept = tmp_path / "heads.txt"
    kept.write_text(before("audit", "head").stdout)
    statuses = [json.loads(before("tags", "list", "--city", city, "--json").stdout) for city in CITIES]
    backup = tmp_path / "backup.age"
    said = before("backup", backup, "--recipient", public)
    assert "1 files" in said.stderr
    assert backup.stat().st_mode & 0o777 == 0o600
    before("verify")  # entries that the restore will lose
    lost = tmp_path / "lost.txt"
    lost.write_text(kept.read_text() + before("audit", "head").stdout)
    db.engine.dispose()
    shutil.rmtree(first)

    after, env = on(second)
    said = after("restore", backup, "--identity", secret).stdout
    assert "is restored: battle_lake up to entry" in said
    assert "back from the safe" in said
    clean = json.loads(after("verify", "--anchors", lost, "--json").stdout)
    assert (clean["result"], clean["unexpected_files"]["count"]) == ("clean", 0)
    crystal = next(c for c in clean["cities"] if c["city"] == "crystal")
    assert (crystal["files"], crystal["bytes"]) == (1, len(PICTURE))
    assert {t["kind"] for c in clean["cities"] for t in c["told"]} == {"restored from a backup"}
    assert [json.loads(after("tags", "list", "--city", city, "--json").stdout) for city in CITIES] == statuses
    assert FolderStore(second / "files").open(NAME) == PICTURE
    assert not (second / "keys").exists()
    again = after("restore", backup, "--identity", secret, check=False)
    assert (again.returncode, again.stderr.count("\n")) == (2, 1)
    assert "holds data already" in again.stderr
    assert "flask keys new --lost" in said
    after("keys", "new", "--lost")
    after("tags", "print", "--city", "crystal", tmp_path / "printed")  # ids go on where they were
    assert after("verify").returncode == 0


@pytest.fixture
def made(demo_app, demo_settings, pair):
    """A backup of a demo with one picture: its bytes."""
    add_photo()
    out = io.BytesIO()
    found = back_up(demo_settings, store(), out, recipients_of(pair[1]), actor="cli")
    assert (found.files, found.bytes, found.left_out) == (1, len(out.getvalue()), ())
    assert found.sha256 == hashlib.sha256(out.getvalue()).hexdigest()
    return out.getvalue()


@pytest.fixture
def empty(tmp_path, app_of):
    """An instance that was never started, an app over it, and the folder's content at any time."""
    folder = tmp_path / "empty"
    folder.mkdir(mode=0o700)
    settings = read_settings({"FIELDAPP_INSTANCE": str(folder)})

    class Empty:
        def restore(self, data, key):
            return restore.restore(settings, store(), io.BytesIO(data), identities_of(key), actor="cli")

        def names(self):
            return sorted(str(p.relative_to(folder)) for p in folder.rglob("*") if p.is_file())

    app_of(replace(settings, database_url=f"sqlite:///{folder}/elsewhere.db"))
    Empty.settings = settings
    return Empty()


def opened(data, pair):
    out = io.BytesIO()
    decrypt(io.BytesIO(data), out, identities_of(pair[0]))
    return out.getvalue()


def sealed(parts, pair):
    out = io.BytesIO()
    encrypt(archive(parts, 0), out, recipients_of(pair[1]))
    return out.getvalue()


def test_what_a_backup_holds_and_what_not(made, pair, demo_settings):
    plain = opened(made, pair)
    with tarfile.open(fileobj=io.BytesIO(plain)) as tar:
        names = tar.getnames()
    assert names == ["backup.json", "database/fieldapp.db", "keys.json", "settings/cities.toml", f"files/{NAME}"]
    for word in json.loads((demo_settings.instance / "demo.json").read_text())["people"]:
        assert word["password"].encode() not in plain
    assert b"PRIVATE KEY" not in plain
    assert (demo_settings.instance / "secret_key").read_bytes() not in plain
    assert PICTURE in plain
    assert PICTURE[:40] not in made
    assert not list(demo_settings.instance.glob("backing-up-*"))


def test_a_good_one_comes_back(made, empty, pair):
    found = empty.restore(made, pair[0])
    assert (found.files, found.demo) == (1, True)
    assert {"cities.toml", "demo.json", "elsewhere.db"} <= set(empty.names())
    with reading() as connection:
        rows = connection.exec_driver_sql(
            "SELECT action FROM audit_entries WHERE city = 'crystal' ORDER BY seq DESC LIMIT 1"
        ).all()
        assert [r.action for r in rows] == ["restored"]
        assert connection.exec_driver_sql("SELECT count(*) FROM sessions WHERE ended_at IS NULL").scalar() == 0


def nothing_came(empty, data, key, match):
    before = empty.names()
    with pytest.raises(UnusableBackup, match=match):
        empty.restore(data, key)
    assert empty.names() == before
    assert store().has(NAME) is False


def test_another_key(made, empty):
    nothing_came(empty, made, new_pair()[0], "another key")


@pytest.mark.parametrize("share", [0, 0.0001, 0.3, 0.6, 0.95])
def test_a_cut_one(made, empty, pair, share):
    nothing_came(empty, made[: int(len(made) * share)], pair[0], "cut off|no file that age")


def test_cut_by_one_byte_and_grown_by_one(made, empty, pair):
    nothing_came(empty, made[:-1], pair[0], "changed or cut")
    nothing_came(empty, made + b"\0", pair[0], "changed or cut")


@pytest.mark.parametrize("place", [0, 30, 100, 250, 70_000, -70_000, -1])
def test_a_changed_byte(made, empty, pair, place):
    data = bytearray(made)
    data[place] ^= 1
    nothing_came(empty, bytes(data), pair[0], "changed|no file that age|another key|cut off")


SAID = Contents("2026-11-30T15:00:00Z", "sqlite", newest_revision(), demo=False, heads={}, settings={})
FIRST = Part(contents.FIRST, SAID.written())
STRANGE = {
    "no archive": (None, "no archive|file could not be opened|invalid header|truncated|empty"),
    "no beginning": ([Part("other", b"x")], "does not begin with backup.json"),
    "no JSON": ([Part(contents.FIRST, b"{")], "cannot be read"),
    "a list": ([Part(contents.FIRST, b"[]")], "cannot be read"),
    "another version": ([Part(contents.FIRST, b'{"v": 2}')], "version 2"),
    "a newer program": ([Part(contents.FIRST, replace(SAID, revision="9999").written())], "revision '9999'"),
    "a strange revision": ([Part(contents.FIRST, replace(SAID, revision="head").written())], "revision 'head'"),
    "another database": ([Part(contents.FIRST, replace(SAID, database="postgresql").written())], "uses sqlite"),
    "no database": ([FIRST], "no database"),
    "a path upwards": ([FIRST, Part("settings/lawbook/../../x", b"x")], "does not know"),
    "an absolute path": ([FIRST, Part("/etc/passwd", b"x")], "does not know"),
    "a private key": ([FIRST, Part("keys/a.pem", b"x")], "does not know"),
    "another file": ([FIRST, Part(contents.FILES + NAME, PICTURE), Part(contents.FILES + "0" * 64, b"x")], "not fit"),
    "no SQLite": ([FIRST, Part(contents.FILES + NAME, PICTURE), Part(contents.SQLITE, b"x" * 5000)], "damaged"),
    "an empty SQLite": (
        [Part(contents.FIRST, replace(SAID, heads={"crystal": (3, "0" * 64)}).written()), Part(contents.SQLITE, b""),
         Part(contents.FILES + NAME, PICTURE)], None,
    ),
}  # fmt: skip


@pytest.mark.parametrize("strange", STRANGE)
def test_what_somebody_else_encrypted_to_the_city(empty, pair, strange):
    """Everybody may encrypt to a public key, so the content is foreign too."""
    parts, match = STRANGE[strange]
    if match is None:
        assert empty.restore(sealed(parts, pair), pair[0]).files == 1
        return
    if parts is None:
        out = io.BytesIO()
        encrypt(iter([b"words"] * 500), out, recipients_of(pair[1]))
        nothing_came(empty, out.getvalue(), pair[0], match)
        return
    nothing_came(empty, sealed(parts, pair), pair[0], match)


def test_a_fault_at_the_last_moment_leaves_nothing(made, empty, pair, monkeypatch):
    def full(_source):
        raise OSError(28, "No space left on device")

    before = empty.names()
    monkeypatch.setattr(load.whole, "sqlite_replace", full)
    with pytest.raises(OSError, match="No space"):
        empty.restore(made, pair[0])
    assert empty.names() == before
    assert not store().has(NAME)


def test_files_that_are_missing_or_changed_are_left_out_and_named(demo_app, demo_settings, pair):
    add_photo()
    (demo_settings.instance / "files" / NAME[:2] / NAME[2:4] / NAME).write_bytes(b"other")
    found = back_up(demo_settings, store(), io.BytesIO(), recipients_of(pair[1]), actor="cli")
    assert found.files == 0
    assert NAME in found.left_out[0]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["backup", "FILE"], "backup_recipient.txt: No such file or directory: make a pair"),
        (["backup", "FILE", "--recipient", "no-such"], "--recipient no-such: No such file"),
        (["backup", "FILE", "--recipient", "/etc/hostname"], "is not a public key of age"),
        (["backup", "no/such/folder", "--recipient", "PUBLIC"], "no/such/folder: No such file or directory"),
        (["backup", "PUBLIC", "--recipient", "PUBLIC"], "is there already"),
        (["restore", "FILE"], "--identity FILE: name the file"),
        (["restore", "FILE", "--identity", "PUBLIC"], "line 1 is not a private key of age"),
        (["restore", "no-such", "--identity", "SECRET"], "no-such: No such file or directory"),
    ],
)
def test_an_unusable_call_is_one_line(demo_instance, command, key_files, tmp_path, words, said):
    names = {"PUBLIC": key_files[1], "SECRET": key_files[0], "FILE": tmp_path / "new.age"}
    done = command(*(names.get(w, w) for w in words), instance=demo_instance, check=False)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert said in done.stderr
    assert not list(tmp_path.glob("*.age")) + list(tmp_path.glob(".*.part"))


def test_a_pair_made_here_is_one_that_age_knows(command, demo_instance, tmp_path):
    public = command("keys", "backup-pair", tmp_path / "pair", instance=demo_instance).stdout.strip()
    secret = tmp_path / "pair"
    assert secret.stat().st_mode & 0o777 == 0o600
    line = secret.read_text().splitlines()[-1]
    assert str(pyrage.x25519.Identity.from_str(line).to_public()) == public
    again = command("keys", "backup-pair", secret, instance=demo_instance, check=False)
    assert (again.returncode, again.stderr) == (2, f"{secret}: File exists\n")


@pytest.mark.parametrize("text", ["", "# only a remark", "age1xyz", "AGE-SECRET-KEY-1XYZ", "\0"])
def test_what_is_no_key(text):
    with pytest.raises(UnusableAgeKey):
        recipients_of(text)
    with pytest.raises(UnusableAgeKey) as told:
        identities_of(text)
    assert "XYZ" not in str(told.value)


def test_faults_on_the_way_pass_unchanged(pair):
    class Full(io.BytesIO):
        def write(self, _data):
            raise OSError(28, "No space left on device")

    def breaks():
        yield b"x"
        raise LookupError("gone")

    with pytest.raises(LookupError, match="gone"):
        encrypt(breaks(), io.BytesIO(), recipients_of(pair[1]))
    with pytest.raises(OSError, match="No space"):
        encrypt(iter([b"x" * 500_000]), Full(), recipients_of(pair[1]))
    out = io.BytesIO()
    encrypt(iter([b"x" * 500_000]), out, recipients_of(pair[1]))
    with pytest.raises(OSError, match="No space"):
        decrypt(io.BytesIO(out.getvalue()), Full(), identities_of(pair[0]))
    with pytest.raises(NotOpened):
        decrypt(io.BytesIO(b""), io.BytesIO(), identities_of(pair[0]))
