"""`make soak`, third part: the road of records, two tabs and killed browsers for a long while.

    python ops/soak_road.py [--runs 1000] [--kills 500] [--seed N]

The same tests as in the suite (tests/faults), with larger numbers: runs of two tabs of one phone that seal and send at
once over a network that spoils requests, and browsers killed at a random moment. Afterwards what was sealed and what
the server has must be the same by hash: nothing lost, double, torn, under another name, or shown as received wrongly.
"""

import argparse
import os
import secrets
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def main() -> int:
    asked = argparse.ArgumentParser(prog="soak_road")
    asked.add_argument("--runs", type=int, default=1000, help="of two tabs")
    asked.add_argument("--kills", type=int, default=500)
    asked.add_argument("--seed", type=int, default=None)
    words = asked.parse_args()
    seed = words.seed if words.seed is not None else secrets.randbelow(2**30)
    print(f"road, seed {seed}: {words.runs:,} runs of two tabs, {words.kills:,} kills", flush=True)
    numbers = {
        "FAULT_TWO_TABS": str(words.runs), "FAULT_KILLS": str(words.kills), "FAULT_SEED": str(seed),
    }  # fmt: skip
    tests = ["tests/faults/test_two_tabs.py", "tests/faults/test_kills.py"]
    pytest = [sys.executable, "-m", "pytest", "-q", "-p", "no:randomly", *tests]
    return subprocess.run(pytest, cwd=ROOT, env={**os.environ, **numbers}, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
