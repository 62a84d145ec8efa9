"""The rescue file: what cannot be sent, encrypted to the server's key, opened here from docs/protocol.md alone."""

import base64
import hashlib
import io
import json

import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from playwright.sync_api import expect

from fieldapp.media.signing import is_signed
from fieldapp.services.records import statements
from tests.at_rest.conftest import m
from tests.at_rest.test_unlocking import DEVICE, NOTE, lock

pytestmark = pytest.mark.browser
WITH_PHOTOS = """async (m, count) => {
  const { drafts } = await m("drafts");
  const { seal } = await m("seal");
  const draft = await drafts.open("field_note");
  await draft.save({ words: "many" });
  for (let at = 1; at <= count; at++) {
    const file = new Uint8Array(400_000).fill(at);
    await draft.addPhoto({ kind: "scene", file, copy: file.slice(0, 1000), type: "jpeg" });
  }
  return seal(draft, { city: "crystal", city_by: "chosen", kind: "field_note", schema: 1, payload: { words: "many" } });
}"""


def plain(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def parts_of(source):
    """The pieces that stand after their length until the end."""
    while head := source.read(4):
        yield source.read(int.from_bytes(head, "big"))


def opened(data, folder):
    """[(facts, bytes)] of a rescue file; `folder` holds the server's private keys. Raises InvalidTag."""
    mark = b"fieldapp/rescue/1\n"
    assert data.startswith(mark)
    header, *chunks = parts_of(io.BytesIO(data[len(mark) :]))
    said = json.loads(header)
    secret = serialization.load_pem_private_key((folder / f"{said['kid']}.pem").read_bytes(), None)
    other = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), plain(said["ephemeral"]))
    shared = secret.exchange(ec.ECDH(), other)
    cipher = AESGCM(HKDF(SHA256(), 32, plain(said["salt"]), b"fieldapp/rescue/1").derive(shared))
    about = hashlib.sha256(header).digest()
    content = b""
    for number, sealed in enumerate(chunks, 1):
        nonce = (number - 1).to_bytes(11, "big") + (b"\1" if number == len(chunks) else b"\0")
        content += cipher.decrypt(nonce, sealed, about)
    return said, list(entries(io.BytesIO(content)))


def entries(content):
    while head := content.read(4):
        facts = json.loads(content.read(int.from_bytes(head, "big")))
        yield facts, content.read(facts["bytes"])


def test_all_that_waits_is_in_it_and_the_server_alone_can_read_it(guarded, town):
    page = guarded.page
    town.stop()
    first = m(page, NOTE, "canary words")
    many = m(page, WITH_PHOTOS, 7)["id"]
    lock(page)
    late = m(page, NOTE, "sealed while locked")
    page.goto(f"{town.base}/waiting")
    save = page.get_by_role("button", name="Save a rescue file")
    save.click()
    expect(page.locator("[data-rescue-words]")).to_contain_text("locked")
    page.get_by_role("button", name="Unlock with your passkey").click()
    expect(page.locator("[data-unlock]")).to_be_hidden()
    with page.expect_download() as download:
        save.click()
    expect(page.locator("[data-rescue-words]")).to_contain_text("3 records with 16 files of photos")
    data = download.value.path().read_bytes()
    assert b"canary" not in data
    folder = town.app.config["SETTINGS"].instance / "keys"
    said, found = opened(data, folder)
    assert said["records"] == 3
    records = {facts["id"]: (facts, body) for facts, body in found if facts["type"] == "record"}
    assert list(records) == [first, many, late]
    point = plain(m(page, DEVICE)["public_key"])
    for facts, body in records.values():
        assert hashlib.sha256(body).hexdigest() == facts["sha256"]
        named = [facts[name] for name in ("origin", "city", "id", "device", "seq")]
        assert is_signed(point, statements.record(*named, body), facts["signature"])
    assert json.loads(records[late][1])["payload"]["words"] == "sealed while locked"
    photos = [(f, b) for f, b in found if f["type"] == "photo" and f["record"] == many]
    assert sorted((f["slot"], f["form"], len(b)) for f, b in photos) == sorted(
        (f"scene-{n}", form, size) for n in range(1, 8) for form, size in (("original", 400_000), ("copy", 1000))
    )
    assert all(hashlib.sha256(b).hexdigest() == f["sha256"] for f, b in photos)
    head = len(b"fieldapp/rescue/1\n")
    lengths = [len(part) for part in parts_of(io.BytesIO(data[head:]))]
    with pytest.raises(InvalidTag):
        opened(data[: -(lengths[-1] + 4)], folder)  # without its last chunk
