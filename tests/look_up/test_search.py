"""Finding an animal by what is read off a tag or heard at a fence, on both databases."""

import pytest

from fieldapp.services.cities import law_day
from fieldapp.services.search import find, kept_around


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
NEAR = ["985112004551204", "98511200455120", "985112004552103", "9851120045512034"]


@pytest.mark.usefixtures("loaded")
def test_what_is_typed_finds():
    year = f"{law_day('crystal').year % 100}"
    cases = [(typed.format(year=year), ["Juniper"]) for typed in NUMBERS] + TYPED
    found = {typed: sorted(names(m for m in find("crystal", typed) if not m.near)) for typed, _ in cases}
    assert found == {typed: sorted(expected) for typed, expected in cases}


@pytest.mark.usefixtures("loaded")
def test_a_number_one_slip_away_is_offered_as_near():
    for typed in NEAR:
        found = find("crystal", typed)
        assert [(m.name, m.near) for m in found] == [("Juniper", True)], typed
        assert "microchip" in found[0].matched


@pytest.mark.usefixtures("loaded")
def test_another_city_finds_nothing():
    assert find("benson", "985112004551203") == ()


@pytest.mark.usefixtures("loaded")
def test_dogs_around_a_place_alerts_first():
    found = kept_around("crystal", position=(45.0331, -93.3601))
    assert {"Juniper", "Miso", "Ranger"} <= set(names(found))
    assert names(kept_around("crystal", address="4100 Sample Ave N"))[0] == "Juniper"
    assert names(kept_around("crystal", address="4756 Jersey Avenue"))[0] == "Brutus"
    around = kept_around("crystal", address="Perry", filters={"sex": "female", "size": "large", "color": "black"})
    assert names(around) == ["Bella"]
    assert kept_around("crystal", address="5333 Unity Avenue N") == ()
    assert kept_around("crystal", address="  ") == ()
    assert kept_around("crystal", position=(0.0, 0.0)) == ()
