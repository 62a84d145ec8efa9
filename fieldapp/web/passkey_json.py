"""What the script of a passkey button sends (static/js/passkey.js)."""

from dataclasses import dataclass
from typing import Any

from flask import abort, request


@dataclass(frozen=True, slots=True)
class PasskeySent:
    """The ceremony's token, what the browser's authenticator gave, a name for a new passkey, and where to go on."""

    token: str
    credential: dict[str, Any]
    label: str
    next: str


def passkey_sent() -> PasskeySent:
    """The present request's JSON; 400 where it is none, or holds no credential, or is nested without end."""
    try:
        sent = request.get_json()
    except RecursionError:
        abort(400)
    if not isinstance(sent, dict) or not isinstance(sent.get("credential"), dict):
        abort(400)
    token, label, onward = (str(sent.get(name) or "") for name in ("token", "label", "next"))
    return PasskeySent(token, sent["credential"], label, onward)
