"""Sheets of tags as one PDF: Letter paper, 28 tags a page with lines to cut along."""

from collections.abc import Sequence

from fieldapp.media.print_pdf import DOCUMENT, TEMPLATES, Asset, Bounds, letters_and_markup, page_of, pdf_of
from fieldapp.media.qr import Polarity
from fieldapp.media.tag_face import TagFace, sheet_svg

ON_A_PAGE = 28


def sheet_pdf(faces: Sequence[TagFace], polarity: Polarity) -> bytes:
    """The faces in their order as a PDF. Raises NoPdf, PdfFailed; ValueError where there is no face."""
    if not faces:
        msg = "a sheet needs at least one tag"
        raise ValueError(msg)
    drawn = [letters_and_markup(sheet_svg(face, polarity)) for face in faces]
    pages = [drawn[i : i + ON_A_PAGE] for i in range(0, len(drawn), ON_A_PAGE)]
    first, last = faces[0], faces[-1]
    html = page_of("print/tag_sheet.html", city=first.city, first=first.number, last=last.number, pages=pages)
    style = Asset("text/css", (TEMPLATES / "print" / "tag_sheet.css").read_bytes())
    return pdf_of(html, {"tag_sheet.css": style}, _bounds(len(pages)))


def _bounds(pages: int) -> Bounds:
    """What a document may cost, and for each page four times what 28 tags were seen to cost (half a second, 6.5 MB).

    A fixed bound would either stop a city that prints a year's tags or let a short letter run for minutes.
    """
    return Bounds(DOCUMENT.seconds + 2 * pages, DOCUMENT.megabytes + 26 * pages)
