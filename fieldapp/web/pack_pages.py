"""The offline list for phones (docs/protocol.md): for a session with an active device only."""

from flask import Blueprint, Response, current_app, request

from fieldapp.config import Settings
from fieldapp.services import cities, searches
from fieldapp.services.offline_list.pack import Pack, pack_of
from fieldapp.services.offline_list.receiver import protection_of
from fieldapp.services.offline_list.sign import CannotSignList, Signed, signed_pack
from fieldapp.web.guard import guard, signed_in
from fieldapp.web.sync_json import own_origin, refusal

pages = Blueprint("packs", __name__)
PASSKEY = "passkey"  # alone keeps what is known of an address
NO_KEY = 60  # seconds: an operator has to bring the key


@pages.get("/sync/pack")
@guard("look_up")
def pack() -> Response:
    """The list of a city, or what differs from the base that `since` names."""
    settings: Settings = current_app.config["SETTINGS"]
    person, city = signed_in(), request.args.get("city", "")
    if not city:
        return refusal(422, "city", "Say of which city: ?city=ID.")
    if not cities.is_served(city) or not person.may("look_up", city):
        return refusal(403, "right", "You have no right to look up animals of this city.")
    device = request.headers.get("Fieldapp-Device", "")
    protection = protection_of(person.person_id, device)
    if protection is None:
        return refusal(401, "device", "Only a phone that is set up for you, and not revoked, gets the offline list.")
    made = pack_of(settings.instance, city, request.args.get("since", ""), with_premises=protection == PASSKEY)
    try:
        by = signed_pack(settings.instance, own_origin(), city, made.sha256, actor=person.actor)
    except CannotSignList:
        return refusal(503, "no key", "This server cannot sign the offline list now.", retry=NO_KEY)
    searches.note_lookup(city, person.person_id, "offline list", f"device:{device}")
    return _answer(made, by)


def _answer(made: Pack, by: Signed) -> Response:
    takes_gzip = bool(request.accept_encodings["gzip"])
    answer = Response(made.body if takes_gzip else made.whole(), content_type="application/json")
    if takes_gzip:
        answer.headers["Content-Encoding"] = "gzip"
    answer.vary.update(("Accept-Encoding", "Cookie"))
    answer.headers["Cache-Control"] = "no-store"
    answer.headers["Fieldapp-Kid"], answer.headers["Fieldapp-Key"] = by.kid, by.public_key
    answer.headers["Fieldapp-Signature"] = by.signature
    answer.headers["Fieldapp-Voucher"], answer.headers["Fieldapp-Vouched"] = by.voucher, by.vouched
    return answer
