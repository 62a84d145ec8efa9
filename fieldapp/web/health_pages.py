"""For operators: /healthz (the process answers), /readyz (its database too), /metrics (figures, not for everybody)."""

import hmac
import os
import time

from flask import Blueprint, Flask, Response, abort, current_app, g, request
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

from fieldapp.config import Settings
from fieldapp.services.health import what_is_missing
from fieldapp.web.guard import guard
from fieldapp.web.this_machine import asked_here

pages = Blueprint("health", __name__)
FIGURES = CollectorRegistry()
REQUESTS = Counter("fieldapp_requests", "Answers given", ["route", "method", "status"], registry=FIGURES)
SECONDS = Histogram(
    "fieldapp_request_seconds", "Time to an answer", ["route"], registry=FIGURES,
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
)  # fmt: skip
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"})


def add_health(app: Flask) -> None:
    """Give the app its three pages for operators, and count every answer."""
    app.register_blueprint(pages)
    app.before_request(_start)
    app.after_request(_count)


def route_of_request() -> str:
    """The pattern of the address that was asked ("/t/<code>"), never the address itself; "none" for no page of ours."""
    return request.url_rule.rule if request.url_rule else "none"


@pages.get("/healthz")
@guard("public", csp="public")
def healthz() -> Response:
    """The process answers."""
    return _plain("ok")


@pages.get("/readyz")
@guard("public", csp="public")
def readyz() -> Response:
    """The database answers and stands at the newest revision; 503 with the reason else."""
    missing = what_is_missing()
    return _plain(missing or "ready", 503 if missing else 200)


@pages.get("/metrics")
@guard("public", csp="public")
def metrics() -> Response:
    """Figures in Prometheus' text form: with the token of METRICS_TOKEN or straight from this machine, else 404."""
    if not _may_read_figures():
        abort(404)
    figures = FIGURES
    if os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        figures = CollectorRegistry()
        MultiProcessCollector(figures)  # type: ignore[no-untyped-call]
    return Response(generate_latest(figures), content_type=CONTENT_TYPE_LATEST, headers={"Cache-Control": "no-store"})


def _may_read_figures() -> bool:
    settings: Settings = current_app.config["SETTINGS"]
    given = request.headers.get("Authorization", "")
    if settings.metrics_token and hmac.compare_digest(given.encode(), f"Bearer {settings.metrics_token}".encode()):
        return True
    return asked_here()


def _plain(text: str, status: int = 200) -> Response:
    answer = Response(f"{text}\n", status, content_type="text/plain; charset=utf-8")
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _start() -> None:
    g.started = time.perf_counter()


def _count(response: Response) -> Response:
    route = route_of_request()
    method = request.method if request.method in METHODS else "other"
    REQUESTS.labels(route, method, response.status_code).inc()
    SECONDS.labels(route).observe(time.perf_counter() - g.get("started", time.perf_counter()))
    return response
