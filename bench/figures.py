"""One line of the table: what was measured, beside its goal."""

import math
from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """`goal` is the most that `value` may be; infinite where it is told for comparison only."""

    name: str
    value: float
    goal: float
    unit: str
    how: str = ""

    @property
    def holds(self) -> bool:
        return self.value <= self.goal


def table(figures: list[Figure]) -> str:
    """All figures as one table."""
    rows = [("measure", "measured", "goal", "", "from")]
    for f in figures:
        digits = 2 if f.unit == "x" else 0
        goal = (f"{f.goal:,g} {f.unit}", "ok" if f.holds else "MISSED") if math.isfinite(f.goal) else ("none", "")
        rows.append((f.name, f"{f.value:,.{digits}f} {f.unit}", *goal, f.how))
    widths = [max(len(row[column]) for row in rows) for column in range(5)]
    return "\n".join("  ".join(f"{cell:<{w}}" for cell, w in zip(row, widths, strict=True)).rstrip() for row in rows)
