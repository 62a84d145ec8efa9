"""A database with rows, left at any older revision, comes to the newest with its rows."""

import hashlib
from datetime import UTC, date, datetime

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import LargeBinary, MetaData, Numeric, String, select
from sqlalchemy.exc import IntegrityError

from fieldapp.services.health import what_is_missing
from fieldapp.tables import audit, schema
from fieldapp.tables.db import Base, db, migrate, reading, writing
from fieldapp.tables.revisions import FOLDER, newest_revision

REVISIONS = sorted(f.name[:4] for f in FOLDER.glob("0*.py"))
OLD = REVISIONS[:-1]


def plain_value(column, row):
    """Some value that the column takes, other for each row where text or bytes are meant."""
    if isinstance(column.type, String) and column.foreign_keys:  # as the row that it names was filled
        column = next(iter(column.foreign_keys)).column
    kind = column.type
    if isinstance(kind, LargeBinary):
        return bytes([row]) * 16
    if isinstance(kind, String):
        return f"{column.name[:1]}{row}"
    if isinstance(kind, Numeric):
        return float(row)
    name = kind.__visit_name__.lower()
    if name == "boolean":
        return False
    if name == "date":
        return date(2025, 2, 28)
    if name in ("datetime", "timestamp"):
        return datetime(2025, 2, 28, 12, tzinfo=UTC)
    if name == "json":
        return {"row": row}
    return row


# values that a check constraint asks for
ASKED = {
    ("animals", "born_within"): "day",
    ("tags", "state"): "issued",
    ("declarations", "dog_class"): "dangerous",
    ("law_sign_offs", "state"): "open",
    ("photos", "kind"): "dog",
    ("photos", "state"): "ready",
    ("devices", "protection"): "storage",
    ("devices", "status"): "active",
    ("devices", "city"): None,
    ("records", "state"): "applied",
    ("record_receipts", "kind"): "stored",
    ("record_receipts", "conflict_key"): None,
    ("record_photos", "form"): "copy",
    ("field_notes", "ended"): "other",
    ("field_notes", "place_by"): "none",
}


def fill(connection):
    """Two rows into every table of the database as it stands, parents first; gives {table: rows}."""
    found = MetaData()
    found.reflect(connection)
    tables = [t for t in found.sorted_tables if t.name != "alembic_version"]
    for table in tables:
        for row in (1, 2):
            values = {c.name: ASKED.get((table.name, c.name), plain_value(c, row)) for c in table.columns}
            if table.name == "tags":
                values["replaced_by"] = None
            connection.execute(table.insert().values(values))
    return {t.name: read(connection, t) for t in tables}


def read(connection, table):
    return [dict(r._mapping) for r in connection.execute(select(table).order_by(*table.primary_key.columns))]


@pytest.mark.parametrize("revision", OLD)
def test_rows_of_an_older_database_survive(app_at, revision):
    app_at(revision)
    with db.engine.connect() as connection, connection.begin():
        before = fill(connection)
    assert what_is_missing() == f"the database stands at revision {revision}, this program needs {newest_revision()}"

    migrate()

    assert what_is_missing() == ""
    after = MetaData()
    with reading() as connection:
        after.reflect(connection)
        for name, rows in before.items():
            for old, new in zip(rows, read(connection, after.tables[name]), strict=True):
                assert {k: new[k] for k in old} == old, name


def test_the_newest_revision_is_what_the_code_describes(app_at):
    app_at("head")
    assert schema
    with db.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": False})
        assert compare_metadata(context, Base.metadata) == []


def test_revisions_are_one_line():
    assert [int(r) for r in REVISIONS] == list(range(1, len(REVISIONS) + 1))


def test_migrating_twice_changes_nothing(app_at):
    app_at("head")
    with writing() as connection:
        audit.append(connection, "crystal", actor="cli", action="demo", subject="city:crystal", detail={"a": 1})
    migrate()
    with reading() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM audit_entries").scalar() == 1


@pytest.fixture
def chain(app_on_both):
    with writing() as connection:
        for n in (1, 2):
            audit.append(connection, "crystal", actor="cli", action="tried", subject="city:crystal", detail={"n": n})
    return app_on_both


REFUSED = [
    "UPDATE audit_entries SET actor = 'person:9' WHERE seq = 1",
    "UPDATE audit_entries SET hash = 'x'",
    "UPDATE audit_entries SET \"commit\" = 'x'",
    "UPDATE audit_entries SET seq = 7 WHERE seq = 2",
    "UPDATE audit_entries SET detail = 'other words' WHERE seq = 1",
    "UPDATE audit_entries SET salt = NULL WHERE seq = 1",
    "UPDATE audit_entries SET detail = NULL WHERE seq = 1",
    "DELETE FROM audit_entries WHERE seq = 2",
    "DELETE FROM audit_entries",
    "UPDATE audit_heads SET seq = 1",
    "UPDATE audit_heads SET hash = 'x'",
    "UPDATE audit_heads SET city = 'benson', seq = 3",
    "DELETE FROM audit_heads",
    """INSERT INTO audit_entries (id, city, seq, prev, at, actor, action, subject, "commit", hash)
    SELECT 99, city, seq, 'other', at, actor, action, subject, "commit", hash FROM audit_entries WHERE seq = 1""",
]


@pytest.mark.parametrize("line", REFUSED)
def test_the_chain_refuses(chain, line):
    with pytest.raises(IntegrityError), writing() as connection:
        connection.exec_driver_sql(line)
    with reading() as connection:
        rows = connection.exec_driver_sql("SELECT seq, actor, detail FROM audit_entries ORDER BY seq").all()
    assert [(r.seq, r.actor) for r in rows] == [(1, "cli"), (2, "cli")]
    assert all(r.detail for r in rows)


def test_insert_or_replace_is_no_way_around(app):
    with writing() as connection:
        audit.append(connection, "crystal", actor="cli", action="tried", subject="city:crystal", detail={})
    with pytest.raises(IntegrityError, match="appended"), writing() as connection:
        connection.exec_driver_sql(
            'INSERT OR REPLACE INTO audit_entries (id, city, seq, prev, at, actor, action, subject, "commit", hash) '
            "SELECT id, city, seq, prev, at, 'person:9', action, subject, \"commit\", hash FROM audit_entries"
        )
    with pytest.raises(IntegrityError, match="appended"), writing() as connection:
        connection.exec_driver_sql("INSERT OR REPLACE INTO audit_heads (city, seq, hash) VALUES ('crystal', 5, 'x')")


def test_a_lawful_destruction_empties_words_and_salt_and_the_hashes_still_hold(chain):
    with writing() as connection:
        connection.exec_driver_sql("UPDATE audit_entries SET salt = NULL, detail = NULL WHERE seq = 1")
    prev = audit.FIRST
    with reading() as connection:
        for e in connection.execute(select(audit.AuditEntry.__table__).order_by(audit.AuditEntry.seq)):
            assert e.prev == prev
            prev = audit.entry_hash(e.city, e.seq, prev, e.at, e.actor, e.action, e.subject, e.commit)
            assert prev == e.hash
            if e.detail is not None:
                assert hashlib.sha256(e.salt + e.detail.encode()).hexdigest() == e.commit
