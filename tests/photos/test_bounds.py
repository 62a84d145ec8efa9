"""Decoding happens in a process with bounds: what a file does to it, it does to itself."""

import contextlib
import os
import signal
import threading
import time
from pathlib import Path

import pytest

from bench import own_photos as own
from fieldapp.media import photos
from fieldapp.media.photo_sniff import Refused
from fieldapp.media.photos import read_photo


@pytest.fixture
def fresh(monkeypatch):
    reader = photos._Reader()
    monkeypatch.setattr(photos, "_READER", reader)
    yield reader
    reader.end()


def test_memory_is_bounded(fresh, monkeypatch, tmp_path):
    file = tmp_path / "photo"
    file.write_bytes(own.saved(own.scene(5000, 4000), "PNG", compress_level=1))
    monkeypatch.setattr(photos, "MEGABYTES", 100)
    with pytest.raises(Refused, match="memory"):
        read_photo(file)
    monkeypatch.setattr(photos, "MEGABYTES", 420)
    assert read_photo(file).width == 5000, "the process lives on"


def test_time_is_bounded(fresh, monkeypatch, tmp_path):
    file = tmp_path / "photo"
    file.write_bytes(own.saved(own.scene(5000, 4000), "PNG", compress_level=1))
    monkeypatch.setattr(photos, "WALL", 0.01)
    with pytest.raises(Refused, match="limits of time and memory"):
        read_photo(file)
    monkeypatch.setattr(photos, "WALL", 60)
    assert read_photo(file).width == 5000


def test_a_process_that_was_ended_is_started_again(fresh, tmp_path):
    file = tmp_path / "photo"
    file.write_bytes(own.saved(own.corners()))
    first = read_photo(file)
    os.kill(fresh._process.pid, signal.SIGKILL)
    fresh._process.wait()
    assert read_photo(file) == first
    os.kill(fresh._process.pid, signal.SIGKILL)
    time.sleep(0.05)
    assert read_photo(file) == first


def test_the_process_ends_with_its_owner(fresh, tmp_path):
    file = tmp_path / "photo"
    file.write_bytes(own.saved(own.corners()))
    read_photo(file)
    fresh._process.stdin.close()  # what the end of the owner does
    assert fresh._process.wait(5) == 0


def test_the_process_has_no_network_settings_and_no_secrets(fresh, monkeypatch, tmp_path):
    monkeypatch.setenv("DATABASE_URL", "postgresql://canary")
    file = tmp_path / "photo"
    file.write_bytes(own.saved(own.corners()))
    read_photo(file)
    assert b"canary" not in Path(f"/proc/{fresh._process.pid}/environ").read_bytes()


def test_one_photo_at_a_time(fresh, tmp_path, monkeypatch):
    running, most = [], []
    ask = fresh.ask

    def counted(file):
        running.append(file)
        most.append(len(running))
        try:
            return ask(file)
        finally:
            running.pop()

    monkeypatch.setattr(fresh, "ask", counted)
    file = tmp_path / "photo"
    file.write_bytes(own.saved(own.corners()))
    threads = [threading.Thread(target=read_photo, args=(file, tmp_path / "turn")) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(most), max(most)) == (8, 1)


def test_reading_leaves_nothing_behind(fresh, tmp_path):
    file = tmp_path / "photo"
    for data in (own.saved(own.corners()), b"", own.huge_png(20000, 20000)):
        file.write_bytes(data)
        with contextlib.suppress(Refused):
            read_photo(file)
    assert [f.name for f in tmp_path.iterdir()] == ["photo"]
