"""Hello, and the nonce that it signs (docs/protocol.md): no cookie, no session, the device's own signature."""

from typing import cast

from flask import Blueprint, Flask, Response, current_app, request

from fieldapp.config import Settings
from fieldapp.services.devices import hello, nonce
from fieldapp.services.devices.hello import Greeter, Heard, Said
from fieldapp.services.records.rates import OverQuota
from fieldapp.services.records.receipts import instant_text
from fieldapp.services.records.receive import NotSigned
from fieldapp.services.records.strict_json import Unreadable
from fieldapp.services.server_keys import as_text
from fieldapp.web.guard import guard
from fieldapp.web.phone_keys import keys_for_phones
from fieldapp.web.sync_json import answer, own_origin, part_of_app, refusal, too_long

pages = Blueprint("hello", __name__)


def add_hello(app: Flask, settings: Settings) -> None:
    """Give the app its part of hello, which remembers how often who came."""
    app.extensions["greeter"] = Greeter(settings.secret_key)
    app.register_blueprint(pages)


@pages.get("/sync/nonce")
@guard("public", csp="public")
def draw_nonce() -> Response:
    """A text that one hello signs within five minutes."""
    settings: Settings = current_app.config["SETTINGS"]
    text, until = nonce.draw(settings.secret_key)
    return answer({"v": 1, "nonce": text, "expires_at": as_text(until)})


@pages.post("/sync/hello")
@guard("device", csp="public")
def say_hello() -> Response:
    """What the server has of a device, what it misses, and what it has ordered."""
    if too_long(hello.LARGEST) or len(body := request.get_data(cache=False)) > hello.LARGEST:
        return refusal(413, "too large", f"A hello has at most {hello.LARGEST:,} bytes.")
    said = Said(
        request.headers.get("Fieldapp-Device", ""), request.headers.get("Fieldapp-Nonce", ""),
        request.headers.get("Fieldapp-Signature", ""), body, own_origin(), request.remote_addr,
    )  # fmt: skip
    try:
        heard = cast("Greeter", part_of_app("greeter")).hear(said)
    except OverQuota as over:
        return refusal(429, over.word, str(over), retry=over.seconds)
    except NotSigned as wrong:
        return refusal(401, wrong.word, str(wrong))
    except hello.BadNonce:
        return refusal(401, "nonce", "The nonce is over. Ask for a new one.")
    except Unreadable as wrong:
        return refusal(422, "hello", str(wrong))
    return answer(_told(heard))


def _told(heard: Heard) -> dict[str, object]:
    settings: Settings = current_app.config["SETTINGS"]
    return {
        "v": 1, "time": instant_text(heard.time),
        "device": {"id": heard.device, "number": heard.number, "status": heard.status, "forked": heard.forked},
        "receipts": {name: envelope.as_json() for name, envelope in heard.receipts.items()},
        "resend": heard.resend, "gaps": heard.gaps, "wipe": heard.wipe,
        "server_keys": keys_for_phones(settings, actor=f"device:{heard.device}"),
    }  # fmt: skip
