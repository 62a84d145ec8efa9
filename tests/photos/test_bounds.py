"""Decoding happens in a process with bounds: what a file does to it, it does to itself."""

import contextlib
import io
import os
import signal
import threading
import time
from pathlib import Path

import pytest
from PIL import Image, ImageStat

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


@pytest.mark.parametrize("mode", ["RGBA", "P", "1", "I;16"])
def test_a_large_picture_never_stands_in_memory_twice(fresh, monkeypatch, tmp_path, mode):
    """Averaging a whole one that can be seen through takes a second of it; what it gives is right all the same."""
    upright, file = own.corners(5000, 4000), tmp_path / "photo"
    if mode == "I;16":
        given = upright.convert("L").convert("I").point(lambda value: value * 256).convert("I;16")
    else:
        given = upright.quantize(8) if mode == "P" else upright.convert(mode)
    file.write_bytes(own.saved(given, "PNG", compress_level=1))
    monkeypatch.setattr(photos, "MEGABYTES", 190)
    seen = read_photo(file)
    assert (seen.width, seen.height) == (5000, 4000)
    page = Image.open(io.BytesIO(seen.page))
    assert page.size == (1600, 1280)
    reference = upright if mode in {"RGBA", "P"} else upright.convert("L").convert("RGB")
    for left, top in ((200, 200), (1400, 200), (200, 1000), (1400, 1000)):
        part = (left, top, left + 64, top + 64)
        told = reference.resize(page.size, Image.Resampling.BOX).crop(part)
        means = zip(ImageStat.Stat(page.crop(part)).mean, ImageStat.Stat(told).mean, strict=True)
        assert max(abs(a - b) for a, b in means) < 5


def test_a_scan_in_black_and_white_is_averaged_and_not_thinned_out(fresh, tmp_path):
    """Lines of one pixel, as small print has them, are gray in the copy; skipping pixels would lose some wholly."""
    scan = Image.new("1", (5000, 400), 1)
    for left in range(0, 5000, 10):
        scan.paste(0, (left, 0, left + 1, 400))
    file = tmp_path / "photo"
    file.write_bytes(own.saved(scan, "PNG"))
    page = Image.open(io.BytesIO(read_photo(file).page)).convert("L")
    row = [page.getpixel((at, 60)) for at in range(100, 1500)]
    assert min(row) > 60, "no line is black as if it were as wide as a pixel of the copy, and none is gone"
    assert abs(sum(row) / len(row) - 255 * 0.9) < 8


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
