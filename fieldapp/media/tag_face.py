"""The front of a tag: what stands where, in millimeters, and its SVG.

45 x 33 mm (1.8 x 1.3 in) leaves each module of a 25 x 25 symbol three quarters of a millimeter. Ordinances ask for the
city's word, the year and the number (Crystal C-043, Benson B-020); the telephone is for whoever finds the dog.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from xml.sax.saxutils import escape

from fieldapp.media.letters import FAMILY, Weight, fitting_size, outline, width
from fieldapp.media.qr import QUIET, Polarity, Symbol, svg_path, symbol_of, tag_text
from fieldapp.media.tag_code import grouped

WIDTH, HEIGHT = 45.0, 33.0
CORNER = 3.0
HOLE = (4.6, 4.6, 2.0)  # center and radius
_SYMBOL = (19.0, 0.6, 25.4)  # left, top, side with the quiet zone
_COLUMN = (1.8, 17.0)  # left edge and room of the letters beside the symbol
_SMALLEST_ON_ONE_LINE = 2.4
_BAND = (2.2, 40.6)  # the same of those under it


@dataclass(frozen=True, slots=True)
class TagFace:
    """Everything that is printed on a tag. `host` is the one whose pages the QR opens."""

    city: str
    number: str
    year: int | None
    phone: str
    host: str
    code: str

    @property
    def words(self) -> str:
        """The whole tag in one sentence, for those who cannot see it."""
        year = f", {self.year}" if self.year else ""
        letters = f"telephone {self.phone}, code {grouped(self.code)}, only {self.host}"
        return f"{self.city} tag {self.number}{year}, {letters}"


@dataclass(frozen=True, slots=True)
class Line:
    """A line of letters: its foot begins at x, y."""

    text: str
    weight: Weight
    size: float
    x: float
    y: float


def face_svg(face: TagFace, polarity: Polarity = Polarity.DARK_ON_LIGHT) -> str:
    """The tag as an SVG document of its true size, letters as outlines, so that it looks the same on every machine."""
    letters = "".join(outline(line.text, line.weight, line.size, line.x, line.y) for line in lines(face))
    drawn, _ = polarity.colors
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH:g}mm" height="{HEIGHT:g}mm" '
        f'viewBox="0 0 {WIDTH:g} {HEIGHT:g}" role="img"><title>{escape(face.words)}</title>'
        f'{_ground(polarity)}<path fill="{drawn}" d="{letters}"/>{_symbol(face, polarity)}</svg>\n'
    )


def sheet_svg(face: TagFace, polarity: Polarity) -> str:
    """The same face for a page that brings the font: its letters stay letters that can be searched and copied."""
    drawn, _ = polarity.colors
    letters = "".join(
        f'<text x="{line.x:.3f}" y="{line.y:.3f}" font-size="{line.size:.3f}" font-weight="{_CSS[line.weight]}">'
        f"{escape(line.text)}</text>"
        for line in lines(face)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH:g} {HEIGHT:g}">'
        f"<title>{escape(face.words)}</title>"
        f'{_ground(polarity)}<g fill="{drawn}" font-family="{FAMILY}">{letters}</g>{_symbol(face, polarity)}</svg>'
    )


_CSS = {"Regular": 400, "Bold": 700}


def lines(face: TagFace) -> Iterator[Line]:
    """The lines of letters, each as large as its room allows."""
    left, room = _COLUMN
    year = str(face.year) if face.year else ""
    column: tuple[tuple[str, Weight, float, float], ...] = (
        *_city_lines(face.city, room),
        (year, "Regular", 3.2, 15.0),
        (face.number, "Bold", 4.4, 20.2),
        (face.phone, "Regular", 3.0, 24.4),
    )
    for text, weight, largest, y in column:
        if text:
            yield Line(text, weight, fitting_size(text, weight, largest, room), left, y)
    left, room = _BAND
    band: tuple[tuple[str, Weight, float, float], ...] = (
        (grouped(face.code), "Bold", 2.9, 28.1),
        (f"only {face.host}", "Regular", 2.5, 31.3),
    )
    for text, weight, largest, y in band:
        size = fitting_size(text, weight, largest, room)
        yield Line(text, weight, size, left + (room - width(text, weight) * size) / 2, y)


def _city_lines(city: str, room: float) -> tuple[tuple[str, Weight, float, float], ...]:
    """A long name of several words on two lines, so that its letters stay large."""
    words = city.split()
    if len(words) == 1 or fitting_size(city, "Bold", 3.6, room) >= _SMALLEST_ON_ONE_LINE:
        return ((city, "Bold", 3.6, 11.2),)
    halves = [(" ".join(words[:i]), " ".join(words[i:])) for i in range(1, len(words))]
    upper, lower = min(halves, key=lambda half: max(width(part, "Bold") for part in half))
    size = min(fitting_size(part, "Bold", 2.9, room) for part in (upper, lower))
    return ((upper, "Bold", size, 9.1), (lower, "Bold", size, 11.7))


def _ground(polarity: Polarity) -> str:
    drawn, ground = polarity.colors
    x, y, radius = HOLE
    return (
        f'<rect x=".1" y=".1" width="{WIDTH - 0.2:g}" height="{HEIGHT - 0.2:g}" rx="{CORNER:g}" fill="{ground}" '
        f'stroke="{drawn}" stroke-width=".15"/>'
        f'<circle cx="{x}" cy="{y}" r="{radius}" fill="#fff" stroke="{drawn}" stroke-width=".15"/>'
    )


def _symbol(face: TagFace, polarity: Polarity) -> str:
    symbol: Symbol = symbol_of(tag_text(face.host, face.code))
    left, top, side = _SYMBOL
    module = side / (symbol.size + 2 * QUIET)
    return (
        f'<path fill="{polarity.colors[0]}" shape-rendering="crispEdges" '
        f'transform="translate({left + QUIET * module:.4f} {top + QUIET * module:.4f}) scale({module:.5f})" '
        f'd="{svg_path(symbol)}"/>'
    )
