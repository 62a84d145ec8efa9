"""What stands for each <part> of an address: an id of a city, or a word."""

import hashlib

from sqlalchemy import insert, select

from fieldapp import clock
from fieldapp.services import law_sign_offs
from fieldapp.tables.animals import Animal, Difference
from fieldapp.tables.db import reading, writing
from fieldapp.tables.devices import Device
from fieldapp.tables.field_notes import FieldNote
from fieldapp.tables.imports import GivenList, Import, Refusal
from fieldapp.tables.people import Membership, Passkey, Session
from fieldapp.tables.photos import Photo, Proof
from fieldapp.tables.records import Record
from fieldapp.tables.tags import Tag
from tests.walk.road_rows import a_conflict, a_device, a_record

# parts that name no row of a city
WORDS = {
    "name": "scan",
    "address": "css/app.0000000000.css",
    "path": "nowhere",
    "folder": "nowhere",
    "token": "no-such-token",
    "record_id": "0192f0c8-7a10-7c3e-8a1f-3b5d9e0f4a21",
    "sha256": "0" * 64,
}


def first(statement):
    with reading() as connection:
        return connection.execute(statement).scalars().first()


def an_import(city):
    found = first(select(Import.id).where(Import.city == city))
    if found:
        return found
    with writing() as connection:
        key = connection.execute(
            insert(Import).values(
                city=city, file_name="list.csv", file_sha256="0" * 64, started_at=clock.now(), finished_at=clock.now(),
                read=1, refused=1,
            )
        ).inserted_primary_key[0]  # fmt: skip
        connection.execute(
            insert(Refusal).values(city=city, import_id=key, line=2, reason="no date", cells=["Canary of " + city])
        )
    return key


def a_given_list(city):
    found = first(select(GivenList.id).where(GivenList.city == city))
    if found:
        return found
    with writing() as connection:
        return connection.execute(
            insert(GivenList).values(
                city=city,
                person_id=a_person(city),
                file_name="list.csv",
                stored_as="0" * 32,
                given_at=clock.now(),
                state="failed",
                touched_at=clock.now(),
                said="It was taken away.",
                counts={},
            )
        ).inserted_primary_key[0]


def a_difference(city):
    open_ones = select(Difference.id).where(Difference.city == city, Difference.settled_at.is_(None))
    found = first(open_ones)
    if found:
        return found
    animals = select(Animal.id).where(Animal.city == city).order_by(Animal.id.desc())
    with writing() as connection:
        return connection.execute(
            insert(Difference).values(
                city=city,
                animal_id=first(animals),
                field="color",
                here="brindle",
                corrected_at=clock.now(),
                in_list="brown",
            )
        ).inserted_primary_key[0]


def a_person(city):
    others = select(Membership.person_id).where(Membership.city != city)
    return first(select(Membership.person_id).where(Membership.city == city, Membership.person_id.not_in(others)))


def a_session(city):
    return first(select(Session.id).where(Session.person_id == a_person(city))) or _new_session(city)


def _new_session(city):
    now = clock.now()
    with writing() as connection:
        return connection.execute(
            insert(Session).values(
                token_hash=hashlib.sha256(city.encode()).hexdigest(), person_id=a_person(city), city=city,
                label="other", second_factor=False, created_at=now, last_seen_at=now, verified_at=now,
            )
        ).inserted_primary_key[0]  # fmt: skip


def a_passkey(city):
    """Of another person than the one who walks."""
    person = a_person(city)
    found = first(select(Passkey.id).where(Passkey.person_id == person))
    if found:
        return found
    with writing() as connection:
        return connection.execute(
            insert(Passkey).values(
                person_id=person, credential_id=city.encode(), public_key=b"key", sign_count=0, label="other",
                prf=False, created_at=clock.now(),
            )
        ).inserted_primary_key[0]  # fmt: skip


def a_photo(city):
    return first(select(Photo.id).where(Photo.city == city)) or _new_file(
        city, Photo, kind="dog", type="jpeg", width=4, height=3, page_sha256="0" * 64, small_sha256="0" * 64
    )


def a_proof(city):
    return first(select(Proof.id).where(Proof.city == city)) or _new_file(city, Proof)


def _new_file(city, table, **values):
    animal = first(select(Animal.id).where(Animal.city == city))
    with writing() as connection:
        return connection.execute(
            insert(table).values(
                city=city, subject=f"animal:{animal}", sha256="0" * 64, bytes=1, file_name="a.jpg",
                added_by=a_person(city), added_at=clock.now(), **values,
            )
        ).inserted_primary_key[0]  # fmt: skip


def a_note(city):
    """Of another officer than the one who walks, entered at the desk."""
    found = first(select(FieldNote.id).where(FieldNote.city == city))
    if found:
        return found
    desk, record, now = f"desk-{city}", clock.random_token(8), clock.now()
    with writing() as connection:
        connection.execute(
            insert(Device).values(
                id=desk, city=city, label="desk", key_id=desk, public_key=b"4" * 65, protection="desk", status="active",
                enrolled_at=now,
            )
        )  # fmt: skip
        key = connection.execute(
            insert(Record).values(
                city=city, id=record, sha256="0" * 64, body=b"{}", signature="", device=desk, seq=1, prev="0" * 64,
                kind="field_note", schema=1, author=a_person(city), sealed_at=now, received_at=now, server_seq=1,
                state="applied",
            )
        ).inserted_primary_key[0]  # fmt: skip
        return connection.execute(
            insert(FieldNote).values(
                city=city, record_key=key, record_id=record, author=a_person(city), ended="no_violation",
                ended_words="", tag="", animal_words="Canary of " + city, place_by="none", place_words="",
                latitude="", longitude="",
                occurred_at=now, city_by="chosen", city_differs="", case_number="", words="", corrects="",
                protection="desk",
            )
        ).inserted_primary_key[0]  # fmt: skip


def a_tag(city, state="issued"):
    return select(Tag.id).where(Tag.city == city, Tag.state == state)


PARTS = {
    "city": lambda city: city,
    "ref": lambda city: next(law_sign_offs.doubts(city)).ref,
    "code": lambda city: first(select(Tag.code).where(Tag.city == city, Tag.state == "issued")),
    "animal_id": lambda city: first(select(Animal.id).where(Animal.city == city)),
    "tag_id": lambda city: first(a_tag(city)),
    "import_id": an_import,
    "person_id": a_person,
    "session_id": a_session,
    "passkey_id": a_passkey,
    "given_id": a_given_list,
    "difference_id": a_difference,
    "photo_id": a_photo,
    "note_id": a_note,
    "proof_id": a_proof,
    "device_id": a_device,
    "record_key": a_record,
    "conflict_key": a_conflict,
}


def fill(rule, city):
    """The address of a rule with ids of `city`; and whether it names any row of a city."""
    values, named = {}, False
    for part in rule.arguments:
        if part in WORDS:
            values[part] = WORDS[part]
            continue
        if part in PARTS:
            values[part], named = PARTS[part](city), True
            assert values[part] is not None, f"the demo has no <{part}> in {city}"
            continue
        raise AssertionError(f"{rule} has a <{part}> that tests/walk/addresses.py does not know")
    _, address = rule.build(values, append_unknown=False)
    return address, named


def sought(app):
    """(rule, method) for every address and every method that a person can send."""
    for rule in sorted(app.url_map.iter_rules(), key=str):
        for method in sorted(rule.methods - {"HEAD", "OPTIONS"}):
            yield rule, method
