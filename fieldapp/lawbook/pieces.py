"""From one parsed file of law to its pieces, each checked against its kind's fields; faults name key and line."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from fieldapp.lawbook.schemas import COMMON, KINDS, Field
from fieldapp.lawbook.values import Piece

YEARS = range(1850, 2100)


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


def read_pieces(file: str, text: str, content: dict[str, Any], faults: list[Fault]) -> Iterator[Piece]:
    """Every sound piece of a file (`file`: its short name, `text` and `content`: raw and parsed); adds to `faults`."""
    for kind, raws in content.items():
        lines = _lines(text, kind)
        if kind not in KINDS or not isinstance(raws, list) or not all(isinstance(raw, dict) for raw in raws):
            line = lines[0] if lines else 0
            faults.append(Fault(file, kind, line, f"is no kind of law (use [[{']], [['.join(KINDS)}]])"))
            continue
        lines += [0] * (len(raws) - len(lines))  # written in line: [{key = ...}]
        for raw, line in zip(raws, lines, strict=False):
            key = str(raw.get("key", "(no key)"))
            wrong = list(_wrong(kind, raw))
            faults.extend(Fault(file, key, line, sentence) for sentence in wrong)
            if not wrong:
                yield _piece(kind, raw, file, line)


def _lines(text: str, kind: str) -> list[int]:
    head = re.compile(rf"""\s*\[\[?\s*["']?{re.escape(kind)}["']?\s*\]""")
    return [n for n, line in enumerate(text.splitlines(), 1) if head.match(line)]


def _wrong(kind: str, raw: dict[str, Any]) -> Iterator[str]:
    fields = COMMON | KINDS[kind]
    repeal = raw.get("ends", False)
    for name, field in fields.items():
        if field.needed and not raw.get(name) and (name in COMMON or not repeal):
            yield f"{name} is missing"
    for name, value in raw.items():
        if name not in fields:
            yield f"{name} is unknown"
        else:
            yield from _wrong_value(name, value, fields[name])
    if not raw.get("clause") and not raw.get("clauses"):
        yield "clause is missing"
    elif isinstance(named := raw.get("clauses", []), list) and not all(isinstance(n, str) and n for n in named):
        yield "clauses must hold ids"
    if kind == "value" and not repeal:
        yield from _wrong_amount(raw)


def _wrong_value(name: str, value: object, field: Field) -> Iterator[str]:
    types = field.type if isinstance(field.type, tuple) else (field.type,)
    if not isinstance(value, types) or (isinstance(value, bool) and bool not in types) or isinstance(value, datetime):
        yield f"{name} has the wrong kind"
    elif isinstance(value, str) and value and not value.strip():
        yield f"{name} is blank"
    elif isinstance(value, date) and value.year not in YEARS:
        yield f"{name} lies in {value.year}: law is dated from {YEARS[0]} to {YEARS[-1]}"
    elif isinstance(value, Decimal) and not value.is_finite():
        yield f"{name} is no number"
    elif field.words and value not in field.words:
        yield f"{name} {value!r} is none of {', '.join(sorted(field.words))}"
    elif field.each is not None and isinstance(value, list):
        for part in value:
            yield from (f"{name}: {sentence}" for sentence in _wrong_part(part, field.each))


def _wrong_part(part: object, fields: Mapping[str, Field]) -> Iterator[str]:
    if not isinstance(part, dict):
        yield "is no table"
        return
    yield from (f"{name} is missing" for name, field in fields.items() if field.needed and name not in part)
    for name, value in part.items():
        if name not in fields:
            yield f"{name} is unknown"
        else:
            yield from _wrong_value(name, value, fields[name])


def _wrong_amount(raw: dict[str, Any]) -> Iterator[str]:
    if "number" not in raw and not raw.get("words") and not raw.get("text"):
        yield "has neither number nor words"
    if "number" in raw:
        yield from (f"{name} is missing beside the number" for name in ("unit",) if name not in raw)


def _piece(kind: str, raw: dict[str, Any], file: str, line: int) -> Piece:
    since: date = raw["from"]
    clauses = tuple(raw.get("clauses") or (raw["clause"],))
    fields = {name: value for name, value in raw.items() if name not in COMMON}
    return Piece(
        kind=kind, key=raw["key"], fields=fields, clauses=clauses, citation=raw["citation"], since=since,
        last_checked=raw["last_checked"], doubt=raw.get("doubt", ""), ends=raw.get("ends", False), file=file, line=line,
    )  # fmt: skip
