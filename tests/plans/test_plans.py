"""Every look-up finds its rows by an index, on SQLite and on PostgreSQL, however many rows there are.

Each query function of the modules below is called once and the plan of each SELECT that it sends is read. A function
that is not in the table fails the test, so that a new one comes with its plan.
"""

import inspect
import re
from datetime import UTC, datetime

import pytest
from sqlalchemy import event

from fieldapp.tables import (
    device_queries,
    facts,
    field_notes,
    lookups_kept,
    office_queries,
    pack_queries,
    people_queries,
    photos,
    record_photo_queries,
    record_queries,
    sealed_queries,
    search,
    sessions,
    tags_queries,
)
from fieldapp.tables.db import db, reading

NOW = datetime(2026, 11, 30, 15, 0, tzinfo=UTC)
CITY = "crystal"
UUID = "0192f0c8-7a10-7c3e-8a1f-3b5d9e0f4a21"
BOX = {"south": 45.0, "north": 45.1, "west": -93.4, "east": -93.3}

CALLS = {
    facts.tag_by_code: ("7K3QW9XZ41",),
    facts.animal_by_id: (CITY, 7),
    facts.animals_by_id: (CITY, [7, 8]),
    facts.facts_of_one: (CITY, 7),
    facts.facts_of_many: (CITY, [7, 8]),
    facts.tags_of_many: (CITY, [7, 8]),
    search.by_number: (CITY, "2600417", "26.417"),
    search.by_near_numbers: (CITY, ["2600417", "2600418"]),
    search.by_name: (CITY, "juniper"),
    search.by_phone: (CITY, "7635550142"),
    search.on_street: (CITY, "sample ave n"),
    search.at_streets: (CITY, ["sample ave n", "zane ave n"]),
    search.streets_with: (CITY, "ave n"),
    search.near_house: (CITY, "sample ave n", 4100, 4200),
    search.in_box: (CITY, BOX),
    sessions.live_session: ("hash", {"created_after": NOW, "seen_after": NOW, "half_after": NOW}),
    sessions.of_person: (7, {"created_after": NOW, "seen_after": NOW, "half_after": NOW}),
    tags_queries.next_serial: (CITY, 2026),
    tags_queries.taken_numbers: (CITY, ["26-00417"]),
    tags_queries.one: (CITY, 7),
    tags_queries.of_animal: (CITY, 7),
    tags_queries.named: (CITY, "26-00417", "7K3QW9XZ41"),
    tags_queries.wearer: (CITY, 7),
    tags_queries.worn: (CITY, 7, 2026),
    lookups_kept.recall_search: (CITY, 7, "hash", NOW),
    field_notes.has_animal: (CITY, 7),
    field_notes.wearers: (CITY, "26-00417", "7K3QW9XZ41"),
    field_notes.one: (CITY, 7),
    field_notes.of_record: (CITY, "record"),
    field_notes.listed: (CITY, field_notes.Wanted(author=7, since=NOW), 100),
    field_notes.of_animal: (CITY, 7, 20),
    field_notes.corrections_of: (CITY, "record"),
    people_queries.by_username: ("key",),
    people_queries.by_id: (7,),
    people_queries.cities_of: (7,),
    people_queries.last_city: (7,),
    people_queries.role_in: (CITY, 7),
    record_queries.one: (CITY, UUID),
    record_queries.by_key: (CITY, 7),
    record_queries.city_that_keeps: (UUID, UUID),
    record_queries.conflict: (CITY, UUID, "hash"),
    record_queries.at_seq: (UUID, 7),
    record_queries.last_of_device: (UUID,),
    record_queries.has_body: (UUID, "hash"),
    record_queries.quarantined_of: (UUID,),
    record_queries.parents_not_applied: (CITY, 7),
    record_queries.waiting_for: (CITY, UUID),
    record_queries.photos_of: (7,),
    record_queries.missing: (7,),
    record_queries.newest_receipt: ({"record_key": 7},),
    record_queries.ticket: ("hash", NOW),
    device_queries.one: (UUID,),
    device_queries.locked: (UUID,),
    device_queries.by_key_id: ("key",),
    device_queries.of_person: (7,),
    device_queries.desks: (CITY,),
    device_queries.next_phone_number: (),
    office_queries.in_state: (CITY, "held", 100),
    office_queries.counts: (CITY, ("quarantined", "held", "waiting")),
    office_queries.one: (CITY, 7),
    office_queries.conflict: (CITY, 7),
    record_photo_queries.behind_ticket: ("hash", NOW),
    record_photo_queries.lines: (7, "hash"),
    record_photo_queries.of_incomplete: (CITY, [UUID, "0192f0c8-7a10-7c3e-8a1f-3b5d9e0f4a22"]),
    record_photo_queries.due: (CITY, 60),
    record_photo_queries.is_due: (7,),
    record_photo_queries.is_named: ("hash",),
    photos.of_subject: (CITY, "record:7"),
    photos.proofs_of_subject: (CITY, "record:7"),
    photos.one: (CITY, 7),
    photos.one_proof: (CITY, 7),
    photos.just_added: (CITY, "animal:7", "dog", "hash", 7, NOW),
    photos.as_stored: (CITY, photos.Photo, 7),
    photos.has_animal: (CITY, 7),
    photos.is_named: ("hash",),
    sealed_queries.record: (CITY, UUID),
    sealed_queries.conflict: (CITY, UUID, "hash"),
    sealed_queries.entry: (CITY, 7),
    sealed_queries.device: (UUID,),
    pack_queries.places_of_animals: (CITY, [7, 8]),
    pack_queries.places_of_owners: (CITY, [7, 8]),
}
# lists of a whole city, or of the few people of an instance: they read all of it, by nature
NO_QUERY = {people_queries.username_key}
WHOLE = {
    facts.tags_of_city, tags_queries.stock, tags_queries.chosen, people_queries.of_city, people_queries.supervisors,
    people_queries.kinds_of_people, search.places_without_position,
    people_queries.demo_memberships, field_notes.authors,
    device_queries.of_city,
    pack_queries.animal_ids, pack_queries.tags_in_stock, pack_queries.notes_since, pack_queries.declarations,
    pack_queries.bars, pack_queries.removals,
    office_queries.conflicts, office_queries.count_conflicts,
    record_photo_queries.files_of_city, photos.files_of_city, photos.newest, photos.count_until,
    sealed_queries.newest, sealed_queries.count_until, sealed_queries.without_receipt, sealed_queries.receipts,
}  # fmt: skip
# they write, and find what they write by its key
WRITING = {
    "touch", "add", "change", "end", "end_all", "end_by_token",
    "bind", "move", "note", "keep_search", "forget_searches",
    "add_person", "change_person", "add_membership", "change_role", "end_membership",
    "next_number", "add_conflict", "add_parents", "add_photos", "add_receipt", "add_ticket", "photo_is_whole",
    "add_proof", "give_photo", "note_arrival", "revoke", "add_challenge", "use_challenge", "count_day",
}  # fmt: skip
MODULES = (
    facts,
    field_notes,
    search,
    sessions,
    tags_queries,
    lookups_kept,
    people_queries,
    record_queries,
    record_photo_queries,
    office_queries,
    sealed_queries,
    photos,
    device_queries,
    pack_queries,
)


def queries_of(module):
    for name, function in inspect.getmembers(module, inspect.isfunction):
        if function.__module__ == module.__name__ and not name.startswith("_"):
            yield function


def test_every_query_is_in_the_table():
    known = {*CALLS, *WHOLE, *NO_QUERY}
    found = [f for m in MODULES for f in queries_of(m) if f.__name__ not in WRITING]
    missing = [f"{f.__module__}.{f.__name__}" for f in found if f not in known]
    assert missing == []


@pytest.fixture
def sent(app_on_both):
    """The SELECT statements that were sent, with their values."""
    statements = []

    def note(_connection, _cursor, statement, parameters, _context, many):
        if statement.lstrip("( \n").upper().startswith(("SELECT", "WITH")) and not many:
            statements.append((statement, parameters))

    event.listen(db.engine, "before_cursor_execute", note)
    yield statements
    event.remove(db.engine, "before_cursor_execute", note)


def scans(connection, statement, parameters):
    """The lines of the plan that read a whole table."""
    if connection.dialect.name == "sqlite":
        plan = [row[-1] for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)]
        # a scan of a CTE, a subquery or a constant row is no scan of a table
        return [line for line in plan if (line.startswith("SCAN") and not is_inner(line)) or whole_city(line)]
    connection.exec_driver_sql("SET enable_seqscan = off")
    plan = [row[0] for row in connection.exec_driver_sql(f"EXPLAIN {statement}", parameters)]
    return [line.strip() for line in plan if "Seq Scan" in line]


def whole_city(line):
    """Whether an index is used for the city alone: that reads a whole city, except where a city has few such rows.

    Of devices only desks name a city, and a city has one, or a few where its key was lost.
    """
    few = r"removals|ownership_bars|column_maps|ix_devices_city "
    return re.search(r"\(city=\?\)$", line) is not None and not re.search(few, line)


def is_inner(line):
    return re.match(r"SCAN (CONSTANT|anon_\d+|\()", line) is not None


@pytest.mark.parametrize("query", CALLS, ids=lambda q: q.__name__)
def test_it_uses_an_index(sent, query):
    given = CALLS[query]
    named = given[-1] if given and isinstance(given[-1], dict) else {}
    values = given[:-1] if named else given
    with reading() as connection:
        query(connection, *values, **named)
        statements = list(sent)
        assert statements, "it sent no SELECT"
        found = {line for statement, parameters in statements for line in scans(connection, statement, parameters)}
    assert found == set()
