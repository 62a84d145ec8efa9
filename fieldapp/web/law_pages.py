"""The law of a city as the system applies it: anybody reads it, a supervisor says what the city makes of a doubt."""

from typing import Any

from flask import Blueprint, Response, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue
from wtforms import Field, RadioField, SelectField, StringField, TextAreaField
from wtforms.validators import InputRequired, Length, ValidationError

from fieldapp.rules.days import day_of
from fieldapp.services import cities, law_changes, law_page, law_sign_offs
from fieldapp.services.law_sign_offs import Doubt, NoSuchDoubt, NoWords
from fieldapp.services.rights import SIGN_OFF_LAW
from fieldapp.web.guard import guard, signed_in, who
from fieldapp.web.own_words import Form
from fieldapp.web.respond import page

pages = Blueprint("law_pages", __name__)
A_DAY = "2026-11-30"  # as one is written; what is no day is shown again cut to its length
FIVE_MINUTES = "public, max-age=300"
_SAYINGS = {
    "confirmed": "Confirmed: the law is applied as the city means it",
    "changed": "Changed: the city reads it otherwise, as written below; the lawbook has to follow",
    "open": "Open again: the city has not settled it",
}


def _is_day(_form: Form, field: Field) -> None:
    if field.data:
        try:
            day_of(field.data)
        except ValueError as wrong:
            field.data = field.data[: len(A_DAY)]
            raise ValidationError(f"{field.label.text}: write a day as year-month-day, such as {A_DAY}") from wrong


class LawForm(Form):
    """What to read, and as of when."""

    q = StringField("Search the law", [Length(max=law_page.MOST_TYPED, message="Type at most 200 characters")])
    on = StringField("In force on", [_is_day])
    only = SelectField(
        "Show",
        default=law_page.ALL,
        choices={
            law_page.ALL: "All of it", law_page.DOUBTED: "What is in doubt", law_page.OPEN: "Doubts that are open",
        },
    )  # fmt: skip


class ChangesForm(Form):
    """Two days to compare."""

    before = StringField("From", [_is_day], name="from")
    after = StringField("To", [_is_day], name="to")


class SignOffForm(Form):
    """What the city says of a doubt."""

    state = RadioField("The doubt is", [InputRequired("Choose what becomes of the doubt")], choices=_SAYINGS)
    words = TextAreaField(
        "In the city's words",
        [
            InputRequired("Write what the city says, and on what it rests"),
            Length(max=law_sign_offs.MOST_WORDS, message="Write at most 2,000 characters"),
        ],
        description="Who decided it, when, and on what it rests. Everybody can read this.",
    )


@pages.get("/law/<city>")
@guard("public", csp="staff")
def law(city: str) -> Response:
    """Every piece of law that holds, by topic; `q` searches in it, `on` is another day, `only` leaves out the rest."""
    _refuse_unserved(city)
    form = LawForm(request.args)
    sound = form.validate()
    if not form.on.data:
        form.on.data = cities.law_day(city).isoformat()
    if not sound:
        form.q.data = (form.q.data or "")[: law_page.MOST_TYPED]
        return _page("law/unread.html", partial="law/_unread.html", form=form, city_id=city,
                     city_name=cities.city(city).name, status=422)  # fmt: skip
    found = law_page.law_page(city, day_of(form.on.data), words=form.q.data or "", only=form.only.data or "")
    return _page("law/law.html", partial="law/_law.html", form=form, law=found, may_sign=_may_sign(city))


@pages.get("/law/<city>/changes")
@guard("public", csp="staff")
def changes(city: str) -> Response:
    """What came, went and changed between two days: the last year where none are named."""
    _refuse_unserved(city)
    form, today = ChangesForm(request.args), cities.law_day(city)
    sound = form.validate()
    if not form.after.data:
        form.after.data = today.isoformat()
    if not form.before.data:
        form.before.data = law_changes.year_before(day_of(form.after.data) if sound else today).isoformat()
    found = None
    if sound:
        days = sorted(day_of(field.data or "") for field in (form.before, form.after))
        found = law_changes.law_changes(city, *days)
    return _page("law/changes.html", form=form, changes=found, city_id=city, city_name=cities.city(city).name,
                 status=200 if sound else 422)  # fmt: skip


@pages.get("/law/<city>/doubts/<ref>")
@guard("sign_off_law")
def doubt(city: str, ref: str) -> Response:
    """One doubt, what was said of it, and the form to say more."""
    return _doubt_page(city, _doubt(city, ref), SignOffForm())


@pages.post("/law/<city>/doubts/<ref>")
@guard("sign_off_law")
def sign_off(city: str, ref: str) -> ResponseReturnValue:
    """Keep what the city says."""
    found, form, person = _doubt(city, ref), SignOffForm(request.form), signed_in()
    if not form.validate():
        return _doubt_page(city, found, form, 422)
    said = (form.state.data, form.words.data or "")
    try:
        law_sign_offs.sign_off(city, ref, *said, person_id=person.person_id, actor=person.actor)
    except NoWords as wrong:
        form.words.errors = [str(wrong)]
        return _doubt_page(city, found, form, 422)
    except NoSuchDoubt:
        abort(404)
    return redirect(url_for(".doubt", city=city, ref=ref), 303)


def _refuse_unserved(city: str) -> None:
    if not cities.serves(request.host.partition(":")[0], city):
        abort(404)


def _may_sign(city: str) -> bool:
    person = who()
    return person is not None and person.city == city and person.may(SIGN_OFF_LAW)


def _doubt(city: str, ref: str) -> Doubt:
    if signed_in().city != city:
        abort(404)
    try:
        return law_sign_offs.doubt(city, ref)
    except NoSuchDoubt:
        abort(404)


def _doubt_page(city: str, found: Doubt, form: SignOffForm, status: int = 200) -> Response:
    title, citation = law_page.title_of(city, found)
    return page("law/doubt.html", form=form, doubt=found, title=title, citation=citation, city_id=city, status=status)


def _page(template: str, **context: Any) -> Response:  # noqa: ANN401  what the template reads
    """A page that anybody may keep a while, unless somebody is signed in whose name it shows."""
    return page(template, cache="no-store" if who() else FIVE_MINUTES, **context)
