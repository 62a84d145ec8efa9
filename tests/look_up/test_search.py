"""Finding an animal by what is read off a tag or heard at a fence, on both databases."""

import pytest
from sqlalchemy import insert, select

from fieldapp import clock
from fieldapp.services.cities import law_day
from fieldapp.services.scan import lead
from fieldapp.services.search import find, kept_around, places_without_position
from fieldapp.tables.animals import Animal
from fieldapp.tables.db import writing


def names(matches):
    return [m.name for m in matches]


NUMBERS = ["{year}-00001", "{year}00001", "{year} 1", " {year}-0OOO1 ", "{year}\u201300001", "{year} 00001"]
TYPED = [
    ("985112004551203", ["Juniper"]),
    ("985 112 004 551 203", ["Juniper"]),
    ("r4471", ["Miso"]),
    ("P-12", ["Hamlet"]),
    ("Okonkwo", ["Juniper"]),
    ("vandersteen", ["Juniper", "Miso"]),
    ("ØSTERGAARD", ["Biscuit"]),
    ("hernandez", []),  # neither first nor last word of "Lucía Hernández Barrientos"
    ("lucia", ["Mocha"]),
    ("763.555.0142", ["Juniper", "Miso"]),
    ("1 (763) 555-0142", ["Juniper", "Miso"]),
    ("4127 sample avenue north", ["Juniper", "Miso"]),
    ("hampshire", ["Titan"]),
    ("jersey avenue", ["Brutus"]),
    ("34th avenue n", ["Shadow"]),
    ("34th ave", ["Shadow"]),
    ("place n", ["Rocky"]),
    ("xerxes pl", ["Rocky"]),
    ("venue n", []),  # whole words only
    ("unity", []),
    ("fern", ["Fern"]),
    ("5333 Unity Avenue N", []),  # its owner's address is protected
    ("%", []),
    ("_", []),
    ("' OR '1'='1", []),
    ("", []),
    ("x" * 5000, []),
    ("\x00", []),
    ("lu\x00cia", ["Mocha"]),
]
LABELED = ["Tag {year}-00001", "#{year}-00001", "No. {year}-1", "{year}_00001", "{year}.00001", "Lic. no: {year} 00001"]
NEAR = ["985112004551204", "98511200455120", "985112004552103", "9851120045512034"]


@pytest.mark.usefixtures("loaded")
def test_what_is_typed_finds():
    year = f"{law_day('crystal').year % 100}"
    cases = [(typed.format(year=year), ["Juniper"]) for typed in NUMBERS + LABELED] + TYPED
    found = {typed: sorted(names(m for m in find("crystal", typed) if not m.near)) for typed, _ in cases}
    assert found == {typed: sorted(expected) for typed, expected in cases}


@pytest.mark.usefixtures("loaded")
def test_a_number_one_slip_away_is_offered_as_near():
    for typed in NEAR:
        found = find("crystal", typed)
        assert [(m.name, m.near) for m in found] == [("Juniper", True)], typed
        assert "microchip" in found.shown[0].matched


@pytest.mark.usefixtures("loaded")
def test_another_city_finds_nothing():
    assert len(find("benson", "985112004551203")) == 0


@pytest.mark.usefixtures("loaded")
def test_dogs_around_a_place_alerts_first():
    found = kept_around("crystal", position=(45.0331, -93.3601))
    assert {"Juniper", "Miso", "Ranger"} <= set(names(found))
    assert names(kept_around("crystal", address="4100 Sample Ave N"))[0] == "Juniper"
    assert names(kept_around("crystal", address="4756 Jersey Avenue"))[0] == "Brutus"
    around = kept_around("crystal", address="Perry", filters={"sex": "female", "size": "large", "color": "black"})
    assert names(around) == ["Bella"]
    grey = kept_around("crystal", address="5525 Hampshire Avenue N", filters={"color": "Grey"})
    assert names(grey)[0] == "Titan"
    assert len(kept_around("crystal", address="5333 Unity Avenue N")) == 0
    assert len(kept_around("crystal", address="  ")) == 0
    assert len(kept_around("crystal", position=(0.0, 0.0))) == 0
    assert places_without_position("crystal") == 1


def test_what_must_be_known_first_is_never_what_is_left_out(animals):
    zeus = animals["crystal", "Zeus"]
    with writing() as connection:
        home = connection.execute(select(Animal.premises_id).where(Animal.id == zeus)).scalar_one()
        plain = {"city": "crystal", "species": "dog", "premises_id": home, "created_at": clock.now()}
        rows = [{**plain, "name": f"Zea {n}", "name_key": f"zea {n}"} for n in range(250)]
        connection.execute(insert(Animal), rows)
    for found in (find("crystal", "ze"), kept_around("crystal", address="3320 Nevada Avenue N")):
        assert names(found)[0] == "Zeus"
        assert found.more > 0
        assert len(found) == 50


@pytest.mark.usefixtures("loaded")
def test_a_number_is_read_as_people_write_it():
    year = f"{law_day('crystal').year % 100}"
    for typed in [t.format(year=year) for t in NUMBERS + LABELED]:
        where = lead("crystal", typed, "localhost")
        assert where.kind == "tag", typed
    foreign_texts = ("javascript:alert(1)", "https://evil.example/t/7K3QW9XZ41", "hello", "BEGIN:VCARD\nTEL:555-0100")
    for foreign in foreign_texts:
        assert lead("crystal", foreign, "localhost").kind == "foreign", foreign


@pytest.mark.usefixtures("loaded")
def test_a_part_of_the_names_of_streets_finds_all_who_are_kept_there():
    by_part = find("crystal", "Avenue N")
    assert by_part.more + len(by_part) > 10
    assert all("Avenue N" in m.kept_at for m in by_part.shown)
    assert "Titan" in names(by_part)  # an alert comes first
    assert names(kept_around("crystal", address="Place North")) == ["Rocky"]
    assert names(find("benson", "Place North")) == []
