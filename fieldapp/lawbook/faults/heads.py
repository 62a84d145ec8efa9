"""What can be wrong with who a place is: its state.toml or city.toml, and a city's state."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from fieldapp.lawbook.faults.fault import Wrong, near
from fieldapp.lawbook.values import Lawbook

HEADS = ("state.toml", "city.toml")
_NEEDED = {"state": ("kind", "id", "name"), "city": ("kind", "id", "name", "state", "time_zone")}
_ID = re.compile(r"[a-z][a-z0-9_]*")
FIELDS = ("kind", "id", "name", "state", "time_zone", "doubt")


def faults(file: Path, content: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The key and a sentence for everything wrong in the parsed head of a place."""
    yield from ((key, "is missing") for key in _NEEDED[file.stem] if key not in content)
    for key, value in content.items():
        if key not in FIELDS:
            yield key, f"is unknown{near(key, {*FIELDS} - content.keys())}"
        elif not isinstance(value, str):
            yield key, "has the wrong kind: it must be a text"
        elif not value.strip():
            yield key, "is empty"
        elif sentence := _wrong_text(file, key, value):
            yield key, sentence


def _wrong_text(file: Path, key: str, value: str) -> str:
    if key == "kind" and value != file.stem:
        return f"must be {file.stem!r} in {file.name}"
    if key == "id" and value != file.parent.name:
        return f"must be the folder's name, {file.parent.name!r}"
    if key == "id" and not _ID.fullmatch(value):
        return "may hold small letters, digits and _ only: it stands in addresses and commands"
    if key == "time_zone" and not _is_zone(value):
        return f"{value!r:.60} is no time zone"
    return ""


def _is_zone(name: str) -> bool:
    try:
        return bool(ZoneInfo(name))
    except (KeyError, ValueError, OSError):
        return False


def stateless(book: Lawbook) -> Iterator[Wrong]:
    """Every city whose state has no folder."""
    for city in book.cities.values():
        if city.state not in book.states:
            sentence = f"there is no state {city.state!r:.60} in the lawbook{near(city.state, book.states)}"
            yield Wrong(f"{city.id}/city.toml", "state", ("state",), sentence)
