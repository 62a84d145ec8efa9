"""What a phone computes a status from, and the answer that it must come to, as plain values for JSON."""

from collections.abc import Iterable
from dataclasses import asdict
from datetime import date
from typing import Any

from fieldapp.rules.declarations import DeclarationDates
from fieldapp.rules.standing import AnimalFacts, Standing
from fieldapp.rules.status import Status


def facts_as_data(animal: AnimalFacts, declarations: Iterable[DeclarationDates]) -> dict[str, Any]:
    """The facts of one animal as static/js/offline/standing.js takes them; days written, None where none is known."""
    plain: dict[str, Any] = _plain({**asdict(animal), "declarations": [asdict(dates) for dates in declarations]})
    return plain


def answer_as_data(found: Status, stands: Standing) -> dict[str, Any]:
    """The answer as standing.js gives it."""
    whole = asdict(stands) | {"status": found.word, "reasons": [asdict(reason) for reason in found.reasons]}
    del whole["word"]
    whole["declaration"] = asdict(found.declaration) if found.declaration else None
    plain: dict[str, Any] = _plain(whole)
    return plain


def _plain(value: Any) -> Any:  # noqa: ANN401  what facts and answers hold
    if isinstance(value, dict):
        return {name: _plain(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(part) for part in value]
    return value.isoformat() if isinstance(value, date) else value
