"""Which column of a list means what: by the names that cities use, or as a person said and we remembered."""

import hashlib
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fieldapp.services.license_list.words import LABELS, STRONG, WEAK

IGNORE = "ignore"
_AT_PLACE = re.compile(r"(.*)#([0-9]{1,5})", re.DOTALL)


class UnusableColumns(Exception):
    """The header cannot be used; the sentence names the columns."""

    def __init__(self, sentence: str, field: str = "") -> None:
        self.field = field
        super().__init__(sentence)


@dataclass(frozen=True, slots=True)
class Columns:
    """`at`: field -> position in the row. `named`: their name -> our field. `ignored`: the names of all others."""

    at: Mapping[str, int]
    named: Mapping[str, str]
    ignored: tuple[str, ...]

    @property
    def has_number(self) -> bool:
        """Whether rows are known by their license number, else by owner and address."""
        return "number" in self.at


def header_hash(header: Sequence[str]) -> str:
    """The same for two lists with the same column names in the same order, without case."""
    return hashlib.sha256("\x1f".join(name.casefold() for name in header).encode("utf-8", "replace")).hexdigest()


def recognise(header: Sequence[str], mapping: Mapping[str, str] | None = None) -> Columns:
    """The columns of a header; `mapping` (their name -> our field or "ignore") goes before what we recognize.

    Raises UnusableColumns where two columns mean the same, where a mapped column is not there, or where neither a
    license number nor an owner with an address is given; the sentence names them.
    """
    given = _given(header, mapping or {})
    found = {place: field for place, field in given.items() if field != IGNORE}
    _recognised(header, given, found)
    at: dict[str, int] = {}
    for place, field in sorted(found.items()):
        if field in at:
            _two(header, at[field], place, field)
        at[field] = place
    _leave_unused(at)
    _enough(at)
    used = set(at.values())
    names = shown(header)
    ignored = tuple(name for place, name in enumerate(names) if place not in used)
    return Columns(at, {names[place]: field for field, place in at.items()}, ignored)


def suggested(header: Sequence[str], mapping: Mapping[str, str]) -> dict[int, str]:
    """What each column would mean (place -> field), without asking whether that is enough."""
    given = {place: field for name, field in mapping.items() for place in _places(header, name)}
    found = {place: field for place, field in given.items() if field != IGNORE}
    _recognised(header, given, found)
    return found


def field_of(text: str) -> str:
    """The field that a person names ("license number", "Owner's phone", "ignore"); raises UnusableColumns."""
    key = squeezed(text)
    if key in (IGNORE, "ignored", ""):
        return IGNORE
    for field, label in LABELS.items():
        if key in (squeezed(field), squeezed(label)):
            return field
    field = STRONG.get(key) or WEAK.get(key) or ""
    if not field:
        raise UnusableColumns(f'"{text}" is no field of a license list: use one of ' + ", ".join(LABELS.values()))
    return field


def squeezed(name: str) -> str:
    """A column's name as it is compared: letters and digits only, "licence" as "license", # as number."""
    name = name.replace("#", " number ").casefold().replace("licence", "license").replace("colour", "color")
    return re.sub(r"[^a-z0-9]", "", name)


def shown(header: Sequence[str]) -> tuple[str, ...]:
    """The columns' names for people, no two alike: "Name (column 2)" where more than one is called so, or none."""
    often, names = Counter(header), list[str]()
    for place, name in enumerate(header, 1):
        words = f"column {place} (no name)" if not name else f"{name} (column {place})" if often[name] > 1 else name
        names.append(f"{words} (column {place})" if words in names else words)
    return tuple(names)


def _places(header: Sequence[str], name: str) -> list[int]:
    """Where the column stands that a person or a remembered map names.

    By what is shown, by its own name, as "Name#2" (the column at place 2, called Name), or by the same letters.
    """
    names = shown(header)
    for known in (names, header):
        if exact := [place for place, its in enumerate(known) if its == name]:
            return exact
    at = _AT_PLACE.fullmatch(name)
    place = int(at[2]) - 1 if at else -1
    if at and 0 <= place < len(header) and squeezed(at[1]) in (squeezed(header[place]), squeezed(names[place])):
        return [place]
    key = squeezed(name)
    return [place for place, its in enumerate(names) if key in (squeezed(its), squeezed(header[place]))]


def _given(header: Sequence[str], mapping: Mapping[str, str]) -> dict[int, str]:
    given: dict[int, str] = {}
    for name, field in mapping.items():
        places = _places(header, name)
        if not places:
            raise UnusableColumns(f'there is no column "{name}" in this list', name)
        if len(places) > 1 and field != IGNORE:
            one, two = places[0] + 1, places[1] + 1
            raise UnusableColumns(
                f'"{name}" stands twice in the header (columns {one} and {two}): say which one counts, on the command '
                f'line with --map "{name}#{one}={field}" --map "{name}#{two}="',
                name,
            )
        given.update(dict.fromkeys(places, field))
    return given


def _recognised(header: Sequence[str], given: Mapping[int, str], found: dict[int, str]) -> None:
    for words in (STRONG, WEAK):
        taken = set(found.values())
        for place, name in enumerate(header):
            field = words.get(squeezed(name))
            if field and place not in given and place not in found and field not in taken:
                found[place] = field


def _two(header: Sequence[str], first: int, second: int, field: str) -> None:
    one, two = header[first], header[second]
    raise UnusableColumns(
        f'the columns "{one}" (column {first + 1}) and "{two}" (column {second + 1}) both mean the {LABELS[field]}: '
        "say which one counts and ignore the other, on the command line with "
        f'--map "{one}#{first + 1}={field}" --map "{two}#{second + 1}="',
        shown(header)[second],
    )


def _leave_unused(at: dict[str, int]) -> None:
    """A part of an address without its street is no address, nor is one degree, or a position of no address, a place.

    Their columns are told as ignored instead of being dropped.
    """
    if "address" not in at:
        for field in ("unit", "town", "state", "zip"):
            at.pop(field, None)
    if not {"latitude", "longitude"} <= set(at) or not {"address", "kept_at"} & set(at):
        for field in ("latitude", "longitude"):
            at.pop(field, None)


def _enough(at: Mapping[str, int]) -> None:
    if "number" in at:
        return
    missing = []
    if not {"owner", "owner_first", "owner_last"} & set(at):
        missing.append("the owner")
    if not {"address", "kept_at"} & set(at):
        missing.append("the address")
    if missing:
        raise UnusableColumns(
            "no column is the license number, and instead of it a list needs the owner and the address; missing: "
            "the license number, " + ", ".join(missing),
            "license number",
        )
