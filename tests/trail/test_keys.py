"""Server keys: made, rotated with a statement of the old one, revoked, published for ever; open folders refused."""

import json

import pytest

from fieldapp.app import create_app
from fieldapp.config import UnusableSetting
from fieldapp.media.key_files import UnusableKey, read_key
from fieldapp.media.signing import bytes_of, is_signed, key_id, statement
from fieldapp.services import server_keys
from fieldapp.services.server_keys import RefusedKeyChange, make_first, revoke, rotate, signed
from fieldapp.tables.db import reading

PAGE = "/.well-known/fieldapp-keys.json"
ORIGINS = ("https://tags.example.gov", "https://pets.example.gov")


def page(app):
    answer = app.test_client().get(PAGE)
    assert (answer.status_code, answer.content_type) == (200, "application/json")
    assert answer.headers["Cache-Control"] == "no-cache"
    return answer.get_json()


def actions():
    with reading() as connection:
        return connection.exec_driver_sql(
            "SELECT action, subject FROM audit_entries WHERE city = 'benson' ORDER BY seq"
        ).all()


def test_a_life_of_keys(app_on_both, settings):
    folder = settings.instance
    assert page(app_on_both)["keys"] == []
    with pytest.raises(UnusableKey, match="flask keys new"):
        signed(folder, b"x")
    first = make_first(folder, actor="cli")
    with pytest.raises(RefusedKeyChange, match="signs already"):
        make_first(folder, actor="cli")
    old, second = rotate(folder, ORIGINS, actor="cli")
    assert old == first
    kid, signature = signed(folder, b"words\n")
    shown = page(app_on_both)
    by_id = {k["kid"]: k for k in shown["keys"]}
    assert kid == second
    assert is_signed(bytes_of(by_id[second]["public_key"]), b"words\n", signature)
    assert by_id[first]["until"] is not None
    assert by_id[second]["until"] is None
    for said in shown["rotations"]:
        lines = statement("fieldapp/rotate/1", said["origin"], said["old_kid"], said["new_kid"], said["from"])
        assert is_signed(bytes_of(by_id[first]["public_key"]), lines, said["signature"])
        assert not is_signed(bytes_of(by_id[second]["public_key"]), lines, said["signature"])
    assert [r["origin"] for r in shown["rotations"]] == list(ORIGINS)
    revoke(folder, second, "the disk was sold", actor="cli")
    with pytest.raises(RefusedKeyChange, match="revoked already"):
        revoke(folder, second, "again", actor="cli")
    third = make_first(folder, actor="cli")
    shown = page(app_on_both)["keys"]
    assert [bool(k["revoked"]) for k in shown if k["kid"] in (first, second, third)] == [False, True, False]
    assert all(key_id(bytes_of(k["public_key"])) == k["kid"] for k in shown)
    assert [tuple(a) for a in actions()] == [
        ("key made", f"key:{first}"), ("key rotated", f"key:{second}"), ("key revoked", f"key:{second}"),
        ("key made", f"key:{third}"),
    ]  # fmt: skip
    assert sorted(f.name for f in (folder / "keys").iterdir()) == [f"{third}.pem"]


def test_private_keys_lie_closed(app, settings):
    kid = make_first(settings.instance, actor="cli")
    folder = settings.instance / "keys"
    assert folder.stat().st_mode & 0o777 == 0o700
    assert (folder / f"{kid}.pem").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(("place", "mode"), [("", 0o750), ("", 0o701), ("KID.pem", 0o640), ("KID.pem", 0o604)])
def test_no_start_with_keys_open_to_others(app, settings, place, mode):
    kid = make_first(settings.instance, actor="cli")
    (settings.instance / "keys" / place.replace("KID", kid)).chmod(mode)
    with pytest.raises(UnusableSetting, match=r"keys.* is open to others \(mode .*chmod 0[67]00"):
        create_app(settings)


def test_a_key_that_is_not_what_its_name_says(app, settings):
    kid = make_first(settings.instance, actor="cli")
    file = settings.instance / "keys" / f"{kid}.pem"
    content = file.read_bytes()
    file.rename(file.with_name("other.pem"))
    with pytest.raises(UnusableKey, match="from the safe"):
        signed(settings.instance, b"x")
    (file.with_name("other.pem")).rename(file)
    for wrong in (b"", content[:100], b"\0" * 50):
        file.write_bytes(wrong)
        with pytest.raises(UnusableKey, match="cannot be read"):
            read_key(file.parent, kid)
    file.write_bytes(content)
    file.rename(file.with_name("other.pem"))
    with pytest.raises(UnusableKey, match="another key"):
        read_key(file.parent, "other")


def test_a_rotation_without_the_private_key_changes_nothing(app, settings):
    kid = make_first(settings.instance, actor="cli")
    (settings.instance / "keys" / f"{kid}.pem").unlink()
    with pytest.raises(UnusableKey):
        rotate(settings.instance, ORIGINS, actor="cli")
    assert [k.kid for k in server_keys.published()] == [kid]
    assert not list((settings.instance / "keys").iterdir())


def test_the_commands(demo_instance, command):
    found = json.loads(command("keys", "list", "--json", instance=demo_instance).stdout)
    assert sorted(key["use"] for key in found["keys"]) == ["desk", "desk", "desk", "receipt"]
    again = command("keys", "new", instance=demo_instance, check=False)
    assert (again.returncode, again.stderr.count("\n")) == (2, 1)
    assert "safe" in command("keys", "rotate", "--origin", ORIGINS[0], instance=demo_instance).stdout
    lines = [line for line in command("keys", "list", instance=demo_instance).stdout.splitlines() if "receipt" in line]
    assert [("until" in line, "signs" in line) for line in lines] == [(True, False), (False, True)]
    strange = command("keys", "revoke", "nobody", "--reason", "x", instance=demo_instance, check=False)
    assert (strange.returncode, strange.stderr) == (2, "nobody is no key of this server\n")
