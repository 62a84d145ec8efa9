"""One pen described and judged, in microseconds, in each city: reading the values, every check, the verdict."""

import time
from collections.abc import Iterator
from datetime import date
from decimal import Decimal

from bench.figures import Figure
from fieldapp.lawbook.enclosures import enclosure_law
from fieldapp.lawbook.load import load_lawbook
from fieldapp.rules.enclosures import judge
from fieldapp.rules.pens import read_pen

GOAL, ROUNDS, TIMES = 200, 40, 50
PEN = {
    "confinement": "outdoor_pen", "animals": 2, "rectangles_in": [["96", "48"], ["60.25", 72]],
    "wall_height_in": Decimal("59.75"), "wall_gauge": Decimal("10.5"), "wall_opening_in": "1.9375",
    "surface": "permeable", "fence_buried_in": 18, "post_material": "steel_pipe", "post_diameter_in": Decimal("1.25"),
    "post_buried_in": {"value": 18, "how": "seen while built"}, "cover": "entire", "cover_gauge": 11,
    "cover_opening_in": 2, "gate_self_closing": True, "gate_self_locking": True, "gate_lockable": True,
    "gate_same_material": True, "gate_opening_in": 2, "setbacks": "variance", "locked": True, "escape_proof": True,
    "weather_protection": True, "child_entry_prevented": True, "secure_sides": True,
}  # fmt: skip


def figures() -> Iterator[Figure]:
    """The best of many rounds: what the code needs, not what else the machine does."""
    book, day = load_lawbook(), date(2026, 11, 30)
    for city in sorted(book.cities):
        law = enclosure_law(book, city, day)
        spent = min(_round(law) for _ in range(ROUNDS))
        yield Figure(f"one pen of {city}", spent * 1e6, GOAL, "us", f"{len(law.checks)} checks")


def _round(law) -> float:  # noqa: ANN001  a law of the lawbook
    began = time.perf_counter()
    for _ in range(TIMES):
        judge(read_pen(PEN, law.facts), law.checks)
    return (time.perf_counter() - began) / TIMES
