"""Damaged and hostile photos by the hundred: each is taken or refused in words, and nothing is left behind."""

import os
import random
import tempfile
from pathlib import Path

from bench import own_photos as own
from fieldapp.media import photos
from fieldapp.tables.db import reading

COUNT, AT_ONCE = 500, 25


def test_no_mutated_photo_hurts_the_server(signed_in, give, stored, left_over, record_property):
    seed = int(os.environ.get("SEED") or random.randrange(10**9))  # noqa: S311
    print(f"seed {seed}")  # noqa: T201  pytest shows it where the test fails
    record_property("seed", seed)
    officer, batch, taken = signed_in(), [], 0
    temporary = set(Path(tempfile.gettempdir()).iterdir())
    for name, data in own.mutated(seed, COUNT):
        batch.append((name, data))
        if len(batch) == AT_ONCE:
            answer = give(officer, batch, "scene")
            assert answer.status_code in (303, 422), answer.text
            if answer.status_code == 422:
                for word, _ in batch:
                    assert f"{word}: " in answer.text
            batch = []
    with reading() as connection:
        rows = connection.exec_driver_sql("select sha256, page_sha256, small_sha256 from photos").all()
    taken = len(rows)
    assert 0 < taken < COUNT
    assert set(stored()) == {sha256 for row in rows for sha256 in row}
    assert left_over() == []
    assert not {f for f in set(Path(tempfile.gettempdir()).iterdir()) - temporary if "arriving" in f.name}
    assert photos._READER._process.poll() is None, "the process that decodes lives"
