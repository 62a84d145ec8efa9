"""Printed tags: every symbol of a sheet and of each SVG reads back in both polarities; the letters say the same."""

import hashlib
import io
import re
import subprocess
import zlib
from xml.etree import ElementTree

import pytest
from PIL import Image

from fieldapp.media import print_pdf, tag_sheet
from fieldapp.media.letters import width
from fieldapp.media.qr import Polarity, tag_text
from fieldapp.media.tag_code import check_character, grouped
from fieldapp.media.tag_face import HEIGHT, WIDTH, TagFace, face_svg, lines
from fieldapp.media.tag_sheet import ON_A_PAGE, sheet_pdf
from tests.tags.pictures import read_symbols

POLARITIES = list(Polarity)
CITIES = [
    ("Crystal", "tags.crystal.example"),
    ("Battle Lake", "tags.battlelake.example"),
    ("Benson", "localhost:8000"),
    ("Saint Anthony Village & <Falls>", "animal-control-tags.saint-anthony-village.example.gov"),
]


def face(number, city=0):
    payload = f"{number * 7919:09}"[-9:]
    name, host = CITIES[city]
    return TagFace(name, f"26-{number:05}", 2026, "763-555-0100", host, payload + check_character(payload))


def pages(pdf, dots=200):
    """Each page of a PDF as a picture."""
    done = subprocess.run(["pdftoppm", "-r", str(dots), "-png", "-"], input=pdf, capture_output=True, check=True)
    parts = done.stdout.split(b"\x89PNG\r\n\x1a\n")[1:]
    return [Image.open(io.BytesIO(b"\x89PNG\r\n\x1a\n" + part)) for part in parts]


@pytest.mark.parametrize("polarity", POLARITIES, ids=lambda p: p.value)
def test_every_symbol_of_a_sheet_reads_back(polarity):
    faces = [face(n, n % len(CITIES)) for n in range(1, ON_A_PAGE + 4)]
    read = [sorted(b.text for b in read_symbols(page)) for page in pages(sheet_pdf(faces, polarity))]
    expected = [tag_text(f.host, f.code) for f in faces]
    assert read == [sorted(expected[:ON_A_PAGE]), sorted(expected[ON_A_PAGE:])]


@pytest.mark.parametrize("polarity", POLARITIES, ids=lambda p: p.value)
def test_a_sheet_reads_back_as_a_cheap_printer_draws_it(polarity):
    faces = [face(n) for n in range(1, 9)]
    (page,) = pages(sheet_pdf(faces, polarity), dots=100)
    assert len({b.text for b in read_symbols(page.convert("1").convert("L"))}) == 8


def test_the_letters_of_a_sheet_say_number_city_telephone_year_code_and_host():
    faces = [face(1), face(2, 3)]
    pdf = sheet_pdf(faces, Polarity.DARK_ON_LIGHT)
    text = subprocess.run(["pdftotext", "-", "-"], input=pdf, capture_output=True, check=True).stdout.decode()
    for f in faces:
        for words in (*f.city.split(), f.number, "2026", f.phone, grouped(f.code), f"only {f.host}"):
            assert words in text


def test_a_sheet_is_tagged_letter_paper_and_always_the_same_bytes(tmp_path):
    pdf = sheet_pdf([face(n) for n in range(1, 30)], Polarity.DARK_ON_LIGHT)
    assert hashlib.sha256(pdf).digest() == hashlib.sha256(
        sheet_pdf([face(n) for n in range(1, 30)], Polarity.DARK_ON_LIGHT)
    ).digest()
    (tmp_path / "sheet.pdf").write_bytes(pdf)
    about = subprocess.run(["pdfinfo", tmp_path / "sheet.pdf"], capture_output=True, text=True, check=True).stdout
    assert "Tagged:          yes" in about
    assert "612 x 792 pts (letter)" in about
    assert re.search(r"Pages:\s+2\n", about)
    assert "Crystal tags 26-00001 to 26-00029" in about


def test_a_sheet_needs_a_tag():
    with pytest.raises(ValueError, match="at least one tag"):
        sheet_pdf([], Polarity.DARK_ON_LIGHT)


def test_the_bounds_grow_by_the_page(monkeypatch):
    seen = []
    monkeypatch.setattr(tag_sheet, "pdf_of", lambda _html, _assets, bounds: seen.append(bounds) or b"")
    monkeypatch.setattr(tag_sheet, "sheet_svg", lambda _face, _polarity: "")
    for count in (1, ON_A_PAGE, ON_A_PAGE + 1, ON_A_PAGE * 40):
        sheet_pdf([face(1)] * count, Polarity.DARK_ON_LIGHT)
    assert seen[0] == seen[1]
    assert seen[1].seconds < seen[2].seconds < seen[3].seconds <= 90
    assert print_pdf.DOCUMENT.megabytes < seen[3].megabytes <= 2048


@pytest.mark.parametrize("city", range(len(CITIES)))
def test_every_letter_stays_on_the_tag_and_off_the_quiet_zone(city):
    f = face(417, city)
    for line in lines(f):
        ends = line.x + width(line.text, line.weight) * line.size
        beside = line.y < 26.4
        assert line.x >= 1.5
        assert ends <= (19.0 if beside else WIDTH - 1.5) + 0.001, line
        assert line.y < HEIGHT - 1


@pytest.mark.parametrize("city", range(len(CITIES)))
def test_a_tag_svg_is_sound_says_its_words_and_holds_nothing_that_runs(city):
    f = face(417, city)
    svg = face_svg(f)
    tree = ElementTree.fromstring(svg)  # noqa: S314  our own
    assert tree.attrib["width"] == "45mm"
    assert tree.attrib["height"] == "33mm"
    title = tree.find("{http://www.w3.org/2000/svg}title").text
    for words in (f.city, f.number, "2026", f.phone, grouped(f.code), f"only {f.host}"):
        assert words in title
    names = {e.tag.partition("}")[2] for e in tree.iter()}
    assert names == {"svg", "title", "rect", "circle", "path"}
    assert not any(key.startswith("on") or "href" in key or key == "style" for e in tree.iter() for key in e.attrib)
    assert svg == face_svg(f)


def test_letters_are_drawn_in_the_svg(tmp_path):
    """Two tags that differ only in their letters differ in their picture."""
    one, two = face(417), TagFace(**{**_fields(face(417)), "phone": "763-555-0199"})
    assert face_svg(one).partition("</title>")[2] != face_svg(two).partition("</title>")[2]


def _fields(f):
    return {name: getattr(f, name) for name in ("city", "number", "year", "phone", "host", "code")}


@pytest.mark.browser
@pytest.mark.parametrize("polarity", POLARITIES, ids=lambda p: p.value)
def test_a_browser_draws_the_svg_so_that_it_reads_back(page_of, tmp_path, polarity):
    page = page_of(width=400, height=300)
    for city in range(len(CITIES)):
        f = face(417, city)
        file = tmp_path / f"{city}.svg"
        file.write_text(face_svg(f, polarity))
        page.goto(file.as_uri())
        shot = Image.open(io.BytesIO(page.screenshot()))
        assert [b.text for b in read_symbols(shot)] == [tag_text(f.host, f.code)]


def test_each_tag_of_a_sheet_has_its_words_for_those_who_cannot_see_it():
    faces = [face(1), face(2, 3)]
    inflated = b"".join(_inflated(sheet_pdf(faces, Polarity.DARK_ON_LIGHT)))
    assert inflated.count(b"/S /Figure") + inflated.count(b"/S/Figure") == len(faces)
    for f in faces:
        assert b"/Alt (" + f.words.replace("(", "\\(").encode() in inflated


def _inflated(pdf):
    for part in re.findall(rb"stream\r?\n(.*?)\r?\nendstream", pdf, re.DOTALL):
        try:
            yield zlib.decompress(part)
        except zlib.error:
            yield part
    yield pdf
