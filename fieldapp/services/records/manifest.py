"""Read the manifest of a record's photos: two lines a photo, the original and its small copy."""

import re

from fieldapp.services.records.kind import ManifestLine
from fieldapp.services.records.strict_json import Unreadable
from fieldapp.tables.records import COPY, ORIGINAL

LARGEST_FILE = 2_147_483_647  # bytes that a line can name; the quota is far below
LONGEST_SLOT = 40
LONGEST_TYPE = 60
LONGEST_INSTANT = 40
_HASH = re.compile(r"[0-9a-f]{64}", re.ASCII)
_SLOT = re.compile(r"[a-z][a-z_]*-[1-9][0-9]{0,3}", re.ASCII)
_FIELDS = {"slot", "form", "sha256", "bytes", "type", "taken_at"}


def manifest_of(value: object) -> tuple[ManifestLine, ...]:
    """The lines in their order. Raises Unreadable where one cannot be read or a slot has a form twice."""
    if not isinstance(value, list):
        raise Unreadable("photos is no list.")
    lines = tuple(_line(each) for each in value)
    if len({(line.slot, line.form) for line in lines}) != len(lines):
        raise Unreadable("photos names a file twice.")
    if {line.slot for line in lines} - {line.slot for line in lines if line.form == ORIGINAL}:
        raise Unreadable("photos names a copy without its original.")
    return lines


def _line(value: object) -> ManifestLine:
    if not isinstance(value, dict) or set(value) != _FIELDS:
        raise Unreadable(f"A photo does not hold {', '.join(sorted(_FIELDS))}.")
    slot, form, sha256 = value["slot"], value["form"], value["sha256"]
    if not isinstance(slot, str) or len(slot) > LONGEST_SLOT or not _SLOT.fullmatch(slot):
        raise Unreadable("A photo's slot cannot be read.")
    if form not in (ORIGINAL, COPY) or not isinstance(sha256, str) or not _HASH.fullmatch(sha256):
        raise Unreadable(f"The form or hash of photo {slot} cannot be read.")
    size = value["bytes"]
    if type(size) is not int or not 0 < size <= LARGEST_FILE:
        raise Unreadable(f"The bytes of photo {slot} cannot be read.")
    kind, taken_at = value["type"], value["taken_at"]
    if not _short(kind, LONGEST_TYPE) or not _short(taken_at, LONGEST_INSTANT):
        raise Unreadable(f"The type or time of photo {slot} cannot be read.")
    return ManifestLine(slot, form, sha256, size, kind, taken_at)


def _short(value: object, longest: int) -> bool:
    return isinstance(value, str) and len(value) <= longest and value.isprintable()
