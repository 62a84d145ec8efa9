"""The plain parts of a backup lie in a closed folder: gone after the work, or cleared away where it was killed."""

import subprocess
import sys

import pytest

from fieldapp.services.backup.workplace import MAKING, RESTORING, workplace

AT_WORK = """
import os, sys
from pathlib import Path
from fieldapp.services.backup.workplace import workplace
with workplace(Path(sys.argv[1]), sys.argv[2]) as folder:
    (folder / "fieldapp.db").write_bytes(b"names and addresses")
    print(folder, flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def at_work(tmp_path):
    def start(prefix):
        process = subprocess.Popen(
            [sys.executable, "-c", AT_WORK, tmp_path, prefix], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        process.stdout.readline()
        started.append(process)
        return process

    started = []
    yield start
    for process in started:
        process.kill()
        process.communicate()


def folders(place):
    return sorted(found.name.rpartition("-")[0] + "-" for found in place.iterdir())


def test_a_folder_is_closed_and_gone_afterwards(tmp_path):
    with workplace(tmp_path, MAKING) as folder:
        assert folder.stat().st_mode & 0o777 == 0o700
        assert folders(tmp_path) == [MAKING]
    assert folders(tmp_path) == []


@pytest.mark.parametrize("prefix", [MAKING, RESTORING])
def test_what_a_killed_process_left_is_cleared_by_the_next_one(tmp_path, at_work, prefix):
    process = at_work(prefix)
    process.kill()
    process.wait()
    (tmp_path / "fieldapp.db").write_bytes(b"the instance's own")
    assert prefix in folders(tmp_path)
    with workplace(tmp_path, MAKING):
        assert folders(tmp_path).count(MAKING) == 1
        assert RESTORING not in folders(tmp_path)
    assert [found.name for found in tmp_path.iterdir()] == ["fieldapp.db"]


def test_the_folder_of_one_at_work_is_left_alone(tmp_path, at_work):
    at_work(MAKING)
    with workplace(tmp_path, MAKING):
        assert folders(tmp_path) == [MAKING, MAKING]
