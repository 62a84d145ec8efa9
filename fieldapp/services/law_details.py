"""The parts of a piece of law beside its chief line, each under a label: questions, steps, parts of a record."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any, NamedTuple

from fieldapp.services.plain_words import dollars, plain, spoken

_LONG = 25  # a list of such words stands one below the other
_SAYS = {
    ("nature", "owner"): "the owner's time",
    ("nature", "city"): "the city's own duty",
    ("nature", "hold"): "how long an animal is held at least",
    ("nature", "beginning"): "from when something may be done",
    ("roll", "both"): "moves on to the next open day",
    ("roll", "neither"): "never moves",
    ("roll", "latest"): "only its latest reading moves on to the next open day",
    ("roll", "around"): "the open day before is the early reading, the open day after the late one",
    ("during_appeal", "due"): "stays due",
}


class Detail(NamedTuple):
    """One part of a piece: its label and its lines."""

    label: str
    lines: tuple[str, ...]


def detail(name: str, value: object) -> Detail:
    """A field with its label."""
    label = spoken(name.removesuffix("_cents"))
    if name.endswith("_cents") and isinstance(value, int):
        return Detail(label, (dollars(Decimal(value)),))
    if isinstance(value, list) and any(isinstance(part, dict) for part in value):
        return Detail(label, tuple(_part(part) for part in value))
    if isinstance(value, list) and any(len(str(part)) > _LONG for part in value):
        return Detail(label, tuple(plain(part) for part in value))
    said = _SAYS.get((name, value), "") if isinstance(value, str) else ""
    return Detail(label, (said or plain(value),))


def _part(part: Mapping[str, Any]) -> str:
    if "ask" in part:
        return _question(part)
    if "after" in part:
        count = part["after"]
        times = f"After {count} {'conviction' if count == 1 else 'convictions'}"
        dog = " about the same dog" if part.get("same_dog") else ""
        return f"{times}{dog}: {plain(part['grade'])} ({part['citation']})"
    if "operator" in part:
        return f"{plain(part['field'])} {part['operator']} {plain(part['value'])}"
    if "text" in part:
        only = "; ".join(_question(one) for one in part.get("only_if", ()))
        return f"{part['text']} (only if: {only})" if only else str(part["text"])
    return "; ".join(f"{spoken(name).lower()}: {plain(value)}" for name, value in part.items())


def _question(part: Mapping[str, Any]) -> str:
    """What is asked, and the answer that is needed."""
    if "value" not in part:
        return str(part["ask"])
    value = part["value"]
    needed = " or ".join(plain(one) for one in value) if isinstance(value, list) else plain(value)
    return f"{part['ask']} ({'' if part['op'] == 'is' else part['op'].removeprefix('is ') + ' '}{needed})"
