"""A JSON array from a file or standard input, each entry with its number and line, so that a fault names its place."""

import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fieldapp.cli.one_line import Unusable

_BETWEEN = " \t\r\n,"


@dataclass(frozen=True, slots=True)
class Entry:
    """One object of the array; `number` counts from 1."""

    file: str
    line: int
    number: int
    fields: dict[str, Any]

    def fault(self, field: str, sentence: str) -> Unusable:
        """What to raise where `field` cannot be used."""
        return Unusable(f"{self.file}:{self.line}: entry {self.number}: {field}: {sentence}")


class _Twice(ValueError):
    """A key stands twice in one object, or holds what JSON has no word for."""


def read_array(file: str, as_number: Callable[[str], Any] | None = None) -> list[Entry]:
    """Every entry of FILE (- is standard input). Raises Unusable with file, line and field.

    `as_number` makes a value of the text of each number, where int and float would lose digits.
    """
    text = _text(file)
    try:
        whole = json.loads(text, parse_int=as_number, parse_float=as_number)
    except json.JSONDecodeError as wrong:
        msg = f"{file}:{wrong.lineno}: column {wrong.colno}: is no JSON: {wrong.msg}"
        raise Unusable(msg) from wrong
    except (RecursionError, ValueError) as wrong:
        raise Unusable(f"{file}:1: cannot be read: nested too deep, or too long a number") from wrong
    if not isinstance(whole, list):
        raise Unusable(f"{file}:1: must be a JSON array")
    return list(_entries(file, text, len(whole), as_number))


def _text(file: str) -> str:
    try:
        raw = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as wrong:
        line = raw.count(b"\n", 0, wrong.start) + 1
        raise Unusable(f"{file}:{line}: is no UTF-8 text") from wrong
    except (OSError, ValueError) as wrong:
        raise Unusable(f"{file}: cannot be read: {getattr(wrong, 'strerror', None) or wrong}") from wrong


def _entries(file: str, text: str, count: int, as_number: Callable[[str], Any] | None) -> Iterator[Entry]:
    decoder = json.JSONDecoder(
        object_pairs_hook=_once, parse_constant=_no_constant, parse_int=as_number, parse_float=as_number
    )
    at, line, seen = text.index("[") + 1, 1, 0
    for number in range(1, count + 1):
        while text[at] in _BETWEEN:
            at += 1
        line, seen = line + text.count("\n", seen, at), at
        try:
            fields, at = decoder.raw_decode(text, at)
        except _Twice as wrong:
            raise Unusable(f"{file}:{line}: entry {number}: {wrong}") from wrong
        if not isinstance(fields, dict):
            raise Unusable(f"{file}:{line}: entry {number}: must be an object")
        yield Entry(file, line, number, fields)


class _NoValue:
    """NaN, Infinity, -Infinity: Python reads them, JSON has no such thing."""

    def __init__(self, word: str) -> None:
        self.word = word


def _no_constant(word: str) -> _NoValue:
    return _NoValue(word)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            msg = f"{key!r:.60}: stands twice"
            raise _Twice(msg)
        if isinstance(value, _NoValue):
            msg = f"{key!r:.60}: {value.word} is no JSON value"
            raise _Twice(msg)
        found[key] = value
    return found
