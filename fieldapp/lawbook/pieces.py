"""From one parsed file of law to its pieces, each checked against its kind's fields."""

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

from fieldapp.lawbook.faults import fields
from fieldapp.lawbook.faults.fault import Wrong, near
from fieldapp.lawbook.schemas import COMMON, KINDS
from fieldapp.lawbook.values import Piece


def read_pieces(file: str, content: Mapping[str, Any], found: list[Wrong]) -> Iterator[tuple[str, str, Piece | None]]:
    """Kind, key and piece of each piece of a file (`file`: its short name, `content`: parsed).

    The key of one that is not sound counts, lest others seem to name it in vain; what is wrong is added to `found`.
    """
    for kind, raws in content.items():
        if kind not in KINDS or not isinstance(raws, list) or not all(isinstance(raw, dict) for raw in raws):
            text = f"is no kind of law{near(kind, KINDS)} (use [[{']], [['.join(KINDS)}]])"
            found.append(Wrong(file, kind, (kind,), text))
            continue
        for nth, raw in enumerate(raws):
            key = str(raw.get("key") or "(no key)")
            wrong = [Wrong(file, key, (kind, nth, *path), text) for path, text in fields.faults(kind, raw)]
            found.extend(wrong)
            yield kind, key, None if wrong else _piece(kind, raw, file, nth)


def _piece(kind: str, raw: dict[str, Any], file: str, nth: int) -> Piece:
    since: date = raw["from"]
    clauses = tuple(raw.get("clauses") or (raw["clause"],))
    own = {name: value for name, value in raw.items() if name not in COMMON}
    return Piece(
        kind=kind, key=raw["key"], fields=own, clauses=clauses, citation=raw["citation"], since=since,
        last_checked=raw["last_checked"], doubt=raw.get("doubt", ""), ends=raw.get("ends", False), file=file, nth=nth,
    )  # fmt: skip
