"""give(text or bytes): a list for the city crystal, imported; `counts` of its report; `rows` of a table."""

from datetime import date

import pytest
from sqlalchemy import text

from fieldapp.services.license_list.run import Order, import_list
from fieldapp.tables.db import reading

TODAY = date(2026, 11, 30)


def counts(report):
    return (report.read, report.new, report.changed, report.unchanged, report.refused)


def rows(sql, **values):
    with reading() as connection:
        return [tuple(row) for row in connection.execute(text(sql), values)]


@pytest.fixture
def order_of(tmp_path):
    def make(content, *, name="list.csv", city="crystal", licensed=("dog", "pig"), today=TODAY, **more):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return Order(city, path, name, frozenset(licensed), today, "cli", **more)

    return make


@pytest.fixture
def give(order_of):
    def take(content, *, dry_run=False, progress=None, **more):
        return import_list(order_of(content, **more), dry_run=dry_run, progress=progress)

    return take
