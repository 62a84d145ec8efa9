"""One cell, or a few that belong together, in our words. Pure; what occurs again and again is remembered."""

from functools import lru_cache

from fieldapp.media.positions import degrees
from fieldapp.services.license_list.columns import squeezed
from fieldapp.services.license_list.listed import SEPARATOR
from fieldapp.services.license_list.words import (
    ALTERED,
    ENDS_TERM,
    NO_NAMES,
    SAYS_CURRENT,
    SAYS_ENDED,
    SEXES,
    SPECIES,
)  # fmt: skip

REMEMBERED = 50_000  # texts that one kind of cell remembers


class Refused(Exception):
    """This row cannot be taken; `str()` is the reason for people."""


@lru_cache(4096)
def one_species(text: str) -> str:
    """dog, cat, ferret, rabbit, pig, or the list's own word; "" where it says none."""
    word = " ".join(text.casefold().split())
    return SPECIES.get(word, "" if squeezed(word).upper() in NO_NAMES else word)


@lru_cache(4096)
def sex_of(sex: str, altered: str) -> tuple[str, str]:
    """ "Yes / Male", "MN", "Spayed Female", and a column of its own for altered: the sex, and "y", "n" or ""."""
    words = sex.casefold().replace("/", " ").replace("-", " ").replace(",", " ").split()
    if len(words) == 2 and words[0] in ("m", "f") and words[1] in ("n", "s"):
        words = [words[0] + words[1]]
    found = next((SEXES[word] for word in words if word in SEXES), "")
    done = next((ALTERED[word] for word in words if word in ALTERED), None)
    if altered:
        first = altered.casefold().replace("/", " ").split()
        own = next((ALTERED[word] for word in first if word in ALTERED), None)
        done = done if own is None else own
    return found, "" if done is None else "y" if done else "n"


@lru_cache(REMEMBERED)
def known(text: str) -> str:
    """The text, or "" where it only stands in for a missing one ("NAME NOT PROVIDED", "N/A", "-")."""
    bare = squeezed(text)
    return "" if bare.upper() in NO_NAMES or (not bare and text.isascii()) else text


@lru_cache(REMEMBERED)
def position_of(latitude: str, longitude: str) -> str:
    """Degrees in one text, to a tenth of a meter ("45.0326 -93.3599"); "" where they are no place on a map."""
    try:
        north, east = degrees(latitude, longitude)
    except ValueError:
        return ""
    return f"{round(north, 6)} {round(east, 6)}"


@lru_cache(REMEMBERED)
def joined(first: str, second: str) -> str:
    """Two cells of one description: "Terrier / Mix"."""
    return " / ".join(part for part in (known(first), known(second)) if part)


def two_names(first: str, last: str) -> str:
    """A first and a last name as one."""
    return " ".join(part for part in (known(first), known(last)) if part)


def address_of(street: str, unit: str, town: str, state: str, code: str) -> str:
    """Street, unit, town, state and ZIP code in one line."""
    street = known(street)
    if not street or not (unit or town or state or code):
        return street
    if unit and known(unit):
        street = f"{street}, {unit if not unit[0].isdigit() else 'Unit ' + unit}"
    tail = " ".join(part for part in (known(state), known(code)) if part)
    return ", ".join(part for part in (street, known(town), tail) if part)


_SIZES = {
    "s": "small", "small": "small", "m": "medium", "medium": "medium", "l": "large", "large": "large", "xl": "large",
}  # fmt: skip


def size_of(text: str) -> str:
    """small, medium, large, or ""."""
    return _SIZES.get(text.casefold(), "")


@lru_cache(256)
def yes_of(text: str) -> str:
    """ "y" for a yes, else ""."""
    return "y" if ALTERED.get(text.casefold()) else ""


@lru_cache(4096)
def ended_by(status: str) -> str:
    """What ended the term before its date, as the list's status says it; "" where nothing did."""
    word = status.casefold()
    return next((meaning for part, meaning in ENDS_TERM if part in word), "")


@lru_cache(4096)
def says(status: str) -> bool | None:
    """Whether the list's own word says that the license is current (True) or over (False); None: neither."""
    word = status.casefold()
    return True if word in SAYS_CURRENT else False if word in SAYS_ENDED else None


def plain(joined: str) -> str:
    """The joined cells without what cannot be seen; raises Refused for bytes that are no text."""
    try:
        joined.encode()
    except UnicodeEncodeError:
        raise Refused("a cell holds bytes that are no text in the encoding of this file") from None
    return joined if joined.replace(SEPARATOR, "").isprintable() else without_controls(joined)


def without_controls(joined: str) -> str:
    """Line ends and tabs inside a cell become a space; what cannot be seen (zero width, marks of direction) goes."""
    kept = (c if c == SEPARATOR or c.isprintable() else " " if c.isspace() or c < " " else "" for c in joined)
    return SEPARATOR.join(" ".join(cell.split()) for cell in "".join(kept).split(SEPARATOR))
