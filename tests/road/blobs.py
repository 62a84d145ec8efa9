"""Send the photos of a record as a phone does, and look at what is left of them."""

import hashlib
import io

from PIL import Image

PART = 262_144


def sha(data):
    return hashlib.sha256(data).hexdigest()


def jpeg(number=0, size=(64, 48)):
    """A small photo that differs by its number."""
    out = io.BytesIO()
    Image.new("RGB", size, ((number * 37) % 256, (number * 91) % 256, number % 256)).save(out, "JPEG")
    return out.getvalue()


def noise(number, size):
    """Bytes that are no photo, the same for the same number."""
    return hashlib.shake_128(str(number).encode()).digest(size)


class Sender:
    """The photos of one record under its ticket."""

    def __init__(self, client, sealed, envelope, device=None):
        self.client, self.record = client, sealed.id
        self.leave = {"Fieldapp-Device": device or sealed.device, "Fieldapp-Ticket": envelope.get("ticket", "none")}

    def head(self, digest):
        return self.client.head(f"/sync/blobs/{digest}?record={self.record}", headers=self.leave)

    def put(self, digest, offset, data, **more):
        headers = {**self.leave, "Upload-Offset": str(offset), "Content-Type": "application/octet-stream"}
        return self.client.put(f"/sync/blobs/{digest}?record={self.record}", data=data, headers=headers, **more)

    def whole(self, data, part=PART):
        """Send a file from where the server is; the last answer."""
        digest = sha(data)
        offset = int(self.head(digest).headers["Upload-Offset"])
        while True:
            answer = self.put(digest, offset, data[offset : offset + part])
            if answer.status_code != 204:
                return answer
            offset = int(answer.headers["Upload-Offset"])
