"""`flask verify` and `flask audit head` as an operator and a cron job see them."""

import json
import sqlite3
from datetime import timedelta

import pytest

from fieldapp import clock
from fieldapp.services import heads
from fieldapp.services.heads import UnusableHeads, read_heads
from fieldapp.services.server_keys import make_first
from tests.trail.conftest import CITY, grow


def spoil(instance, *lines):
    with sqlite3.connect(instance / "fieldapp.db") as connection:
        for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            connection.execute(f"DROP TRIGGER {name}")
        for line in lines:
            connection.execute(line)
    connection.close()


def test_a_clean_demo_and_then_a_fault(demo_instance, command, tmp_path):
    kept = tmp_path / "heads.txt"
    kept.write_text(command("audit", "head", instance=demo_instance).stdout)
    clean = command("verify", "--anchors", kept, instance=demo_instance)
    assert "crystal: " in clean.stdout
    assert clean.stdout.count(": sound") == 3
    spoil(demo_instance, "UPDATE audit_entries SET actor = 'person:9' WHERE city = 'benson' AND seq = 3")
    found = command("verify", "--json", instance=demo_instance, check=False)
    assert found.returncode == 1
    said = json.loads(found.stdout)
    assert (said["result"], said["faults"]) == ("faults", 1)
    benson = next(c for c in said["cities"] if c["city"] == "benson")
    assert (benson["first_fault"]["kind"], benson["first_fault"]["seq"]) == ("altered", 3)
    assert command("verify", "--city", "crystal", instance=demo_instance).returncode == 0
    words = command("verify", "--city", "benson", instance=demo_instance, check=False)
    assert words.returncode == 1
    assert "benson: FAULT altered, entry 3: " in words.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["verify", "--city", "atlantis"], "--city atlantis: no such city"),
        (["verify", "--anchors", "no-such-file"], "--anchors no-such-file: No such file or directory"),
        (["verify", "--anchors", "/etc/hostname"], "there is no line that begins with fieldapp/head/1"),
        (["audit", "head", "--city", "atlantis"], "--city atlantis: no such city"),
        (["audit", "head", "--date", "30 February"], "30 February"),
    ],
)
def test_an_unusable_call_is_one_line(demo_instance, command, words, said):
    done = command(*words, instance=demo_instance, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr


def test_a_database_that_was_never_migrated(tmp_path, command):
    (tmp_path / "new").mkdir(mode=0o700)
    done = command("verify", instance=tmp_path / "new", check=False)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "flask migrate" in done.stderr


@pytest.fixture
def kept(app, settings):
    make_first(settings.instance, actor="cli")
    grow(3)
    return heads.signed_heads(settings.instance, [CITY])[0]


def test_a_head_is_a_plain_line_that_reads_back(kept):
    line = kept.written()
    assert line.isascii()
    assert "\n" not in line
    (read,) = read_heads(f"From: clerk\n\n{line}\n-- \nend")
    assert read.said() == kept.said()
    assert read.line == 3
    folded = line.replace(" ", "\n ")
    assert read_heads(folded)[0].said() == kept.said()


@pytest.mark.parametrize("change", [lambda t: t.replace(" crystal ", " Crystal "), lambda t: t[:-3], lambda t: t + "A"])
def test_a_spoiled_line_is_unusable(kept, change):
    good = kept.written()
    with pytest.raises(UnusableHeads, match=r"line 2|no line"):
        read_heads(good + "\n" + change(good))


def test_an_instant_that_is_none(kept):
    with pytest.raises(UnusableHeads, match="no instant"):
        read_heads(kept.written().replace(kept.at, "2026-02-30T00:00:00.000000Z"))


def test_a_head_with_one_field_changed_is_not_signed(kept, check):
    text = kept.written()
    for changed in (
        text.replace(f" {kept.hash} ", f" {'0' * 64} "),
        text.replace(" crystal 4 ", " crystal 5 "),
        text.replace(f" {kept.kid} ", f" {'A' * 43} "),
    ):
        assert changed != text
        (fault,) = check(read_heads(changed)).faults
        assert fault.kind == "anchor not signed by this server"
    assert check(read_heads(text)).faults == ()


def test_the_head_of_a_past_day(kept, settings):
    today = clock.today("America/Chicago")
    (now,) = heads.signed_heads(settings.instance, [CITY], today)
    assert (now.seq, now.hash) == (kept.seq, kept.hash)
    (before,) = heads.signed_heads(settings.instance, [CITY], today - timedelta(days=1))
    assert (before.seq, before.hash) == (0, "0" * 64)
