"""`flask photos move`: every named file copied, read back, only then forgotten; a second run ends what was stopped."""

import hashlib
import os
import shutil
import signal
import subprocess
import time
from dataclasses import replace
from urllib.parse import quote

import pytest
from sqlalchemy import insert, select

from fieldapp import clock
from fieldapp.media.file_store import FolderStore, StoreFailure
from fieldapp.services import stored_files
from fieldapp.tables import audit, photos
from fieldapp.tables.audit import AuditEntry
from fieldapp.tables.db import reading, writing
from fieldapp.tables.people import Person
from tests.stores.conftest import KEYS, asked, refusing, store_on

COUNT = 7


def name_of(data):
    return hashlib.sha256(data).hexdigest()


def record(files, proofs=(), city="crystal"):
    """Photos that name (original, page copy, small copy), and proofs."""
    name = clock.random_bytes(4).hex()
    with writing() as connection:
        person = connection.execute(
            insert(Person).values(
                name="O", username=name, username_key=name, handle=name.encode(), created_at=clock.now()
            )
        ).inserted_primary_key[0]
        same = {"subject": "animal:1", "added_by": person, "added_at": clock.now()}
        for original, page, small in files:
            key = photos.add(
                connection, city, kind="dog", sha256=name_of(original), bytes=len(original), type="jpeg", width=1,
                height=1, page_sha256=page and name_of(page), small_sha256=small and name_of(small), **same,
            )  # fmt: skip
            told = [{"photo": key, "sha256": name_of(original), "bytes": len(original)}]
            _chained(connection, city, "photos.added", {"kind": "dog", "photos": told})
        for proof in proofs:
            key = photos.add_proof(connection, city, sha256=name_of(proof), bytes=len(proof), **same)
            told = {"proof": key, "sha256": name_of(proof), "bytes": len(proof)}
            _chained(connection, city, "proof.added", told)


def _chained(connection, city, action, detail):
    audit.append(connection, city, actor="cli", action=action, subject="animal:1", detail=detail)


def fill(app, settings):
    """An instance with three files in each of two photos, one of them shared by two cities, and a proof."""
    store = FolderStore(settings.instance / "files")
    files = [b"original 1", b"page 1", b"small 1", b"original 2", b"page 2", b"small 2", b"%PDF proof"]
    for data in files:
        store.put(data, name_of(data))
    record([(b"original 1", b"page 1", b"small 1"), (b"original 2", b"page 2", b"small 2")], [b"%PDF proof"])
    record([(b"original 1", "", "")], city="benson")
    app.config["SETTINGS"] = replace(settings, s3_keys=KEYS)
    assert len(files) == COUNT
    return app


@pytest.fixture
def filled(app, settings):
    return fill(app, settings)


@pytest.fixture
def files(settings):
    return FolderStore(settings.instance / "files")


def run(app, *words):
    return app.test_cli_runner().invoke(args=["photos", "move", *map(str, words)])


def entries():
    with reading() as connection:
        query = select(AuditEntry.city, AuditEntry.detail).where(AuditEntry.action == "files.moved")
        return [tuple(row) for row in connection.execute(query.order_by(AuditEntry.id))]


def test_there_and_back_again(app_on_both, settings, files, service):
    filled = fill(app_on_both, settings)
    files.put(b"nobody names it", name_of(b"nobody names it"))
    before = set(files.names())
    there = run(filled, "--from", files.folder, "--to", service.address, "--forget")
    assert there.exit_code == 0, there.output
    assert "crystal: 7 files: 7 copied, 0 there already, 0 at fault" in there.output
    assert "benson: 1 files: 1 copied" in there.output
    assert "7 files forgotten" in there.output
    assert "1 that no record names stay there" in there.output
    assert "set PHOTO_STORE" in there.output
    assert list(files.names()) == [name_of(b"nobody names it")]
    assert len(service.keys()) == COUNT
    back = run(filled, "--from", service.address, "--to", files.folder)
    assert back.exit_code == 0, back.output
    assert set(files.names()) == before
    assert len(service.keys()) == COUNT
    assert "set PHOTO_STORE" not in back.output
    found = entries()
    assert [city for city, _ in found].count("crystal") == 2
    assert {city for city, _ in found} == {"crystal", "benson"}
    assert '"copied": 7' in found[0][1] or '"copied": 7' in found[1][1]
    assert KEYS.secret not in str(found)


def test_without_forget_both_hold_everything_and_a_second_run_copies_nothing(filled, files, tmp_path):
    for words in ("7 copied, 0 there already", "0 copied, 7 there already"):
        done = run(filled, "--from", files.folder, "--to", tmp_path / "other")
        assert done.exit_code == 0
        assert words in done.output
        assert len(list(files.names())) == COUNT
    assert set(FolderStore(tmp_path / "other").names()) == set(files.names())


def test_a_missing_and_a_changed_file_are_named_and_the_others_move(filled, files, service):
    files.forget(name_of(b"page 1"))
    changed = name_of(b"original 2")
    (files.folder / changed[:2] / changed[2:4] / changed).write_bytes(b"original 3")
    done = run(filled, "--from", files.folder, "--to", service.address, "--forget")
    assert done.exit_code == 1
    assert f"crystal: photo:1 page copy: the file {name_of(b'page 1')} is missing" in done.output
    assert f"crystal: photo:2: the file {changed} has changed" in done.output
    assert list(files.names()) == [changed]
    assert len(service.keys()) == COUNT - 2


def test_a_changed_file_in_the_target_is_mended_and_never_costs_the_source(filled, files, service):
    service.put(name_of(b"page 2"), b"page 3")
    assert run(filled, "--from", files.folder, "--to", service.address, "--forget").exit_code == 0
    assert store_on(service.address).open(name_of(b"page 2")) == b"page 2"


def test_a_file_that_is_only_in_the_target_already_is_no_fault(filled, files, service):
    store_on(service.address).put(b"page 1", name_of(b"page 1"))
    files.forget(name_of(b"page 1"))
    assert run(filled, "--from", files.folder, "--to", service.address, "--forget").exit_code == 0


def test_one_store_by_two_names_loses_nothing(filled, files, service, tmp_path):
    link = tmp_path / "link"
    link.symlink_to(files.folder)
    host = service.host.replace("127.0.0.1", "localhost")
    copied = run(filled, "--from", files.folder, "--to", service.address)
    assert copied.exit_code == 0
    for source, target in (
        (files.folder, files.folder), (files.folder, link), (files.folder, f"{files.folder}/../files"),
        (service.address, service.address), (service.address, f"{service.address.partition('?')[0]}?endpoint=http://{host}"),
    ):  # fmt: skip
        done = run(filled, "--from", source, "--to", target, "--forget")
        assert done.exit_code == 2, done.output
        assert "same store" in done.output
    assert len(list(files.names())) == COUNT
    assert len(service.keys()) == COUNT


@pytest.mark.parametrize("kind", ["PUT", "GET"])
def test_a_service_that_goes_away_half_way_costs_nothing(filled, files, unruly, service, kind):
    def behave(call):
        return sum(command == kind for command, *_ in unruly.seen) > 5 and refusing(403, "AccessDenied")(call)

    unruly.behave = behave
    stopped = run(filled, "--from", files.folder, "--to", unruly.address, "--forget")
    assert stopped.exit_code == 1
    assert "AccessDenied" in stopped.output
    assert "nothing was forgotten. Run it again" in stopped.output
    assert len(list(files.names())) == COUNT
    unruly.behave = None
    done = run(filled, "--from", files.folder, "--to", unruly.address, "--forget")
    assert done.exit_code == 0, done.output
    assert list(files.names()) == []
    assert len(service.keys()) == COUNT


def test_a_target_that_takes_no_deletion_is_fine_and_a_source_that_takes_none_is_said(filled, files, unruly, service):
    assert run(filled, "--from", files.folder, "--to", unruly.address, "--forget").exit_code == 0
    unruly.behave = lambda call: call.command == "DELETE" and refusing(403, "AccessDenied")(call)
    done = run(filled, "--from", unruly.address, "--to", files.folder, "--forget")
    assert done.exit_code == 2
    assert "AccessDenied" in done.output
    assert len(service.keys()) >= COUNT


def test_forgetting_that_is_stopped_says_so_and_goes_on(filled, files, tmp_path, monkeypatch):
    plain, calls = FolderStore.forget, []

    def forget(self, sha256):
        calls.append(sha256)
        if len(calls) == 4:
            raise StoreFailure("The disk is gone.")
        plain(self, sha256)

    monkeypatch.setattr(FolderStore, "forget", forget)
    stopped = run(filled, "--from", files.folder, "--to", tmp_path / "other", "--forget")
    assert stopped.exit_code == 1
    assert "The disk is gone. 2 of 7 files were forgotten" in stopped.output
    assert run(filled, "--from", files.folder, "--to", tmp_path / "other", "--forget").exit_code == 0
    assert list(files.names()) == []
    assert len(list(FolderStore(tmp_path / "other").names())) == COUNT


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--from", "/none/such", "--to", "OTHER"), "no such folder"),
        (("--from", "FILES", "--to", "s3://key:hush@abc/x"), "--to: credentials never stand"),
        (("--from", "s3://abc", "--to", "FILES"), "--from:"),
        (("--from", "FILES"), "--to"),
        (("--from", "FILES", "--to", "https://host/x"), "s3://BUCKET"),
        (("--from", "FILES", "--to", "FILE"), "FILE"),
        (("--from", "FILES", "--to", "s3://abc/x?endpoint=http://127.0.0.1:9"), "could not be reached"),
    ],
)
def test_what_cannot_be_used_is_one_line_and_nothing_is_done(filled, files, tmp_path, words, said):
    (tmp_path / "FILE").write_text("a file")
    places = {"FILES": str(files.folder), "OTHER": str(tmp_path / "other"), "FILE": str(tmp_path / "FILE")}
    if "--from:" in said:
        filled.config["SETTINGS"] = replace(filled.config["SETTINGS"], s3_keys=replace(KEYS, key_id=""))
    done = run(filled, *(places.get(word, word) for word in words))
    assert done.exit_code == 2, done.output
    assert said in done.output
    assert done.output.count("\n") == 1
    assert "hush" not in done.output
    assert len(list(files.names())) == COUNT
    assert entries() == []


def test_killed_half_way_a_second_run_completes_it(app, settings, service, python, tmp_path):
    """The command as its own process, killed twice; at no moment is a file in neither store."""
    files = FolderStore(settings.instance / "files")
    data = [b"%d" % n * 20_000 for n in range(60)]
    for one in data:
        files.put(one, name_of(one))
    record([(one, "", "") for one in data])
    target = store_on(service.address)
    words = [
        python,
        "-m",
        "flask",
        "--app",
        "wsgi",
        "photos",
        "move",
        "--from",
        str(files.folder),
        "--to",
        service.address,
        "--forget",
    ]
    surroundings = {
        **os.environ, "FIELDAPP_INSTANCE": str(settings.instance), "AWS_ACCESS_KEY_ID": KEYS.key_id,
        "AWS_SECRET_ACCESS_KEY": KEYS.secret,
    }  # fmt: skip
    killed = 0
    for share in (0.3, 0.99):
        process = subprocess.Popen(words, env=surroundings, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        while process.poll() is None and len(service.keys()) < share * len(data):
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
        process.communicate()
        killed += process.returncode == -signal.SIGKILL
        everywhere = set(files.names()) | set(target.names())
        assert {name_of(one) for one in data} <= everywhere
    assert killed
    done = subprocess.run(words, env=surroundings, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "60 files: " in done.stdout
    assert "\r" not in done.stderr  # no progress where there is no terminal
    assert list(files.names()) == []
    assert [target.open(name_of(one)) for one in data] == data


def test_the_pages_of_an_instance_read_from_the_service(settings_of, app_of, service):
    app_of(settings_of(photo_store=service.address, s3_keys=KEYS))
    stored_files.store().put(b"a photo", name_of(b"a photo"))
    assert asked(service.host, "GET", service.path(name_of(b"a photo")))[1] == b"a photo"
    assert quote(name_of(b"a photo")) in service.keys()[0]
    shutil.rmtree(settings_of().instance / "files", ignore_errors=True)
    assert stored_files.store().open(name_of(b"a photo")) == b"a photo"


def test_verify_finds_missing_and_changed_files_in_the_service_and_never_takes_silence_for_loss(
    settings, settings_of, app_of, unruly, service
):
    app = app_of(replace(settings, photo_store=unruly.address, s3_keys=KEYS))
    fill(app, settings)
    stored = store_on(service.address)
    for name in FolderStore(settings.instance / "files").names():
        stored.put(FolderStore(settings.instance / "files").open(name), name)
    verify = app.test_cli_runner().invoke
    assert verify(args=["verify"]).exit_code == 0
    stored.forget(name_of(b"page 1"))
    service.put(name_of(b"small 2"), b"small 3")
    found = verify(args=["verify"])
    assert found.exit_code == 1
    assert name_of(b"page 1") in found.output
    assert name_of(b"small 2") in found.output
    unruly.behave = refusing(403, "AccessDenied")
    silent = verify(args=["verify"])
    assert silent.exit_code == 2
    assert "the files cannot be checked" in silent.output
    assert "AccessDenied" in silent.output


def test_without_a_migrated_database_one_line_says_what_to_run(settings_of, app_of, tmp_path):
    app = app_of(settings_of(database_url=f"sqlite:///{tmp_path / 'empty.db'}"))
    done = run(app, "--from", tmp_path, "--to", tmp_path / "other")
    assert done.exit_code == 2
    assert "flask migrate" in done.output
    assert done.output.count("\n") == 1
