"""How long one set of clocks takes: every clock that the case of a declared, seized dog can ask, in microseconds.

python -m bench.law_clocks_bench
"""

import statistics
import time
from datetime import date, timedelta

from bench.figures import Figure, table
from fieldapp.lawbook.clocks import CityClocks
from fieldapp.lawbook.load import load_lawbook

GOAL_MICROSECONDS = 200
ROUNDS = 400
CASE = (
    "dangerous_appeal", "hearing_held", "decision", "compliance_after_decision", "registration", "sterilization",
    "security", "reclaim_dangerous", "impound_hold", "transfer_notice", "designation_review",
)  # fmt: skip
EVENTS = (
    "notice_dated", "notice_received", "notice_sent", "notified", "requested", "heard", "decision_received", "declared",
    "final", "seized", "seizure_notified", "impounded", "transferred",
)  # fmt: skip


def _cases() -> list[dict[str, date]]:
    """Cases that begin on 400 different days, so that no answer is met twice."""
    first = date(2025, 1, 1)
    return [{name: first + timedelta(days=2 * n + k) for k, name in enumerate(EVENTS)} for n in range(ROUNDS)]


def figures() -> list[Figure]:
    book = load_lawbook(None)
    cities = [CityClocks(book, city) for city in sorted(book.cities)]
    spent = []
    for case in _cases():
        for clocks in cities:
            begun = time.perf_counter()
            for key in CASE:
                clocks.due(key, case)
            spent.append((time.perf_counter() - begun) * 1e6)
    how = f"{len(CASE)} clocks, {len(spent):,} cases, slowest {max(spent):,.0f}"
    return [Figure("one set of clocks, median", statistics.median(spent), GOAL_MICROSECONDS, "us", how)]


if __name__ == "__main__":
    print(table(figures()))
