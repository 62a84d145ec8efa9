"""How long a license list takes beside sqlite3's own .import of the same file, and how much memory it needs.

    python -m bench.import_bench [ROWS]

Prints one line a figure. Floors of the same run: sqlite3's .import where the program is installed, else the
same rows by Python's sqlite3 and csv. The import runs in a process of its own over a fresh
instance; its peak memory is measured.
"""

import csv
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HEADER = ("number", "name", "species", "breed", "color", "sex", "birth", "owner", "address", "phone", "issued",
          "expires", "rabies")  # fmt: skip
ROOT = Path(__file__).resolve().parent.parent
GOAL_TIMES, GOAL_MB = 20, 250
_SYLLABLES = (
    "ba",
    "lo",
    "mi",
    "ra",
    "te",
    "su",
    "ko",
    "na",
    "vi",
    "du",
    "pe",
    "sha",
    "ri",
    "gus",
    "len",
    "or",
    "ta",
    "wen",
)
_BREEDS = (
    "Beagle",
    "Labrador Retriever",
    "Poodle",
    "Boxer",
    "German Shepherd",
    "Mixed",
    "Husky",
    "Corgi",
    "Pug",
    "Akita",
)
_COLORS = ("Black", "White", "Brown", "Tan / White", "Brindle", "Black / Tan", "Gray", "Red")
_STREETS = ("Avenue N", "Street", "Lane", "Road", "Drive NW", "Court", "Boulevard")


def _word(chance: random.Random, most: int) -> str:
    return "".join(chance.choice(_SYLLABLES) for _ in range(chance.randint(2, most))).capitalize()


def _day(chance: random.Random, first: int, last: int) -> str:
    return f"{chance.randint(1, 12):02}/{chance.randint(1, 28):02}/{chance.randint(first, last)}"


def write_list(target: Path, rows: int) -> None:
    """A list of invented dogs in no order of numbers, most owners with one dog, some with two."""
    chance = random.Random(7)  # noqa: S311  the same list each time
    names = [_word(chance, 3) for _ in range(4_000)]
    lasts = [_word(chance, 4) for _ in range(60_000)]
    streets = [f"{_word(chance, 3)} {chance.choice(_STREETS)}" for _ in range(3_000)]
    numbers = list(range(1, rows + 1))
    chance.shuffle(numbers)
    owner = ("", "", "")
    with target.open("w", encoding="utf-8", newline="") as out:
        writer = csv.writer(out)
        writer.writerow(HEADER)
        for number in numbers:
            if not owner[0] or chance.random() > 0.15:
                owner = (
                    f"{chance.choice(names)} {chance.choice(lasts)}",
                    f"{chance.randint(1, 9999)} {chance.choice(streets)}",
                    f"763-555-{chance.randint(0, 9999):04}" if chance.random() < 0.1 else
                    f"({chance.randint(200, 999)}) {chance.randint(200, 999)}-{chance.randint(0, 9999):04}",
                )  # fmt: skip
            writer.writerow((
                f"26-{number:07}", chance.choice(names), "Dog", chance.choice(_BREEDS), chance.choice(_COLORS),
                chance.choice("MF"), _day(chance, 2010, 2024), *owner, _day(chance, 2025, 2025),
                _day(chance, 2026, 2026),
                _day(chance, 2024, 2025),
            ))  # fmt: skip


def floor_seconds(file: Path, folder: Path) -> tuple[str, float]:
    """What sqlite3's .import needs for the same file, and what was measured."""
    target = folder / "floor.db"
    target.unlink(missing_ok=True)
    columns = ", ".join(f"{name} TEXT" for name in HEADER)
    program = shutil.which("sqlite3")
    began = time.perf_counter()
    if program:
        script = f"CREATE TABLE list ({columns});\n.mode csv\n.import --skip 1 {file} list\n"
        subprocess.run([program, str(target)], input=script, text=True, check=True, capture_output=True)
        return "sqlite3 .import", time.perf_counter() - began
    import sqlite3  # noqa: PLC0415  only the comparison needs it

    with sqlite3.connect(target) as connection, file.open(encoding="utf-8", newline="") as opened:
        connection.execute(f"CREATE TABLE list ({columns})")
        rows = csv.reader(opened)
        next(rows)
        connection.executemany(f"INSERT INTO list VALUES ({', '.join('?' * len(HEADER))})", rows)  # noqa: S608  marks of our own
    return "csv and sqlite3 of Python", time.perf_counter() - began


_CHILD = """
import json, resource, sys, time
from pathlib import Path
from fieldapp.app import create_app
from fieldapp.services.cities import law_day, licensed_species
from fieldapp.services.license_list.run import Order, import_list
from fieldapp.tables.db import migrate
app = create_app()
with app.app_context():
    migrate()
    path = Path(sys.argv[1])
    order = Order("crystal", path, path.name, licensed_species("crystal"), law_day("crystal"), "cli")
    began, phases = time.perf_counter(), {}
    def tell(phase, share):
        phases[phase] = time.perf_counter() - began
    report = import_list(order, progress=tell)
    print(json.dumps({"seconds": time.perf_counter() - began, "phases": phases, "new": report.new,
                      "refused": report.refused, "mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}))
"""


def import_figures(file: Path, folder: Path) -> dict[str, float]:
    """Seconds, peak memory and counts of a first import into a fresh instance in `folder`."""
    instance = folder / "instance"
    shutil.rmtree(instance, ignore_errors=True)
    instance.mkdir(mode=0o700)
    ran = subprocess.run(
        [sys.executable, "-c", _CHILD, str(file)], check=True, capture_output=True, text=True,
        env={**os.environ, "FIELDAPP_INSTANCE": str(instance), "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    found: dict[str, float] = json.loads(ran.stdout.splitlines()[-1])
    return found


def figures(rows: int) -> dict[str, float]:
    """The measures of one run: seconds of both, their ratio, megabytes."""
    with tempfile.TemporaryDirectory(prefix="fieldapp-bench-") as name:
        folder = Path(name)
        file = folder / "list.csv"
        write_list(file, rows)
        what, floor = floor_seconds(file, folder)
        ours = import_figures(file, folder)
    print(f"rows {rows}; {what} {floor:.2f} s; import-licenses {ours['seconds']:.1f} s {ours['phases']}")
    return {
        "floor": floor,
        "seconds": ours["seconds"],
        "times": ours["seconds"] / floor,
        "mb": ours["mb"],
        "new": ours["new"],
    }


def main() -> None:
    rows = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    found = figures(rows)
    print(f"import-licenses over .import: {found['times']:.1f} times (goal {GOAL_TIMES})")
    print(f"peak memory of the import: {found['mb']:.0f} MB (goal {GOAL_MB})")


if __name__ == "__main__":
    main()
