"""What a file is by its bytes, never by its name or by what a browser says; and whether a JPEG is all there."""

from pathlib import Path

HEAD = 4096  # bytes that tell the type
_HEIF_BRANDS = {b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"hevm", b"hevs"}
_AVIF_BRANDS = {b"avif", b"avis"}
_SHARED_BRANDS = {b"mif1", b"msf1", b"miaf"}  # of both; a further brand says which

TAKEN = "Choose a photo as a phone takes it: JPEG, HEIC, PNG, WebP or AVIF"
_OTHERS = (
    (b"GIF8", "a GIF picture"),
    (b"II*\x00", "a TIFF picture"),
    (b"MM\x00*", "a TIFF picture"),
    (b"II+\x00", "a TIFF picture"),
    (b"MM\x00+", "a TIFF picture"),
    (b"BM", "a BMP picture"),
    (b"%PDF-", "a PDF; it belongs to the proofs"),
    (b"PK\x03\x04", "a ZIP archive or an office document"),
    (b"\x1a\x45\xdf\xa3", "a video"),
    (b"MZ", "a program"),
    (b"\x7fELF", "a program"),
    (b"{\\rtf", "a document"),
    (b"8BPS", "a Photoshop file"),
    (b"\xff\x0a", "a JPEG XL picture"),
    (b"\x00\x00\x00\x0cJXL ", "a JPEG XL picture"),
)


class Refused(Exception):
    """The file is not taken as a photo; the message is a whole sentence, or two, that says why and what to do."""


def type_of(head: bytes) -> str:
    """jpeg, png, webp, heif or avif, from a file's first bytes. Raises Refused with what it is instead."""
    if not head:
        raise Refused("The file is empty (0 bytes). Take or choose the photo again.")
    if head.startswith(b"\xff\xd8\xff"):
        return "jpeg"
    if head.startswith(b"\x89PNG\r\n\x1a\n"):
        return "png"
    if head[:4] == b"RIFF" and head[8:12] == b"WEBP":
        return "webp"
    if head[4:8] == b"ftyp":
        return _type_of_container(head)
    for start, words in _OTHERS:
        if head.startswith(start):
            raise Refused(f"This is {words}. {TAKEN}.")
    raise Refused(f"{_text_or_unknown(head)} {TAKEN}.")


def _type_of_container(head: bytes) -> str:
    length = min(int.from_bytes(head[:4], "big"), len(head))
    brands = [head[8:12], *(head[at : at + 4] for at in range(16, length - 3, 4))]
    if brands[0] in _AVIF_BRANDS or (brands[0] in _SHARED_BRANDS and _AVIF_BRANDS.intersection(brands)):
        return "avif"
    if brands[0] in _HEIF_BRANDS | _SHARED_BRANDS:
        return "heif"
    raise Refused(f"This is a video or another file that is no photo. {TAKEN}.")


def _text_or_unknown(head: bytes) -> str:
    text = head.lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if b"<svg" in text:
        return "This is an SVG drawing."
    if text.startswith((b"<!doctype", b"<html", b"<head", b"<script", b"<body", b"<?xml", b"<!--")):
        return "This is a web page or XML, whatever its name says."
    return "This is no photo that can be read."


def has_end(file: Path) -> bool:
    """Whether a JPEG's picture is followed by its end mark (FF D9), as it must be; trailers may follow."""
    data = file.read_bytes()
    at = 2
    while at + 4 <= len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if marker == 0xDA:
            return data.rfind(b"\xff\xd9", at) >= 0
        if marker == 0xFF or 0xD0 <= marker <= 0xD8 or marker == 0x01:
            at += 1 if marker == 0xFF else 2
            continue
        at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return data.rfind(b"\xff\xd9", 2) >= 0
