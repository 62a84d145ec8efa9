"""How the addresses under /sync/ answer: JSON always, a word for the program and a sentence for people."""

from typing import Any

from flask import Response, current_app, jsonify, make_response, request

RETRY = 2  # seconds, where something else is being written


def answer(said: Any, status: int = 200) -> Response:  # noqa: ANN401  JSON is whatever it is
    """An answer that nobody may keep."""
    response = make_response(jsonify(said), status)
    response.headers["Cache-Control"] = "no-store"
    return response


def refusal(status: int, word: str, sentence: str, *, retry: int | None = None) -> Response:
    """A refusal; `retry`: seconds after which to send it again."""
    response = answer({"status": status, "error": word, "detail": sentence}, status)
    if retry is not None:
        response.headers["Retry-After"] = str(retry)
    return response


def own_origin() -> str:
    """The origin of this server as the present request names it."""
    return request.host_url.rstrip("/")


def too_long(most: int) -> bool:
    """Whether the present request says that its body is longer than that."""
    return request.content_length is not None and request.content_length > most


def part_of_app(name: str) -> Any:  # noqa: ANN401  one of a kind for an app
    """Something that the app keeps one of, made when its settings were read."""
    return current_app.extensions[name]
