"""JSON as the road takes it: UTF-8, integers only, no key twice, no lone surrogate, no NUL, at most 32 deep."""

import json
import re
from collections.abc import Mapping
from typing import Any, NoReturn

DEPTH = 32
LARGEST_INTEGER = 2**53 - 1  # what JavaScript holds exactly
_DIGITS = 16  # of that integer
_INSIDE = re.compile(r'"(?:[^"\\]|\\.)*"?|[\[\]{}]', re.DOTALL)
_NOT_KEPT = re.compile(r"[\x00\ud800-\udfff]")


class Unreadable(ValueError):
    """Bytes that are no sealed body; the sentence says what is wrong with them."""


def read(body: bytes) -> Any:  # noqa: ANN401  JSON is whatever it is
    """The JSON behind the bytes. Raises Unreadable."""
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError as wrong:
        raise Unreadable("The bytes are no UTF-8.") from wrong
    _check_depth(text)
    try:
        found = json.loads(
            text, object_pairs_hook=_once, parse_float=_no_float, parse_constant=_no_float, parse_int=_whole
        )
    except Unreadable:
        raise
    except ValueError as wrong:
        raise Unreadable("The bytes are no JSON.") from wrong
    _check_strings(found)
    return found


def read_roughly(body: bytes) -> dict[str, Any]:
    """As much of an object as any reader of JSON would see, {} where there is none: good for a hint, never for more."""
    text = body.decode("utf-8", "replace")
    try:
        _check_depth(text)
        found = json.loads(text)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def mended(value: Any) -> Any:  # noqa: ANN401  JSON is whatever it is
    """The same with U+FFFD for each NUL and each half of a character, which `read` refuses and PostgreSQL cannot keep.

    For what is typed, before it is sealed; sealed bytes are never changed.
    """
    if isinstance(value, str):
        return _NOT_KEPT.sub("\ufffd", value)
    if isinstance(value, list | tuple):
        return [mended(each) for each in value]
    if isinstance(value, Mapping):
        return {key: mended(each) for key, each in value.items()}
    return value


def _check_depth(text: str) -> None:
    depth = 0
    for found in _INSIDE.finditer(text):
        sign = found[0]
        if sign in "[{":
            depth += 1
            if depth > DEPTH:
                raise Unreadable(f"The JSON is more than {DEPTH} deep.")
        elif sign in "]}":
            depth -= 1


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise Unreadable("A key stands twice in one object.")
    for key, value in pairs:
        _check_text(key)
        _check_strings(value)
    return found


def _check_strings(value: object) -> None:
    """Objects within were looked at when they were made."""
    if isinstance(value, str):
        _check_text(value)
    elif isinstance(value, list):
        for each in value:
            _check_strings(each)


def _check_text(text: str) -> None:
    if any(0xD800 <= ord(c) <= 0xDFFF for c in text):
        raise Unreadable("A text holds half of a character (a lone surrogate).")
    if "\0" in text:
        raise Unreadable("A text holds the character NUL.")


def _no_float(text: str) -> NoReturn:
    raise Unreadable(f"{text[:40]} is no integer: decimals are sent as text.")


def _whole(text: str) -> int:
    if len(text.lstrip("-")) <= _DIGITS and abs(number := int(text)) <= LARGEST_INTEGER:
        return number
    raise Unreadable("An integer is too large.")
