"""Read and check every folder of law at start-up: all of it is sound, or the app says what is not and where."""

import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from fieldapp.lawbook.values import COMPARISONS, UNITS, Lawbook, Place, Value
from fieldapp.rules.limits import Limit

PACKAGE = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong in a file of law, at which key and line (0 where the file as a whole is meant)."""

    file: str
    key: str
    line: int
    text: str

    def __str__(self) -> str:
        """One line for a person."""
        return f"{self.file}:{self.line}: {self.key}: {self.text}"


class UnusableLaw(Exception):
    """The lawbook has faults; `faults` holds all of them."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(map(str, self.faults)))


def load_lawbook(folder: Path | None = None) -> Lawbook:
    """The law of the package and, where it exists, of `folder` (a city there replaces the package's of the same id).

    Raises UnusableLaw with every fault found.
    """
    places: dict[str, Place] = {}
    faults: list[Fault] = []
    for base in (PACKAGE, folder):
        for sub in sorted(p for p in base.iterdir() if p.is_dir()) if base and base.is_dir() else ():
            files = sorted(sub.glob("*.toml"))
            if files and (place := _place(files, faults)):
                places[place.id] = place
    states = {p.id: p for p in places.values() if p.kind == "state"}
    cities = {p.id: p for p in places.values() if p.kind == "city"}
    faults += [
        Fault(f"{c.id}/city.toml", "state", 0, f"there is no state {c.state!r} in the lawbook")
        for c in cities.values()
        if c.state not in states
    ]
    if faults:
        raise UnusableLaw(faults)
    return Lawbook(states, cities)


def _place(files: list[Path], faults: list[Fault]) -> Place | None:
    head: dict[str, Any] | None = None
    values: dict[str, list[Value]] = {}
    for file in files:
        text = file.read_text(encoding="utf-8")
        try:
            content = tomllib.loads(text)
        except tomllib.TOMLDecodeError as wrong:
            faults.append(Fault(_short(file), "(file)", 0, f"is no TOML: {wrong}"))
            continue
        if file.name in {"state.toml", "city.toml"}:
            head = content if _head_is_sound(file, content, faults) else None
            continue
        lines = _lines_of_values(text)
        for raw, line in zip(content.pop("value", []), lines, strict=False):
            if value := _value(file, raw, line, faults):
                values.setdefault(value.key, []).append(value)
        faults += [Fault(_short(file), key, 0, "is no key of a file of law (use [[value]])") for key in content]
    if head is None:
        faults.append(Fault(_short(files[0].parent), "(folder)", 0, "has no sound state.toml or city.toml"))
        return None
    dated = {k: tuple(sorted(v, key=lambda x: x.limit.since)) for k, v in values.items()}
    faults.extend(_twice(files[0].parent, dated))
    words = [head.get(key, "") for key in ("kind", "id", "name", "state", "time_zone", "doubt")]
    return Place(*words, dated)


def _twice(folder: Path, values: dict[str, tuple[Value, ...]]) -> Iterator[Fault]:
    for key, dated in values.items():
        days = [v.limit.since for v in dated]
        if len(set(days)) < len(days):
            yield Fault(_short(folder), key, 0, "has two values from the same day")


_HEAD = {"kind": str, "id": str, "name": str, "state": str, "time_zone": str, "doubt": str}


def _head_is_sound(file: Path, content: dict[str, Any], faults: list[Fault]) -> bool:
    before = len(faults)
    needed = ["kind", "id", "name"] + (["state", "time_zone"] if content.get("kind") == "city" else [])
    faults += [Fault(_short(file), key, 0, "is missing") for key in needed if key not in content]
    for key, value in content.items():
        if key not in _HEAD or not isinstance(value, str):
            faults.append(Fault(_short(file), key, 0, "is unknown or no text"))
    if content.get("id") != file.parent.name:
        faults.append(Fault(_short(file), "id", 0, f"must be the folder's name, {file.parent.name!r}"))
    if zone := content.get("time_zone"):
        try:
            ZoneInfo(zone)
        except (KeyError, ValueError):
            faults.append(Fault(_short(file), "time_zone", 0, f"{zone!r} is no time zone"))
    return len(faults) == before


_FIELDS: dict[str, type | tuple[type, ...]] = {
    "key": str, "number": int, "unit": str, "comparison": str, "words": list, "clause": str, "citation": str,
    "from": date, "last_checked": date, "doubt": str, "ends": bool,
}  # fmt: skip


def _value(file: Path, raw: dict[str, Any], line: int, faults: list[Fault]) -> Value | None:
    key = str(raw.get("key", "(no key)"))
    wrong = [f"{k} is missing" for k in ("key", "clause", "citation", "from", "last_checked") if not raw.get(k)]
    wrong += [f"{k} is unknown" for k in raw if k not in _FIELDS]
    wrong += [f"{k} has the wrong kind" for k, v in raw.items() if k in _FIELDS and not isinstance(v, _FIELDS[k])]
    if "number" in raw and raw.get("unit") not in UNITS:
        wrong.append(f"unit {raw.get('unit')!r} is none of {', '.join(sorted(UNITS))}")
    if raw.get("comparison", "at least") not in COMPARISONS:
        wrong.append(f"comparison {raw['comparison']!r} is none of {', '.join(sorted(COMPARISONS))}")
    if not raw.get("ends") and "number" not in raw and not raw.get("words"):
        wrong.append("has neither number nor words")
    if wrong:
        faults.extend(Fault(_short(file), key, line, text) for text in wrong)
        return None
    limit = Limit(
        raw.get("number", 0), raw.get("unit", ""), raw.get("comparison", ""), tuple(raw.get("words", ())),
        raw["clause"], raw["citation"], raw["from"], raw.get("doubt", ""),
    )  # fmt: skip
    return Value(key, limit, raw.get("ends", False), raw["last_checked"])


def _lines_of_values(text: str) -> list[int]:
    return [n for n, line in enumerate(text.splitlines(), 1) if line.strip() == "[[value]]"]


def _short(path: Path) -> str:
    return "/".join(path.parts[-2:])
