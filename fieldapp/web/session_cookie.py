"""The session cookie, and what a sign-in says of the browser that it comes from."""

from typing import Final

from flask import Request, Response, current_app, request

from fieldapp.services.passkeys import Site
from fieldapp.services.sessions import ABSOLUTE
from fieldapp.services.sign_in import From
from fieldapp.services.sign_in_tries import network_of
from fieldapp.web.guard import cookie_name, plain_loopback

# Tells the phone's own scripts, which take it away again, that whom they remember may be somebody else, or nobody, now.
CHANGED: Final = "fa-person-changed"

# The first that is in the browser's own description; Edge and Opera also say Chrome, Chrome also says Safari.
_BROWSERS: Final = (
    ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser", "Samsung Internet"), ("Firefox/", "Firefox"),
    ("FxiOS", "Firefox"), ("CriOS", "Chrome"), ("Chrome/", "Chrome"), ("Safari/", "Safari"),
)  # fmt: skip
_SYSTEMS: Final = (
    ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"), ("Mac OS X", "Mac"),
    ("CrOS", "Chromebook"), ("Linux", "Linux"),
)  # fmt: skip


def keep_session(response: Response, token: str) -> Response:
    """Give the browser the session's token, for a week at most."""
    settings = current_app.config["SETTINGS"]
    response.set_cookie(
        cookie_name(settings), token, max_age=ABSOLUTE, secure=not plain_loopback(settings), httponly=True,
        samesite="Lax", path="/",
    )  # fmt: skip
    return _tell_phone(response)


def forget_session(response: Response) -> Response:
    """Take the token from the browser."""
    settings = current_app.config["SETTINGS"]
    response.delete_cookie(
        cookie_name(settings), secure=not plain_loopback(settings), httponly=True, samesite="Lax", path="/"
    )
    return _tell_phone(response)


def _tell_phone(response: Response) -> Response:
    secure = not plain_loopback(current_app.config["SETTINGS"])
    response.set_cookie(CHANGED, "1", max_age=ABSOLUTE, secure=secure, samesite="Lax", path="/")
    return response


def origin_of(asked: Request) -> From:
    """Where a sign-in comes from: the network that is counted, the browser's name, and the session it brought along."""
    token = asked.cookies.get(cookie_name(current_app.config["SETTINGS"]))
    return From(network(), label_of(asked.user_agent.string), token)


def network() -> str:
    """The network of the present request, as failures are counted by it."""
    return network_of(request.remote_addr)


def site() -> Site:
    """The site that passkeys are bound to: the present host, which is one of those this server answers under."""
    return Site(request.host.rpartition(":")[0] or request.host, request.host_url.rstrip("/"))


def is_demo() -> bool:
    """Whether this is a demo instance."""
    return bool(current_app.config["SETTINGS"].demo)


def label_of(user_agent: str) -> str:
    """How a session is named in its person's list, such as "Chrome on Android"."""
    browser = next((name for mark, name in _BROWSERS if mark in user_agent), "A browser")
    system = next((name for mark, name in _SYSTEMS if mark in user_agent), "")
    return f"{browser} on {system}" if system else browser
