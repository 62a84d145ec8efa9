"""The symbol of a tag is the smallest that holds its text, at the highest level that still fits."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fieldapp.media.qr import Polarity, svg_path, symbol_of, symbol_svg, tag_text
from tests.tags.pictures import picture_of, read_symbols

# Alphanumeric capacity of versions 1 to 5 by level (ISO/IEC 18004, table 7).
CAPACITY = {
    1: {"L": 25, "M": 20, "Q": 16, "H": 10},
    2: {"L": 47, "M": 38, "Q": 29, "H": 20},
    3: {"L": 77, "M": 61, "Q": 47, "H": 35},
    4: {"L": 114, "M": 90, "Q": 67, "H": 50},
    5: {"L": 154, "M": 122, "Q": 87, "H": 64},
}


@pytest.mark.parametrize("length", range(11, 155))
def test_smallest_symbol_then_highest_level(length):
    symbol = symbol_of("HTTPS://A-" + "7" * (length - 10))
    version = min(v for v, by_level in CAPACITY.items() if by_level["L"] >= length)
    level = next(letter for letter in "HQML" if CAPACITY[version][letter] >= length)
    assert (symbol.version, symbol.level, symbol.size) == (version, level, 17 + 4 * version)


@settings(max_examples=30, deadline=None)
@given(st.text(alphabet="ABCXYZ0189./:-", min_size=8, max_size=60))
def test_every_symbol_reads_back_in_both_polarities(text):
    symbol = symbol_of(text)
    for polarity in (Polarity.DARK_ON_LIGHT, Polarity.LIGHT_ON_DARK):
        colors = {"#000": 0, "#fff": 255}
        drawn, ground = (colors[c] for c in polarity.colors)
        assert [b.text for b in read_symbols(picture_of(symbol, (drawn, ground)))] == [text]


@pytest.mark.parametrize(
    ("host", "text"),
    [
        ("tags.crystal.example", "HTTPS://TAGS.CRYSTAL.EXAMPLE/T/7K3QW9XZ41"),
        ("localhost:8000", "HTTP://LOCALHOST:8000/T/7K3QW9XZ41"),
        ("127.0.0.1:5000", "HTTP://127.0.0.1:5000/T/7K3QW9XZ41"),
        ("192.168.1.7:8000", "HTTPS://192.168.1.7:8000/T/7K3QW9XZ41"),
    ],
)
def test_the_text_is_an_address_in_capitals(host, text):
    assert tag_text(host, "7K3QW9XZ41") == text


@pytest.mark.parametrize("text", ["", "https://lower.example/", "TAGS_CRYSTAL", "É"])
def test_a_text_outside_the_mode_is_refused(text):
    with pytest.raises(ValueError, match="cannot hold"):
        symbol_of(text)


def test_a_text_too_long_for_any_symbol_is_refused():
    with pytest.raises(ValueError, match="no QR code holds 5000"):
        symbol_of("A" * 5000)


def test_the_path_covers_exactly_the_drawn_modules():
    symbol = symbol_of("HTTPS://TAGS.CRYSTAL.EXAMPLE/T/7K3QW9XZ41")
    covered = set()
    for bar in svg_path(symbol).removesuffix("z").split("z"):
        place, right, _ = bar.removeprefix("M").replace("h", "|", 1).replace("v1", "|", 1).split("|")
        x, y = map(int, place.split())
        covered |= {(x + i, y) for i in range(int(right))}
    assert covered == {(x, y) for y, row in enumerate(symbol.rows) for x, on in enumerate(row) if on}


def test_the_whole_svg_has_its_quiet_zone_and_swaps_its_colors():
    symbol = symbol_of("HTTPS://A.B/T/7K3QW9XZ41")
    dark, light = symbol_svg(symbol), symbol_svg(symbol, Polarity.LIGHT_ON_DARK)
    assert 'viewBox="0 0 29 29"' in dark
    assert 'translate(4 4)' in dark
    assert dark.replace("#000", "?").replace("#fff", "#000").replace("?", "#fff") == light
