"""What the camera wrote beside the picture: how it is turned, when and where it was taken, as far as that is sane."""

import contextlib
import math
import re
from collections.abc import Mapping
from datetime import datetime, timedelta

from PIL import ExifTags, Image

EARLIEST_YEAR = 1990  # before that no camera wrote such dates
_WHEN = ((0x9003, 0x9011), (0x9004, 0x9012))  # DateTimeOriginal, DateTimeDigitized, each with its offset from UTC
_TIME = re.compile(r"(\d{4}):(\d\d):(\d\d)[ T](\d\d):(\d\d):(\d\d)", re.ASCII)
_OFFSET = re.compile(r"([+-])(\d\d):?(\d\d)|Z", re.ASCII)
_XMP_TURN = re.compile(rb"tiff:Orientation(?:\s*=\s*[\"']|>\s*)([1-8])\b")
_AS_HEX = re.compile(r"\s*exif\s+[0-9]+\s+([0-9a-fA-F\s]*)")
_TURNS = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}


def exif_of(data: object) -> Image.Exif:
    """The EXIF block's values; an empty one where there is none or it does not parse."""
    found = Image.Exif()
    if isinstance(data, bytes) and data:
        with contextlib.suppress(Exception):
            found.load(data)
            len(found)
            return found
    return Image.Exif()


def exif_bytes(info: Mapping[str | tuple[int, int], object]) -> object:
    """The EXIF block among what the library found beside the picture; some programs write it into a PNG as digits."""
    if "exif" in info:
        return info["exif"]
    said = info.get("Raw profile type exif") or info.get("Raw profile type APP1")
    found = _AS_HEX.fullmatch(said) if isinstance(said, str) else None
    with contextlib.suppress(ValueError):
        return bytes.fromhex(found[1]) if found else None
    return None


def orientation_of(exif: Image.Exif, xmp: object) -> int:
    """1 to 8 as EXIF says it, else as XMP says it, once; 1 where neither says anything that exists."""
    with contextlib.suppress(Exception):
        said = exif.get(ExifTags.Base.Orientation)
        if said is not None:
            return said if isinstance(said, int) and said in _TURNS else 1
    text = xmp.encode("utf-8", "replace") if isinstance(xmp, str) else xmp
    found = _XMP_TURN.search(text) if isinstance(text, bytes) else None
    return int(found[1]) if found else 1


def turned(picture: Image.Image, orientation: int) -> Image.Image:
    """The picture upright."""
    method = _TURNS.get(orientation)
    return picture if method is None else picture.transpose(method)


def swaps_sides(orientation: int) -> bool:
    """Whether turning makes the width the height."""
    return orientation >= 5


def captured_at(exif: Image.Exif, latest: datetime) -> str:
    """When it was taken, ISO, as the camera's clock showed it and with its offset from UTC where it gives one.

    Empty where no such day or time exists, before EARLIEST_YEAR, or more than a day after `latest` (aware).
    """
    block = _block(exif, ExifTags.IFD.Exif)
    for when, offset in _WHEN:
        local = _time(block.get(when))
        if local is None or local.year < EARLIEST_YEAR or local > latest.replace(tzinfo=None) + timedelta(days=1):
            continue
        return local.isoformat() + _offset(block.get(offset))
    return ""


def _time(said: object) -> datetime | None:
    found = _TIME.fullmatch(_text(said))
    if found is None:
        return None
    try:
        return datetime(*(int(part) for part in found.groups()))  # type: ignore[arg-type]  # noqa: DTZ001  local time
    except ValueError:
        return None


def _offset(said: object) -> str:
    found = _OFFSET.fullmatch(_text(said))
    if found is None:
        return ""
    if found[0] == "Z":
        return "+00:00"
    sane = int(found[2]) * 60 + int(found[3]) <= 14 * 60 and int(found[3]) < 60
    return f"{found[1]}{found[2]}:{found[3]}" if sane else ""


def position(exif: Image.Exif) -> list[float] | None:
    """[latitude, longitude] in degrees; None where a number or its N/S or E/W is missing, wrong, or both are 0."""
    block = _block(exif, ExifTags.IFD.GPSInfo)
    latitude = _degrees(block.get(2), block.get(1), {"N": 1, "S": -1}, 90)
    longitude = _degrees(block.get(4), block.get(3), {"E": 1, "W": -1}, 180)
    if latitude is None or longitude is None or (latitude == 0 and longitude == 0):
        return None
    return [latitude, longitude]


def _degrees(parts: object, ref: object, signs: Mapping[str, int], most: int) -> float | None:
    sign = signs.get(_text(ref).upper())
    if sign is None or not isinstance(parts, tuple) or len(parts) != 3:
        return None
    try:
        degrees, minutes, seconds = (float(part) for part in parts)
    except (TypeError, ValueError, ZeroDivisionError):
        return None
    if not all(math.isfinite(part) and part >= 0 for part in (degrees, minutes, seconds)):
        return None
    found = degrees + minutes / 60 + seconds / 3600
    return sign * round(found, 6) if minutes < 60 and seconds <= 60 and found <= most else None


def _block(exif: Image.Exif, which: int) -> Mapping[int, object]:
    with contextlib.suppress(Exception):
        return dict(exif.get_ifd(which))
    return {}


def _text(said: object) -> str:
    if isinstance(said, bytes):
        said = said.decode("ascii", "replace")
    return said.strip("\x00 ") if isinstance(said, str) else ""
