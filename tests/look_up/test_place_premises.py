"""Addresses of a list get their positions from the city's map office, so that dogs are found around a phone."""

import pytest

from fieldapp.services.place_premises import UnusablePositions, place
from fieldapp.services.search import kept_around, places_without_position

HERE = (45.1, -93.5)


@pytest.mark.usefixtures("loaded")
def test_what_is_placed_is_found_and_bad_lines_are_named(tmp_path):
    file = tmp_path / "addresses.csv"
    file.write_text(
        "\ufeffAddress,Latitude,Longitude\n5525 hampshire AVE N,45.1,-93.5\n1 Nowhere Street,45.1,-93.5\n"
        "3610 Adair Avenue N,95,-93\n3610 Adair Avenue N,0,0\n3610 Adair Avenue N,nan,-93\n,45.1,-93.5\nx,y\n",
        encoding="utf-8",
    )
    assert len(kept_around("crystal", position=HERE)) == 0
    done = place("crystal", file, actor="cli")
    assert (done.read, done.placed, [line for line, _ in done.refused]) == (7, 1, [4, 5, 6, 7, 8])
    assert [m.name for m in kept_around("crystal", position=HERE)] == ["Titan"]
    assert len(kept_around("benson", position=HERE)) == 0


@pytest.mark.parametrize("content", [b"street,lat\nx,1\n", b"", b"\xff\xfe\x00address", None])
def test_a_file_that_is_none_is_named_and_nothing_is_placed(app, tmp_path, content):
    file = tmp_path / "addresses.csv"
    if content is not None:
        file.write_bytes(content)
    before = places_without_position("crystal")
    with pytest.raises(UnusablePositions, match="addresses"):
        place("crystal", file, actor="cli")
    assert places_without_position("crystal") == before
