"""Every command ends with one line and code 2 where the call or the database is not as it must be."""

import os
import subprocess
import sys

import pytest

from fieldapp.config import ROOT

UNMIGRATED = [
    ("import-licenses", "--city", "crystal", "list.csv"),
    ("tags", "list", "--city", "crystal"),
    ("tags", "make", "--city", "crystal", "--count", "2"),
    ("people", "list", "--city", "crystal"),
    ("audit", "head"),
]


@pytest.fixture
def flask(tmp_path):
    (tmp_path / "list.csv").write_text("Tag,Dog Name\n1,Rex\n")

    def run(*words, **environ):
        kept = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
        return subprocess.run(
            [sys.executable, "-m", "flask", "--app", str(ROOT / "wsgi.py"), *words], capture_output=True, text=True,
            cwd=tmp_path, timeout=60, check=False,
            env=kept | {"FIELDAPP_INSTANCE": str(tmp_path / "instance"), "PYTHONPATH": str(ROOT)} | environ,
        )  # fmt: skip

    return run


def one_line(ran, *says):
    assert ran.returncode == 2, ran.stderr
    assert ran.stdout == ""
    assert len(ran.stderr.strip().splitlines()) == 1, ran.stderr
    assert "Traceback" not in ran.stderr
    for words in says:
        assert words in ran.stderr
    assert "s3cret" not in ran.stderr


@pytest.mark.parametrize("words", UNMIGRATED, ids=" ".join)
def test_a_new_instance_says_what_to_run(flask, words):
    one_line(flask(*words), "flask migrate")


@pytest.mark.parametrize("words", [UNMIGRATED[0], UNMIGRATED[1], ("migrate",)], ids=" ".join)
def test_a_database_server_that_is_down(flask, words):
    one_line(flask(*words, DATABASE_URL="postgresql+psycopg://me:s3cret@127.0.0.1:9/town"), "database")


@pytest.mark.parametrize(
    "url",
    ["s3cret", "oracle://me:s3cret@h/x", "nonsense://me:s3cret@h/x", "postgresql+psycopg://me:s3cret@h:port/x",
     "postgresql+nothing://me:s3cret@h/x", "mysql://me:s3cret@h/x", "://s3cret", " "],
)  # fmt: skip
def test_a_database_address_that_is_none(flask, url):
    one_line(flask("tags", "list", "--city", "crystal", DATABASE_URL=url), "DATABASE_URL")


@pytest.mark.parametrize(
    "words", [("import-licenses", "list.csv"), ("import-licenses",), ("migrate", "--odd"), ("tags", "list"),
              ("people", "add", "--odd"), ("tags", "none")], ids=" ".join,
)  # fmt: skip
def test_a_wrong_call(flask, words):
    one_line(flask(*words))


def test_help_stays_help(flask):
    ran = flask("import-licenses", "--help")
    assert (ran.returncode, "Usage:" in ran.stdout) == (0, True)
