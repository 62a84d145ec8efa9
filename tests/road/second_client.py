"""Another client, written from docs/protocol.md alone: plain HTTP, nothing of the program is imported."""

import base64
import hashlib
import http.client
import json
import os
import time
import uuid
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature, encode_dss_signature
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

PART = 262_144
SHA256 = ec.ECDSA(hashes.SHA256())


class NotNow(Exception):
    """No answer of the server, or one that says: again later."""


class NoReceipt(Exception):
    """What came is no receipt of this record by a key that is trusted."""


def b64u(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def from_b64u(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def statement(*lines):
    return "".join(f"{line}\n" for line in lines).encode("ascii")


def signed(key, words):
    r, s = decode_dss_signature(key.sign(words, SHA256))
    return b64u(r.to_bytes(32, "big") + s.to_bytes(32, "big"))


def holds(point, words, signature):
    raw = from_b64u(signature)
    if len(raw) != 64:
        return False
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    try:
        key.verify(
            encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big")), words, SHA256
        )
    except InvalidSignature:
        return False
    return True


def now():
    at = time.time()
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(at)) + f".{int(at * 1000) % 1000:03d}Z"


@dataclass
class Sealed:
    """A record as it was sealed, and what came of it."""

    id: str
    city: str
    body: bytes
    signature: str
    files: dict  # sha256 -> bytes
    receipt: dict | None = None
    envelope: dict | None = None

    @property
    def sha256(self):
        return sha256(self.body)


@dataclass
class SecondClient:
    """One device of one person against the server at `origin`."""

    origin: str
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    device: str = ""
    person: int = 0
    seq: int = 0
    prev: str = "0" * 64
    trusted: dict = field(default_factory=dict)  # kid -> point
    patience: float = 60  # seconds for an answer

    @property
    def point(self):
        return self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    def ask(self, method, path, body=None, headers=None):
        """(status, headers, body). Raises NotNow where no whole answer came."""
        parts = urlsplit(self.origin)
        maker = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        line = maker(parts.hostname, parts.port, timeout=self.patience)
        try:
            line.request(method, path, body=body, headers=headers or {})
            answer = line.getresponse()
            return answer.status, answer.headers, answer.read()
        except (OSError, http.client.HTTPException) as wrong:
            raise NotNow(str(wrong)) from wrong
        finally:
            line.close()

    def pin(self, server_keys):
        """Trust the receipt keys that enrolment gave."""
        for key in server_keys["keys"]:
            if key["use"] == "receipt" and not key["revoked"]:
                self.trusted[key["kid"]] = from_b64u(key["public_key"])

    def learn(self, server_keys):
        """Trust keys that a trusted one handed over to, and no revoked one."""
        keys = {key["kid"]: key for key in server_keys["keys"]}
        self.trusted = {kid: point for kid, point in self.trusted.items() if not keys.get(kid, {}).get("revoked")}
        for _ in server_keys["rotations"]:
            for step in server_keys["rotations"]:
                words = statement("fieldapp/rotate/1", step["origin"], step["old_kid"], step["new_kid"], step["from"])
                known = self.trusted.get(step["old_kid"])
                if step["origin"] == self.origin and known and holds(known, words, step["signature"]):
                    self.trusted[step["new_kid"]] = from_b64u(keys[step["new_kid"]]["public_key"])

    def enroll(self, session):
        """`session`: headers of a signed-in person."""
        headers = {
            **session,
            "Content-Type": "application/json",
            "Origin": self.origin,
            "Sec-Fetch-Site": "same-origin",
        }
        status, _, body = self.ask("POST", "/sync/devices/challenge", b"{}", headers)
        assert status == 200, body
        drawn = json.loads(body)
        key_id = b64u(hashlib.sha256(self.point).digest())
        words = statement("fieldapp/enroll/1", self.origin, drawn["user_id"], drawn["challenge"], key_id)
        said = {
            "v": 1, "public_key": b64u(self.point), "challenge": drawn["challenge"], "label": "second client",
            "protection": "storage", "signature": signed(self.key, words),
        }  # fmt: skip
        status, _, body = self.ask("POST", "/sync/devices", json.dumps(said).encode(), headers)
        assert status == 201, body
        told = json.loads(body)
        self.device, self.person = told["device"], told["person"]
        self.pin(told["server_keys"])
        return told

    def seal(self, kind, schema, payload, city, files=(), parents=()):
        """`files`: (slot, form, bytes)."""
        record = str(uuid.UUID(bytes=os.urandom(16), version=4))
        fields = {
            "v": 1, "id": record, "origin": self.origin, "city": city, "city_by": "chosen", "kind": kind,
            "schema": schema, "author": self.person, "device": self.device, "seq": self.seq + 1, "prev": self.prev,
            "sealed_at": now(), "clock": {"offset_ms": 0, "mono_ms": int(time.monotonic() * 1000)},
            "parents": list(parents),
            "photos": [
                {"slot": slot, "form": form, "sha256": sha256(data), "bytes": len(data), "type": "jpeg", "taken_at": ""}
                for slot, form, data in files
            ],
            "payload": payload,
        }  # fmt: skip
        body = json.dumps(fields, ensure_ascii=False, separators=(",", ":")).encode()
        words = statement("fieldapp/record/1", self.origin, city, record, self.device, self.seq + 1, sha256(body))
        self.seq, self.prev = self.seq + 1, sha256(body)
        return Sealed(record, city, body, signed(self.key, words), {sha256(data): data for _, _, data in files})

    def put(self, sealed):
        """Send a record; its receipt, verified. Raises NotNow, NoReceipt."""
        headers = {
            "Content-Type": "application/json", "Fieldapp-Device": self.device, "Fieldapp-Signature": sealed.signature,
        }  # fmt: skip
        status, _, body = self.ask("PUT", f"/sync/records/{sealed.id}", sealed.body, headers)
        if status not in (200, 201, 409):
            raise NotNow(f"{status} {body[:200]!r}")
        return self.take(sealed, body)

    def take(self, sealed, body):
        """Believe a receipt, or raise NoReceipt."""
        try:
            envelope = json.loads(body)
            raw = from_b64u(envelope["receipt"])
            said = json.loads(raw)
            point = self.trusted[envelope["kid"]]
        except (ValueError, KeyError, TypeError) as wrong:
            raise NoReceipt(repr(body[:200])) from wrong
        words = statement("fieldapp/receipt/1", hashlib.sha256(raw).hexdigest())
        ours = (said["v"], said["origin"], said["id"], said["sha256"]) == (1, self.origin, sealed.id, sealed.sha256)
        if len(raw) > 4096 or not ours or not holds(point, words, envelope["signature"]):
            raise NoReceipt(repr(said))
        sealed.receipt, sealed.envelope = said, envelope
        return said

    def send_file(self, sealed, digest):
        """Send a file from where the server is. Raises NotNow; the last answer's receipt is taken."""
        path = f"/sync/blobs/{digest}?record={sealed.id}"
        leave = {"Fieldapp-Device": self.device, "Fieldapp-Ticket": sealed.envelope["ticket"]}
        status, headers, _ = self.ask("HEAD", path, headers=leave)
        if status != 200:
            raise NotNow(str(status))
        offset = int(headers["Upload-Offset"])
        while True:
            more = {"Upload-Offset": str(offset), "Content-Type": "application/octet-stream"}
            part = sealed.files[digest][offset : offset + PART]
            status, headers, body = self.ask("PUT", path, part, {**leave, **more})
            if status in (204, 409):
                offset = int(headers["Upload-Offset"])
            elif status in (200, 201):
                return self.take(sealed, body)
            else:
                raise NotNow(f"{status} {body[:200]!r}")

    def deliver(self, sealed):
        """The record, then what is missing, copies first; its receipt."""
        self.put(sealed)
        for line in sorted(sealed.envelope["missing"], key=lambda one: one["form"]):
            if sealed.receipt["kind"] != "complete":
                self.send_file(sealed, line["sha256"])
        return sealed.receipt

    def hello(self, opened=(), kept=()):
        """What the server has to say to this device."""
        _, _, body = self.ask("GET", "/sync/nonce")
        nonce = json.loads(body)["nonce"]
        named = [[{"id": s.id, "city": s.city, "sha256": s.sha256} for s in some] for some in (opened, kept)]
        said = json.dumps(
            {"v": 1, "seq": self.seq, "open": named[0], "kept": named[1], "oldest_unsent_at": None, "app_version": "2"}
        ).encode()
        words = statement("fieldapp/hello/1", self.origin, self.device, nonce, sha256(said))
        headers = {
            "Content-Type": "application/json", "Fieldapp-Device": self.device, "Fieldapp-Nonce": nonce,
            "Fieldapp-Signature": signed(self.key, words),
        }  # fmt: skip
        status, _, body = self.ask("POST", "/sync/hello", said, headers)
        assert status == 200, body
        told = json.loads(body)
        self.learn(told["server_keys"])
        return told
