"""The demo loaded on both databases."""

import pytest
from sqlalchemy import select

from fieldapp.services.demo.load import load_demo
from fieldapp.tables.animals import Animal
from fieldapp.tables.db import reading


@pytest.fixture
def loaded(app_on_both):
    """The demo on SQLite and on PostgreSQL."""
    load_demo(app_on_both.config["SETTINGS"].instance)
    return app_on_both


@pytest.fixture
def animals(loaded):
    """The ids of the demo's animals by city and name."""
    with reading() as connection:
        rows = connection.execute(select(Animal.city, Animal.name, Animal.id)).all()
    return {(city, name): key for city, name, key in rows}
