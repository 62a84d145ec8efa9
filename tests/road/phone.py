"""A phone for tests of the server: a key, a sequence, and bodies sealed as docs/protocol.md says."""

import base64
import copy
import hashlib
import json
import uuid
from dataclasses import dataclass, field

from cryptography.hazmat.primitives.asymmetric import ec

from fieldapp import clock
from fieldapp.media.signing import b64u, key_id, point_of, sign
from fieldapp.services.records import statements
from fieldapp.tables import audit, device_queries
from fieldapp.tables.db import writing

ORIGIN = "http://localhost"


def new_id():
    """A UUID."""
    return str(uuid.UUID(bytes=clock.random_bytes(16), version=4))


@dataclass
class Sealed:
    """What is sent: the bytes, their signature and where they go."""

    id: str
    device: str
    city: str
    seq: int
    body: bytes
    signature: str

    @property
    def sha256(self):
        return hashlib.sha256(self.body).hexdigest()


@dataclass
class Phone:
    """One key pair of a person, known to the server unless `enrolled` is False."""

    person_id: int
    city: str = "crystal"
    status: str = "active"
    enrolled: bool = True
    replaces: str | None = None
    id: str = field(default_factory=new_id)
    seq: int = 0
    prev: str = "0" * 64

    def __post_init__(self):
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.point = point_of(self.key.public_key())
        if self.enrolled:
            self.enrol()

    def enrol(self):
        """As an enrolment leaves it: a row, and an entry of the chain."""
        with writing() as connection:
            device_queries.add(
                connection, id=self.id, number=device_queries.next_phone_number(connection),
                person_id=self.person_id, label="test", key_id=key_id(self.point), public_key=self.point,
                protection="storage", status=self.status, enrolled_at=clock.now(), replaces=self.replaces,
            )  # fmt: skip
            audit.append(
                connection, self.city, actor=f"person:{self.person_id}", action="device.enrolled",
                subject=f"device:{self.id}", detail={},
            )  # fmt: skip

    def clone(self):
        """The same key on another phone, as after a copied profile."""
        return copy.copy(self)

    def fields(self, kind, payload, **changes):
        """The fields of the next body; `changes` override, None takes a field away."""
        made = {
            "v": 1, "id": new_id(), "origin": ORIGIN, "city": self.city, "city_by": "chosen", "kind": kind,
            "schema": 1, "author": self.person_id, "device": self.id, "seq": self.seq + 1, "prev": self.prev,
            "sealed_at": "2026-11-30T15:04:05.123Z", "clock": {"offset_ms": 12, "mono_ms": 345}, "parents": [],
            "photos": [], "payload": payload,
        }  # fmt: skip
        made |= changes
        return {name: value for name, value in made.items() if value is not None}

    def seal(self, kind="test_kind", payload=None, **changes):
        """Seal the next record and count on."""
        fields = self.fields(kind, {"n": "1"} if payload is None else payload, **changes)
        body = json.dumps(fields, ensure_ascii=False, separators=(",", ":")).encode()
        return self.seal_bytes(body, fields["id"], city=fields["city"], seq=fields["seq"])

    def seal_bytes(self, body, record_id=None, *, city=None, seq=None, origin=ORIGIN):
        """Sign any bytes as the next record of this phone."""
        record_id, city, seq = record_id or new_id(), city or self.city, seq or self.seq + 1
        signature = sign(self.key, statements.record(origin, city, record_id, self.id, seq, body))
        self.seq, self.prev = seq, hashlib.sha256(body).hexdigest()
        return Sealed(record_id, self.id, city, seq, body, signature)


def put(client, sealed, **headers):
    """Send a sealed record as a phone does: no cookie, no Origin."""
    headers = {
        "Fieldapp-Device": sealed.device, "Fieldapp-Signature": sealed.signature, "Content-Type": "application/json",
        **{name.replace("_", "-"): value for name, value in headers.items()},
    }  # fmt: skip
    return client.put(f"/sync/records/{sealed.id}", data=sealed.body, headers=headers)


def receipt_of(answer):
    """The receipt within an envelope."""
    text = answer.json["receipt"]
    return json.loads(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))


def photo_lines(slot, *files):
    """Manifest lines for (form, bytes)."""
    return [
        {"slot": slot, "form": form, "sha256": hashlib.sha256(data).hexdigest(), "bytes": len(data), "type": "jpeg",
         "taken_at": "2026-11-30T15:00:00Z"}
        for form, data in files
    ]  # fmt: skip


__all__ = ["ORIGIN", "Phone", "Sealed", "b64u", "photo_lines", "put", "receipt_of"]
