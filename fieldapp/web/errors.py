"""The one error page, as HTML or JSON by what was asked for."""

import errno
from typing import Any

import structlog
from flask import Flask, Response, g, jsonify, make_response, render_template, request
from markupsafe import escape
from werkzeug.exceptions import HTTPException, ServiceUnavailable

from fieldapp.web.guard import wants_json
from fieldapp.web.log import place_of

_log = structlog.get_logger("fieldapp.errors")

# What happened, and what the reader can do now.
WORDS = {
    400: ("That request cannot be read", "Go back, check what was sent and try again."),
    401: ("You are not signed in", "Sign in, then try again."),
    403: ("You may not do this", "Your role here does not include it. Ask a supervisor of your city."),
    404: ("This page does not exist", "Check the address, or go to the start."),
    405: ("This page cannot take that", "Go back and use the buttons on the page."),
    409: ("This was not done yet", "Something changed in the meantime, or the browser did not say where it came from."),
    410: ("This is no longer here", "It was used already, or its time is over."),
    413: ("That is too large", "Send a smaller file or less text."),
    422: ("There is a problem", "Go back, check what was typed and try again."),
    429: ("Too many tries", "Wait a little, then try again."),
    500: ("Something went wrong here", "It is not your fault and nothing was half done. Try again in a minute."),
    503: ("Not ready yet", "Try again in a minute."),
}

_FULL = "The server has no room to store anything just now, so nothing of this was kept. Tell the person who runs it."
_NO_ROOM = {errno.ENOSPC, errno.EDQUOT, errno.EROFS}


def add_errors(app: Flask) -> None:
    """Answer every refusal and every fault of the app (Flask makes a 500 of it) with the one error page."""
    app.register_error_handler(HTTPException, _http_error)
    app.register_error_handler(OSError, _no_room)


def _http_error(error: HTTPException) -> Response:
    if error.code is None or error.code < 400:
        return make_response(error.get_response())
    return _answer(error, error.code)


def _no_room(error: OSError) -> Response:
    """A disk that is full or cannot be written, even while a form still arrives; other faults go on to be a 500."""
    if error.errno not in _NO_ROOM:
        raise error
    _log.error("no_room", fault=errno.errorcode[error.errno], place=place_of(error))
    return _answer(ServiceUnavailable(_FULL), 503)


def _answer(error: HTTPException, status: int) -> Response:
    title, advice = WORDS.get(status, ("That did not work", "Go back and try again."))
    # A description that one of our views gave is a sentence for people; Werkzeug's own texts are not.
    said = error.description if error.description != type(error).description else None
    if wants_json(request):
        body: Any = jsonify(status=status, error=title, detail=said or advice)
    else:
        body = _page(status, title, said, advice)
    response = make_response(body, status)
    original = error.get_response()
    for name in ("Retry-After", "Allow"):
        if name in original.headers:
            response.headers[name] = original.headers[name]
    response.headers["Cache-Control"] = "no-store"
    return response


def _page(status: int, title: str, said: str | None, advice: str) -> str:
    if status >= 500:
        g.setdefault("who", None)  # the database may be what is out of order: ask it nothing more
    try:
        return render_template("errors/error.html", status=status, heading=title, said=said, advice=advice)
    except Exception as error:  # noqa: BLE001  a fault in the frame of the page must not hide the answer
        _log.error("fault", fault=type(error).__name__, place=place_of(error), source="error page")
        words = f"<h1>{escape(title)}</h1><p>{escape(said or advice)}</p>"
        head = f'<!doctype html><html lang="en"><title>{escape(title)}</title>'
        return f'{head}{words}<p><a href="/">Go to the start</a></p></html>'
