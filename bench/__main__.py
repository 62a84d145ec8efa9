"""`make bench`: every ratio against its floor, measured in the same run, as one table.

    python -m bench [--quick] [PART...]      parts: weights, tag_page, import, law_pens, law_clocks, photos, capture

`--quick` takes 100,000 rows in place of a million. Exit 1 where a goal is missed.
"""

import argparse
import sys

from bench import capture_start, import_bench, law_clocks_bench, law_pens_bench, photos_bench, tag_page, weights
from bench.figures import Figure, table


def imports(rows: int) -> list[Figure]:
    found = import_bench.figures(rows)
    how = f"{found['seconds']:.1f} s / {found['floor']:.2f} s"
    return [
        Figure(f"import of {rows:,} rows / sqlite3's .import", found["times"], import_bench.GOAL_TIMES, "x", how),
        Figure("memory of that import at its peak", found["mb"], import_bench.GOAL_MB, "MB"),
    ]


def main() -> int:
    asked = argparse.ArgumentParser(prog="bench")
    asked.add_argument("--quick", action="store_true")
    every = ["weights", "tag_page", "import", "law_pens", "law_clocks", "photos", "capture"]
    asked.add_argument("parts", nargs="*", default=every)
    words = asked.parse_args()
    rows = 100_000 if words.quick else 1_000_000
    parts = {
        "weights": weights.figures,
        "tag_page": lambda: tag_page.figures(rows),
        "import": lambda: imports(rows),
        "law_pens": law_pens_bench.figures,
        "law_clocks": law_clocks_bench.figures,
        "photos": photos_bench.figures,
        "capture": capture_start.figures,
    }
    found: list[Figure] = []
    for name in words.parts:
        found += parts[name]()
    print(table(found))
    return 0 if all(f.holds for f in found) else 1


if __name__ == "__main__":
    sys.exit(main())
