"""Whether a JPEG that was cut and closed again lacks the rest of its picture.

A decoder fills what is missing with an even gray and says nothing. Such a gray last corner is a suspicion; the proof is
a second decoding with more data put before the end mark: a whole picture has no use for it and stays the same.
"""

import io
import re

from PIL import Image, ImageChops

FILLER = bytes((n * n * 7 + n * 13 + 5) % 251 for n in range(4096))  # as photo-rest.js has it; never FF
_GRAY, _NEAR = 128, 2  # a block without data, and how far the turning into RGB may move it
_MARKER = re.compile(rb"\xff[^\x00\xd0-\xd7\xff]")
_ALONE = {0x01, 0xD8}  # markers that no length follows
_END = 0xD9


def end_of_picture(data: bytes) -> int:
    """Where the end mark of the picture stands, behind its last scan (not that of a thumbnail); -1 where none does."""
    at = 2
    while (found := _MARKER.search(data, at)) is not None:
        at, marker = found.start(), data[found.start() + 1]
        if marker == _END:
            return at
        at += 2 if marker in _ALONE else 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return -1


def lacks_its_rest(data: bytes, decoded: Image.Image, draft: tuple[int, int]) -> bool:
    """`decoded`: the picture of `data`, loaded as a draft of this size; it is left as it is."""
    last = decoded.getpixel((decoded.width - 1, decoded.height - 1))
    bands = last if isinstance(last, tuple) else (last,)
    end = end_of_picture(data)
    if end < 0 or any(band is None or abs(band - _GRAY) > _NEAR for band in bands):
        return False
    with Image.open(io.BytesIO(data[:end] + FILLER + data[end:]), formats=["JPEG"]) as more:
        more.draft("RGB", draft)
        more.load()
        return ImageChops.difference(decoded, more).getbbox() is not None
