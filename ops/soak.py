"""`make soak`: imports that are killed at random points while ten officers look tags up, round after round.

    python ops/soak.py [--minutes 10] [--seed N] [--rows 20000]

Each round starts from a fresh instance. It fails on an answer other than 200, on "database is locked", on a list that a
later run does not complete, on a row that comes twice, or on an audit chain that does not verify. The seed is printed
first: the same seed makes the same list and the same moments.
"""

import argparse
import json
import os
import random
import secrets
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench.import_bench import write_list  # noqa: E402
from bench.serving import Visitor, served  # noqa: E402
from bench.town import build  # noqa: E402

OFFICERS = 10
TAGGED = 500  # animals that officers look up while the list comes in


class Faults:
    """What went wrong, said once each."""

    def __init__(self) -> None:
        self.said: set[str] = set()

    def add(self, words: str) -> None:
        if words not in self.said:
            self.said.add(words)
            print(f"FAULT: {words}", flush=True)


def main() -> int:
    asked = argparse.ArgumentParser(prog="soak")
    asked.add_argument("--minutes", type=float, default=10)
    asked.add_argument("--seed", type=int, default=None)
    asked.add_argument("--rows", type=int, default=20_000)
    words = asked.parse_args()
    seed = words.seed if words.seed is not None else secrets.randbelow(10**9)
    print(f"seed {seed}", flush=True)
    chance, faults = random.Random(seed), Faults()
    until, rounds = time.monotonic() + words.minutes * 60, 0
    while rounds == 0 or time.monotonic() < until:
        rounds += 1
        with tempfile.TemporaryDirectory(prefix="fieldapp-soak-") as name:
            one_round(rounds, Path(name), words.rows, chance, faults)
        if faults.said:
            break
    print(f"{rounds} rounds, {len(faults.said)} kinds of faults, seed {seed}")
    return 1 if faults.said else 0


def one_round(number: int, folder: Path, rows: int, chance: random.Random, faults: Faults) -> None:
    """A fresh instance, a list imported with interruptions, officers all the while; then the reckoning."""
    town = build(folder / "instance", TAGGED)
    file = folder / "list.csv"
    write_list(file, rows)
    ended, answers = threading.Event(), [0] * OFFICERS
    with served("wsgi:app", {"FIELDAPP_INSTANCE": str(town.instance)}) as port:
        officers = [
            threading.Thread(target=look_up, args=(port, town, ended, answers, place, faults), daemon=True)
            for place in range(OFFICERS)
        ]
        for officer in officers:
            officer.start()
        kills, report = import_with_kills(town.instance, file, chance, faults)
        ended.set()
        for officer in officers:
            officer.join(60)
    reckon(town.instance, file, rows, faults)
    print(f"round {number}: {kills} kills, {sum(answers):,} answers, then {report}", flush=True)


def look_up(port, town, ended, answers, place, faults) -> None:  # noqa: ANN001
    """One officer, until the import is done."""
    visitor, turn = Visitor(port, {"Cookie": town.cookie}), place
    while not ended.is_set():
        try:
            visitor.get(f"/t/{town.codes[turn % len(town.codes)]}")
            answers[place] += 1
        except (RuntimeError, OSError) as wrong:
            faults.add(f"an officer was answered: {wrong}"[:200])
            visitor = Visitor(port, {"Cookie": town.cookie})
        turn += 1


def import_with_kills(instance: Path, file: Path, chance: random.Random, faults: Faults) -> tuple[int, str]:
    """Start the import and kill it at a random moment, five times at most; the last one may end."""
    full = None
    for kills in range(6):
        began = time.monotonic()
        process = start_import(instance, file)
        last = kills == 5
        try:
            out, err = process.communicate(timeout=None if last else chance.uniform(0.3, full or 12))
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            continue
        full = time.monotonic() - began
        if "locked" in err:
            faults.add("the import met a locked database")
        if process.returncode != 0:
            faults.add(f"the import ends with {process.returncode}: {err[-300:]}")
        return kills, out.strip()[:160]
    return 5, "was killed each time"


def start_import(instance: Path, file: Path) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "flask", "--app", "wsgi", "import-licenses", "--city", "crystal", "--json", str(file)],
        cwd=ROOT,
        env={**os.environ, "FIELDAPP_INSTANCE": str(instance), "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def reckon(instance: Path, file: Path, rows: int, faults: Faults) -> None:
    """Everything is there once, a further run finds nothing to do, and the chain holds."""
    out, err = start_import(instance, file).communicate()
    again = json.loads(out) if out.strip().startswith("{") else {}
    if not again or again["new"] or again["changed"] or again["unchanged"] + again["refused"] != rows:
        faults.add(f"a further run is not all unchanged: {out[:200]}{err[-200:]}")
    with sqlite3.connect(instance / "fieldapp.db") as connection:
        (twice,) = connection.execute(
            "SELECT count(*) FROM (SELECT 1 FROM licenses GROUP BY city, number_folded, ends_on HAVING count(*) > 1)"
        ).fetchone()
        (sound,) = connection.execute("PRAGMA integrity_check").fetchone()
        chain = connection.execute(
            "SELECT seq, prev, hash FROM audit_entries WHERE city = 'crystal' ORDER BY seq"
        ).fetchall()
    connection.close()
    if twice:
        faults.add(f"{twice} terms came twice")
    if sound != "ok":
        faults.add(f"the database file is not sound: {sound}")
    previous = "0" * 64
    for place, (seq, prev, digest) in enumerate(chain, 1):
        if seq != place or prev != previous:
            faults.add(f"the audit chain breaks at {seq}")
            break
        previous = digest


if __name__ == "__main__":
    sys.exit(main())
