"""A chain to plant faults in: the database's own guards are taken away first, as its owner could."""

import pytest
from sqlalchemy import text

from fieldapp import clock
from fieldapp.media.file_store import FolderStore
from fieldapp.services import server_keys
from fieldapp.services.verify.run import verify
from fieldapp.tables import audit
from fieldapp.tables.animals import Animal
from fieldapp.tables.db import db, writing

CITY = "crystal"


def grow(count, city=CITY):
    for number in range(count):
        with writing() as connection:
            audit.append(
                connection,
                city,
                actor="cli",
                action="tried",
                subject=f"city:{city}",
                detail={"name": f"Möller {number}"},
            )


def unguard():
    """Drop the triggers and the uniqueness of numbers and links."""
    with db.engine.connect() as connection:
        if connection.dialect.name == "postgresql":
            for line in (
                "DROP FUNCTION audit_refuse() CASCADE",
                "ALTER TABLE audit_entries DROP CONSTRAINT uq_audit_entries_city_seq",
                "ALTER TABLE audit_entries DROP CONSTRAINT uq_audit_entries_city_prev",
            ):
                connection.execute(text(line))
        else:
            connection.exec_driver_sql("ALTER TABLE audit_entries RENAME TO guarded")
            connection.exec_driver_sql(
                "CREATE TABLE audit_entries (id INTEGER PRIMARY KEY, city, seq, prev, at, actor, action, subject, "
                '"commit", hash, salt, detail)'
            )
            connection.exec_driver_sql("INSERT INTO audit_entries SELECT * FROM guarded")
            connection.exec_driver_sql("DROP TABLE guarded")
            for name in ("step", "stay", "once"):
                connection.exec_driver_sql(f"DROP TRIGGER audit_heads_{name}")
        connection.commit()


def plant(*lines):
    with writing() as connection:
        for line in lines:
            connection.execute(text(line))


@pytest.fixture
def animal_row():
    """animal_row(city): the id of a dog, put there without an entry."""

    def make(city=CITY):
        empty = dict.fromkeys(("breed", "color", "sex", "size", "microchip", "microchip_key", "exemption"), "")
        values = {"city": city, "name": "Rex", "name_key": "rex", "species": "dog", "created_at": clock.now()}
        with writing() as connection:
            made = connection.execute(Animal.__table__.insert().values(**values, **empty, name_hidden=False))
            return made.inserted_primary_key[0]

    return make


@pytest.fixture
def store(settings):
    return FolderStore(settings.instance / "files")


@pytest.fixture
def chain(app_on_both, settings):
    """Ten entries in one city, on both databases, and the receipt key."""
    server_keys.make_first(settings.instance, actor="cli")
    grow(10)
    unguard()
    return app_on_both


@pytest.fixture
def check(store):
    def run(anchors=(), cities=(CITY,)):
        return verify(cities, store, anchors, actor="cli").cities[0]

    return run
