"""Print tags: one SVG a tag for an engraver, and sheets as PDF."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from fieldapp.media.print_pdf import NoPdf, PdfFailed
from fieldapp.media.qr import Polarity
from fieldapp.media.tag_face import TagFace, face_svg
from fieldapp.media.tag_sheet import ON_A_PAGE, sheet_pdf
from fieldapp.services import cities
from fieldapp.services.tag_stock import ListedTag, TagRefusal, choose

__all__ = ["POLARITIES", "NoPdf", "PdfFailed", "SheetPart", "part", "parts", "sheets", "svg_files", "svg_of"]

POLARITIES = tuple(polarity.value for polarity in Polarity)
PAGES_IN_A_FILE = 40  # a larger file costs more memory than one process of ours may take
TAGS_IN_A_PART = 10 * ON_A_PAGE  # what a person waits for at a page: some seconds
_UNSAFE = re.compile(r"[^0-9A-Za-z-]+")


@dataclass(frozen=True, slots=True)
class SheetPart:
    """Tags of one year in stock that fit one small PDF. `serial`: the count from which on they are taken."""

    serial: int
    count: int
    first: str
    last: str


def parts(city: str, year: int) -> tuple[SheetPart, ...]:
    """The year's tags in stock in small parts, cut at fixed counts so that a part stays the same while others go."""
    starting: dict[int, list[ListedTag]] = {}
    for tag in choose(city, states=["in_stock"], year=year):
        if tag.serial is not None:
            starting.setdefault(tag.serial - (tag.serial - 1) % TAGS_IN_A_PART, []).append(tag)
    return tuple(SheetPart(s, len(tags), tags[0].number, tags[-1].number) for s, tags in starting.items())


def part(city: str, year: int, serial: int) -> tuple[ListedTag, ...]:
    """The tags of one part; empty where none is in stock."""
    return choose(city, states=["in_stock"], year=year, serials=(serial, serial + TAGS_IN_A_PART - 1))


def svg_files(city: str, tags: Sequence[ListedTag], polarity: str) -> Iterator[tuple[str, str]]:
    """A file name of our own making and the SVG of each tag.

    Raises TagRefusal where the city's settings lack a part.
    """
    faces = [_face(city, tag) for tag in tags]  # all or nothing: a missing setting is told before the first file
    for tag, face in zip(tags, faces, strict=True):
        yield f"{_UNSAFE.sub('', tag.number)}_{tag.code}.svg", face_svg(face, Polarity(polarity))


def svg_of(city: str, tag: ListedTag, polarity: str) -> tuple[str, str]:
    """The same for one tag."""
    return next(svg_files(city, [tag], polarity))


def sheets(city: str, tags: Sequence[ListedTag], polarity: str) -> Iterator[tuple[str, bytes]]:
    """A file name and the PDF of each sheet file, in the tags' order.

    Raises TagRefusal as `svg_files`, NoPdf where this machine cannot make any, PdfFailed where one passes its bounds.
    """
    faces = [_face(city, tag) for tag in tags]
    size = ON_A_PAGE * PAGES_IN_A_FILE
    files = [faces[i : i + size] for i in range(0, len(faces), size)]
    for number, drawn in enumerate(files, 1):
        name = "sheet.pdf" if len(files) == 1 else f"sheet-{number:0{len(str(len(files)))}}.pdf"
        yield name, sheet_pdf(drawn, Polarity(polarity))


def _face(city: str, tag: ListedTag) -> TagFace:
    reading = cities.city(city)
    hosts = cities.tag_hosts(city)
    needed = {"animal_control_phone": reading.animal_control_phone, "tag_hosts": hosts}
    missing = [name for name, there in needed.items() if not there]
    if missing:
        msg = f"Tags of {reading.name} cannot be printed: set {' and '.join(missing)} of [{city}] in cities.toml first."
        raise TagRefusal(msg)
    return TagFace(reading.name, tag.number, tag.year, reading.animal_control_phone, hosts[0], tag.code)
