"""The renderer: what a page may ask for, what it may cost, and that the same data gives the same bytes."""

import hashlib
import socket
import subprocess
import sys
import threading
import tomllib

import pytest

from fieldapp.media import letters, print_pdf
from fieldapp.media.print_pdf import Asset, Bounds, NoPdf, PdfFailed, pdf_of

PAGE = '<!doctype html><html lang="en"><title>Notice</title><link rel="stylesheet" href="asset:print.css"><body>{}'


def text_of(pdf, *options):
    done = subprocess.run(["pdftotext", *options, "-", "-"], input=pdf, capture_output=True, check=True)
    return done.stdout.decode()


def test_a_page_becomes_a_tagged_pdf_with_the_font_inside(tmp_path):
    file = tmp_path / "page.pdf"
    file.write_bytes(pdf_of(PAGE.format("<h1>Notice</h1><p>Ñandú, xyooj, Soomaali — “dog”</p>")))
    about = subprocess.run(["pdfinfo", file], capture_output=True, text=True, check=True).stdout
    assert "Tagged:          yes" in about
    assert "Page size:       612 x 792 pts (letter)" in about
    assert "Title:           Notice" in about
    meta = subprocess.run(["pdfinfo", "-meta", file], capture_output=True, text=True, check=True).stdout
    assert "http://www.aiim.org/pdfua/ns/id/" in meta
    fonts = subprocess.run(["pdffonts", file], capture_output=True, text=True, check=True).stdout.splitlines()[2:]
    assert {line.split()[0].partition("+")[2] for line in fonts} == {
        "Atkinson-Hyperlegible-Next", "Atkinson-Hyperlegible-Next-Bold"
    }  # fmt: skip
    assert all(line.split()[-5] == "yes" for line in fonts)
    assert "Ñandú, xyooj, Soomaali — “dog”" in text_of(file.read_bytes())


def test_the_same_page_gives_the_same_bytes():
    html = PAGE.format("<h1>Notice</h1><p>26-00417</p>")
    assert hashlib.sha256(pdf_of(html)).digest() == hashlib.sha256(pdf_of(html)).digest()
    assert pdf_of(html) != pdf_of(html.replace("00417", "00418"))


@pytest.mark.parametrize(
    "asked",
    [
        '<img src="http://127.0.0.1:9/x.png" alt="x">',
        '<img src="//127.0.0.1:9/x.png" alt="x">',
        '<img src="file:///etc/hostname" alt="x">',
        '<img src="/etc/hostname" alt="x">',
        '<img src="asset:secret_key" alt="x">',
        '<img src="asset:../print.css" alt="x">',
        '<link rel="stylesheet" href="https://127.0.0.1:9/x.css">',
        '<link rel="attachment" href="file:///etc/hostname">',
        '<style>@import url(http://127.0.0.1:9/x.css);</style>',
        '<p style="background: url(http://127.0.0.1:9/x.png)">x</p>',
        '<svg width="9" height="9"><title>x</title><image href="file:///etc/hostname" width="9" height="9"/></svg>',
        "<img alt='x' src='data:image/svg+xml,<svg xmlns=\"http://www.w3.org/2000/svg\"><image href=\"file:///x\"/></svg>'>",
        "<style>@font-face { font-family: x; src: url(http://127.0.0.1:9/x.ttf); } p { font-family: x; }</style><p>x",
    ],
)
def test_a_page_that_asks_for_anything_else_is_not_printed(asked):
    with pytest.raises(PdfFailed, match="may not be printed"):
        pdf_of(PAGE.format(asked))


def test_nothing_is_fetched_from_the_network():
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
        met = threading.Event()

        def wait():
            listening.settimeout(3)
            try:
                listening.accept()
                met.set()
            except TimeoutError:
                return

        thread = threading.Thread(target=wait)
        thread.start()
        with pytest.raises(PdfFailed):
            pdf_of(PAGE.format(f'<img src="http://127.0.0.1:{port}/x.png" alt="x">'))
        thread.join()
        assert not met.is_set()


def test_words_from_outside_stay_words():
    hostile = '</title><img src="file:///etc/hostname"><script>1</script>{{ 7 * 7 }}'
    html = print_pdf.page_of("print/tag_sheet.html", city=hostile, first=hostile, last="", pages=[[hostile]])
    assert "<img" not in html
    assert "<script" not in html
    pdf_of(html, {"tag_sheet.css": Asset("text/css", b"")})


def test_a_page_that_takes_too_long_is_given_up():
    endless = "<table>" + "<tr><td>word</td></tr>" * 20_000 + "</table>"
    with pytest.raises(PdfFailed, match="past its bounds"):
        pdf_of(PAGE.format(endless), bounds=Bounds(2, 512))


def test_a_process_that_waits_for_ever_is_given_up(tmp_path, monkeypatch):
    child = tmp_path / "child.py"
    child.write_text("import time\ntime.sleep(60)\n")
    monkeypatch.setattr(print_pdf, "CHILD", child)
    monkeypatch.setattr(print_pdf, "WAITS", 1)
    with pytest.raises(PdfFailed, match="past its bounds"):
        pdf_of("x", bounds=Bounds(1, 512))


def test_a_page_that_takes_too_much_memory_is_given_up():
    large = f'<img src="data:image/svg+xml,{"x" * 20_000_000}" alt="x">'
    with pytest.raises(PdfFailed):
        pdf_of(PAGE.format(large), bounds=Bounds(20, 200))


def test_a_machine_without_pango_is_told_in_one_sentence(tmp_path, monkeypatch):
    """A weasyprint that fails as it does where the library is missing stands before the real one."""
    package = tmp_path / "weasyprint"
    package.mkdir()
    (package / "__init__.py").write_text("raise OSError(\"cannot load library 'libpango-1.0-0'\")\n")
    child = tmp_path / "child.py"
    real = str(print_pdf.CHILD)
    child.write_text(
        f"import sys, runpy\nsys.path.insert(0, {str(tmp_path)!r})\nrunpy.run_path({real!r}, run_name='__main__')\n"
    )
    monkeypatch.setattr(print_pdf, "CHILD", child)
    with pytest.raises(NoPdf, match=r"^There is no PDF, because this machine lacks the Pango library \([^)]*\)\.$"):
        pdf_of(PAGE.format("x"))


def test_the_process_sees_no_setting_of_ours(tmp_path, monkeypatch):
    child = tmp_path / "child.py"
    child.write_text("import os, sys\nsys.stdout.write(repr(sorted(os.environ)))\n")
    monkeypatch.setattr(print_pdf, "CHILD", child)
    monkeypatch.setenv("DATABASE_URL", "postgresql://secret")
    monkeypatch.setenv("METRICS_TOKEN", "secret")
    seen = pdf_of("x").decode()
    assert "DATABASE_URL" not in seen
    assert "METRICS_TOKEN" not in seen


def test_the_interpreter_is_isolated():
    done = subprocess.run(
        [sys.executable, "-I", print_pdf.CHILD], input=b"no order", capture_output=True, check=False
    )  # fmt: skip
    assert done.returncode not in (0, 3, 4)


def test_the_font_is_the_one_that_its_paper_names():
    book = tomllib.loads((letters.FONTS / "VENDOR.toml").read_text())["vendored"]
    named = {"VENDOR.toml", "OFL.txt"}
    for package in book:
        for file, expected in package["sha256"].items():
            assert hashlib.sha256((letters.FONTS / file).read_bytes()).hexdigest() == expected
            named.add(file)
    assert {f.name for f in letters.FONTS.iterdir()} == named


@pytest.mark.parametrize("weight", ["Regular", "Bold"])
def test_letters_shrink_to_their_room_and_never_grow(weight):
    assert letters.fitting_size("26-00417", weight, 4.0, 100.0) == 4.0
    size = letters.fitting_size("A city with a very long name", weight, 4.0, 17.0)
    assert size < 4.0
    assert letters.width("A city with a very long name", weight) * size == pytest.approx(17.0)
    assert letters.outline("0", weight, 4, 0, 0) != letters.outline("O", weight, 4, 0, 0)


def test_the_font_has_the_letters_of_our_owners_languages():
    for char in "ÁÉÍÓÚÑÜáéíóúñü¿¡§\u2013\u2014\u2019“”…0123456789":
        assert letters.outline(char, "Regular", 4, 0, 0) != letters.outline("\ufffe", "Regular", 4, 0, 0)
