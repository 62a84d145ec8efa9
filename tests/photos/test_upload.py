"""The plain form: several files in their order, each taken, or named with its reason and not stored."""

import hashlib
import io
import os
import re
import time
from html import unescape

import pytest

from bench import own_photos as own
from fieldapp.services import photos, stored_files
from fieldapp.services.stored_files import GivenFile, plain_name
from fieldapp.tables.db import reading
from tests.photos.conftest import MULTIPART, form_of

NAMES = [
    "IMG_2041.HEIC", "IMG_E2041.JPG", "Résumé chien.jpeg", "dog\u202egpj.exe", "../photo.jpg", "image.jpeg.html",
    "photo's \"best\".png", "-rf.jpg", "con", "dog .jpg ", "\U0001f415.jpg", "a<img src=x onerror=alert(1)>.jpg",
    "..\\..\\x.jpg", "a\r\nSet-Cookie: x=1.jpg", "x" * 300 + ".jpg", "a\x00b.jpg",
]  # fmt: skip


def rows():
    with reading() as connection:
        return connection.exec_driver_sql(
            "select id, city, subject, kind, sha256, bytes, type, width, height, page_sha256, small_sha256, "
            "captured_at, latitude, longitude, file_name from photos order by id"
        ).all()


def audited(action):
    with reading() as connection:
        return connection.exec_driver_sql("select count(*) from audit_entries where action = ?", (action,)).scalar_one()


def test_photos_are_taken_in_their_order_with_their_facts(signed_in, give, stored, left_over, animal_of):
    first = own.saved(
        own.corners(),
        exif=own.exif(
            6, when="2026:07:04 23:50:00", offset="-07:00", latitude=(37.0, 46.0, 45.0), longitude=(122.0, 25.0, 10.0)
        ),
    )
    second, third = own.saved(own.corners(), "PNG"), (own.GIVEN / "turned.heic").read_bytes()
    officer = signed_in()
    answer = give(officer, [("c.jpg", first), ("b.jpg", second), ("a.heic", third)], "enclosure")
    assert answer.status_code == 303
    assert answer.headers["Location"] == f"/animals/{animal_of()}/photos"
    found = rows()
    assert [r.file_name for r in found] == ["c.jpg", "b.jpg", "a.heic"]
    assert [r.type for r in found] == ["jpeg", "png", "heif"]
    one = found[0]
    assert (one.city, one.subject, one.kind) == ("crystal", f"animal:{animal_of()}", "enclosure")
    assert (one.sha256, one.bytes) == (hashlib.sha256(first).hexdigest(), len(first))
    assert (one.width, one.height, one.captured_at) == (64, 96, "2026-07-04T23:50:00-07:00")
    assert (one.latitude, one.longitude) == (37.779167, -122.419444)
    assert stored_files.store().open(one.sha256) == first, "byte for byte"
    assert set(stored()) == {h for r in found for h in (r.sha256, r.page_sha256, r.small_sha256)}
    assert left_over() == []
    assert audited("photos.added") == 1
    page = officer.get(f"/animals/{animal_of()}/photos")
    assert "Taken 4 July 2026, 11:50 p.m." in page.text, "the officer's day, not the server's"
    assert page.text.count('src="/photos/') == 3


def test_the_same_bytes_twice_are_one_file_and_two_photos(signed_in, give, stored):
    data = own.saved(own.corners())
    assert give(signed_in(), [("one.jpg", data), ("two.jpg", data)]).status_code == 303
    assert len(rows()) == 2
    assert stored().count(hashlib.sha256(data).hexdigest()) == 1
    assert len(stored()) == len({h for r in rows() for h in (r.sha256, r.page_sha256, r.small_sha256)})


def test_a_refused_file_is_named_and_the_others_are_told(signed_in, give, stored, left_over):
    good, bad = own.saved(own.corners()), b"<html><script>alert(1)</script>"
    answer = give(signed_in(), [("good.jpg", good), ("<b>bad</b>.jpg", bad), ("cut.jpg", good[:-300])], "injury")
    assert answer.status_code == 422
    text = answer.text
    assert "<b>bad" not in text
    said = unescape(re.sub(r"<[^>]+>", " ", text))
    assert "good.jpg: taken." in said
    assert re.search(r"b>\.jpg: This is a web page or XML", said)
    assert re.search(r"cut\.jpg: The photo is incomplete.* Nothing of it was stored\.", said)
    assert re.search(r'value="injury"[^>]*checked|checked[^>]*value="injury"', text), "the form is kept"
    assert [r.file_name for r in rows()] == ["good.jpg"]
    assert hashlib.sha256(bad).hexdigest() not in stored()
    assert len(stored()) == 3 - (rows()[0].page_sha256 == rows()[0].small_sha256)
    assert left_over() == []


def test_only_refused_files_leave_no_row_and_no_audit_entry(signed_in, give, stored, left_over):
    assert give(signed_in(), [("a.jpg", b""), ("b.jpg", b"no")]).status_code == 422
    assert (rows(), stored(), left_over(), audited("photos.added")) == ([], [], [], 0)


@pytest.mark.parametrize("name", NAMES)
def test_any_name_is_stored_under_one_of_ours_and_shown_escaped(signed_in, give, name, animal_of, stored):
    supervisor = signed_in("supervisor")
    answer = give(supervisor, [(name, own.saved(own.corners()))])
    assert answer.status_code == 303, answer.text
    text = supervisor.get(f"/animals/{animal_of()}/photos").text
    assert "<img src=x" not in text
    assert "\u202e" not in text
    assert all(re.fullmatch(r"[0-9a-f]{64}", stored_name) for stored_name in stored())
    sent = supervisor.post(f"/photos/{rows()[0].id}/original")
    assert re.fullmatch(r'attachment; filename="crystal-photo-\d+\.jpg"', sent.headers["Content-Disposition"])


def test_a_name_as_it_can_be_shown():
    assert plain_name("C:\\photos\\dog.jpg") == "dog.jpg"
    assert plain_name("a\u202eb\u0000.jpg") == "ab.jpg"
    assert plain_name("../") == ".."
    assert plain_name("") == "file without a name"


def test_no_file_no_kind_and_too_many(signed_in, animal_of):
    officer = signed_in()
    address = f"/animals/{animal_of()}/photos"
    data = own.saved(own.corners())
    none = officer.post(address, data={"kind": "dog", "photos": (io.BytesIO(), "")})
    assert (none.status_code, "Choose one or more photos" in none.text) == (422, True)
    other = officer.post(address, data={"kind": "cow", "photos": (io.BytesIO(data), "a.jpg")})
    assert (other.status_code, "Say what the photos show" in other.text) == (422, True)
    many = officer.post(address, data={"kind": "dog", "photos": [(io.BytesIO(data), "a.jpg")] * 61})
    assert (many.status_code, "at most 60" in many.text) == (422, True)
    assert rows() == []


def test_a_form_that_is_too_large_is_told_so(signed_in, animal_of, stored):
    answer = signed_in().post(
        f"/animals/{animal_of()}/photos",
        data=form_of({"kind": "dog"}, [("photos", "a.jpg", b"\xff\xd8\xff" + bytes(32 * 1024 * 1024))]),
        content_type=MULTIPART,
    )
    assert answer.status_code == 413
    assert "30 MB together" in answer.text
    assert stored() == []


def test_a_photo_above_25_megabytes_is_named(signed_in, give, stored):
    answer = give(signed_in(), [("big.jpg", own.saved(own.corners()) + bytes(25_000_000))])
    assert answer.status_code == 422
    assert "big.jpg: The file is too large" in answer.text
    assert stored() == []


def test_a_store_that_fails_keeps_nothing_and_says_so(signed_in, give, monkeypatch):
    def put(*_):
        raise OSError(28, "no space")

    monkeypatch.setattr(stored_files.store(), "put", put)
    answer = give(signed_in(), [("a.jpg", own.saved(own.corners()))])
    assert answer.status_code == 503
    assert "could not store files just now" in answer.text
    assert rows() == []


@pytest.mark.parametrize("fault", [28, 122, 30])
@pytest.mark.parametrize("wanted", ["text/html", "application/json"])
def test_a_disk_that_is_full_while_a_form_arrives_is_told(signed_in, animal_of, monkeypatch, fault, wanted):
    class Full(io.BytesIO):
        def write(self, _):
            raise OSError(fault, "no room")

    monkeypatch.setattr("werkzeug.wrappers.request.Request._get_file_stream", lambda *_, **__: Full())
    data = own.saved(own.corners())
    for role, address, field in (
        ("officer", f"/animals/{animal_of()}/photos", "photos"), ("clerk", f"/animals/{animal_of()}/proofs", "proof"),
        ("clerk", "/licenses", "file"),
    ):  # fmt: skip
        body = form_of({"kind": "dog"}, [(field, "a.jpg", data)])
        sent = {"data": body, "content_type": MULTIPART, "headers": {"Accept": wanted}}
        answer = signed_in(role).post(address, **sent)
        assert answer.status_code == 503, address
        assert "no room to store anything" in answer.text
    assert rows() == []


def test_two_that_are_sent_again_at_once_are_one_photo(app_on_both, monkeypatch):
    """The phone gave up waiting and sent it again, while the first is still being decoded."""
    from fieldapp.services.demo.load import load_demo  # noqa: PLC0415

    load_demo(app_on_both.config["SETTINGS"].instance)
    with reading() as connection:
        animal = connection.exec_driver_sql("select min(id) from animals where city = 'crystal'").scalar_one()
        person = connection.exec_driver_sql("select min(id) from people").scalar_one()
    data, inner, read = own.saved(own.corners()), [], photos.read_photo

    def add():
        given = [GivenFile("a.jpg", io.BytesIO(data))]
        more = {"actor": f"person:{person}", "person_id": person, "again": True}
        return photos.add_photos("crystal", f"animal:{animal}", given, "dog", **more)

    def slow(*given):
        monkeypatch.setattr(photos, "read_photo", read)
        inner.extend(add())
        return read(*given)

    monkeypatch.setattr(photos, "read_photo", slow)
    assert add() == tuple(inner)
    assert len(rows()) == 1


def test_another_citys_animal_and_other_kinds_are_refused_by_the_service(demo_app, animal_of):
    given = [GivenFile("a.jpg", io.BytesIO(own.saved(own.corners())))]
    for subject in (
        f"animal:{animal_of('benson')}",
        "animal:999999",
        "animal:x",
        "animal:01",
        "animal:" + "9" * 30,
        "owner:1",
        "",
    ):
        with pytest.raises(photos.NoSuchPhoto):
            photos.add_photos("crystal", subject, given, "dog", actor="person:1", person_id=1)
    with pytest.raises(ValueError, match="no such kind"):
        photos.add_photos("crystal", f"animal:{animal_of()}", given, "cow", actor="person:1", person_id=1)


def test_it_works_on_both_databases(app_on_both):
    from fieldapp.services.demo.load import load_demo  # noqa: PLC0415
    from fieldapp.services.photos_seen import photos_of  # noqa: PLC0415

    load_demo(app_on_both.config["SETTINGS"].instance)
    with reading() as connection:
        animal, person = (
            connection.exec_driver_sql(f"select min(id) from {table} where {which}").scalar_one()
            for table, which in (("animals", "city = 'crystal'"), ("people", "1 = 1"))
        )
    given = [GivenFile(f"{n}.jpg", io.BytesIO(own.saved(own.corners()))) for n in range(3)]
    outcomes = photos.add_photos("crystal", f"animal:{animal}", given, "paper", actor="person:1", person_id=person)
    assert [o.reason for o in outcomes] == ["", "", ""]
    assert [p.file_name for p in photos_of("crystal", f"animal:{animal}", papers=True).photos] == [
        "0.jpg",
        "1.jpg",
        "2.jpg",
    ]
    assert photos_of("crystal", f"animal:{animal}", papers=False).kept_back == 3


def test_what_a_killed_process_left_is_swept_away(demo_app, signed_in, give, left_over):
    old, fresh = (stored_files.incoming() / name for name in ("arriving-old", "arriving-now"))
    for file in (old, fresh):
        file.write_bytes(b"half")
    long_ago = time.time() - stored_files.UNFINISHED.total_seconds() - 60
    os.utime(old, (long_ago, long_ago))
    assert give(signed_in(), [("a.jpg", own.saved(own.corners()))]).status_code == 303
    assert left_over() == ["arriving-now"]
    turn = stored_files.incoming() / "decoding.turn"
    os.utime(turn, (long_ago, long_ago))
    stored_files.sweep()
    assert turn.exists(), "a lock that others may hold"
