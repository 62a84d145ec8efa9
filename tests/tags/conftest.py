"""Animals and tags for the tests of this folder."""

import datetime as dt

import pytest
from sqlalchemy import insert, select

from fieldapp.services import tag_stock
from fieldapp.tables.animals import Animal
from fieldapp.tables.audit import AuditEntry
from fieldapp.tables.db import reading, writing
from fieldapp.tables.keys import name_key


@pytest.fixture
def add_animal():
    """add_animal(city, name, **fields): a new animal's id."""

    def add(city="crystal", name="Rex", **fields):
        with writing() as connection:
            row = {
                "city": city, "name": name, "name_key": name_key(name), "species": "dog", "born_within": "day",
                "created_at": dt.datetime(2026, 1, 2, tzinfo=dt.UTC), **fields,
            }  # fmt: skip
            return connection.execute(insert(Animal).values(row)).inserted_primary_key[0]

    return add


@pytest.fixture
def made():
    """made(city, count, year): new tags."""

    def make(city="crystal", count=1, year=2026):
        return tag_stock.make(city, count, year, actor="cli")

    return make


@pytest.fixture
def entries():
    """entries(city): the audit entries of a city as (actor, action, subject, detail)."""

    def read(city="crystal"):
        columns = (AuditEntry.actor, AuditEntry.action, AuditEntry.subject, AuditEntry.detail)
        with reading() as connection:
            return [tuple(r) for r in connection.execute(select(*columns).where(AuditEntry.city == city))]

    return read
