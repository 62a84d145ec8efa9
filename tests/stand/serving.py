"""Real servers on a free loopback port, each a process of its own over a fresh demo instance.

demo_people     the people of the demo: a list of {"role", "username", "password", "city"}
demo_settings   settings of a fresh copy of the demo instance (SQLite)
demo_app        an app over it, its context active
server          a running server over its own fresh demo; .base (http://localhost:PORT), .people, .person(role, city)
standing_server the same, one for the whole session: for tests that only read
server_of       server_of(env={...}): a server with other environment variables
command         command("tags", "list", ..., instance=folder): `flask --app wsgi ...` as a process; gives its result
"""

import contextlib
import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from fieldapp.config import read_settings

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Server:
    base: str
    people: list
    instance: Path
    log: Path

    def person(self, role: str, city: str = "crystal") -> dict:
        """The demo's person with this role in this city (username, password)."""
        return person_of(self.people, role, city)


def person_of(people, role, city):
    return next(p for p in people if p["role"] == role and p["city"] in (city, None))


def _environment(instance, **more):
    kept = {k: v for k, v in os.environ.items() if k in ("PATH", "HOME", "LANG", "LC_ALL", "TMPDIR")}
    return {**kept, "FIELDAPP_INSTANCE": str(instance), "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1", **more}


@pytest.fixture(scope="session")
def command():
    def run(*words, instance, stdin=None, check=True, env=None):
        done = subprocess.run(
            [sys.executable, "-m", "flask", "--app", "wsgi", *map(str, words)],
            cwd=ROOT,
            env=_environment(instance, **(env or {})),
            input=stdin,
            capture_output=True,
            text=True,
            check=False,
        )
        if check and done.returncode != 0:
            pytest.fail(f"flask {' '.join(map(str, words))} ends with {done.returncode}:\n{done.stdout}{done.stderr}")
        return done

    return run


@pytest.fixture(scope="session")
def _demo_template(tmp_path_factory, command):
    folder = tmp_path_factory.mktemp("demo") / "instance"
    folder.mkdir(mode=0o700)
    people = json.loads(command("demo", "--json", instance=folder).stdout)["people"]
    return folder, people


@pytest.fixture(scope="session")
def demo_people(_demo_template):
    return _demo_template[1]


@pytest.fixture
def demo_instance(_demo_template, tmp_path):
    """A fresh copy of the demo's instance folder."""
    return _copy(_demo_template[0], tmp_path / "demo-instance")


def _copy(source, target):
    shutil.copytree(source, target)
    target.chmod(0o700)
    return target


@pytest.fixture
def demo_settings(demo_instance):
    return read_settings({"FIELDAPP_INSTANCE": str(demo_instance)})


@pytest.fixture
def demo_app(demo_settings, app_of):
    return app_of(demo_settings)


@contextlib.contextmanager
def serving(instance, people, log, env=None, program=Path(__file__).parent / "serve.py"):
    """A server process over `instance`; it is there when this yields and gone when it ends."""
    with log.open("w") as err:
        process = subprocess.Popen(
            [sys.executable, str(program)],
            cwd=ROOT, env=_environment(instance, **(env or {})), stdout=subprocess.PIPE, stderr=err, text=True,
        )  # fmt: skip
        try:
            first = process.stdout.readline()
            if not first.startswith("http"):
                process.wait(10)
                pytest.fail(f"the server did not start:\n{first}{log.read_text()}")
            yield Server(base=first.strip(), people=people, instance=instance, log=log)
        finally:
            process.terminate()
            process.wait(10)
            process.stdout.close()


@pytest.fixture
def server_of(_demo_template, tmp_path):
    with contextlib.ExitStack() as stack:
        started = []

        def start(env=None, instance=None):
            number = len(started)
            folder = instance or _copy(_demo_template[0], tmp_path / f"served-{number}")
            running = stack.enter_context(serving(folder, _demo_template[1], tmp_path / f"served-{number}.log", env))
            started.append(running)
            return running

        yield start


@pytest.fixture
def server(server_of):
    return server_of()


@pytest.fixture(scope="session")
def standing_server(_demo_template, tmp_path_factory):
    folder = tmp_path_factory.mktemp("standing")
    with serving(_copy(_demo_template[0], folder / "instance"), _demo_template[1], folder / "log") as running:
        yield running
