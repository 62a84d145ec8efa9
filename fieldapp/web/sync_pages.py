"""What phones send: enrolment of a device, and sealed records (docs/protocol.md)."""

from typing import cast

from flask import Blueprint, Flask, Response, current_app, request

from fieldapp.config import Settings
from fieldapp.services.devices import enrol
from fieldapp.services.records.rates import OverQuota
from fieldapp.services.records.receive import Busy, CannotSign, Door, NoSuchAddress, NotSigned, Sent, TooLarge
from fieldapp.services.records.sealed import LARGEST
from fieldapp.services.server_keys import as_text
from fieldapp.web.guard import guard, signed_in
from fieldapp.web.phone_keys import keys_for_phones
from fieldapp.web.photos_later import make_photos_after
from fieldapp.web.sync_json import RETRY, answer, own_origin, part_of_app, refusal, too_long

pages = Blueprint("sync", __name__)
_TOO_LARGE = f"A record has at most {LARGEST:,} bytes."
_HINTS = {"city": "Fieldapp-City", "seq": "Fieldapp-Seq", "origin": "Fieldapp-Origin"}
NO_KEY = 60  # seconds: an operator has to bring the key


def add_sync(app: Flask, settings: Settings) -> None:
    """Give the app the door for records, which remembers how much came from where."""
    app.extensions["door"] = Door(settings.instance, settings.quotas)
    app.register_blueprint(pages)


@pages.post("/sync/devices/challenge")
@guard("verified")
def challenge() -> Response:
    """Random bytes for one enrolment of the signed-in person."""
    person = signed_in()
    drawn = enrol.challenge(person)
    return answer(
        {
            "v": 1, "challenge": drawn.text, "user_id": person.person_id, "expires_at": as_text(drawn.expires_at),
            "passkeys": list(drawn.passkeys),
        }
    )  # fmt: skip


@pages.post("/sync/devices")
@guard("verified")
def devices() -> Response:
    """Enroll a device of the signed-in person; 201 with its id, 200 where this key is theirs already."""
    settings: Settings = current_app.config["SETTINGS"]
    try:
        said = request.get_json(silent=True)
        made = enrol.enrol(signed_in(), said, own_origin(), approval=settings.device_approval)
    except RecursionError:
        return refusal(422, "enrolment", "The JSON is nested without end.")
    except enrol.RefusedEnrolment as refused:
        return refusal(refused.status, refused.word, str(refused))
    said = {
        "v": 1, "device": made.device, "number": made.number, "key_id": made.key_id, "status": made.status,
        "person": made.person_id, "last_seq": made.last_seq, "last_prev": made.last_prev,
        "server_keys": keys_for_phones(settings, actor=signed_in().actor),
    }  # fmt: skip
    return answer(said, 201 if made.new else 200)


@pages.put("/sync/records/<record_id>")
@guard("device", csp="public")
def put_record(record_id: str) -> Response:
    """Receive a sealed record once; 201 or 200 with its receipt, 409 with the receipt of a conflict."""
    if too_long(LARGEST):
        return refusal(413, "too large", _TOO_LARGE)
    door = cast("Door", part_of_app("door"))
    try:
        envelope = door.receive(_sent(record_id))
    except TooLarge:
        return refusal(413, "too large", _TOO_LARGE)
    except NoSuchAddress:
        return refusal(422, "id", "The address holds no UUID in lower case.")
    except OverQuota as over:
        return refusal(429, over.word, str(over), retry=over.seconds)
    except NotSigned as wrong:
        return refusal(401, wrong.word, str(wrong))
    except Busy:
        return refusal(423, "busy", "It is being written just now. Send it again.", retry=RETRY)
    except CannotSign:
        return refusal(503, "no key", "This server cannot sign receipts now. Nothing was stored.", retry=NO_KEY)
    response = answer(envelope.as_json(), envelope.status)
    return make_photos_after(response, envelope) if envelope.status == 201 else response


def _sent(record_id: str) -> Sent:
    headers = request.headers
    return Sent(
        record_id=record_id,
        device=headers.get("Fieldapp-Device", ""),
        signature=headers.get("Fieldapp-Signature", ""),
        body=request.get_data(cache=False),
        origin=own_origin(),
        network=request.remote_addr,
        hints={name: headers[header] for name, header in _HINTS.items() if header in headers},
    )
