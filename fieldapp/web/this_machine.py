"""Whether a request was made on the machine that serves it: what figures and demo sign-ins are good for."""

import ipaddress

from flask import abort, current_app, request

from fieldapp.config import Settings

PROXY_HEADERS = ("X-Forwarded-For", "X-Forwarded-Host", "X-Real-Ip", "Forwarded", "Via")


def asked_here() -> bool:
    """Whether the request comes from this machine and through no proxy (behind one everybody seems to be here)."""
    try:
        here = ipaddress.ip_address(request.remote_addr or "").is_loopback
    except ValueError:
        here = False
    return here and not any(header in request.headers for header in PROXY_HEADERS)


def refuse_demo_elsewhere() -> None:
    """A demo's sign-ins need no second factor, so they are good on its own machine only, unless it runs with LAN=1."""
    settings: Settings = current_app.config["SETTINGS"]
    if settings.demo and not settings.lan and not asked_here():
        abort(403, "Demo sign-ins work only on the computer that runs the demo. For a phone: make run LAN=1")
