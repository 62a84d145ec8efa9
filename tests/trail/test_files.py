"""Photos and proofs through their own services, on both databases; then each byte, row and file is meddled with."""

import hashlib
import io
from dataclasses import replace

import pytest
from sqlalchemy import select, text

from fieldapp.media.file_store import StoreFailure
from fieldapp.services import photos as services
from fieldapp.services import stored_files
from fieldapp.services.proofs import add_proof
from fieldapp.services.stored_files import GivenFile
from fieldapp.services.verify.run import known_cities, verify
from fieldapp.tables import animals, people_queries
from fieldapp.tables.db import db, reading, writing
from fieldapp.tables.photos import Photo, Proof

CITY = "crystal"


def picture(shade):
    from PIL import Image  # noqa: PLC0415

    out = io.BytesIO()
    Image.new("RGB", (400, 300), (shade, 120, 60)).save(out, "JPEG")
    return out.getvalue()


def _an_animal_and_a_person():
    from fieldapp import clock  # noqa: PLC0415

    with writing() as connection:
        person, _ = (
            people_queries.add_person(
                connection, username=name, username_key=name, name="A", handle=name.encode(), demo=False,
                created_at=clock.now(),
            )
            for name in "ab"
        )  # fmt: skip
        values = {"city": CITY, "name": "Rex", "name_key": "rex", "species": "dog", "created_at": clock.now()}
        empty = dict.fromkeys(("breed", "color", "sex", "size", "microchip", "microchip_key", "exemption"), "")
        animal = connection.execute(
            animals.Animal.__table__.insert().values(**values, **empty, name_hidden=False)
        ).inserted_primary_key[0]
    return animal, person


@pytest.fixture
def added(app_on_both):
    """Two photos and a proof of one animal; gives the rows of the photos and of the proof."""
    animal, person = _an_animal_and_a_person()
    subject = f"animal:{animal}"
    given = [GivenFile(f"{n}.jpg", io.BytesIO(picture(n))) for n in (10, 200)]
    taken = services.add_photos(CITY, subject, given, "dog", actor=f"person:{person}", person_id=person)
    assert [t.reason for t in taken] == ["", ""]
    proof = GivenFile("policy.pdf", io.BytesIO(b"%PDF-1.7\nwords\n%%EOF\n"))
    assert add_proof(CITY, subject, proof, actor=f"person:{person}", person_id=person).reason == ""
    with reading() as connection:
        rows = connection.execute(select(Photo.__table__).order_by(Photo.id)).all()
        return [*rows, connection.execute(select(Proof.__table__)).one()]


@pytest.fixture
def found():
    def run():
        report = verify(known_cities(), stored_files.store(), (), actor="cli")
        city = next(c for c in report.cities if c.city == CITY)
        return replace(city, told=(*city.told, *report.unexpected))

    return run


def place(settings, sha256):
    return settings.instance / "files" / sha256[:2] / sha256[2:4] / sha256


def test_clean(added, found):
    clean = found()
    assert (clean.faults, clean.told, clean.files) == ((), (), 7)


def test_one_byte_of_any_file(added, found, settings):
    """Each kind of file in turn, each kind of change in turn, mended in between."""
    for sha256 in (added[1].sha256, added[1].page_sha256, added[1].small_sha256, added[2].sha256):
        file = place(settings, sha256)
        whole = file.read_bytes()
        flipped = [bytes([*whole[:n], whole[n] ^ 1, *whole[n + 1 :]]) for n in (0, len(whole) // 2, len(whole) - 1)]
        for data in (*flipped, whole[:-1], whole + b"\0", b""):
            file.write_bytes(data)
            (fault,) = found().faults
            assert (fault.kind, fault.file) == ("file changed", sha256)
        file.write_bytes(whole)
    assert found().faults == ()


def test_missing_files_are_named_each(added, found, settings):
    for sha256 in (added[0].sha256, added[1].small_sha256, added[2].sha256):
        place(settings, sha256).unlink()
    faults = found().faults
    assert {f.kind for f in faults} == {"file missing"}
    assert {f.file for f in faults} == {added[0].sha256, added[1].small_sha256, added[2].sha256}
    assert f"photo:{added[1].id} small copy" in " ".join(f.words for f in faults)


def test_a_file_in_the_place_of_another(added, found, settings):
    place(settings, added[0].sha256).write_bytes(place(settings, added[1].sha256).read_bytes())
    assert [(f.kind, f.file) for f in found().faults] == [("file changed", added[0].sha256)]


def test_a_file_that_nothing_names_is_told(added, found):
    data = b"not ours"
    sha256 = hashlib.sha256(data).hexdigest()
    stored_files.store().put(data, sha256)
    again = found()
    assert (again.faults, again.told) == ((), (sha256,))


ROWS = {
    "another picture": ("UPDATE photos SET sha256 = '{1}' WHERE id = {0}", "altered"),
    "a picture that never was": ("UPDATE photos SET sha256 = '00' WHERE id = {0}", "altered"),
    "its copies exchanged": ("UPDATE photos SET page_sha256 = small_sha256 WHERE id = {0}", "altered"),
    "a size": ("UPDATE photos SET bytes = 5 WHERE id = {0}", "altered"),
    "another animal's": ("UPDATE photos SET subject = 'animal:99' WHERE id = {0}", "altered"),
    "a paper shown as the dog": ("UPDATE photos SET kind = 'paper' WHERE id = {0}", "altered"),
    "another city's": ("UPDATE photos SET city = 'benson' WHERE id = {0}", "missing"),
    "when it was taken": ("UPDATE photos SET captured_at = '2020-01-01T08:00:00' WHERE id = {0}", "altered"),
    "where it was taken": ("UPDATE photos SET latitude = 44.9, longitude = -93.1 WHERE id = {0}", "altered"),
    "what it is": ("UPDATE photos SET type = 'png' WHERE id = {0}", "altered"),
    "how wide": ("UPDATE photos SET width = 5 WHERE id = {0}", "altered"),
    "how high": ("UPDATE photos SET height = 5 WHERE id = {0}", "altered"),
    "whether it can be read": ("UPDATE photos SET state = 'unreadable' WHERE id = {0}", "altered"),
    "what the phone called it": ("UPDATE photos SET file_name = 'x' WHERE id = {0}", "altered"),
    "when it came": ("UPDATE photos SET added_at = '2020-01-01 00:00:00' WHERE id = {0}", "altered"),
    "who gave it": ("UPDATE photos SET added_by = 2 WHERE id = {0}", "altered"),
    "its small copy": ("UPDATE photos SET small_sha256 = '' WHERE id = {0}", "altered"),
    "what a proof is called": ("UPDATE proofs SET file_name = 'x'", "altered"),
    "when a proof came": ("UPDATE proofs SET added_at = '2020-01-01 00:00:00'", "altered"),
    "who gave a proof": ("UPDATE proofs SET added_by = 2", "altered"),
    "a proof's size": ("UPDATE proofs SET bytes = 5", "altered"),
    "another animal's proof": ("UPDATE proofs SET subject = 'animal:99'", "altered"),
    "another city's proof": ("UPDATE proofs SET city = 'benson'", "missing"),
    "a photo gone": ("DELETE FROM photos WHERE id = {0}", "missing"),
    "a proof gone": ("DELETE FROM proofs", "missing"),
    "another proof": ("UPDATE proofs SET sha256 = '{1}'", "altered"),
    "a photo slipped in": (
        (
            "INSERT INTO photos (city, subject, kind, state, sha256, bytes, type, width, height, page_sha256, "
            "small_sha256, captured_at, file_name, added_by, added_at) SELECT city, subject, kind, state, sha256, "
            "bytes, type, width, height, page_sha256, small_sha256, captured_at, file_name, added_by, added_at "
            "FROM photos WHERE id = {0}"
        ),
        "altered",
    ),
}


@pytest.mark.parametrize("planted", ROWS)
def test_a_row_changed_behind_the_chain(added, found, planted):
    line, kind = ROWS[planted]
    with writing() as connection:
        connection.execute(text(line.format(added[0].id, added[1].sha256)))
    faults = found().faults
    assert kind in {f.kind for f in faults}


def test_every_column_is_meddled_with():
    """A column that comes later asks for its line above; only the id, by which the chain names the row, has none."""
    for table in (Photo, Proof):
        lines = " ".join(line for line, _ in ROWS.values() if line.startswith(f"UPDATE {table.__tablename__} "))
        lines = lines.replace("WHERE id = ", "")
        assert {c.name for c in table.__table__.c if f" {c.name} = " not in lines} == {"id"}


@pytest.mark.parametrize("value", ["'nonsense'", "X'00ff'", "CAST(X'ff' AS TEXT)", "9e99"])
@pytest.mark.parametrize("column", sorted(c.name for c in Photo.__table__.c if c.name not in {"id", "city"}))
def test_a_row_of_nonsense_is_named_on_sqlite(app, column, value):
    """SQLite lets whoever owns the file write anything anywhere."""
    animal, person = _an_animal_and_a_person()
    given = [GivenFile("1.jpg", io.BytesIO(picture(10)))]
    services.add_photos(CITY, f"animal:{animal}", given, "dog", actor=f"person:{person}", person_id=person)
    raw = db.engine.raw_connection()
    raw.execute("PRAGMA ignore_check_constraints = ON")
    raw.execute("PRAGMA foreign_keys = OFF")
    raw.execute(f"UPDATE photos SET {column} = {value}")
    raw.commit()
    raw.close()
    report = verify((CITY,), stored_files.store(), (), actor="cli")
    assert "altered" in {f.kind for f in report.cities[0].faults}


def test_a_store_that_does_not_answer_is_no_missing_file(added, app_on_both):
    class Silent:
        def open(self, _sha256):
            raise StoreFailure("the store does not answer")

        def names(self):
            raise StoreFailure("the store does not answer")

    with pytest.raises(StoreFailure):
        verify((CITY,), Silent(), (), actor="cli")
