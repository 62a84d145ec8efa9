"""Does this pen, or this place indoors, pass the checklist of its city?

Crystal 910, Definitions, subd. 12 and Dangerous dogs, subd. 3 e) (C-012, C-159 to C-167); Benson 90.13(C)(3) (B-086 to
B-091); Battle Lake 90.15(A) (T-007); Minn. Stat. 347.50, subd. 4. One small evaluator reads a table of checks that the
city's file names; its twin, static/js/offline/evaluator.js, reads the same table and gives the same findings.

A missing fact leaves a check unknown where it could change the answer, and only there: what passes whether or not the
check applies has passed. Arithmetic is exact; only a floor in square feet is shown rounded down, and so is its margin.
"""

from collections.abc import Mapping, Sequence
from decimal import ROUND_FLOOR, Context, Decimal
from operator import ge, gt, le, lt
from typing import Any, NamedTuple

from fieldapp.rules.checklist import (
    ANIMALS,
    CONFINEMENT,
    FAIL,
    INCOMPLETE,
    LENGTH,
    NOT_APPLICABLE,
    PASS,
    RECTANGLES,
    UNKNOWN,
    WIDTH,
    Check,
    Condition,
    Finding,
    Shown,
    Verdict,
)
from fieldapp.rules.facts import Facts, value_of

__all__ = ["Check", "Condition", "Finding", "Verdict", "judge"]

SQUARE_INCHES = Decimal(144)  # in a square foot
SHOWN = Decimal("0.0001")  # of a square foot
EXACT = Context(prec=200)


def judge(pen: Facts, checks: Sequence[Check]) -> Verdict:
    """The verdict on a pen by the checks of its city. Checks of the other kind of confinement give no finding."""
    kept = value_of(pen, CONFINEMENT)
    kinds = {group for check in checks for group in check.groups} if kept is None else set()
    findings = tuple(
        _find(pen, check, () if kinds.issubset(check.groups) else (CONFINEMENT,))
        for check in checks
        if kept is None or kept in check.groups
    )
    failed = tuple(sorted(f.check for f in findings if f.status == FAIL))
    unknown = tuple(sorted(f.check for f in findings if f.status == UNKNOWN))
    return Verdict(FAIL if failed else INCOMPLETE if unknown else PASS, failed, unknown, findings)


class _Looked(NamedTuple):
    """What a check would find if it applied. `seen`: the facts that it rests on. `missing`: those not yet known."""

    status: str
    value: Shown
    limit: Shown
    margin: Decimal | None
    seen: tuple[str, ...]
    missing: tuple[str, ...]


def _find(pen: Facts, check: Check, open_: tuple[str, ...]) -> Finding:
    because, unsettled = _applies(pen, check)
    looked = _LOOK[check.measure](pen, check)
    status, missing = looked.status, (*looked.missing, *open_, *unsettled)
    if because:
        status, missing = NOT_APPLICABLE, ()
    elif status == PASS:
        missing = ()
    elif missing:
        status = UNKNOWN
    law, margin = check.law, looked.margin if status in {PASS, FAIL} else None
    return Finding(
        check.id, status, looked.value, looked.limit, law.unit, margin, law.clause, law.citation, law.since, law.doubt,
        _how(pen, looked.seen), missing, because,
    )  # fmt: skip


def _applies(pen: Facts, check: Check) -> tuple[str, tuple[str, ...]]:
    """The fact by which the check does not apply, if there is one, and the facts that leave it open."""
    unsettled = []
    for condition in check.applies_when:
        value = value_of(pen, condition.field)
        if value is not None and not _holds(condition, value):
            return condition.field, ()
        if value is None and condition.not_noted == "open":
            unsettled.append(condition.field)
    return "", tuple(unsettled)


def _holds(condition: Condition, value: Any) -> bool:  # noqa: ANN401  a fact of any kind
    match condition.operator:
        case "is":
            return bool(value == condition.value)
        case "is not":
            return bool(value != condition.value)
        case comparison:
            return _compared(value, comparison, condition.value)


def _compared(amount: Any, comparison: str, limit: Any) -> bool:  # noqa: ANN401  two Decimals
    return bool(_COMPARE[comparison](amount, limit))


def _look_at_answer(pen: Facts, check: Check) -> _Looked:
    limit: Shown = check.accepted[0] if len(check.accepted) == 1 else check.accepted
    value = value_of(pen, check.field)
    if value is None:
        return _Looked(UNKNOWN, _recorded(pen, check.field), limit, None, (check.field,), (check.field,))
    return _Looked(PASS if value in check.accepted else FAIL, value, limit, None, (check.field,), ())


def _look_at_amount(pen: Facts, check: Check) -> _Looked:
    value = value_of(pen, check.field)
    limit = value_of(pen, check.against) if check.against else check.law.amount
    needed = (check.field, check.against) if check.against else (check.field,)
    if value is None or limit is None:
        missing = tuple(name for name in needed if value_of(pen, name) is None)
        return _Looked(UNKNOWN, _recorded(pen, check.field), limit, None, needed, missing)
    return _Looked(*_against(value, check.law.comparison, limit), needed, ())


def _against(value: Decimal, comparison: str, limit: Decimal) -> tuple[str, Decimal, Decimal, Decimal]:
    least = comparison in {"at least", "over"}
    margin = EXACT.subtract(value, limit) if least else EXACT.subtract(limit, value)
    return PASS if _compared(value, comparison, limit) else FAIL, value, limit, margin


def _look_at_floor(pen: Facts, check: Check) -> _Looked:
    area, seen, missing = _square_inches(pen)
    animals = value_of(pen, ANIMALS) if check.per_animal else Decimal(1)
    if check.per_animal:
        seen, missing = (*seen, ANIMALS), (*missing, *([ANIMALS] if animals is None else []))
    limit = None if animals is None else EXACT.multiply(check.law.amount, animals)
    shown = None if area is None else _square_feet(area)
    if area is None or limit is None:
        return _Looked(UNKNOWN, shown, limit, None, seen, missing)
    needed = EXACT.multiply(limit, SQUARE_INCHES)
    status, _, _, margin = _against(area, check.law.comparison, needed)
    return _Looked(status, shown, limit, _square_feet(margin), seen, ())


def _square_inches(pen: Facts) -> tuple[Decimal | None, tuple[str, ...], tuple[str, ...]]:
    """The floor where it is known, the facts that it rests on, and those that are missing."""
    rectangles = value_of(pen, RECTANGLES)
    if rectangles is not None:
        area = Decimal(0)
        for long, wide in rectangles:
            if long is None or wide is None:
                return None, (RECTANGLES,), (RECTANGLES,)
            area = EXACT.add(area, EXACT.multiply(long, wide))
        return area, (RECTANGLES,), ()
    sides = {name: value_of(pen, name) for name in (LENGTH, WIDTH)}
    missing = tuple(name for name, side in sides.items() if side is None)
    if missing:
        return (None, (RECTANGLES,), (RECTANGLES,)) if RECTANGLES in pen else (None, (LENGTH, WIDTH), missing)
    return EXACT.multiply(sides[LENGTH], sides[WIDTH]), (LENGTH, WIDTH), ()


def _square_feet(square_inches: Decimal) -> Decimal:
    """Rounded down, so that what falls short never looks as if it did not."""
    return EXACT.divide(square_inches, SQUARE_INCHES).quantize(SHOWN, ROUND_FLOOR, EXACT)


def _recorded(pen: Facts, name: str) -> Shown:
    """A value that does not count (told), to be shown beside the check that stays unknown."""
    value: Shown = pen[name].value if name in pen else None
    return value


def _how(pen: Facts, names: Sequence[str]) -> str:
    if len(names) == 1:
        return pen[names[0]].how if names[0] in pen else ""
    return ", ".join(dict.fromkeys(pen[name].how for name in names if name in pen))


_COMPARE: Mapping[str, Any] = {"at least": ge, "over": gt, "at most": le, "under": lt}
_LOOK: Mapping[str, Any] = {"answer": _look_at_answer, "amount": _look_at_amount, "floor area": _look_at_floor}
