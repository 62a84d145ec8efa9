"""A 12-megapixel photo to original and two copies beside bare Pillow; a server while 8 phones send 48 megapixels."""

import hashlib
import http.client
import io
import math
import shutil
import statistics
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from PIL import Image, ImageOps

from bench.figures import Figure
from bench.own_photos import exif, saved, scene
from bench.serving import Visitor, in_turns, served
from bench.town import Town, build
from fieldapp.app import create_app
from fieldapp.config import read_settings
from fieldapp.media.photo_pixels import PAGE, QUALITY, SMALL
from fieldapp.services import photos
from fieldapp.services.stored_files import GivenFile
from fieldapp.tables.db import db

GOAL_TIMES, GOAL_MB, GOAL_PAGES = 1.3, 400, 2.0
ROUNDS, PHONES, SECONDS = 20, 8, 20


def photo(width: int, height: int) -> bytes:
    """A JPEG as a phone makes it: detail everywhere, lying on its side, about 4 bits a pixel."""
    grain = Image.effect_noise((512, 512), 40).convert("RGB")
    picture = scene(width, height)
    ground = Image.new("RGB", picture.size)
    for top in range(0, height, 512):
        for left in range(0, width, 512):
            ground.paste(grain, (left, top))
    block = exif(6, when="2026:07:04 23:50:00", offset="-05:00", latitude=(45.0, 1.0, 2.0), longitude=(93.0, 3.0, 4.0))
    return saved(Image.blend(picture, ground, 0.25), exif=block)


def figures() -> Iterator[Figure]:
    """The ratio of one photo, and the server under load."""
    with tempfile.TemporaryDirectory(prefix="fieldapp-bench-") as name:
        town = build(Path(name) / "town", 1_000)
        yield _beside_pillow(town, Path(name) / "bare")
        yield from _eight_phones(town)


def _beside_pillow(town: Town, folder: Path) -> Figure:
    data = photo(4032, 3024)
    folder.mkdir()
    app = create_app(replace(read_settings({"FIELDAPP_INSTANCE": str(town.instance)})))

    def ours(number: int) -> None:
        given = GivenFile("IMG.jpg", io.BytesIO(data + str(number).encode()))  # other bytes each time
        (one,) = photos.add_photos(
            "crystal", f"animal:{number % 900 + 1}", [given], "dog", actor="person:1", person_id=1
        )
        assert one.photo_id

    def bare(number: int) -> None:
        _bare(data + str(number).encode(), folder)

    with app.app_context():
        spent = in_turns(ours, bare, ROUNDS)
        db.engine.dispose()
    how = f"{spent[0] * 1000:.0f} ms / {spent[1] * 1000:.0f} ms, {len(data) / 1_000_000:.1f} MB"
    return Figure("12 megapixels to original and two copies / bare Pillow", spent[0] / spent[1], GOAL_TIMES, "x", how)


def _bare(data: bytes, folder: Path) -> None:
    """The same work in as few lines as it takes, without judging anything and in this process."""
    name = hashlib.sha256(data).hexdigest()
    (folder / name).write_bytes(data)
    with Image.open(folder / name) as opened:
        opened.draft("RGB", (PAGE, PAGE))
        picture = ImageOps.exif_transpose(opened)
    picture.thumbnail((PAGE, PAGE), Image.Resampling.BICUBIC)
    picture.save(folder / f"{name}.page", "JPEG", quality=QUALITY)
    picture.thumbnail((SMALL, SMALL), Image.Resampling.BICUBIC)
    picture.save(folder / f"{name}.small", "JPEG", quality=QUALITY)


def _eight_phones(town: Town) -> Iterator[Figure]:
    """Eight phones send photos of 48 megapixels one after another, while an officer looks tags up."""
    data = photo(8064, 6048)
    shutil.rmtree(town.instance / "files", ignore_errors=True)
    with served("wsgi:app", {"FIELDAPP_INSTANCE": str(town.instance)}) as port:
        officer = Visitor(port, {"Cookie": town.cookie})
        idle = _looks(officer, town, time.monotonic() + SECONDS / 4)
        before = memory_of(port)
        until, sent, peaks = time.monotonic() + SECONDS, [0] * PHONES, [before]
        phones = [threading.Thread(target=_phone, args=(port, town, data, until, sent, n)) for n in range(PHONES)]
        watch = threading.Thread(target=_watch, args=(port, until, peaks))
        for thread in (*phones, watch):
            thread.start()
        busy = _looks(officer, town, until)
        for thread in (*phones, watch):
            thread.join()
    took = f"{sum(sent)} photos of {len(data) / 1_000_000:.0f} MB in {SECONDS} s, {before:.0f} MB at rest"
    yield Figure("memory of the server while 8 phones send 48 megapixels", max(peaks), GOAL_MB, "MB", took)
    how = f"{busy * 1000:.1f} ms / {idle * 1000:.1f} ms"
    yield Figure("tag page meanwhile / idle", busy / idle if idle else math.inf, GOAL_PAGES, "x", how)


def _looks(officer: Visitor, town: Town, until: float) -> float:
    """The median time of a tag page, asked every 20 ms until then."""
    spent = []
    while time.monotonic() < until:
        began = time.perf_counter()
        officer.get(f"/t/{town.codes[len(spent) % len(town.codes)]}")
        spent.append(time.perf_counter() - began)
        time.sleep(0.02)
    return statistics.median(spent)


def _phone(port: int, town: Town, data: bytes, until: float, sent: list[int], number: int) -> None:
    line = "bench-line"
    head = (
        f'--{line}\r\nContent-Disposition: form-data; name="kind"\r\n\r\nscene\r\n--{line}\r\n'
        'Content-Disposition: form-data; name="photos"; filename="IMG.jpg"\r\nContent-Type: image/jpeg\r\n\r\n'
    )
    while time.monotonic() < until:
        body = head.encode() + data + f"{number} {sent[number]}\r\n--{line}--\r\n".encode()
        connection = http.client.HTTPConnection("localhost", port, timeout=120)
        connection.request("POST", f"/animals/{number + 1}/photos", body=body, headers={
            "Host": "localhost", "Cookie": town.cookie, "Origin": "http://localhost",
            "Content-Type": f"multipart/form-data; boundary={line}", "Sec-Fetch-Site": "same-origin",
        })  # fmt: skip
        answer = connection.getresponse()
        answer.read()
        assert answer.status == 303, answer.status
        connection.close()
        sent[number] += 1


def _watch(port: int, until: float, peaks: list[float]) -> None:
    while time.monotonic() < until:
        peaks.append(memory_of(port))
        time.sleep(0.05)


def memory_of(port: int) -> float:
    """Megabytes of the server on this port: gunicorn, its workers, and the processes that decode, shared pages once."""
    parents: dict[int, int] = {}
    roots = set()
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            try:
                words = (folder / "cmdline").read_bytes()
                parents[int(folder.name)] = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            except (OSError, IndexError):
                continue
            if f"127.0.0.1:{port}".encode() in words:
                roots.add(int(folder.name))
    family = {one for one in parents if _descends(one, roots, parents)}
    return sum(_proportional(one) for one in family) / 1024


def _descends(one: int, roots: set[int], parents: dict[int, int]) -> bool:
    while one in parents:
        if one in roots:
            return True
        one = parents[one]
    return False


def _proportional(one: int) -> int:
    try:
        for line in Path(f"/proc/{one}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1])
    except OSError:
        pass
    return 0
