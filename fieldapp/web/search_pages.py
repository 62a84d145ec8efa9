"""The start, the scan, the search, and the dogs around a place."""

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, redirect, request, url_for
from flask.typing import ResponseReturnValue
from wtforms import FloatField, SelectField, StringField
from wtforms.validators import DataRequired, Length, NumberRange, Optional

from fieldapp.services import scan as scans
from fieldapp.services import search as searching
from fieldapp.services import searches
from fieldapp.services.readings import Matches
from fieldapp.services.rights import Who
from fieldapp.web.guard import guard, signed_in, to_sign_in, who
from fieldapp.web.own_words import Form
from fieldapp.web.respond import page

pages = Blueprint("search_pages", __name__)
TOO_LONG = Length(max=searching.MOST_TYPED, message=f"Type at most {searching.MOST_TYPED} characters")


def _stripped(text: str | None) -> str:
    return (text or "").strip()


class ScanForm(Form):
    """What a camera read or a person typed."""

    text = StringField(
        "Tag number, code or microchip",
        [DataRequired("Type the number that stands on the tag"), TOO_LONG],
        filters=[_stripped],
    )


class SearchForm(Form):
    """One field for everything."""

    q = StringField(
        "Number, microchip, name, phone or address",
        [DataRequired("Type a number, a name, a phone number or an address"), TOO_LONG],
        filters=[_stripped],
    )


class AroundForm(Form):
    """A place, and what the dog looks like."""

    address = StringField("Address or street", [TOO_LONG])
    latitude = FloatField("Latitude", [Optional(), NumberRange(-90, 90, "A latitude lies between -90 and 90")])
    longitude = FloatField("Longitude", [Optional(), NumberRange(-180, 180, "A longitude lies between -180 and 180")])
    size = SelectField("Size", default="", choices={"": "Any", "small": "Small", "medium": "Medium", "large": "Large"})
    color = StringField("Color", [Length(max=40, message="Type at most 40 characters")])
    sex = SelectField("Sex", default="", choices={"": "Any", "male": "Male", "female": "Female"})

    @property
    def position(self) -> tuple[float, float] | None:
        """Degrees latitude and longitude, where both were given."""
        if self.latitude.data is None or self.longitude.data is None:
            return None
        return self.latitude.data, self.longitude.data

    def validate(self, extra_validators: Mapping[str, Any] | None = None) -> bool:
        """Besides the fields: a place is needed."""
        sound: bool = super().validate(extra_validators)
        if sound and not (self.address.data or "").strip() and self.position is None:
            self.address.errors = [*self.address.errors, "Type an address or a street, or use your position"]
            return False
        return sound


@pages.get("/")
@guard("public")
def start() -> ResponseReturnValue:
    """Where the day begins; signed out: the sign-in."""
    person = who()
    if person is None or not person.complete:
        return to_sign_in()
    return page("start/start.html", form=ScanForm())


@pages.get("/scan")
@guard("search", csp="decoder")
def scan() -> Response:
    """The camera, a photo, or the number typed."""
    return _scan_page(ScanForm())


@pages.post("/scan")
@guard("search", csp="decoder")
def scanned() -> ResponseReturnValue:
    """What was read: on to the animal, to the search, or shown as the foreign text that it is."""
    form = ScanForm(request.form)
    if not form.validate():
        return _scan_page(form, status=422)
    return _follow(signed_in(), form.text.data or "", form)


def _follow(person: Who, text: str, form: ScanForm) -> ResponseReturnValue:
    where = scans.lead(person.city, text, request.host)
    if where.kind == "foreign":
        return _scan_page(form, foreign=where.value)
    if where.kind == "tag":
        return redirect(url_for("tag_pages.tag", code=where.value), 303)
    if where.kind == "animal":
        return redirect(url_for("tag_pages.animal", animal_id=int(where.value)), 303)
    return _to_results(person, "search_pages.search", {"q": where.value})


def _scan_page(form: ScanForm, *, foreign: str = "", status: int = 200) -> Response:
    return page("scan/scan.html", form=form, foreign=foreign, hosts=scans.hosts_of_tags(request.host), status=status)


@pages.get("/search")
@guard("search")
def search() -> Response:
    """The form, and the results of what this session typed (`s`: the secret that stands for it)."""
    person, token = signed_in(), request.args.get("s", "")
    kept = searches.recall(person.city, person.session_id, token) if token else None
    if kept is None:
        return page("search/search.html", form=SearchForm(), matches=None, gone=bool(token))
    matches = searching.find(person.city, kept["q"])
    _note(person, "search", matches)
    return page("search/search.html", form=SearchForm(data=kept), matches=matches, gone=False)


@pages.post("/search")
@guard("search")
def searched() -> ResponseReturnValue:
    """Keep what was typed, and lead to the results under an address that does not tell it."""
    form = SearchForm(request.form)
    if not form.validate():
        return page("search/search.html", form=form, matches=None, gone=False, status=422)
    return _to_results(signed_in(), "search_pages.search", {"q": form.q.data})


@pages.get("/around")
@guard("search")
def around() -> Response:
    """Dogs kept at and around a place."""
    person, token = signed_in(), request.args.get("s", "")
    kept = searches.recall(person.city, person.session_id, token) if token else None
    if kept is None:
        return page("search/around.html", form=AroundForm(), matches=None, gone=bool(token))
    form = AroundForm(data=kept)
    filters = {name: str(kept.get(name) or "") for name in ("size", "color", "sex")}
    matches = searching.kept_around(
        person.city, address=str(kept.get("address") or ""), position=form.position, filters=filters
    )
    _note(person, "around", matches)
    unplaced = searching.places_without_position(person.city) if form.position else 0
    return page("search/around.html", form=form, matches=matches, gone=False, unplaced=unplaced)


@pages.post("/around")
@guard("search")
def asked_around() -> ResponseReturnValue:
    """Keep the place, and lead to the results."""
    form = AroundForm(request.form)
    if not form.validate():
        return page("search/around.html", form=form, matches=None, gone=False, status=422)
    return _to_results(signed_in(), "search_pages.around", form.data)


def _to_results(person: Who, view: str, fields: Mapping[str, Any]) -> ResponseReturnValue:
    return redirect(url_for(view, s=searches.keep(person.city, person.session_id, fields)), 303)


def _note(person: Who, kind: str, matches: Matches) -> None:
    ids = ",".join(str(match.animal_id) for match in matches if match.animal_id)
    searches.note_lookup(person.city, person.person_id, kind, f"animals:{ids}")
