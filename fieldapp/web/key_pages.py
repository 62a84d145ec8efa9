"""The public keys of this server, for phones and for whoever checks a receipt."""

import json

from flask import Blueprint, Response

from fieldapp.services.server_keys import page_of, published
from fieldapp.web.guard import guard

pages = Blueprint("keys", __name__)


@pages.get("/.well-known/fieldapp-keys.json")
@guard("public", csp="public")
def keys() -> Response:
    """Every public key that this server ever signed by, with its time, and how each handed over to the next."""
    answer = Response(json.dumps(page_of(published()), indent=1) + "\n", content_type="application/json")
    answer.headers["Cache-Control"] = "no-cache"
    return answer
