"""Databases at an old revision, with rows."""

import contextlib
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config

from fieldapp.tables import db as db_module
from fieldapp.tables.db import db
from tests.stand.databases import running


def upgrade_to(revision):
    """Bring the database of the current app to `revision`."""
    config = Config()
    config.set_main_option("script_location", str(Path(db_module.__file__).parent / "migrations"))
    with db.engine.connect() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
        connection.commit()


@pytest.fixture(params=["sqlite", "postgresql"])
def app_at(request, old_database, settings_of):
    """app_at("0001"): an app over a database that was left at that revision, once a kind."""
    with contextlib.ExitStack() as stack:

        def make(revision):
            app = stack.enter_context(running(settings_of(database_url=old_database(request.param))))
            upgrade_to(revision)
            return app

        yield make
