"""Every column has a data class with what it rests on (security: data practices)."""

import tomllib

from fieldapp.tables import schema
from fieldapp.tables.db import Base
from tests.tree.listing import ROOT

CLASSES = {"public", "private", "confidential", "security"}
BOOK = tomllib.loads((ROOT / "fieldapp/tables/data_classes.toml").read_text(encoding="utf-8"))


def columns():
    assert schema
    return {f"{t.name}.{c.name}" for t in Base.metadata.tables.values() for c in t.columns}


def classed():
    return {f"{table}.{column}" for table, found in BOOK["columns"].items() for column in found}


def test_every_column_has_a_class():
    assert sorted(columns() - classed()) == []


def test_no_class_is_left_of_a_column_that_is_gone():
    assert sorted(classed() - columns()) == []


def test_every_class_is_known_and_rests_on_something():
    used = set()
    for table, found in BOOK["columns"].items():
        for column, (data_class, because) in found.items():
            assert data_class in CLASSES, f"{table}.{column}"
            assert because in BOOK["because"], f"{table}.{column}"
            used.add(because)
    assert used == set(BOOK["because"])


def test_what_names_an_owner_is_never_plainly_public():
    owners = BOOK["columns"]["owners"]
    assert {owners[c][0] for c in ("name", "phone", "email", "address")} == {"security"}
    assert owners["address_protected"][0] == "private"
