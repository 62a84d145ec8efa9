"""Pictures of our own for each fault: sharp, blurred, dark, small, turned by EXIF; and files that are no photos."""

import io
import random
import struct
import zlib

from PIL import Image, ImageDraw, ImageFilter

# corners of the upright picture: what is where after turning
CORNERS = {
    "top left": (200, 30, 30), "top right": (30, 160, 30), "bottom left": (30, 30, 200), "bottom right": (220, 200, 30),
}  # fmt: skip


def scene(width=1200, height=900, seed=1):
    """A picture with edges at every size, as a yard with a dog in it has; each corner has its own color."""
    random_of = random.Random(seed)  # noqa: S311  a picture, the same each time
    picture = Image.new("RGB", (width, height), (150, 170, 190))
    brush = ImageDraw.Draw(picture)
    for _ in range(400):
        x, y, r = random_of.randrange(width), random_of.randrange(height), random_of.randrange(3, 90)
        color = tuple(random_of.randrange(256) for _ in range(3))
        brush.ellipse((x, y, x + r, y + r * random_of.uniform(0.4, 1.6)), fill=color)
    w, h = width // 5, height // 5
    spots = ((0, 0), (width - w, 0), (0, height - h), (width - w, height - h))
    for color, (x, y) in zip(CORNERS.values(), spots, strict=True):
        brush.rectangle((x, y, x + w, y + h), fill=color)
    return picture


def as_bytes(picture, kind="JPEG", **options):
    out = io.BytesIO()
    picture.save(out, kind, **options)
    return out.getvalue()


def turned(orientation, **size):
    """A JPEG whose pixels lie as orientation says, with the EXIF that puts them upright."""
    back = {2: 0, 3: 3, 4: 1, 5: 5, 6: 2, 7: 6, 8: 4}  # Image.Transpose that undoes each turn
    picture = scene(**size)
    if orientation > 1:
        picture = picture.transpose(Image.Transpose(back[orientation]))
    exif = Image.Exif()
    exif[0x0112] = orientation
    exif[0x010F] = "MADE BY US"
    return as_bytes(picture, quality=85, exif=exif)


def blurred():
    return as_bytes(scene().filter(ImageFilter.GaussianBlur(9)))


def sharp_before_soft():
    """A sharp subject on a third of a soft ground: what a phone's portrait makes."""
    picture = scene().filter(ImageFilter.GaussianBlur(9))
    picture.paste(scene(seed=2).crop((300, 200, 900, 650)), (300, 200))
    return as_bytes(picture)


def dark():
    return as_bytes(scene().point(lambda value: value // 9))


def box(kind, *parts):
    body = b"".join(parts)
    return struct.pack(">I", len(body) + 8) + kind + body


def heic(width=4032, height=3024):
    """A container that says HEIC and a size, with no picture that anybody could decode."""
    sizes = [box(b"ispe", bytes(4), struct.pack(">II", w, h)) for w, h in ((512, 512), (width, height))]
    pitm = box(b"pitm", bytes(4), struct.pack(">H", 7))
    ipma = box(b"ipma", bytes(4), struct.pack(">I", 2), struct.pack(">HBB", 1, 1, 1), struct.pack(">HBB", 7, 1, 2))
    meta = box(b"meta", bytes(4), pitm, box(b"iprp", box(b"ipco", *sizes), ipma))
    return box(b"ftyp", b"heic", bytes(4), b"mif1", b"heic") + meta + box(b"mdat", bytes(200))


def png_that_says(width, height):
    small = bytearray(as_bytes(Image.new("1", (8, 8)), "PNG"))
    small[16:24] = struct.pack(">II", width, height)
    small[29:33] = struct.pack(">I", zlib.crc32(small[12:29]))
    return bytes(small)


def jpeg_that_says(width, height):
    small = bytearray(as_bytes(scene(64, 64)))
    at = small.index(b"\xff\xc0")
    small[at + 5 : at + 9] = struct.pack(">HH", height, width)
    return bytes(small)


GOOD = as_bytes(scene(), quality=85)
REFUSED = {
    "nothing.jpg": b"",
    "page.jpg": b"<!doctype html><html><script>document.title='x'</script></html>",
    "drawing.svg": b"<?xml version='1.0'?><svg xmlns='http://www.w3.org/2000/svg' onload='x'/>",
    "drawing.png": b"\xef\xbb\xbf\n <svg><script>1</script></svg>",
    "start only.jpg": b"\xff\xd8\xff\xe0" + b"<html>" * 60,
    "noise.jpg": bytes(range(7, 200)),
    "cut.jpg": GOOD[: len(GOOD) // 3],
    "no end mark.jpg": GOOD[:-2],
    "wide.jpg": jpeg_that_says(40_000, 30_000),
    "long.jpg": jpeg_that_says(40_000, 100),
    "bomb.png": png_that_says(20_000, 20_000),
    "large.webp": as_bytes(Image.new("RGB", (5000, 4000)), "WEBP", method=0),
    "large.heic": heic(12_240, 16_320),
    "film.mp4": box(b"ftyp", b"isom", bytes(4), b"isom") + bytes(50),
    "cut.png": as_bytes(scene(300, 200), "PNG")[:2500],
    "cut.webp": as_bytes(scene(300, 200), "WEBP")[:3000],
    "cut.avif": as_bytes(scene(300, 200), "AVIF")[:2000],
}
TAKEN = {
    "good.jpg": GOOD,
    "good.png": as_bytes(scene(700, 640), "PNG"),
    "good.webp": as_bytes(scene(700, 640), "WEBP"),
    "good.avif": as_bytes(scene(700, 640), "AVIF"),
    "lossless.webp": as_bytes(scene(640, 700), "WEBP", lossless=True),
    "named.png": GOOD,
    "progressive.jpg": as_bytes(scene(800, 700), progressive=True),
    "gray.jpg": as_bytes(scene(800, 700).convert("L")),
    "cmyk.jpg": as_bytes(scene(800, 700).convert("CMYK")),
    "clear.png": as_bytes(scene(700, 700).convert("RGBA"), "PNG"),
}


def cut_and_closed(data, share):
    """A JPEG of which only a share of the last scan is there, and then an end mark as if nothing were missing."""
    start, end = data.rindex(b"\xff\xda"), data.rindex(b"\xff\xd9")
    return data[: start + int((end - start) * share)].rstrip(b"\xff") + b"\xff\xd9"


def half_gray(side=400, gray=(128, 128, 128)):
    """A whole picture whose lower half is the very gray that a decoder draws where data is missing."""
    picture = scene(side, side)
    picture.paste(gray, (0, side // 2, side, side))
    return picture


LACKING = {
    f"{name} {share}.jpg": cut_and_closed(data, share)
    for name, data in {
        "plain": as_bytes(scene(700, 640)),
        "gray": as_bytes(scene(700, 640).convert("L")),
        "fine": as_bytes(scene(700, 640), quality=98, subsampling=0),
        "with intervals": as_bytes(scene(700, 640), restart_marker_blocks=8),
        "large": as_bytes(scene(3600, 2400)),
        "turned": turned(6),
    }.items()
    for share in (0.3, 0.9)
}
WHOLE = {
    "half gray.jpg": as_bytes(half_gray()),
    "half gray, one color.jpg": as_bytes(half_gray().convert("L")),
    "half gray, progressive.jpg": as_bytes(half_gray(), progressive=True),
    "half gray, fine.jpg": as_bytes(half_gray(397), quality=98, subsampling=0),
    "half gray, with intervals.jpg": as_bytes(half_gray(), restart_marker_blocks=4),
    "all gray.jpg": as_bytes(Image.new("RGB", (640, 480), (128, 128, 128))),
    "gray with a trailer.jpg": as_bytes(half_gray()) + b"trailer \xff\xd9 and more",
    "four inks.jpg": as_bytes(scene(300, 200).convert("CMYK")),
}
