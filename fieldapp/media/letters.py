"""Letters of the printing font: how wide a text is, and its outlines for machines that have no fonts (engravers)."""

import functools
from pathlib import Path
from typing import Any, Literal

FONTS = Path(__file__).parent / "fonts"
Weight = Literal["Regular", "Bold"]
FAMILY = "Atkinson Hyperlegible Next"


def font_file(weight: Weight) -> Path:
    """The TrueType file of one weight of the printing font (SIL Open Font License, fonts/OFL.txt)."""
    return FONTS / f"AtkinsonHyperlegibleNext-{weight}.ttf"


def width(text: str, weight: Weight) -> float:
    """How wide `text` runs at a letter size of 1, in the same unit as the size."""
    return sum(_glyph(char, weight)[0] for char in text)


def fitting_size(text: str, weight: Weight, largest: float, room: float) -> float:
    """The largest letter size up to `largest` at which `text` runs no wider than `room`."""
    runs = width(text, weight)
    return largest if runs * largest <= room else room / runs


def outline(text: str, weight: Weight, size: float, x: float, y: float) -> str:
    """The outlines of `text` as the `d` of one SVG path: letters of `size`, the first foot at x, y (y downward)."""
    parts = []
    for char in text:
        advance, draw = _glyph(char, weight)
        parts.append(draw(x, y, size))
        x += advance * size
    return "".join(parts)


@functools.cache
def _font(weight: Weight) -> tuple[Any, Any, dict[int, str], int]:
    from fontTools.ttLib import TTFont  # noqa: PLC0415  a tenth of a second that only printing should pay

    font = TTFont(font_file(weight), lazy=True)
    return font, font.getGlyphSet(), font.getBestCmap(), font["head"].unitsPerEm


@functools.cache
def _glyph(char: str, weight: Weight) -> tuple[float, Any]:
    """The advance of a letter at size 1, and a function that draws it at (x, y, size) as SVG path commands."""
    from fontTools.pens.svgPathPen import SVGPathPen  # noqa: PLC0415
    from fontTools.pens.transformPen import TransformPen  # noqa: PLC0415

    _, glyphs, names, units = _font(weight)
    glyph = glyphs[names.get(ord(char), ".notdef")]

    def draw(x: float, y: float, size: float) -> str:
        pen = SVGPathPen(glyphs, ntos=lambda number: f"{number:.2f}".rstrip("0").rstrip("."))
        scale = size / units
        glyph.draw(TransformPen(pen, (scale, 0, 0, -scale, x, y)))
        return str(pen.getCommands())

    return glyph.width / units, draw
