"""A pen, or a place indoors, as it is described: from loose values to facts that the checks can trust.

Follows no clause: it refuses what no tape, eye or form can have given. Its twin is static/js/offline/pens.js.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from fieldapp.rules.facts import HOW, Fact, Facts

# Guards against slips and hostile numbers, not limits of law.
LARGEST = 1_000_000
MOST_DECIMALS = 30
MOST_RECTANGLES = 100
_WRITTEN = re.compile(r"[0-9]{1,7}(\.[0-9]{1,30})?")


@dataclass(frozen=True, slots=True)
class PenFact:
    """One fact that a pen can be described with. `type`: amount, count, yes or no, word (of `options`), rectangles."""

    name: str
    type: str
    unit: str
    options: tuple[str, ...]
    prompt: str
    how: str


class UnusablePen(ValueError):
    """A described pen cannot be judged: `field` holds a value that is none, for the reason in the sentence."""

    def __init__(self, field: str, sentence: str) -> None:
        self.field = field
        self.sentence = sentence
        super().__init__(f"{field}: {sentence}")


def read_pen(raw: Mapping[str, Any], known: Mapping[str, PenFact]) -> Facts:
    """The facts of a described pen: each value plain, or {"value", "how", "words"} with how it is known.

    Amounts are Decimals, whole numbers or written ("59.75"); null is a fact not noted. Raises UnusablePen.
    """
    facts = {}
    for name, given in raw.items():
        if name not in known:
            raise UnusablePen(name, "is no fact of a pen")
        fact = _fact(known[name], given)
        if fact is not None:
            facts[name] = fact
    return facts


def _fact(known: PenFact, given: object) -> Fact | None:
    how, words = "measured" if known.type in _MEASURED else "seen", ""
    if isinstance(given, Mapping):
        how, words = _how_known(known.name, given, how)
        if given.get("value") is None:
            return Fact(None, how, words)
        given = given["value"]
    value = None if given is None else _READ[known.type](known, given)
    return None if value is None else Fact(value, how, words)


def _how_known(name: str, given: Mapping[str, Any], otherwise: str) -> tuple[str, str]:
    if not given.keys() <= {"value", "how", "words"}:
        raise UnusablePen(name, "holds more than a value, how it is known, and words")
    how, words = given.get("how", otherwise), given.get("words", "")
    if not isinstance(how, str) or how not in HOW:
        raise UnusablePen(name, f"how it is known is none of {', '.join(HOW)}")
    if not isinstance(words, str):
        raise UnusablePen(name, "the words beside it are no text")
    return how, words


def _amount(known: PenFact, given: object) -> Decimal:
    if isinstance(given, str) and _WRITTEN.fullmatch(given):
        given = Decimal(given)
    if isinstance(given, bool) or not isinstance(given, int | Decimal):
        raise UnusablePen(known.name, "is no number")
    if given != given or given < 0:
        raise UnusablePen(known.name, "is negative" if given == given else "is no number")
    if given > LARGEST:
        raise UnusablePen(known.name, "is larger than any pen")
    if isinstance(given, Decimal) and -int(given.as_tuple().exponent) > MOST_DECIMALS:
        raise UnusablePen(known.name, "is finer than anybody measures")
    return Decimal(given).copy_abs()  # -0 is 0


def _count(known: PenFact, given: object) -> Decimal:
    count = _amount(known, given)
    if count != int(count) or count < 1:
        raise UnusablePen(known.name, "is no whole number from 1")
    return count


def _yes_or_no(known: PenFact, given: object) -> bool:
    if not isinstance(given, bool):
        raise UnusablePen(known.name, "is neither true nor false")
    return given


def _word(known: PenFact, given: object) -> str:
    if not isinstance(given, str) or given not in known.options:
        raise UnusablePen(known.name, f"is none of {', '.join(known.options)}")
    return given


def _rectangles(known: PenFact, given: object) -> tuple[tuple[Decimal | None, Decimal | None], ...] | None:
    if not isinstance(given, list | tuple) or len(given) > MOST_RECTANGLES:
        raise UnusablePen(known.name, "is no list of rectangles")
    for sides in given:
        if not isinstance(sides, list | tuple) or len(sides) != 2:
            raise UnusablePen(known.name, "holds something other than a length and a width")
    return tuple((_side(known, long), _side(known, wide)) for long, wide in given) or None


def _side(known: PenFact, given: object) -> Decimal | None:
    return None if given is None else _amount(known, given)


_MEASURED = frozenset({"amount", "rectangles"})
_READ: Mapping[str, Callable[[PenFact, Any], Any]] = {
    "amount": _amount,
    "count": _count,
    "yes or no": _yes_or_no,
    "word": _word,
    "rectangles": _rectangles,
}
