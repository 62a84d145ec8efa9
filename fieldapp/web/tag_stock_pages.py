"""A clerk's pages for the tags of the city: the stock, new tags, sheets to print."""

from typing import TypeVar

from flask import Blueprint, Response, abort, make_response, redirect, request
from flask.typing import ResponseReturnValue

from fieldapp.services import cities, tag_print, tag_stock
from fieldapp.services.tag_stock import ListedTag, TagRefusal, UnknownTag
from fieldapp.web.guard import guard, signed_in
from fieldapp.web.own_words import Form
from fieldapp.web.respond import page
from fieldapp.web.tag_forms import MakeForm

pages = Blueprint("tag_stock_pages", __name__)
NOTHING_RUNS = "default-src 'none'; sandbox"
SomeForm = TypeVar("SomeForm", bound=Form)


@pages.get("/tags")
@guard("make_tags")
def stock() -> Response:
    """The stock of the present city, and a form to make more."""
    return _stock(MakeForm(data={"year": cities.law_day(signed_in().city).year}))


@pages.post("/tags")
@guard("make_tags")
def make() -> ResponseReturnValue:
    """Make new tags."""
    person, form = signed_in(), MakeForm(request.form)
    if not form.validate():
        return _stock(form, 422)
    try:
        tag_stock.make(person.city, form.count.data or 0, form.year.data or 0, actor=person.actor)
    except TagRefusal as refusal:
        return _stock(refused(form, refusal), 422)
    return redirect(f"/tags/sheets?year={form.year.data}", 303)


def _stock(form: Form, status: int = 200) -> Response:
    return page("tags/stock.html", form=form, years=tag_stock.stock(signed_in().city), status=status)


@pages.get("/tags/sheets")
@guard("make_tags")
def sheets() -> Response:
    """The sheets of one year's tags in stock, each a PDF of a few pages."""
    year = _year()
    return page("tags/sheets.html", year=year, parts=tag_print.parts(signed_in().city, year))


@pages.get("/tags/sheet.pdf")
@guard("make_tags")
def sheet() -> Response:
    """One of these sheets: the tags in stock from a count on."""
    city, year = signed_in().city, _year()
    chosen = tag_print.part(city, year, _number("from"))
    if not chosen:
        abort(404)
    try:
        _, pdf = next(tag_print.sheets(city, chosen, _polarity()))
    except (TagRefusal, tag_print.NoPdf) as missing:
        abort(503, str(missing))
    except tag_print.PdfFailed as failed:
        abort(500, str(failed))
    return _file(pdf, "application/pdf", f"tags-{city}-{chosen[0].number}-to-{chosen[-1].number}.pdf")


@pages.get("/tags/<code>/face.svg")
@guard("make_tags")
def face(code: str) -> Response:
    """One tag's front for an engraver or a printer."""
    city = signed_in().city
    tag = tag_here(code)
    try:
        name, svg = tag_print.svg_of(city, tag, _polarity())
    except TagRefusal as missing:
        abort(503, str(missing))
    return _file(svg.encode(), "image/svg+xml", name)


def tag_here(code: str) -> ListedTag:
    """The tag of the present city with this code, in any case of letters; 404 where the city has none."""
    try:
        return tag_stock.by_code(signed_in().city, code)
    except UnknownTag:
        abort(404)


def refused(form: SomeForm, refusal: Exception) -> SomeForm:
    """The form with a refusal in its summary."""
    form.form_errors.append(str(refusal))
    return form


def _file(data: bytes, kind: str, name: str) -> Response:
    response = make_response(data)
    response.headers["Content-Type"] = kind
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    response.headers["Content-Security-Policy"] = NOTHING_RUNS
    return response


def _year() -> int:
    return _number("year")


def _number(name: str) -> int:
    text = request.args.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 9 else abort(404)


def _polarity() -> str:
    word = request.args.get("polarity", tag_print.POLARITIES[0])
    return word if word in tag_print.POLARITIES else abort(404)
