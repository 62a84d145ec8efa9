"""From a photo's bytes to two upright sRGB copies without anything beside the pixels. Runs in the bounded process only.

The size is judged from the header, before a pixel is decoded. Large JPEG and HEIC pictures are shrunk while they are
decoded, so that a 48-megapixel photo never stands whole in memory twice.
"""

import io
import re
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import pi_heif
from PIL import AvifImagePlugin, Image, ImageCms, ImageFile, JpegImagePlugin, PngImagePlugin, WebPImagePlugin

from fieldapp.media import photo_facts
from fieldapp.media.jpeg_rest import lacks_its_rest
from fieldapp.media.photo_limits import LONGEST_SIDE, PAGE, PIXELS, QUALITY, SMALL
from fieldapp.media.photo_sniff import HEAD, Refused, has_end, type_of

_LIBRARIES = (AvifImagePlugin, JpegImagePlugin, PngImagePlugin, WebPImagePlugin)  # loaded once, before any fork
_COUNTED = re.compile(r"\((\d+) pixels\)")  # what the library says of a picture past its own limit
_DAMAGED = "The photo is damaged or incomplete. Take or choose it again"
_CUT = "The photo is incomplete: its end is missing. Take or choose it again"


@dataclass(frozen=True, slots=True)
class Seen:
    """What was found; sizes in pixels, upright. `page` and `small` are JPEG files."""

    type: str
    width: int
    height: int
    captured_at: str
    position: list[float] | None
    page: bytes
    small: bytes


def prepare() -> None:
    """Settings of the libraries, once a process: warnings of bombs are errors, one thread, nothing but the picture."""
    warnings.simplefilter("error", Image.DecompressionBombWarning)
    Image.MAX_IMAGE_PIXELS = max(PIXELS.values())
    ImageFile.LOAD_TRUNCATED_IMAGES = False
    AvifImagePlugin.DEFAULT_MAX_THREADS = 1
    options = pi_heif.options
    options.DECODE_THREADS, options.THUMBNAILS, options.DEPTH_IMAGES, options.AUX_IMAGES = 1, False, False, False
    ImageCms.createProfile("sRGB")


def seen(file: Path, latest: datetime) -> Seen:
    """Decode a photo and make its copies. Raises Refused with a sentence; `latest`: captured times end a day after."""
    with file.open("rb") as opened:
        kind = type_of(opened.read(HEAD))
    try:
        return _seen_heif(file, latest) if kind == "heif" else _seen(file, kind, latest)
    except Refused:
        raise
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as wrong:
        found = _COUNTED.search(str(wrong))
        raise Refused(_too_many(_megapixels(int(found[1])) if found else "", kind)) from None
    except MemoryError:
        raise Refused(f"The photo needs too much memory to be opened. {_advice(kind)}.") from None
    except Exception as wrong:  # noqa: BLE001  whatever the libraries raise, the file is what is wrong
        said = str(wrong).lower()
        raise Refused(f"{_CUT if 'truncated' in said or 'end of file' in said else _DAMAGED}.") from None


def _seen(file: Path, kind: str, latest: datetime) -> Seen:
    with Image.open(file, formats=[kind.upper()]) as opened:
        size = opened.size
        _judge_size(opened.size, kind)
        if kind == "jpeg":
            opened.draft("RGB", (PAGE, PAGE))
        opened.load()
        if kind == "jpeg" and (not has_end(file) or lacks_its_rest(file.read_bytes(), opened, (PAGE, PAGE))):
            raise Refused(f"{_CUT}.")
        exif, xmp = photo_facts.exif_of(photo_facts.exif_bytes(opened.info)), _xmp_of(opened)  # a PNG's may come last
        profile = opened.info.get("icc_profile")
        turn = photo_facts.orientation_of(exif, xmp)
        return _copied(_shrunk_plain(opened), profile, kind, size, exif, turn, latest)


def _xmp_of(opened: Image.Image) -> object:
    return opened.info.get("xmp") or opened.info.get("XML:com.adobe.xmp")


def _seen_heif(file: Path, latest: datetime) -> Seen:
    """The container's own turning is done by the library; what EXIF says of it beside that is left alone."""
    opened = pi_heif.open_heif(file, convert_hdr_to_8bit=True, remove_stride=False)
    first = opened[opened.primary_index]
    _judge_size(first.size, "heif")
    exif = photo_facts.exif_of(first.info.get("exif"))
    profile = first.info.get("icc_profile")
    first.load()
    size = first.size
    _judge_size(size, "heif")
    return _copied(_shrunk_heif(first), profile, "heif", size, exif, 1, latest)


def _shrunk_heif(first: Any) -> Image.Image:  # noqa: ANN401  the library has no types
    (width, _), data, mode, stride = first.size, memoryview(first.data), first.mode, first.stride

    def strip(top: int, rows: int) -> Image.Image:
        part = bytes(data[top * stride : (top + rows) * stride])
        return Image.frombuffer(mode, (width, rows), part, "raw", mode, stride, 1)

    return _shrunk(first.size, strip)


def _shrunk_plain(opened: Image.Image) -> Image.Image:
    if max(opened.size) < 2 * PAGE:
        return _flat(opened)
    return _shrunk(opened.size, lambda top, rows: opened.crop((0, top, opened.width, top + rows)))


def _shrunk(size: tuple[int, int], strip_of: Callable[[int, int], Image.Image]) -> Image.Image:
    """The decoded picture, flat, and reduced by the whole number that leaves at least PAGE pixels.

    Strip by strip, since averaging a whole picture that can be seen through, or has few colors, takes another of it.
    """
    width, height = size
    factor = max(1, max(width, height) // PAGE)
    tall, out = factor * 64, None
    for top in range(0, height, tall):
        strip = _flat(strip_of(top, min(tall, height - top)))
        if out is None:
            out = Image.new(strip.mode, (-(-width // factor), -(-height // factor)))
        out.paste(strip.reduce(factor) if factor > 1 else strip, (0, top // factor))
    if out is None:
        raise Refused(f"{_DAMAGED}.")
    return out


def _judge_size(size: tuple[int, int], kind: str) -> None:
    width, height = size
    if width < 1 or height < 1:
        raise Refused(f"{_DAMAGED}.")
    if width * height > PIXELS[kind]:
        raise Refused(_too_many(f"{width:,} x {height:,}, {_megapixels(width * height)}", kind))
    if max(width, height) > LONGEST_SIDE:
        side = f"a side may have {LONGEST_SIDE:,} pixels"
        raise Refused(f"The photo is too long ({width:,} x {height:,}); {side}. {_advice(kind)}.")


def _megapixels(pixels: int) -> str:
    return f"{round(pixels / 1_000_000):,} megapixels"


def _too_many(size: str, kind: str) -> str:
    told = f" ({size})" if size else ""
    return f"The photo has too many pixels{told}; at most {_megapixels(PIXELS[kind])} are taken. {_advice(kind)}."


def _advice(kind: str) -> str:
    if kind in {"jpeg", "heif", "png"}:
        return "Choose a lower resolution in the camera's settings and take it again"
    return "Save it as JPEG, or smaller, and choose it again"


def _copied(
    picture: Image.Image, profile: object, kind: str, size: tuple[int, int], exif: Image.Exif, orientation: int,
    latest: datetime,
) -> Seen:  # fmt: skip
    picture.thumbnail((PAGE, PAGE), Image.Resampling.BICUBIC, reducing_gap=2.0)
    page = photo_facts.turned(_as_srgb(picture, profile), orientation)
    small = page.copy()
    small.thumbnail((SMALL, SMALL), Image.Resampling.BICUBIC, reducing_gap=2.0)
    width, height = reversed(size) if photo_facts.swaps_sides(orientation) else size
    when, where = photo_facts.captured_at(exif, latest), photo_facts.position(exif)
    return Seen(kind, width, height, when, where, _jpeg(page), _jpeg(small))


def _flat(picture: Image.Image) -> Image.Image:
    """8 bits a channel, nothing to see through: what is transparent lies on white."""
    if picture.mode.startswith("I"):  # 16-bit gray
        picture = picture.convert("I").point(lambda value: value * (1 / 256)).convert("L")
    if picture.mode in {"RGBA", "RGBa", "LA", "La", "PA"} or "transparency" in picture.info:
        over = picture.convert("RGBA")
        picture = Image.new("RGB", over.size, "white")
        picture.paste(over, mask=over.getchannel("A"))
    return picture if picture.mode in {"RGB", "L", "CMYK"} else picture.convert("RGB")


def _as_srgb(picture: Image.Image, profile: object) -> Image.Image:
    """sRGB by the embedded profile; where there is none, or it is of no use, the colors are taken as they are."""
    if isinstance(profile, bytes) and profile:
        try:
            source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
            target = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB"))
            made = ImageCms.profileToProfile(picture, source, target, outputMode="RGB")
        except (ImageCms.PyCMSError, OSError, ValueError, TypeError):
            made = None
        if made is not None:
            return made
    return picture.convert("RGB")


def _jpeg(picture: Image.Image) -> bytes:
    picture.info = {}
    out = io.BytesIO()
    picture.save(out, "JPEG", quality=QUALITY)
    return out.getvalue()
