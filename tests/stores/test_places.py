"""The words that name a store, the keys for it, and what PHOTO_STORE may be."""

from dataclasses import replace

import pytest

from fieldapp.app import create_app
from fieldapp.config import S3Keys, UnusableSetting, read_settings
from fieldapp.media.file_store import FolderStore
from fieldapp.media.s3_address import S3Address, read_s3_address
from fieldapp.media.s3_credentials import read_s3_credentials
from fieldapp.media.s3_store import S3Store
from fieldapp.services.file_stores import UnusableStore, store_at, store_of
from tests.stores.conftest import KEYS


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("s3://photos", S3Address("photos", "", "https://s3.us-east-1.amazonaws.com")),
        ("s3://photos/a/b/?region=eu-west-1",
         S3Address("photos", "a/b", "https://s3.eu-west-1.amazonaws.com", "eu-west-1")),
        ("s3://photos/a?endpoint=https://s3.city.example:9000",
         S3Address("photos", "a", "https://s3.city.example:9000")),
        ("s3://photos/a?endpoint=http%3A%2F%2F127.0.0.1%3A9&profile=old",
         S3Address("photos", "a", "http://127.0.0.1:9", profile="old")),
        ("s3://photos/a?endpoint=http://[::1]:9/", S3Address("photos", "a", "http://[::1]:9")),
        ("s3://photos/a?endpoint=http://localhost", S3Address("photos", "a", "http://localhost")),
    ],
)  # fmt: skip
def test_an_address_is_read(text, address):
    assert read_s3_address(text) == address


@pytest.mark.parametrize(
    "text",
    [
        "s3://", "s3:///x", "s3:photos", "S4://photos", "https://photos/x", "s3://P", "s3://ab/../x", "s3://abc//x",
        "s3://abc/x/../y", "s3://abc/.hidden", "s3://abc/x%2e", "s3://abc/x y", "s3://abc/x\n", "s3://abc/\u00e9", "s3://abc/x#y",
        "s3://key:hush@abc/x", "s3://hush@abc/x", "s3://abc:9/x", "s3://abc/x?secret=hush", "s3://abc/x?aws_secret_access_key=hush",
        "s3://abc/x?endpoint=https://key:hush@host", "s3://abc/x?endpoint=https://host/path",
        "s3://abc/x?endpoint=https://host?a=hush", "s3://abc/x?endpoint=http://s3.city.example",
        "s3://abc/x?endpoint=http://127.0.0.1.evil.example", "s3://abc/x?endpoint=http://10.0.0.1", "s3://abc/x?endpoint=ftp://host",
        "s3://abc/x?endpoint=https://", "s3://abc/x?endpoint=https://host:99999", "s3://abc/x?endpoint=https://host:x",
        "s3://abc/x?endpoint=https://host:0", "s3://abc/x?endpoint=https://[::1", "s3://abc/x?endpoint=",
        "s3://abc/x?endpoint=https://a&endpoint=https://b", "s3://abc/x?region=", "s3://abc/x?region=a/b",
        "s3://abc/x?profile=a]b", "s3://abc/x?Region=a",
    ],
)  # fmt: skip
def test_an_address_that_cannot_be_used_is_refused_without_repeating_a_secret(text):
    with pytest.raises(ValueError, match=r"\w+ \w+") as told:
        read_s3_address(text)
    assert "hush" not in str(told.value)


def credentials_file(folder, text, mode=0o600):
    file = folder / "credentials"
    file.write_text(text)
    file.chmod(mode)
    return file


GOOD = """
[default]
aws_access_key_id = one
aws_secret_access_key = hu%sh
[old]
aws_access_key_id=two
aws_secret_access_key=hush
aws_session_token=made-up
"""


def test_keys_are_read_from_a_private_file(tmp_path):
    file = credentials_file(tmp_path, GOOD)
    found = read_s3_credentials(file, "default")
    assert (found.key_id, found.secret, found.token) == ("one", "hu%sh", "")
    assert read_s3_credentials(file, "old").token.startswith("made")
    assert "hu" not in repr(found)
    assert "hush" not in repr(S3Keys("one", "hush", "hush"))


@pytest.mark.parametrize(
    ("text", "mode", "words"),
    [
        (GOOD, 0o640, "chmod 0600"), (GOOD, 0o604, "chmod 0600"), ("hush", 0o600, "no file of credentials"),
        ("[default]\nhush\n", 0o600, "no file of credentials"),
        ("[default]\n[default]\n", 0o600, "no file of credentials"),
        ("[default]\naws_access_key_id = hush\n", 0o600, "under .default."), ("", 0o600, "under .default."),
        ("#" * 70_000, 0o600, "too large"),
    ],
)  # fmt: skip
def test_a_file_of_keys_that_cannot_be_used_is_named(tmp_path, text, mode, words):
    file = credentials_file(tmp_path, text, mode)
    with pytest.raises(ValueError, match=words) as told:
        read_s3_credentials(file, "default")
    assert str(file) in str(told.value)
    assert "hush" not in str(told.value)
    with pytest.raises(ValueError, match="cannot be read"):
        read_s3_credentials(tmp_path / "none", "default")


def test_the_environment_names_the_store_and_its_keys(tmp_path):
    settings = read_settings({
        "FIELDAPP_INSTANCE": str(tmp_path / "i"), "PHOTO_STORE": "s3://abc/x", "AWS_ACCESS_KEY_ID": "a",
        "AWS_SECRET_ACCESS_KEY": "b", "AWS_SESSION_TOKEN": "c", "AWS_SHARED_CREDENTIALS_FILE": "/d",
        "AWS_CA_BUNDLE": "",
    })  # fmt: skip
    assert settings.photo_store == "s3://abc/x"
    assert (settings.s3_keys.key_id, settings.s3_keys.secret, settings.s3_keys.token) == ("a", "b", "c")
    assert isinstance(store_of(settings), S3Store)


def test_without_a_setting_the_store_is_a_folder_of_the_instance(settings):
    store = store_of(settings)
    assert isinstance(store, FolderStore)
    assert store.folder == settings.instance / "files"


@pytest.mark.parametrize(
    ("words", "keys"),
    [
        ("s3://key:hush@abc/x", KEYS), ("/some/folder", KEYS), ("file:///tmp", KEYS), ("s3://abc/x", S3Keys()),
        ("s3://abc/x", S3Keys(key_id="only half")), ("s3://abc/x?profile=old", KEYS),
        ("s3://abc/x", replace(KEYS, certificates="/none/such")),
    ],
)  # fmt: skip
def test_an_instance_with_an_unusable_store_does_not_start(settings_of, words, keys):
    with pytest.raises(UnusableSetting, match="PHOTO_STORE") as told:
        create_app(settings_of(photo_store=words, s3_keys=keys))
    assert "hush" not in str(told.value)


def test_without_the_package_the_sentence_names_it(monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    with pytest.raises(UnusableStore, match="botocore"):
        store_at("s3://abc/x", KEYS)
