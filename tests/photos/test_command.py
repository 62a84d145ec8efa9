"""`flask photos check`: one JSON line a file, and the same verdict as an upload of the file."""

import json
import os

import pytest

from bench import own_photos as own
from tests.photos.test_read import BAD

KEYS = ["file", "result", "reason", "type", "width", "height", "captured_at", "position"]


@pytest.fixture
def checked(command, tmp_path):
    def run(*files):
        done = command("photos", "check", *files, instance=tmp_path / "no-database")
        return [json.loads(line) for line in done.stdout.splitlines()]

    return run


def test_a_line_a_file_in_order(checked, tmp_path):
    good, bad = tmp_path / "dog.jpg", tmp_path / "cut.jpg"
    fields = own.exif(
        6, when="2026:07:04 23:50:00", offset="-07:00", latitude=(37.0, 46.0, 45.0), longitude=(122.0, 25.0, 10.0)
    )
    good.write_bytes(own.saved(own.corners(), exif=fields))
    bad.write_bytes(good.read_bytes()[:-2])
    first, second, third, fourth = checked(good, bad, tmp_path / "missing.jpg", tmp_path)
    assert [*first] == KEYS
    assert first == {
        "file": str(good), "result": "accepted", "reason": None, "type": "jpeg", "width": 64, "height": 96,
        "captured_at": "2026-07-04T23:50:00-07:00", "position": [37.779167, -122.419444],
    }  # fmt: skip
    assert (second["result"], second["position"]) == ("refused", None)
    assert "incomplete" in second["reason"]
    assert [line["result"] for line in (third, fourth)] == ["refused"] * 2
    assert third["reason"] == fourth["reason"] == "The file cannot be read."
    assert not (tmp_path / "no-database" / "fieldapp.db").exists()
    assert not (tmp_path / "no-database" / "files").exists()


def test_a_pipe_is_no_file_and_is_not_waited_for(checked, tmp_path):
    os.mkfifo(tmp_path / "pipe.jpg")
    (line,) = checked(tmp_path / "pipe.jpg")
    assert (line["result"], line["reason"]) == ("refused", "The file cannot be read.")


def test_without_a_file_the_call_is_unusable(command, tmp_path):
    done = command("photos", "check", instance=tmp_path / "i", check=False)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1


def test_the_command_and_an_upload_agree_on_every_file(checked, tmp_path, signed_in, give):
    files = {f"{n}-{name}": data for n, (name, data) in enumerate(own.whole_ones().items())}
    files |= {f"bad-{n}": data for n, (data, _) in enumerate(BAD.values())}
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    lines = {line["file"].rpartition("/")[2]: line for line in checked(*(tmp_path / name for name in files))}
    officer = signed_in()
    for name, data in files.items():
        answer = give(officer, [(name, data)])
        taken = lines[name]["result"] == "accepted"
        assert answer.status_code == (303 if taken else 422), name
        if not taken:
            assert lines[name]["reason"] in answer.text.replace("&#39;", "'"), name
