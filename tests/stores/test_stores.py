"""What every store of files promises, tried on a folder and on an S3 service."""

import hashlib
import threading

import pytest

from fieldapp.media.file_store import ChangedFile, FolderStore, MissingFile
from tests.stores.conftest import asked, store_on

PHOTO = b"\xff\xd8 as it came from the phone \x00\r\n" * 1000


def name_of(data):
    return hashlib.sha256(data).hexdigest()


@pytest.fixture
def put_behind(store, request):
    """put_behind(sha256, data): other bytes under that name, past the store."""
    if isinstance(store, FolderStore):

        def write(sha256, data):
            place = store.folder / sha256[:2] / sha256[2:4] / sha256
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(data)

        return write
    return request.getfixturevalue("service").put


def test_bytes_come_back_as_they_were_put(store, tmp_path):
    file = tmp_path / "photo"
    file.write_bytes(PHOTO)
    store.put(file, name_of(PHOTO))
    store.put(b"", name_of(b""))
    assert store.open(name_of(PHOTO)) == PHOTO
    assert store.open(name_of(b"")) == b""
    assert store.has(name_of(PHOTO))
    assert sorted(store.names()) == sorted([name_of(PHOTO), name_of(b"")])


def test_the_same_bytes_twice_are_one_file(store):
    store.put(PHOTO, name_of(PHOTO))
    store.put(PHOTO, name_of(PHOTO))
    assert list(store.names()) == [name_of(PHOTO)]


@pytest.mark.parametrize("there_already", [False, True])
def test_other_bytes_than_the_name_says_are_refused_and_nothing_is_left(store, there_already):
    if there_already:
        store.put(PHOTO, name_of(PHOTO))
    with pytest.raises(ChangedFile, match=name_of(PHOTO)):
        store.put(PHOTO + b"!", name_of(PHOTO))
    assert list(store.names()) == ([name_of(PHOTO)] if there_already else [])
    assert not there_already or store.open(name_of(PHOTO)) == PHOTO


@pytest.mark.parametrize("data", [PHOTO[:-1], PHOTO + b"\0", b"", PHOTO.replace(b"phone", b"Phone", 1)])
def test_a_changed_file_is_named_when_it_is_read_and_mended_when_it_is_put_again(store, put_behind, data):
    store.put(PHOTO, name_of(PHOTO))
    put_behind(name_of(PHOTO), data)
    with pytest.raises(ChangedFile, match=name_of(PHOTO)):
        store.open(name_of(PHOTO))
    store.put(PHOTO, name_of(PHOTO))
    assert store.open(name_of(PHOTO)) == PHOTO


def test_a_missing_file_is_named(store):
    assert not store.has(name_of(PHOTO))
    with pytest.raises(MissingFile, match=name_of(PHOTO)):
        store.open(name_of(PHOTO))
    store.forget(name_of(PHOTO))


def test_a_forgotten_file_is_gone_and_others_stay(store):
    store.put(PHOTO, name_of(PHOTO))
    store.put(b"other", name_of(b"other"))
    store.forget(name_of(PHOTO))
    store.forget(name_of(PHOTO))
    assert list(store.names()) == [name_of(b"other")]


@pytest.mark.parametrize(
    "name",
    ["", "x", "../" * 20 + "etc/passwd", "/" * 64, "A" * 64, "a" * 63, "a" * 65, "a" * 64 + "\n", "../" + "a" * 61,
     "a" * 62 + "%2", "a" * 63 + "?", "a" * 63 + "\0", "\uff10" * 64, "a" * 63 + "/"],
)  # fmt: skip
def test_nothing_but_a_hash_is_a_name(store, name):
    for act in (store.open, store.has, store.forget, lambda n: store.put(PHOTO, n)):
        with pytest.raises(ValueError, match="64 lower-case hex"):
            act(name)
    assert list(store.names()) == []


def test_what_others_lay_beside_the_files_is_not_named(store, service, tmp_path):
    store.put(PHOTO, name_of(PHOTO))
    if isinstance(store, FolderStore):
        (store.folder / "ab" / "cd").mkdir(parents=True)
        (store.folder / "ab" / "cd" / "notes.txt").write_text("x")
        (store.folder / "ab" / "cd" / name_of(b"x")).write_text("in the wrong place")
    else:
        for path in ("/city/files/ab/cd/notes.txt", f"/city/files/ab/cd/{name_of(b'x')}", f"/city/{name_of(b'x')}"):
            assert asked(service.host, "PUT", f"/{service.bucket}{path}", b"x")[0] == 200
    assert list(store.names()) == [name_of(PHOTO)]


def test_more_names_than_one_page_of_a_list_holds(store, put_behind):
    names = {name_of(b"%d" % n) for n in range(1003)}
    for name in names:
        put_behind(name, b"")
    found = list(store.names())
    assert len(found) == 1003
    assert set(found) == names


def test_many_put_the_same_and_others_at_once(store):
    faults = []

    def put(n):
        try:
            store.put(b"%d" % (n // 2), name_of(b"%d" % (n // 2)))
        except Exception as wrong:  # noqa: BLE001  all of them are told
            faults.append(wrong)

    threads = [threading.Thread(target=put, args=(n,)) for n in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []
    assert len(list(store.names())) == 8


def test_two_prefixes_of_a_bucket_are_two_stores(service):
    one, other = store_on(service.address), store_on(service.address.replace("city/files", "city/files2"))
    one.put(PHOTO, name_of(PHOTO))
    assert not other.has(name_of(PHOTO))
    assert list(other.names()) == []
    assert service.keys() == [f"city/files/{name_of(PHOTO)[:2]}/{name_of(PHOTO)[2:4]}/{name_of(PHOTO)}"]


def test_a_folder_that_cannot_be_written_is_a_fault_of_the_system(tmp_path):
    (tmp_path / "files").write_text("a file where the folder should be")
    with pytest.raises(OSError, match="files"):
        FolderStore(tmp_path / "files").put(PHOTO, name_of(PHOTO))
