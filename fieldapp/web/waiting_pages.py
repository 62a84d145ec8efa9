"""Waiting: the page on which a phone shows what it holds. The server only says what can be recorded at all."""

from typing import Any

from flask import Blueprint, Response

from fieldapp.services import cities
from fieldapp.services.records.kinds import KINDS
from fieldapp.web.guard import guard
from fieldapp.web.respond import page

pages = Blueprint("waiting_pages", __name__)
FORMS = {"field_note": "/notes/new"}  # where a draft of a kind goes on
OF_RECORD = {"field_note": "/notes/of/"}  # where a received record is shown, by its id


@pages.get("/waiting")
@guard("signed_in")
def waiting() -> Response:
    """What waits on this phone; the phone itself fills it."""
    return page("waiting/waiting.html", **blank_context())


def blank_context() -> dict[str, Any]:
    """What the page needs, about nobody."""
    kinds = {
        name: {"title": kind.title, "form": FORMS.get(name, ""), "of": OF_RECORD.get(name, "")}
        for name, kind in KINDS.items()
    }
    return {"kinds": kinds, "names": {one.id: one.name for one in cities.cities()}}
