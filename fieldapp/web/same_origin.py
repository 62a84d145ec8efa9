"""Only our own pages may send anything: Origin and Sec-Fetch-Site say where a request comes from.

No token stands in a page, so none can be stale and cost anybody typed work. A browser too old to send either header
gets a page that keeps what was typed and asks for one tap; that tap carries a proof which only our own page can know.
"""

from flask import Request, Response, abort, current_app
from itsdangerous import BadData, URLSafeTimedSerializer

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
PROOF_FIELD = "_own_page"
PROOF_SECONDS = 600


def refuse_cross_site(asked: Request) -> Response | None:
    """None where the request may go on; a page with the form kept where neither header came. Foreign ones: 403."""
    if asked.method in SAFE:
        return None
    origin, site = asked.headers.get("Origin"), asked.headers.get("Sec-Fetch-Site")
    if site == "none":  # a restored tab sends a form again: the browser does not know whose it was
        site = None
    if site is not None and site != "same-origin":
        abort(403, "This was sent from another site, so nothing was done.")
    if origin is not None and origin != asked.host_url.rstrip("/"):
        abort(403, "This was sent from another site, so nothing was done.")
    if origin is None and site is None and not _proved(asked):
        if asked.mimetype not in {"application/x-www-form-urlencoded", "multipart/form-data"}:
            abort(409, "This request has neither an Origin nor a Sec-Fetch-Site header, so nothing was done.")
        from fieldapp.web.kept_form import kept_form  # noqa: PLC0415  the page of a rare case

        return kept_form("errors/confirm.html", 409, proof=proof(asked))
    return None


def proof(asked: Request) -> str:
    """What the kept form must bring back: signed, ten minutes, for this address, session and network only."""
    return _serializer().dumps(_bound_to(asked))


def _proved(asked: Request) -> bool:
    if asked.mimetype not in {"application/x-www-form-urlencoded", "multipart/form-data"}:
        return False
    try:
        return bool(_serializer().loads(asked.form.get(PROOF_FIELD, ""), max_age=PROOF_SECONDS) == _bound_to(asked))
    except BadData:
        return False


def _bound_to(asked: Request) -> list[str]:
    from fieldapp.services.sessions import token_hash  # noqa: PLC0415
    from fieldapp.web.guard import cookie_name  # noqa: PLC0415  the guard imports this module

    token = asked.cookies.get(cookie_name(current_app.config["SETTINGS"]), "")
    return [asked.path, token_hash(token), asked.remote_addr or ""]


def _serializer() -> URLSafeTimedSerializer:
    return URLSafeTimedSerializer(current_app.config["SECRET_KEY"], salt="fieldapp/own-page/1")
