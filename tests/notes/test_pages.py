"""The pages of field notes without a script: form, lists, one note, its text, and who may see what."""

import io
import re

import pytest
from sqlalchemy import func, select

from fieldapp.tables.animals import Animal
from fieldapp.tables.db import reading
from fieldapp.tables.field_notes import FieldNote
from fieldapp.tables.photos import Photo
from fieldapp.tables.records import Record
from fieldapp.tables.tags import Tag
from tests.notes.conftest import HOSTILE, LONG
from tests.photos_phone.made import as_bytes, scene
from tests.road.phone import new_id


def form(**values):
    return {
        "record": new_id(), "city": "crystal", "city_by": "chosen", "ended": "gone_on_arrival",
        "occurred_at": "2026-11-30T09:04", **values,
    }  # fmt: skip


def count(table):
    with reading() as connection:
        return connection.execute(select(func.count()).select_from(table)).scalar()


def kept(client, **values):
    answer = client.post("/notes/new", data=form(**values), content_type="multipart/form-data")
    assert answer.status_code == 303, answer.text
    led = client.get(answer.location)
    assert led.status_code == 303, answer.location
    return led.location


@pytest.fixture
def officer(as_officer):
    return as_officer("officer")


def test_a_plain_form_becomes_a_note_sealed_at_the_desk(officer):
    page = officer.get(
        kept(officer, place_words="Elm Park", case_number="26-1", words="Limping", **{"animal-words": "tan"})
    )
    assert page.status_code == 200
    for words in ("Gone on arrival", "30 November 2026, 9:04 a.m.", "Elm Park", "26-1", "Limping", "tan", "desk",
                  "Entered at the desk"):  # fmt: skip
        assert words in page.text, words
    with reading() as connection:
        assert connection.execute(select(Record.device).order_by(Record.key.desc())).scalar() == "desk-crystal"


def test_a_sign_that_no_database_keeps_is_a_mark_in_the_note_and_holds_nothing_up(officer):
    page = officer.get(kept(officer, words="bitten\0twice", place_words="Elm\0Park"))
    assert "bitten\ufffdtwice" in page.text
    assert "Elm\ufffdPark" in page.text


def test_the_same_form_sent_five_times_is_one_note(officer):
    before, sent = count(FieldNote), form()
    places = {officer.post("/notes/new", data=sent).location for _ in range(5)}
    assert len(places) == 1
    assert count(FieldNote) == before + 1


WRONG = [
    ({"ended": ""}, "Say how the call ended."),
    ({"ended": "other"}, "Say in a few words how the call ended."),
    ({"occurred_at": "yesterday"}, "Say when it was: a day and a time."),
    ({"city": "benson"}, "Choose the city of this note."),
    ({"city": ""}, "Choose the city of this note."),
    ({"record": "x"}, "This form is not whole. Open it again."),
    ({"animal-tag": "x" * 61}, "The tag&#39;s code or number can have 60 characters. Shorten the text."),
    ({"words": "x" * 4001}, "The note can have 4,000 characters. Shorten the text."),
]


@pytest.mark.parametrize(("values", "sentence"), WRONG)
def test_what_is_wrong_is_said_and_what_was_typed_stays(officer, values, sentence):
    before = count(Record)
    answer = officer.post("/notes/new", data=form(**{"place_words": "By the old mill", **values}))
    assert answer.status_code == 422
    assert sentence in answer.text
    assert "By the old mill" in answer.text
    assert count(Record) == before


@pytest.mark.parametrize("name", ["ended_words", "animal-tag", "animal-words", "place_words", "case_number", "words"])
def test_hostile_words_make_no_element_anywhere(officer, as_officer, name):
    place = kept(officer, ended="other", **{"ended_words": "x", name: HOSTILE[:60]})
    for client in (officer, as_officer("supervisor")):
        for address in (place, "/notes", f"{place}/correct"):
            page = client.get(address).text
            assert "<img src=x" not in page
            assert "&lt;img src=x" in page or address == "/notes", address
    assert "<img src=x" in officer.get(f"{place}/text").text  # plain text, served as such


@pytest.mark.parametrize("words", LONG)
def test_long_names_are_whole(officer, words):
    assert words in officer.get(kept(officer, words=words)).text


def test_the_text_is_plain_and_for_nobody_else(officer, as_officer):
    place = kept(officer, words="Limping")
    answer = officer.get(f"{place}/text")
    assert answer.content_type == "text/plain; charset=utf-8"
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.text.startswith("FIELD NOTE: Crystal\nEnded: Gone on arrival\nWhen: 2026-11-30 09:04 CST\n")
    assert as_officer("officer", "benson").get(f"{place}/text").status_code == 404


def test_a_clerk_does_not_see_an_officers_note_and_a_supervisor_does(officer, as_officer):
    place = kept(officer, words="Limping")
    for role, status in (("clerk", 404), ("supervisor", 200)):
        for address in (place, f"{place}/text", f"{place}/correct"):
            assert as_officer(role).get(address).status_code == status, (role, address)
    assert place not in as_officer("clerk").get("/notes").text
    assert place in as_officer("supervisor").get("/notes").text


def test_the_list_is_narrowed_by_htmx_in_part(as_officer, officer):
    place = kept(officer, ended="counterfeit_tag")
    client = as_officer("supervisor")
    part = client.get("/notes?ended=counterfeit_tag", headers={"HX-Request": "true"}).text
    assert place in part
    assert "<html" not in part
    assert place not in client.get("/notes?ended=no_violation&from=2026-11-30", headers={"HX-Request": "true"}).text
    assert "write a day as year-month-day" in client.get("/notes?from=soon").text
    for odd in ("author=x", "author=99999999999999999999", "from=0001-01-01", "to=9999-12-31", "ended=" + "x" * 5000):
        assert client.get(f"/notes?{odd}").status_code == 200, odd


def test_a_correction_names_the_note_and_changes_nothing_of_it(officer):
    place = kept(officer, words="left leg")
    before = officer.get(f"{place}/text").text
    page = officer.get(f"{place}/correct").text
    assert "left leg" in page
    old = re.search(r'name="corrects" value="([0-9a-f-]{36})"', page)[1]
    again = kept(officer, words="right leg", corrects=old)
    assert place in officer.get(again).text
    assert "This note was corrected; it stays as it was sealed." in officer.get(place).text
    after = officer.get(f"{place}/text").text
    assert after.startswith(before)
    assert after.removeprefix(before).startswith("Corrected by record: ")


def test_a_tag_prefills_the_form_and_its_animal_page_shows_kind_and_day(officer):
    with reading() as connection:
        row = connection.execute(
            select(Tag.code, Animal.id, Animal.name).join(Animal).where(Tag.city == "crystal", Tag.state == "issued")
        ).first()
    assert (
        f"/notes/new?tag={row.code}&amp;city=crystal&amp;ended=returned_to_owner" in officer.get(f"/t/{row.code}").text
    )
    page = officer.get(f"/notes/new?tag={row.code}&ended=returned_to_owner").text
    assert row.name in page
    assert f'value="{row.code}"' in page
    kept(officer, ended="verbal_warning", words="secret words", **{"animal-id": str(row.id), "animal-tag": row.code})
    seen = officer.get(f"/t/{row.code}").text
    assert "Verbal warning, 30 November 2026" in seen
    assert "secret words" not in seen


def test_a_finder_sees_nothing_of_notes(demo_app, officer):
    with reading() as connection:
        code = connection.execute(select(Tag.code).where(Tag.city == "crystal", Tag.state == "issued")).scalar()
    kept(officer, ended="verbal_warning", **{"animal-tag": code})
    assert "warning" not in demo_app.test_client().get(f"/t/{code}").text.lower()


def test_photos_of_a_plain_form_are_kept_with_the_note_and_refused_ones_are_named(officer):
    before = count(Photo)
    files = [(io.BytesIO(as_bytes(scene())), "yard.jpg"), (io.BytesIO(b"GIF89a"), "moving.gif")]
    sent = form(photos=files, photo_kind="enclosure")
    answer = officer.post("/notes/new", data=sent, content_type="multipart/form-data")
    assert answer.status_code == 200
    assert "moving.gif" in answer.text
    assert "a GIF picture" in answer.text
    assert count(Photo) == before + 1
    page = officer.get(officer.get(f"/notes/of/{sent['record']}").location).text
    assert "Its enclosure, photo" in page
    assert "Photos: 1" in page


def test_an_officer_of_several_cities_keeps_a_note_for_another_one(as_officer):
    client = as_officer("officer", None)
    answer = client.post("/notes/new", data=form(city="benson", city_by="position"))
    assert answer.location.startswith("/notes?kept=benson&record=")
    page = client.get(answer.location).text
    assert "The note is kept for <b>Benson</b>" in page
    with reading() as connection:
        assert (
            connection.execute(select(FieldNote.city_by).where(FieldNote.city == "benson")).scalars().all()[-1]
            == "position"
        )


def test_waiting_says_without_a_script_what_it_needs(officer):
    page = officer.get("/waiting")
    assert page.status_code == 200
    assert "Scripts are switched off here" in page.text


@pytest.mark.parametrize(
    "address", ["/notes/of/x", "/notes/of/0192f0c8-7a10-7c3e-8a1f-3b5d9e0f4a21", "/notes/999", "/notes/0"]
)
def test_what_is_not_there_is_404(officer, address):
    assert officer.get(address).status_code == 404
