"""Answer with a page, or with the part of it that an HTMX call asked for."""

from flask import Flask, Response, current_app, make_response, render_template, request
from flask_compress import Compress
from flask_htmx import HTMX
from werkzeug.exceptions import HTTPException

from fieldapp.services.cities import city as read_city
from fieldapp.services.readings import CityReading
from fieldapp.web import wording
from fieldapp.web.guard import who

htmx = HTMX()
compress = Compress()


def page(
    template: str, *, partial: str = "", status: int = 200, cache: str = "no-store", **context: object
) -> Response:
    """The page, or `partial` where HTMX asks for a part.

    A boosted link and a restored page get the whole page. `cache` is no-store, because nearly every page is about
    people; a public page that is not may name another Cache-Control value.
    """
    part = partial and htmx and not htmx.boosted and not htmx.history_restore_request
    response = make_response(render_template(partial if part else template, **context), status)
    response.headers["Cache-Control"] = cache
    response.vary.update(("HX-Request", "Cookie"))
    return response


def add_respond(app: Flask) -> None:
    """Give the app compressed pages, HTMX's headers, and what each template may ask for."""
    app.config.update(COMPRESS_MIMETYPES=["text/html", "application/json"], COMPRESS_MIN_SIZE=500)
    htmx.init_app(app)
    compress.init_app(app)
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    app.jinja_env.filters.update(wording.FILTERS)
    app.jinja_env.globals["leads_somewhere"] = leads_somewhere
    app.jinja_env.globals["status_words"] = tuple(wording.LOOKS)
    app.context_processor(_common)


def _common() -> dict[str, object]:
    person = who()
    city: CityReading | None = read_city(person.city) if person and person.city else None
    look = request.cookies.get("fa-look", "") if request else ""
    return {"who": person, "city": city, "look": look if look in {"light", "dark"} else ""}


def leads_somewhere(path: str) -> bool:
    """Whether this app has a page at the path: nothing is shown that leads nowhere.

    Templates ask with an example (/animals/1/edit), so that there is one answer to keep for each kind of page.
    """
    known: dict[str, bool] = current_app.extensions.setdefault("known_paths", {})
    if path not in known:
        try:
            known[path] = current_app.url_map.bind("").test(path, "GET")
        except HTTPException:
            known[path] = False
    return known[path]
