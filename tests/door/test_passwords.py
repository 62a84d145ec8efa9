"""What may be a password."""

import hashlib
import tomllib

import pytest

from fieldapp.media import common_passwords
from fieldapp.services.passwords import UnusablePasswordError, check_new, hash_of, is_right


@pytest.mark.parametrize(
    "password",
    [
        "tundra kettle brisk 94",
        "abcdefgh ijklmnop qrst uv",
        "лесная дорога к озеру",
        "a" + "bc defg" * 2,
        "x7-" * 5 + "longer tail",
        "crystal kettle brisk 94",
        "!@#$%^&*()+{}|:<>?",
        "fence posts & a crooked gate" + "!" * 100,
    ],
)
def test_may_be(password):
    check_new(password, "olive", "Olive Her", "Crystal", "Battle Lake")


@pytest.mark.parametrize(
    ("password", "why"),
    [
        ("", "at least 15"),
        ("fourteen chars", "at least 15"),
        ("x1 " * 43, "at most 128"),
        ("passwordpassword", "list of common"),
        ("PasswordPassword", "list of common"),
        ("1qaz2wsx3edc4rfv", "list of common"),
        ("123456789987654321", "list of common"),
        ("qwertyuiopasdfghjkl", "list of common"),
        ("zzzzzzzzzzzzzzzzzzzzz", "list of common|easy to guess"),
        ("frog7frog7frog7frog7", "easy to guess"),
        ("olive-olive-olive1", "easy to guess"),
        ("Olive.olive.2026", "easy to guess"),
        ("crystalcrystal12", "easy to guess"),
        ("Crystal - CRYSTAL - 2026", "easy to guess"),
        ("battle-lake_battle.lake 7", "easy to guess"),
    ],
)
def test_may_not_be(password, why):
    with pytest.raises(UnusablePasswordError, match=why):
        check_new(password, "olive", "Olive Her", "Crystal", "Battle Lake")


def test_one_form_of_the_same_characters():
    assert is_right(hash_of("caf\u00e9 and crooked posts"), "cafe\u0301 and crooked posts")


def test_nobodys_hash_is_never_right():
    assert not is_right(None, "a person who does not exist, so that asking for one takes as long")


def test_the_list_is_the_one_that_is_named():
    folder = common_passwords._FILE.parent
    source = tomllib.loads((folder / "SOURCE.toml").read_text())
    body = common_passwords._FILE.read_bytes()
    assert hashlib.sha256(body).hexdigest() == source["sha256"]
    assert len(body) == source["words"] * common_passwords.SIZE
    assert (folder / "LICENSE").read_text().startswith("MIT")


def test_packing_and_asking_agree(monkeypatch):
    words = [f"a made up password {n}" for n in range(500)]
    monkeypatch.setattr(common_passwords, "_hashes", lambda: common_passwords.packed([*words, words[0].upper()]))
    assert all(common_passwords.is_common(word) for word in words)
    assert not any(common_passwords.is_common(word + "!") for word in words)
    monkeypatch.setattr(common_passwords, "_hashes", lambda: b"")
    assert not common_passwords.is_common(words[0])
