"""The guard: every view says who may see it, every request passes here, and what is not said is refused."""

import re
from collections.abc import Callable
from typing import Any, TypeVar, cast
from urllib.parse import urlencode, urlsplit

from flask import Flask, Request, Response, abort, current_app, g, has_request_context, redirect, request
from flask.typing import ResponseReturnValue

from fieldapp.config import Settings
from fieldapp.services.people_start import check_people
from fieldapp.services.rights import RIGHTS, Who
from fieldapp.services.sessions import may_set_up_factor, verified_lately, who_holds
from fieldapp.web.same_origin import refuse_cross_site

View = TypeVar("View", bound=Callable[..., Any])

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")

PUBLIC = "public"  # anybody
DEVICE = "device"  # a signature over the content, which the view checks; no cookie is read, and no Origin
HALF_DONE = "half_done"  # anybody who got a password right, even if a second factor is still due
SIGNED_IN = "signed_in"  # anybody whose sign-in is complete, whatever the role
SET_UP_FACTOR = "set_up_factor"  # verified, or signed in with a password and nothing else to sign in with yet
VERIFIED = "verified"  # signed in, and proved it within the last ten minutes
_WORDS = frozenset({PUBLIC, DEVICE, HALF_DONE, SIGNED_IN, VERIFIED, SET_UP_FACTOR}) | RIGHTS
_POLICIES = frozenset({"staff", "public", "decoder"})


def guard(right: str, *, csp: str = "staff") -> Callable[[View], View]:
    """Say who may see a view: "public", "device", "half_done", "signed_in", "verified", "set_up_factor" or one of
    services.rights.RIGHTS.

    `csp` is the page's content security policy: "staff", "public" (no script at all) or "decoder" (WebAssembly too).
    Stands under the route decorators. Raises ValueError at import for a word that nobody defined.
    """
    if right not in _WORDS or csp not in _POLICIES:
        msg = f"no such guard: {right!r} with csp {csp!r}"
        raise ValueError(msg)

    def mark(view: View) -> View:
        marked = cast("Any", view)
        marked.guard_right, marked.guard_csp = right, csp
        return view

    return mark


def who() -> Who | None:
    """The signed-in person of this request, None where nobody is signed in; read at most once a request."""
    if not has_request_context():
        return None
    if "who" not in g:
        token = request.cookies.get(cookie_name(current_app.config["SETTINGS"]), "")
        g.who = _person_behind(token) if token else None
    return cast("Who | None", g.who)


def _person_behind(token: str) -> Who | None:
    if not current_app.extensions["people_checked"]:  # there was no database yet when the app started
        current_app.extensions["people_checked"] = check_people(demo=current_app.config["SETTINGS"].demo)
    return who_holds(token)


def signed_in() -> Who:
    """The signed-in person behind a guard that let only such a person through; 401 where there is none."""
    return who() or abort(401)


def cookie_name(settings: Settings) -> str:
    """The session cookie's name: with the __Host- prefix, except in a demo over plain http on loopback."""
    return "fa" if plain_loopback(settings) else "__Host-fa"


def plain_loopback(settings: Settings) -> bool:
    """Whether this request came to a demo over plain http on loopback (some browsers refuse Secure cookies there)."""
    return settings.demo and request.scheme == "http" and re.sub(r":[0-9]+$", "", request.host.lower()) in LOOPBACK


def add_guard(app: Flask) -> None:
    """Let every request of the app pass the guard."""
    app.before_request(_guard_request)


def right_of(app: Flask, endpoint: str) -> str | None:
    """The word that guards an endpoint, None where its view has no guard."""
    return getattr(app.view_functions[endpoint], "guard_right", None)


def _guard_request() -> ResponseReturnValue | None:
    if request.endpoint is None:
        return None  # no such page, or not this method: the error page answers
    view = current_app.view_functions[request.endpoint]
    right = getattr(view, "guard_right", None)
    if right is None:
        msg = f"the view {request.endpoint} has no guard"
        raise RuntimeError(msg)
    if right == DEVICE:
        return None
    refusal = refuse_cross_site(request)
    if refusal is not None:
        return refusal
    return None if right == PUBLIC else _refuse(right)


def _refuse(right: str) -> ResponseReturnValue | None:
    person = who()
    if person is None:
        return to_sign_in()
    if right == HALF_DONE:
        return None
    if right == SET_UP_FACTOR and may_set_up_factor(person):
        return None
    if not person.complete:
        return _lead(f"{second_step_of(person)}?{urlencode({'next': here(request)})}")
    if right == SIGNED_IN:
        return None
    if right in {VERIFIED, SET_UP_FACTOR}:
        return None if verified_lately(person) else _lead(f"/account/verify?{urlencode({'next': here(request)})}")
    return None if person.may(right) else abort(403)


def second_step_of(person: Who) -> str:
    """Where a half-done sign-in goes on: show the second factor, or set one up where there is none yet."""
    return "/login/second-step" if person.has_second_factor else "/account/second-factor"


def to_sign_in() -> ResponseReturnValue:
    """Lead a signed-out person to the sign-in page and back; a form that was sent is kept on a page of its own."""
    if request.method not in {"GET", "HEAD"} and not _by_script(request):
        from fieldapp.web.kept_form import kept_form  # noqa: PLC0415  the page of a rare case

        return kept_form("sign_in/ended.html", 401)
    return _lead(f"/login?{urlencode({'next': here(request)})}")


def here(asked: Request) -> str:
    """The local address to come back to: this page, or the one that an HTMX call or a form was sent from."""
    if "HX-Request" not in asked.headers and asked.method in {"GET", "HEAD"}:
        return local_address(asked.full_path.rstrip("?"))
    parts = urlsplit(asked.headers.get("HX-Current-URL") or asked.headers.get("Referer") or "")
    if f"{parts.scheme}://{parts.netloc}" != asked.host_url.rstrip("/"):
        return "/"
    return local_address(f"{parts.path}?{parts.query}" if parts.query else parts.path)


def local_address(text: str | None) -> str:
    """`text` where it is a path on this site, else "/": never another host, a scheme or a control character."""
    if not text or not text.startswith("/") or text.startswith("//") or len(text) > 2000:
        return "/"
    if "\\" in text or any(ord(c) < 33 or ord(c) == 127 for c in text):
        return "/"
    parts = urlsplit(text)
    return "/" if parts.scheme or parts.netloc else text


def _by_script(asked: Request) -> bool:
    return "HX-Request" in asked.headers or wants_json(asked)


def wants_json(asked: Request) -> bool:
    """Whether the caller asked for JSON rather than a page: always on the road (/sync/), else by what it accepts."""
    if asked.path.startswith("/sync/"):
        return True
    wanted: dict[str, float] = {}
    for kind, weight in asked.accept_mimetypes:
        name = kind.split(";")[0].strip().lower()
        wanted[name] = max(wanted.get(name, 0), weight)
    return asked.is_json or wanted.get("application/json", 0) > max(wanted.get("text/html", 0), 0)


def _lead(address: str) -> ResponseReturnValue:
    if "HX-Request" in request.headers:  # the whole page must go, not the part that HTMX would swap
        return Response(status=401, headers={"HX-Redirect": address})
    if wants_json(request):
        abort(401)
    return redirect(address, 303)
