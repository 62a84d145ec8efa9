"""Who sees what: copies, papers, people, originals, proofs; a city's photos are its own; a finder sees none."""

import json

import pytest
from sqlalchemy import select

from bench import own_photos as own
from fieldapp.services import stored_files
from fieldapp.tables.audit import AuditEntry
from fieldapp.tables.db import reading
from fieldapp.tables.photos import Photo, Proof
from fieldapp.tables.tags import Tag
from tests.photos.conftest import MULTIPART, form_of

FACE = own.saved(own.corners(), exif=own.exif(6, latitude=(44.0, 1.0, 2.0), longitude=(93.0, 1.0, 2.0))) + b"trailer"


def last(table):
    with reading() as connection:
        return connection.execute(select(table.id).order_by(table.id.desc())).scalars().first()


@pytest.fixture
def photo(signed_in, give):
    def add(kind="dog"):
        assert give(signed_in("supervisor"), [("IMG_1.jpg", FACE)], kind).status_code == 303
        return last(Photo)

    return add


def test_copies_are_served_closed_up_and_without_metadata(photo, signed_in):
    key = photo()
    for size in ("page", "small"):
        answer = signed_in().get(f"/photos/{key}/{size}.jpg")
        assert answer.status_code == 200
        assert answer.mimetype == "image/jpeg"
        assert answer.headers["Cache-Control"] == "private, no-store"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Content-Security-Policy"] == "default-src 'none'; sandbox"
        assert b"Canary" not in answer.data


def test_originals_only_with_the_right_as_attachment_and_on_record(photo, signed_in):
    key = photo()
    for role in ("officer", "clerk"):
        assert signed_in(role).post(f"/photos/{key}/original").status_code == 403
    answer = signed_in("supervisor").post(f"/photos/{key}/original")
    assert answer.data == FACE, "byte for byte"
    assert answer.headers["Content-Disposition"] == f'attachment; filename="crystal-photo-{key}.jpg"'
    assert answer.headers["Content-Security-Policy"] == "default-src 'none'; sandbox"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    with reading() as connection:
        told = connection.execute(select(AuditEntry).where(AuditEntry.action == "original.read")).all()
    assert [t.subject for t in told] == [f"photo:{key}"]
    assert told[0].actor.startswith("person:")
    assert signed_in("supervisor").get(f"/photos/{key}/original").status_code == 405, "a GET leaves no trace"


@pytest.mark.parametrize("kind", ["paper", "person"])
def test_papers_and_people_need_the_right(photo, signed_in, animal_of, kind):
    key = photo(kind)
    officer = signed_in("officer")
    text = officer.get(f"/animals/{animal_of()}/photos").text
    assert f"/photos/{key}/" not in text
    assert "1 more photo shows a paper or a person" in text
    for size in ("page", "small"):
        assert officer.get(f"/photos/{key}/{size}.jpg").status_code == 403
    clerk = signed_in("clerk")
    assert f"/photos/{key}/small.jpg" in clerk.get(f"/animals/{animal_of()}/photos").text
    assert clerk.get(f"/photos/{key}/page.jpg").status_code == 200


def test_a_citys_photos_are_its_own(photo, signed_in, give, animal_of):
    key = photo()
    other = signed_in("supervisor", "benson")
    for method, address in (
        ("GET", f"/photos/{key}/page.jpg"), ("GET", f"/photos/{key}/small.jpg"), ("POST", f"/photos/{key}/original"),
        ("GET", f"/animals/{animal_of()}/photos"), ("GET", "/photos/999999/page.jpg"),
    ):  # fmt: skip
        assert other.open(address, method=method).status_code == 404, address
    assert give(other, [("a.jpg", FACE)]).status_code == 404
    assert signed_in("supervisor").get(f"/animals/{animal_of('benson')}/photos").status_code == 404


def test_a_finder_sees_no_photo(photo, demo_app, animal_of):
    photo()
    with reading() as connection:
        codes = connection.execute(
            select(Tag.code).where(Tag.animal_id == animal_of(), Tag.state == "issued")
        ).scalars()
        code = codes.first()
    assert code
    for accept in ("text/html", "application/json"):
        text = demo_app.test_client().get(f"/t/{code}", headers={"Accept": accept}).text
        assert "photo" not in text.lower()
        assert "<img" not in text


def test_the_tag_page_leads_to_the_photos(signed_in, animal_of):
    assert f'href="/animals/{animal_of()}/photos"' in signed_in().get(f"/animals/{animal_of()}").text


def test_where_it_was_taken_is_shown_to_those_with_the_right_only(photo, signed_in, animal_of):
    photo()
    assert "44.017222" in signed_in("supervisor").get(f"/animals/{animal_of()}/photos").text
    assert "44.017222" not in signed_in("clerk").get(f"/animals/{animal_of()}/photos").text


@pytest.mark.parametrize("damage", ["gone", "changed"])
def test_stored_bytes_that_are_gone_or_changed_are_never_served(photo, signed_in, damage):
    key = photo()
    store = stored_files.store()
    with reading() as connection:
        row = connection.execute(select(Photo).where(Photo.id == key)).one()
    for sha256 in {row.sha256, row.page_sha256}:
        place = store._place(sha256)
        if damage == "gone":
            place.unlink()
        else:
            place.write_bytes(place.read_bytes()[:-1] + b"?")
    for method, address in (("GET", f"/photos/{key}/page.jpg"), ("POST", f"/photos/{key}/original")):
        answer = signed_in("supervisor").open(address, method=method)
        assert answer.status_code == 410
        assert "missing or damaged" in answer.text


def keep(client, animal, data, name="policy.pdf"):
    return client.post(f"/animals/{animal}/proofs", data=form_of({}, [("proof", name, data)]), content_type=MULTIPART)


def test_a_proof_is_kept_and_given_back_as_it_came(signed_in, animal_of):
    data = b"%PDF-1.7\n<script>alert(1)</script> /JS (app.alert(1)) never parsed"
    clerk = signed_in("clerk")
    assert keep(clerk, animal_of(), data).status_code == 303
    key = last(Proof)
    answer = clerk.post(f"/proofs/{key}")
    assert answer.data == data
    assert answer.headers["Content-Disposition"] == f'attachment; filename="crystal-proof-{key}.pdf"'
    assert answer.headers["Content-Security-Policy"] == "default-src 'none'; sandbox"
    assert signed_in("officer").post(f"/proofs/{key}").status_code == 403
    assert signed_in("clerk", "benson").post(f"/proofs/{key}").status_code == 404
    with reading() as connection:
        told = connection.execute(select(AuditEntry).where(AuditEntry.action == "proof.read")).all()
    assert len(told) == 1
    assert json.loads(told[0].detail)["of"] == f"animal:{animal_of()}"


def test_what_is_no_proof_is_refused(signed_in, animal_of, stored):
    clerk = signed_in("clerk")
    for data, word in ((b"", "empty"), (b"<html>%PDF-", "no PDF"), (b"%PDF-" + bytes(10_485_760), "too large")):
        answer = keep(clerk, animal_of(), data, "<i>x.pdf")
        assert answer.status_code == 422
        assert word in answer.text
        assert "<i>x" not in answer.text
    assert keep(clerk, animal_of(), b"%PDF-" + bytes(12 * 1024 * 1024)).status_code == 413
    assert keep(clerk, animal_of("benson"), b"%PDF-1.7").status_code == 404
    assert clerk.post(f"/animals/{animal_of()}/proofs").status_code == 422
    assert stored() == []
