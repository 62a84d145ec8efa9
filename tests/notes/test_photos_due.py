"""A note whose photos are still on their way says which of them, on its page, in its text and in the list."""

import pytest
from sqlalchemy import select

from fieldapp.services import server_keys
from fieldapp.services.field_notes import read
from fieldapp.services.field_notes.as_text import as_text
from fieldapp.services.records import photos_due
from fieldapp.services.records.photos_due import PhotoDue
from fieldapp.tables.db import reading
from fieldapp.tables.people import Person
from tests.road.blobs import Sender, jpeg
from tests.road.conftest import person
from tests.road.phone import Phone, photo_lines, put

PAYLOAD = {"ended": "no_violation", "occurred_at": "2026-11-30T15:04:00Z"}
FIRST, SECOND, THIRD, COPY = jpeg(1), jpeg(2), jpeg(3), jpeg(4, (16, 12))


def sent(client, phone, *slots):
    """(sealed, sender): a note with the given photos, none of which has come."""
    manifest = [line for slot, files in slots for line in photo_lines(slot, *files)]
    sealed = phone.seal("field_note", PAYLOAD, photos=manifest)
    answer = put(client, sealed)
    assert answer.status_code == 201, answer.json
    return sealed, Sender(client, sealed, answer.json)


def three(client, phone):
    """A note with two photos of the scene, the first with a copy, and one of a paper."""
    files = [("copy", COPY), ("original", FIRST)]
    others = ("scene-2", [("original", SECOND)]), ("paper-1", [("original", THIRD)])
    return sent(client, phone, ("scene-1", files), *others)


@pytest.fixture
def town(app_on_both, settings):
    server_keys.make_first(settings.instance, actor="cli")
    return app_on_both.test_client()


def test_each_photo_is_named_until_all_its_files_are_here(town):
    sealed, sender = three(town, Phone(person("olive")))

    def missing():
        due = photos_due.of_record("crystal", sealed.id)
        return due and (due.says, due.missing)

    second, paper = PhotoDue("scene", "2", "nothing of it is here"), PhotoDue("paper", "1", "nothing of it is here")
    none = PhotoDue("scene", "1", "nothing of it is here")
    assert missing() == ("3 of 3 photos have not arrived yet", (none, second, paper))
    sender.whole(COPY)
    only_copy = PhotoDue("scene", "1", "only its small copy is here")
    assert missing() == ("3 of 3 photos have not arrived yet", (only_copy, second, paper))
    sender.whole(FIRST)
    assert missing() == ("2 of 3 photos have not arrived yet", (second, paper))
    sender.whole(SECOND)
    assert missing() == ("1 of 3 photos has not arrived yet", (paper,))
    sender.whole(THIRD)
    assert missing() is None


def test_an_original_without_its_copy_and_a_single_photo(town):
    sealed, sender = sent(town, Phone(person("olive")), ("dog-1", [("original", FIRST), ("copy", COPY)]))
    sender.whole(FIRST)
    due = photos_due.of_record("crystal", sealed.id)
    assert (due.says, due.missing) == (
        "1 photo has not arrived yet",
        (PhotoDue("dog", "1", "its small copy is not here"),),
    )


def test_only_the_records_that_were_asked_for_and_of_the_city(town):
    phone = Phone(person("olive", cities=("crystal", "benson")))
    one, _ = sent(town, phone, ("dog-1", [("original", FIRST)]))
    two, _ = sent(town, phone, ("dog-1", [("original", SECOND)]), ("dog-2", [("original", THIRD)]))
    sent(town, phone, ("dog-1", [("original", THIRD)]))
    none, _ = sent(town, phone)
    found = photos_due.of_records("crystal", [two.id, none.id, one.id])
    assert {record: due.named for record, due in found.items()} == {one.id: 1, two.id: 2}
    assert photos_due.of_records("benson", [one.id, two.id]) == {}
    assert photos_due.of_records("crystal", []) == {}


def test_the_text_says_how_many_are_missing(town):
    sealed, sender = three(town, Phone(person("olive")))
    sender.whole(SECOND)
    note = read.note_of_record("crystal", sealed.id, only_of=None)
    lines = as_text(note, photos=1, due=photos_due.of_record("crystal", sealed.id)).splitlines()
    assert "Photos: 3" in lines
    assert "Photos missing: 2 of 3 photos have not arrived yet" in lines


def test_the_page_and_the_list_say_it_until_the_last_one_came(as_officer, demo_app, demo_people):
    name = next(p["username"] for p in demo_people if (p["role"], p["city"]) == ("officer", "crystal"))
    with reading() as connection:
        key = connection.execute(select(Person.id).where(Person.username == name)).scalar_one()
    sealed, sender = three(demo_app.test_client(), Phone(key))
    client = as_officer("officer")
    place = client.get(f"/notes/of/{sealed.id}").location
    sender.whole(SECOND)
    page = client.get(place).text
    assert "2 of 3 photos have not arrived yet. What is missing comes from phone " in page
    assert "A scene, number 1: nothing of it is here" in page
    assert "A paper, number 1: nothing of it is here" in page
    assert "number 2" not in page
    assert "Photos missing: 2 of 3" in client.get(f"{place}/text").text
    for headers in ({}, {"HX-Request": "true"}):
        assert client.get("/notes", headers=headers).text.count("2 of 3 photos have not arrived yet") == 1
    for data in (COPY, FIRST, THIRD):
        sender.whole(data)
    for address in (place, f"{place}/text", "/notes"):
        assert "not arrived" not in client.get(address).text, address
