"""The page behind a tag: the whole answer for an officer of the tag's city, the finder's page for everybody else."""

import structlog
from flask import Blueprint, Response, abort, jsonify, request
from werkzeug.exceptions import TooManyRequests

from fieldapp import clock
from fieldapp.services import cities, look_up, searches
from fieldapp.services.alerts import counterfeit
from fieldapp.services.field_notes.read import of_animal as notes_of_animal
from fieldapp.services.readings import CityReading, StatusReading
from fieldapp.services.rights import Who
from fieldapp.services.tag_misses import TooManyMissesError, note_miss
from fieldapp.web.as_json import finder_as_json, status_as_json
from fieldapp.web.guard import guard, signed_in, wants_json, who
from fieldapp.web.headers import POLICIES
from fieldapp.web.respond import page

pages = Blueprint("tag_pages", __name__)
_log = structlog.get_logger("fieldapp.tags")


@pages.get("/t/<code>", strict_slashes=False)
@pages.get("/T/<code>", strict_slashes=False)
@guard("public", csp="staff")
def tag(code: str) -> Response:
    """The tag with this code, in any case of letters."""
    sought = look_up.seek(code)
    if sought is not None and not cities.serves(request.host.partition(":")[0], sought.city):
        sought = None
    person = who()
    if person is not None and person.may("look_up", sought.city if sought else None):
        return _for_officer(person, sought)
    if sought is None and look_up.could_be_code(code):
        _count_miss(code)
    return _for_finder(sought)


def _count_miss(code: str) -> None:
    try:
        note_miss(request.remote_addr)
    except TooManyMissesError as wait:
        if wait.alarm:
            _log.warning("tag_codes_searched", code=code, seconds=wait.seconds)
        raise TooManyRequests(str(wait), retry_after=wait.seconds) from wait


def _for_officer(person: Who, sought: look_up.SoughtTag | None) -> Response:
    if sought is None:
        return _answer(_unknown(person.city), 404)
    found = look_up.status(sought, see_protected=person.may("see_protected", sought.city))
    subject = f"animal:{found.animal.id}" if found.animal else f"tag:{sought.code[:4]}"
    searches.note_lookup(sought.city, person.person_id, "tag", subject)
    return _answer(found, 200)


def _unknown(city_id: str) -> StatusReading:
    return StatusReading(
        status="UNKNOWN TAG", as_of=clock.now(), city=cities.city(city_id), tag=None, animal=None, standing=None,
        declaration=None, license_number="", owners=(), alerts=counterfeit(city_id, cities.law_day(city_id)),
        reasons=(), differences=(),
    )  # fmt: skip


def _answer(reading: StatusReading, status: int) -> Response:
    if wants_json(request):
        response = jsonify(status_as_json(reading))
        response.status_code = status
        return _never_kept(response)
    earlier = notes_of_animal(reading.city.id, reading.animal.id) if reading.animal else ()
    return _never_kept(page("tag/status.html", reading=reading, notes=earlier, status=status))


def _for_finder(sought: look_up.SoughtTag | None) -> Response:
    if sought is None:
        return _finder_unknown()
    finder = look_up.finder(sought)
    response = jsonify(finder_as_json(finder)) if wants_json(request) else page("tag/finder.html", finder=finder)
    return _public(response)


def _finder_unknown() -> Response:
    if wants_json(request):
        response = jsonify({"status": "UNKNOWN TAG"})
        response.status_code = 404
    else:
        response = page("tag/finder_unknown.html", cities=_cities_of_host(), status=404)
    return _public(response)


def _cities_of_host() -> tuple[CityReading, ...]:
    host = request.host.partition(":")[0]
    return tuple(city for city in cities.cities() if cities.serves(host, city.id))


def _public(response: Response) -> Response:
    response.headers["Content-Security-Policy"] = POLICIES["public"]
    return _never_kept(response)


def _never_kept(response: Response) -> Response:
    response.headers["Cache-Control"] = "no-store"
    response.vary.update(("Cookie", "Accept"))
    return response


@pages.get("/animals/<int:animal_id>")
@guard("look_up")
def animal(animal_id: int) -> Response:
    """An animal of the present city, with or without a tag."""
    person = signed_in()
    found = look_up.by_animal(person.city, animal_id, see_protected=person.may("see_protected"))
    if found is None:
        abort(404)
    searches.note_lookup(person.city, person.person_id, "animal", f"animal:{animal_id}")
    return _answer(found, 200)
