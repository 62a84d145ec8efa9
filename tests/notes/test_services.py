"""Field notes from the sealed record to the lists, on both databases."""

from datetime import date

import pytest
from sqlalchemy import insert

from fieldapp import clock
from fieldapp.services import photos_seen, server_keys
from fieldapp.services.field_notes import read
from fieldapp.services.field_notes.as_text import as_text
from fieldapp.services.field_notes.read import Chosen, NoSuchNote
from fieldapp.services.photos import NoSuchPhoto
from fieldapp.tables.animals import Animal
from fieldapp.tables.db import writing
from fieldapp.tables.photos import Photo
from fieldapp.tables.tags import Tag
from tests.notes.conftest import HOSTILE, LONG
from tests.road.conftest import person
from tests.road.phone import Phone, put

CODE = "7K3QW9XZ41"


@pytest.fixture
def town(app_on_both, settings):
    server_keys.make_first(settings.instance, actor="cli")
    return app_on_both.test_client()


@pytest.fixture
def olive(town):
    return Phone(person("olive"))


def note(phone, client, ended="gone_on_arrival", seal=None, **values):
    """Seal and send a note; its reading where it was applied, else the envelope."""
    payload = {"ended": ended, "occurred_at": "2026-11-30T15:04:00Z", **values}
    sealed = phone.seal("field_note", payload, **(seal or {}))
    answer = put(client, sealed)
    assert answer.status_code == 201, answer.json
    if answer.json["state"] != "applied":
        return answer.json
    return read.note_of_record(sealed.city, sealed.id, only_of=None)


def an_animal(city="crystal", tag="", code=""):
    with writing() as connection:
        animal = connection.execute(
            insert(Animal).values(city=city, name="Juniper", name_key="juniper", species="dog", created_at=clock.now())
        ).inserted_primary_key[0]
        if tag:
            connection.execute(
                insert(Tag).values(
                    city=city, code=code, number=tag, number_key=tag, number_runs=tag, year=2026, serial=animal,
                    state="issued", state_since=date(2026, 1, 1), animal_id=animal, made_at=clock.now(),
                )
            )  # fmt: skip
    return animal


def test_a_sealed_note_becomes_what_it_says(town, olive):
    place = {"lat": "45.0326", "lon": "-93.3599", "accuracy_m": 12, "at": "2026-11-30T15:04:00Z"}
    found = note(
        olive, town, "returned_to_owner", seal={"place": place, "city_by": "position"}, place_words="Elm Park",
        place_by="position", case_number="26-118804", words="Walked home.", city_differs="The tag is of Benson.",
        animal={"id": None, "tag": "", "words": "brindle"}, protection="passkey",
    )  # fmt: skip
    assert (found.ended_says, found.by, found.device, found.receipt) == ("Returned to owner", "Olive", "phone 1", 1)
    assert (found.latitude, found.longitude, found.accuracy_m, found.place_by) == (
        "45.0326",
        "-93.3599",
        12,
        "position",
    )
    assert (found.city_by, found.city_differs, found.protection) == ("position", "The tag is of Benson.", "passkey")
    assert found.sealed_at.isoformat() == "2026-11-30T15:04:05.123000+00:00"
    assert (found.animal_says, found.case_number, found.words) == ("brindle", "26-118804", "Walked home.")


def test_a_place_by_position_without_a_position_is_no_position(town, olive):
    assert note(olive, town, place_by="position").place_by == "none"


def test_the_animal_is_found_by_its_id_its_code_or_its_printed_number(town, olive):
    animal = an_animal(tag="26-00417", code=CODE)
    for given in ({"id": animal}, {"tag": CODE}, {"tag": "7k3-qw9-xz41"}, {"tag": "26-00417"}):
        assert note(olive, town, animal=given).animal_id == animal, given
    assert len(read.of_animal("crystal", animal)) == 4


def test_an_animal_of_another_city_is_nobody_here(town, olive):
    theirs = an_animal("benson", tag="26-00417", code=CODE)
    for given in ({"id": theirs}, {"tag": CODE}, {"tag": "26-00417"}):
        found = note(olive, town, animal=given)
        assert found.animal_id is None
        assert given.get("tag", "") in found.animal_says
    assert read.of_animal("benson", theirs) == []


def test_a_payload_without_sense_is_held_for_the_office_and_nothing_of_it_is_lost(town, olive):
    envelope = note(olive, town, "escaped")
    assert (envelope["state"], envelope["because"]) == ("held", "Say how the call ended.")
    assert read.notes_of("crystal", Chosen(), only_of=None).shown == ()


def test_officers_see_their_own_notes_and_a_supervisor_those_of_the_city(town, olive):
    other = Phone(person("pat"))
    mine, theirs = note(olive, town), note(other, town, "no_violation")
    assert [n.id for n in read.notes_of("crystal", Chosen(), only_of=olive.person_id).shown] == [mine.id]
    assert {n.id for n in read.notes_of("crystal", Chosen(), only_of=None).shown} == {mine.id, theirs.id}
    with pytest.raises(NoSuchNote):
        read.note_of("crystal", theirs.id, only_of=olive.person_id)
    with pytest.raises(NoSuchNote):
        read.note_of("benson", mine.id, only_of=None)
    assert read.notes_of("benson", Chosen(), only_of=None).shown == ()


def test_a_list_is_narrowed_by_end_by_author_and_by_law_day(town, olive):
    other = Phone(person("pat"))
    late = note(olive, town, occurred_at="2026-11-30T05:59:00Z")  # 29 November, 11:59 p.m. in Crystal
    early = note(other, town, "no_violation", occurred_at="2026-11-30T06:00:00Z")

    def ids(**chosen):
        return [n.id for n in read.notes_of("crystal", Chosen(**chosen), only_of=None).shown]

    assert ids() == [early.id, late.id]
    assert ids(ended="no_violation") == [early.id]
    assert ids(ended="nonsense") == [early.id, late.id]
    assert ids(author=olive.person_id) == [late.id]
    assert ids(first=date(2026, 11, 30)) == [early.id]
    assert ids(last=date(2026, 11, 29)) == [late.id]
    assert ids(first=date(2026, 12, 1)) == []


def test_an_officer_cannot_ask_for_another_officers_notes_by_the_filter(town, olive):
    other = Phone(person("pat"))
    note(other, town)
    assert read.notes_of("crystal", Chosen(author=other.person_id), only_of=olive.person_id).shown == ()


def test_a_list_ends_and_says_that_there_is_more(town, olive, monkeypatch):
    monkeypatch.setattr(read, "SHOWN", 2)
    for _ in range(3):
        note(olive, town)
    found = read.notes_of("crystal", Chosen(), only_of=None)
    assert (len(found.shown), found.more) == (2, True)


def test_a_correction_is_a_note_of_its_own_and_the_old_one_stays(town, olive):
    animal = an_animal()
    first = note(olive, town, words="left leg", animal={"id": animal})
    second = note(
        olive, town, "verbal_warning", words="right leg", corrects=first.record_id, animal={"id": animal},
        seal={"parents": [first.record_id]},
    )  # fmt: skip
    assert read.note_of("crystal", first.id, only_of=None) == first
    assert [n.id for n in read.corrections_of("crystal", first.record_id)] == [second.id]
    assert [n.ended_says for n in read.of_animal("crystal", animal)] == ["Verbal warning"]


def test_a_correction_that_comes_first_waits_for_the_note_that_it_corrects(town, olive):
    first = olive.seal("field_note", {"ended": "no_violation", "occurred_at": "2026-11-30T15:04:00Z"})
    payload = {"ended": "other", "ended_words": "x", "occurred_at": "2026-11-30T15:04:00Z", "corrects": first.id}
    second = olive.seal("field_note", payload, parents=[first.id])
    assert put(town, second).json["state"] == "waiting"
    assert put(town, first).json["state"] == "applied"
    assert read.note_of_record("crystal", second.id, only_of=None).corrects == first.id


def test_an_animals_page_learns_kind_and_day_and_no_word_more(town, olive):
    animal = an_animal()
    note(olive, town, "other", ended_words="Name of a neighbor", words="secret", animal={"id": animal})
    (seen,) = read.of_animal("crystal", animal)
    assert (seen.ended_says, seen.day) == ("Other", date(2026, 11, 30))


def test_text_for_another_system_holds_every_fact_a_line(town, olive):
    found = note(
        olive, town, "counterfeit_tag", words="first line\nPlace: forged", case_number="26-1", place_words="Elm Park",
        place_by="typed", animal={"tag": "26-00417", "words": "tan"},
    )  # fmt: skip
    lines = as_text(found, photos=2).splitlines()
    assert lines[0] == "FIELD NOTE: Crystal"
    assert "Ended: Counterfeit tag" in lines
    assert "When: 2026-11-30 09:04 CST" in lines
    assert "Animal: tag 26-00417, tan" in lines
    assert "Place: Elm Park" in lines
    assert "Photos: 2" in lines
    assert lines.count("Place: Elm Park") == 1
    assert "    Place: forged" in lines  # set in: it cannot pass for a fact
    assert f"Record: {found.record_id}, receipt 1" in lines


@pytest.mark.parametrize("words", [HOSTILE, *LONG, "𠜎 \u202edrow", "x\x01y", "line\n\nline"])
def test_any_words_come_back_as_they_were_typed(town, olive, words):
    found = note(olive, town, "other", ended_words=words[:200], words=words, animal={"words": words}, place_words=words)
    assert found.words == words.replace("\x01", "\ufffd")
    assert as_text(found)


def test_words_that_no_database_keeps_are_held_and_not_lost_where_a_phone_sends_them(town, olive):
    assert note(olive, town, words="x\x00y")["state"] == "held"


def test_photos_belong_to_the_record_of_their_city(town, olive):
    found = note(olive, town)
    subject = f"record:{found.record_id}"
    assert photos_seen.photos_of("crystal", subject, papers=True).photos == ()
    with writing() as connection:
        connection.execute(
            insert(Photo).values(
                city="crystal", subject=subject, kind="scene", sha256="0" * 64, bytes=1, type="jpeg", width=4, height=3,
                added_by=olive.person_id, added_at=clock.now(),
            )
        )  # fmt: skip
    assert [p.kind for p in photos_seen.photos_of("crystal", subject, papers=True).photos] == ["scene"]
    for city, other in (("benson", subject), ("crystal", "record:x"), ("crystal", f"note:{found.id}")):
        with pytest.raises(NoSuchPhoto):
            photos_seen.photos_of(city, other, papers=True)
