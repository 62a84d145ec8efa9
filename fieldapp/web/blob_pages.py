"""The photos of sealed records, sent by parts under the ticket that the record's answer gave (docs/protocol.md)."""

from typing import cast

import structlog
from flask import Blueprint, Flask, Response, request
from werkzeug.exceptions import ClientDisconnected

from fieldapp.config import Settings
from fieldapp.services.blobs import door
from fieldapp.services.blobs.door import BlobDoor, File, Progress
from fieldapp.services.records.rates import OverQuota
from fieldapp.services.records.receive import Busy, CannotSign
from fieldapp.web.guard import guard
from fieldapp.web.photos_later import make_photos_after
from fieldapp.web.sync_json import RETRY, answer, own_origin, part_of_app, refusal, too_long
from fieldapp.web.sync_pages import NO_KEY

pages = Blueprint("blobs", __name__)
LONGEST_OFFSET = 15  # digits
FULL_FOR = 3600  # seconds until a phone asks a full server again
UNREACHED_FOR = 60  # seconds until a phone asks again a server whose store does not answer
_CHUNK = 16_384  # bytes read from a phone at a time: what came before its signal went is kept
_log = structlog.get_logger("fieldapp.blobs")


def add_blobs(app: Flask, settings: Settings) -> None:
    """Give the app the door for photos."""
    app.extensions["blob_door"] = BlobDoor(settings.instance, settings.quotas)
    app.register_blueprint(pages)


@pages.route("/sync/blobs/<sha256>", methods=["HEAD"])
@guard("device", csp="public")
def ask(sha256: str) -> Response:
    """How many bytes of a file are here."""
    try:
        found = _door().ask(_file(sha256))
    except door.NoTicket:
        return _no_ticket()
    response = answer({"v": 1})
    response.headers["Upload-Offset"] = str(found.offset)
    response.headers["Upload-Length"] = str(found.length)
    return response


@pages.put("/sync/blobs/<sha256>")
@guard("device", csp="public")
def put_part(sha256: str) -> Response:
    """Add a part at the true offset: 204, 201 once the file is whole, 409 with the true offset."""
    told = request.headers.get("Upload-Offset", "")
    if too_long(door.LARGEST_PART):
        return _too_large()
    try:
        if not (told.isascii() and told.isdigit() and len(told) <= LONGEST_OFFSET):
            _door().ask(_file(sha256))
            return refusal(422, "offset", "Upload-Offset is no whole number.")
        return _said(_door().take(_file(sha256), int(told), _bytes_that_came(), own_origin()))
    except door.NoTicket:
        return _no_ticket()
    except door.Beyond:
        return _too_large()
    except door.Spoiled:
        return refusal(422, "hash", "The file does not have its hash. What came was deleted: begin again at 0.")
    except (Busy, OverQuota, CannotSign, door.Full, OSError) as wrong:
        return _later(wrong)


def _door() -> BlobDoor:
    return cast("BlobDoor", part_of_app("blob_door"))


def _file(sha256: str) -> File:
    headers = request.headers
    return File(
        sha256, request.args.get("record", ""), headers.get("Fieldapp-Device", ""), headers.get("Fieldapp-Ticket", "")
    )


def _bytes_that_came() -> bytes:
    """The body, or as much of it as came before the signal went: true bytes at a true offset, so they are kept."""
    came, most = bytearray(), door.LARGEST_PART + 1
    try:
        while len(came) < most and (some := request.stream.read(min(_CHUNK, most - len(came)))):
            came += some
    except (ClientDisconnected, ConnectionError, TimeoutError):
        pass
    return bytes(came)


def _said(found: Progress) -> Response:
    if found.envelope is not None:
        response = answer(found.envelope.as_json(), 201 if found.state == "whole" else 200)
        if found.state == "whole":
            make_photos_after(response, found.envelope)
    elif found.state == "offset":
        response = refusal(409, "offset", "Other bytes are here than this part goes on from.")
    else:
        response = Response(status=204)
        response.headers["Cache-Control"] = "no-store"
    response.headers["Upload-Offset"] = str(found.offset)
    return response


def _later(wrong: Exception) -> Response:
    """The same part may be sent again later; nothing is lost."""
    if isinstance(wrong, Busy):
        return refusal(423, "busy", "It is being written just now. Send it again.", retry=RETRY)
    if isinstance(wrong, OverQuota):
        return refusal(429, wrong.word, str(wrong), retry=wrong.seconds)
    if isinstance(wrong, CannotSign):
        return refusal(503, "no key", "This server cannot sign receipts now.", retry=NO_KEY)
    _log.error("blob_not_stored", fault=type(wrong).__name__)
    if isinstance(wrong, door.Full):
        return refusal(507, "full", "The server has no room for photos now. Keep it.", retry=FULL_FOR)
    return refusal(503, "store", "The server cannot store files just now.", retry=UNREACHED_FOR)


def _no_ticket() -> Response:
    return refusal(410, "ticket", "This ticket does not open this file now. Put the record again for a new one.")


def _too_large() -> Response:
    return refusal(413, "too large", f"A part has at most {door.LARGEST_PART:,} bytes, a file those of its manifest.")
