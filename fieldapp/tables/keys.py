"""How a number, a name or an address is folded into the key that it is looked up by. Pure functions."""

import re
import unicodedata

_BREAKS = re.compile(r"[^A-Z0-9]+")
_NOT_ADDRESS = re.compile(r"[^a-z0-9#/ -]+")
_HOUSE = re.compile(r"\d{1,6}")
_UNIT = re.compile(r" (?:apt|unit|ste|#)")


def number_key(text: str) -> str:
    """A tag, license or chip number without case, spaces, dashes and leading zeros; O counts as 0."""
    return _BREAKS.sub("", _plain(text).upper()).replace("O", "0").lstrip("0")


_LABEL = re.compile(r"\s*(?:#|№|(?:no|nr|num|number|tag|license|licence|lic|chip)\b\.?)[\s:#.]*", re.IGNORECASE)


def without_label(text: str) -> str:
    """A number without what people write before it: "#26-17", "No. 26-17", "Tag 26-17" are "26-17"."""
    while (label := _LABEL.match(text)) is not None and any(c.isdigit() for c in text[label.end() :]):
        text = text[label.end() :]
    return text


def number_runs(text: str) -> str:
    """The same number, each part freed of its leading zeros, so that "26-417" meets "26-00417"; a dot joins them."""
    parts = (p.replace("O", "0").lstrip("0") for p in _BREAKS.split(_plain(text).upper()))
    return ".".join(p for p in parts if p)


def name_key(text: str) -> str:
    """A person's or animal's name without case, accents and double spaces."""
    return " ".join(_plain(text).casefold().split())


def last_name_key(text: str) -> str:
    """The last name of a person's name: what stands before a comma, else the last word."""
    if "," in text:
        return name_key(text.split(",", maxsplit=1)[0])
    return name_key(text).rpartition(" ")[2]


def phone_key(text: str) -> str:
    """The last ten digits of a telephone number."""
    return "".join([c for c in text if c.isdigit()])[-10:]


def address_key(text: str) -> str:
    """An address without case, accents and punctuation, with the usual words shortened ("street" = "st")."""
    words = _NOT_ADDRESS.sub(" ", _plain(text).casefold()).split()
    return " ".join([_SHORT.get(w, w) for w in words])


def house_and_street(text: str) -> tuple[int | None, str]:
    """The house number (None where there is none) and the street's key of an address: "4127 Sample Avenue N, Apt 2"."""
    key = address_key(text.split(",", maxsplit=1)[0])
    first, _, rest = key.partition(" ")
    digits = _HOUSE.match(first)
    if digits is None or not rest:
        return None, key
    return int(digits[0]), _UNIT.split(rest)[0]


def _plain(text: str) -> str:
    if text.isascii():
        return text  # nothing to take apart, and most of a long list is that
    decomposed = unicodedata.normalize("NFKD", text)
    return "".join(c for c in decomposed if not unicodedata.combining(c) and unicodedata.category(c) != "Cf")


_SHORT = {
    "avenue": "ave", "street": "st", "road": "rd", "drive": "dr", "lane": "ln", "court": "ct", "place": "pl",
    "boulevard": "blvd", "circle": "cir", "terrace": "ter", "parkway": "pkwy", "highway": "hwy", "trail": "trl",
    "north": "n", "south": "s", "east": "e", "west": "w", "northeast": "ne", "northwest": "nw",
    "southeast": "se", "southwest": "sw", "apartment": "apt", "suite": "ste",
}  # fmt: skip
