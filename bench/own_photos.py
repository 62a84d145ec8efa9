"""Small photos of our own, whole and broken: the inputs of tests, soak runs and measurements."""

import io
import random
import struct
from collections.abc import Iterator
from pathlib import Path

from PIL import Image

GIVEN = Path(__file__).resolve().parent.parent / "tests" / "photos" / "given"
RED, GREEN, BLUE, YELLOW = (200, 30, 30), (30, 180, 30), (40, 60, 200), (230, 200, 40)
TURNS = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_90,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_270,
}  # how an upright picture lies in a file that says this orientation
ENDINGS = {"JPEG": "jpg", "PNG": "png", "WEBP": "webp", "AVIF": "avif"}


def corners(width: int = 96, height: int = 64) -> Image.Image:
    """Four colors, one a corner: red, green / blue, yellow."""
    picture = Image.new("RGB", (width, height))
    half = width // 2, height // 2
    for place, color in (((0, 0), RED), ((half[0], 0), GREEN), ((0, half[1]), BLUE), (half, YELLOW)):
        picture.paste(color, (*place, place[0] + half[0], place[1] + half[1]))
    return picture


def scene(width: int, height: int, seed: int = 1) -> Image.Image:
    """A picture with detail as a photo has it, of any size."""
    noise = random.Random(seed)  # noqa: S311  the same picture each time
    small = Image.frombytes("RGB", (128, 96), noise.randbytes(128 * 96 * 3))
    return small.resize((width, height), Image.Resampling.BICUBIC)


def exif(
    orientation: object = None, *, when: str = "", offset: str = "", latitude: object = None, longitude: object = None,
    refs: tuple[str, str] | None = ("N", "W"),
) -> Image.Exif:  # fmt: skip
    """An EXIF block with a camera's name, and whatever is asked for."""
    block = Image.Exif()
    block[0x010F], block[0x0110] = "Canary Cameras", "Serial 4711"
    if orientation is not None:
        block[0x0112] = orientation
    if when:
        block.get_ifd(0x8769)[0x9003] = when
    if offset:
        block.get_ifd(0x8769)[0x9011] = offset
    if latitude is not None:
        place = block.get_ifd(0x8825)
        place[2], place[4] = latitude, longitude
        if refs:
            place[1], place[3] = refs
    return block


def saved(picture: Image.Image, kind: str = "JPEG", **more: object) -> bytes:
    """The picture as a file's bytes."""
    out = io.BytesIO()
    picture.save(out, kind, **({"quality": 90} if kind != "PNG" else {}), **more)
    return out.getvalue()


def lying(orientation: int, kind: str = "JPEG") -> bytes:
    """The four corners, stored so that only a reader who turns by `orientation` sees them upright."""
    picture = corners()
    if orientation in TURNS:
        picture = picture.transpose(TURNS[orientation])
    return saved(picture, kind, exif=exif(orientation))


def huge_png(width: int, height: int) -> bytes:
    """A PNG whose header says that size; its pixels are one short line."""
    whole = saved(Image.new("1", (8, 8)), "PNG")
    header = struct.pack(">II", width, height) + whole[24:29]
    return whole[:16] + header + struct.pack(">I", _crc(b"IHDR" + header)) + whole[33:]


def huge_jpeg(width: int, height: int) -> bytes:
    """A JPEG whose header says that size."""
    whole = bytearray(saved(corners()))
    at = whole.index(b"\xff\xc0")
    whole[at + 5 : at + 9] = struct.pack(">HH", height, width)
    return bytes(whole)


def _crc(data: bytes) -> int:
    import zlib  # noqa: PLC0415  one made file needs it

    return zlib.crc32(data)


def whole_ones() -> dict[str, bytes]:
    """One small photo of each type and each kind of color."""
    fields = exif(
        6, when="2026:07:04 23:50:00", offset="-07:00", latitude=(37.0, 46.0, 45.0), longitude=(122.0, 25.0, 10.0)
    )
    return {
        "plain.jpg": saved(corners(), exif=fields),
        "progressive.jpg": saved(corners(), progressive=True),
        "gray.jpg": saved(corners().convert("L")),
        "cmyk.jpg": saved(corners().convert("CMYK")),
        "plain.png": saved(corners(), "PNG"),
        "palette.png": saved(corners().quantize(8), "PNG"),
        "see-through.png": saved(corners().convert("RGBA"), "PNG"),
        "plain.webp": saved(corners(), "WEBP", exif=fields),
        "plain.avif": saved(corners(), "AVIF", exif=fields),
        "turned.heic": (GIVEN / "turned.heic").read_bytes(),
        "two.heic": (GIVEN / "two.heic").read_bytes(),
    }


def mutated(seed: int, count: int) -> Iterator[tuple[str, bytes]]:
    """`count` damaged or hostile photos, the same for the same seed: bits, lengths, cuts, doublings, splices."""
    chance, whole = random.Random(seed), whole_ones()  # noqa: S311  a seed that is printed
    names = sorted(whole)
    for number in range(count):
        name = chance.choice(names)
        data = bytearray(whole[name])
        for _ in range(chance.choice((1, 1, 1, 2, 4, 16))):
            if len(data) > 1:
                _mutate(chance, data, whole[chance.choice(names)])
        yield f"{number}-{name}", bytes(data)


def _mutate(chance: random.Random, data: bytearray, other: bytes) -> None:
    at = chance.randrange(len(data))
    early = chance.randrange(min(len(data), 200))
    length = chance.randrange(1, 40)
    match chance.randrange(9):
        case 0:
            data[at] ^= 1 << chance.randrange(8)
        case 1:
            data[early] = chance.randrange(256)
        case 2:
            data[early : early + 4] = chance.choice((b"\xff\xff\xff\xff", b"\x00\x00\x00\x00", b"\x7f\xff\xff\xff"))
        case 3:
            del data[at:]
        case 4:
            del data[at : at + length]
        case 5:
            data[at:at] = data[at : at + length] * chance.randrange(1, 50)
        case 6:
            data[at:at] = chance.randbytes(length)
        case 7:
            start = chance.randrange(len(other))
            data[at:] = other[start:]
        case 8:
            data[at : at + length] = bytes(length)
