"""The headers of every response, the hosts and proxies that are believed, and the limits of a body."""

import re

from flask import Blueprint, Flask, Response, abort, current_app, g, request
from werkzeug.middleware.proxy_fix import ProxyFix

from fieldapp.config import Settings
from fieldapp.web.guard import LOOPBACK, PUBLIC, guard

_HOST = re.compile(r"(?P<name>[a-z0-9.-]+|\[[a-f0-9:.]+\])(?::[0-9]{1,5})?", re.ASCII)

_STAFF = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; media-src 'self' blob:; "
    "connect-src 'self'; worker-src 'self'; manifest-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
POLICIES = {
    "staff": _STAFF,
    "decoder": _STAFF.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'"),
    "public": (
        "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; "
        "frame-ancestors 'none'"
    ),
}
ALWAYS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(self), geolocation=(self), microphone=(), payment=(), usb=()",
}
ONE_YEAR = 31_536_000

pages = Blueprint("robots", __name__)


def add_headers(app: Flask, settings: Settings) -> None:
    """Give every response its headers, believe only the named hosts, and only as many proxies as the settings count.

    Call it before the guard is added, so that a request for a host that is not ours gets no further.
    """
    if settings.trusted_proxies:
        # Not X-Forwarded-Host: the proxy passes Host itself, and the names are checked below.
        count = settings.trusted_proxies
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=count, x_proto=count, x_host=0)  # type: ignore[method-assign]
    app.extensions["hosts"] = frozenset(h.lower() for h in (settings.hosts or LOOPBACK))
    app.before_request(_refuse_other_hosts)
    app.after_request(_add_headers)
    app.register_blueprint(pages)


def _refuse_other_hosts() -> None:
    found = _HOST.fullmatch(request.host.lower())
    if found is None or found["name"] not in current_app.extensions["hosts"]:
        abort(400, "This server does not answer under that name.")


def _add_headers(response: Response) -> Response:
    headers = response.headers
    for name, value in ALWAYS.items():
        headers.setdefault(name, value)
    view = current_app.view_functions.get(request.endpoint or "")
    headers.setdefault("Content-Security-Policy", POLICIES[getattr(view, "guard_csp", "staff")])
    if request.is_secure:
        whole = "; includeSubDomains" if current_app.config["SETTINGS"].hsts_subdomains else ""
        headers["Strict-Transport-Security"] = f"max-age={ONE_YEAR}{whole}"
    if "Cache-Control" not in headers and (getattr(view, "guard_right", "") != PUBLIC or g.get("who")):
        headers["Cache-Control"] = "no-store"
    if "who" in g:
        response.vary.add("Cookie")
    if request.path[:3].lower() == "/t/":
        headers["X-Robots-Tag"] = "noindex"
    return response


@pages.get("/robots.txt")
@guard("public", csp="public")
def robots() -> Response:
    """Search engines may read the law pages only."""
    response = Response("User-agent: *\nAllow: /law/\nDisallow: /\n", mimetype="text/plain")
    response.headers["Cache-Control"] = "public, max-age=86400"
    return response
