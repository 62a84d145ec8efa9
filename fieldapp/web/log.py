"""The log: a JSON line for each request and fault on stdout, of allowed keys only; no bodies, queries or names.

A route is logged by its pattern, a fault by its kind and place, since messages of faults quote what people typed.
"""

import logging
import re
import sys
import time
import types
from collections.abc import MutableMapping
from typing import Any, TextIO

import structlog
from flask import Flask, Response, g, got_request_exception, has_request_context, request

from fieldapp import clock
from fieldapp.web.health_pages import route_of_request

ALLOWED = frozenset({
    "at", "level", "event", "request", "route", "method", "status", "ms", "bytes", "person", "city", "code", "count",
    "fault", "place", "source", "seconds", "command",
})  # fmt: skip
CODE_LENGTH = 4
_WORDY = re.compile(r"[^\w .:<>/()+-]")
_LONGEST = 300


def add_log(app: Flask) -> None:
    """Write one line for each answer and each fault of the app, and nothing that other libraries would say instead."""
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            name_fault,
            only_allowed,
            _json,
        ],
        logger_factory=_Out,
        cache_logger_on_first_use=False,
    )
    if not any(isinstance(h, _Quiet) for h in logging.getLogger().handlers):
        logging.getLogger().addHandler(_Quiet(logging.WARNING))
    logging.getLogger("werkzeug").addFilter(_no_access_lines)
    app.logger.propagate = False
    app.logger.handlers = [logging.NullHandler()]
    app.before_request(_name_request)
    app.after_request(_tell)
    got_request_exception.connect(_tell_fault, app)


def only_allowed(_logger: object, _method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Drop every key that is not allowed, cut codes to four characters, and let only plain short values through."""
    kept: dict[str, Any] = {"at": clock.now().isoformat(timespec="milliseconds")}
    for key, value in event.items():
        if key not in ALLOWED:
            continue
        text = value if isinstance(value, int | float) else _WORDY.sub("?", str(value))[:_LONGEST]
        kept[key] = text[:CODE_LENGTH] if key == "code" and isinstance(text, str) else text
    return kept


def name_fault(_logger: object, _method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Put the kind and the place of an exception (`exc_info`) where its words and values would stand."""
    told = event.pop("exc_info", None)
    fault = told if isinstance(told, BaseException) else sys.exc_info()[1] if told else None
    if fault is not None:
        cause = fault.__cause__
        event["fault"] = type(fault).__name__ + (f" from {type(cause).__name__}" if cause else "")
        event["place"] = place_of(fault)
    return event


def place_of(fault: BaseException) -> str:
    """Where a fault arose, as "file:line function" from the outside in; values never."""
    places = []
    trace: types.TracebackType | None = fault.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        places.append(f"{code.co_filename.rsplit('/', 1)[-1]}:{trace.tb_lineno} {code.co_name}")
        trace = trace.tb_next
    return " / ".join(places[-6:])


def _name_request() -> None:
    g.request_id = clock.random_token(9)
    g.since = time.perf_counter()
    structlog.contextvars.clear_contextvars()
    structlog.contextvars.bind_contextvars(request=g.request_id, route=route_of_request())


def _tell(response: Response) -> Response:
    if "request_id" not in g:
        return response
    response.headers["X-Request-Id"] = g.request_id
    who = g.get("who")
    known = {"person": who.person_id, "city": who.city} if who else {}
    code = (request.view_args or {}).get("code")
    structlog.get_logger().info(
        "answered", method=request.method[:7], status=response.status_code,
        ms=round(1000 * (time.perf_counter() - g.since), 1), bytes=response.calculate_content_length() or 0,
        **known, **({"code": code} if code else {}),
    )  # fmt: skip
    return response


def _tell_fault(_app: Flask, exception: BaseException, **_more: object) -> None:
    structlog.get_logger().error("fault", exc_info=exception)


def _json(_logger: object, _method: str, event: MutableMapping[str, Any]) -> str:
    return str(structlog.processors.JSONRenderer(ensure_ascii=True)(_logger, _method, event))


class _Out:
    """Requests speak on stdout; commands keep stdout for their result and speak on stderr."""

    def __init__(self, *_names: object) -> None:
        pass

    def msg(self, line: str) -> None:
        out: TextIO = sys.stdout if has_request_context() else sys.stderr
        out.write(f"{line}\n")
        out.flush()

    debug = info = warning = error = critical = msg


class _Quiet(logging.Handler):
    """What other libraries warn of: where it was said and what kind of fault it was, not its words."""

    def emit(self, record: logging.LogRecord) -> None:
        fault = record.exc_info[1] if record.exc_info else None
        source = f"{record.name} {record.module}:{record.lineno}"
        structlog.get_logger().warning("library", source=source, exc_info=fault)


def _no_access_lines(record: logging.LogRecord) -> bool:
    """Werkzeug's own line for each request holds the address with its query."""
    return " - - [" not in str(record.msg)
