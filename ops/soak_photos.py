"""`make soak`, second part: thousands of damaged and hostile photos sent to a running server.

    python ops/soak_photos.py [--files 10000] [--seed N]

It fails on an answer other than "taken" and "refused, in words", on a server that ends, on anything left behind in the
temporary folder or on its way into the store, and on a store whose files are not the ones on record. The seed is
printed first: the same seed makes the same files.
"""

import argparse
import http.client
import secrets
import sqlite3
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench.own_photos import mutated  # noqa: E402
from bench.serving import served  # noqa: E402
from bench.town import Town, build  # noqa: E402

AT_ONCE = 25  # photos in a form
LINE = "soak-line"


def main() -> int:
    asked = argparse.ArgumentParser(prog="soak_photos")
    asked.add_argument("--files", type=int, default=10_000)
    asked.add_argument("--seed", type=int, default=None)
    words = asked.parse_args()
    seed = words.seed if words.seed is not None else secrets.randbelow(10**9)
    print(f"photos, seed {seed}", flush=True)
    with tempfile.TemporaryDirectory(prefix="fieldapp-soak-") as name:
        faults, taken = run(Path(name), seed, words.files)
    for fault in faults:
        print(f"FAULT: {fault}", flush=True)
    print(f"{words.files:,} mutated photos, {taken:,} taken, {len(faults)} faults, seed {seed}")
    return 1 if faults else 0


def run(folder: Path, seed: int, count: int) -> tuple[list[str], int]:
    """Send all; what went wrong, and how many photos were taken."""
    town, temporary = build(folder / "instance", 10), folder / "temporary"
    temporary.mkdir()
    faults: list[str] = []
    slowest = 0.0
    with served("wsgi:app", {"FIELDAPP_INSTANCE": str(town.instance), "TMPDIR": str(temporary)}) as port:
        batch: list[tuple[str, bytes]] = []
        for name, data in mutated(seed, count):
            batch.append((name, data))
            if len(batch) == AT_ONCE:
                began = time.monotonic()
                faults += send(port, town, batch)
                slowest = max(slowest, time.monotonic() - began)
                batch = []
        faults += send(port, town, batch) if batch else []
        faults += [f"left in the temporary folder: {f.name}" for f in temporary.iterdir()]
    print(f"the slowest form of {AT_ONCE} took {slowest:.1f} s")
    left, taken = reckon(town.instance)
    return faults + left, taken


def send(port: int, town: Town, batch: list[tuple[str, bytes]]) -> list[str]:
    """One form; a sentence for each thing that is wrong with its answer."""
    parts = [b'Content-Disposition: form-data; name="kind"\r\n\r\nscene']
    head = b'Content-Disposition: form-data; name="photos"; filename="%s"\r\nContent-Type: image/jpeg\r\n\r\n'
    parts += [head % name.encode() + data for name, data in batch]
    body = b"".join(f"--{LINE}\r\n".encode() + part + b"\r\n" for part in parts) + f"--{LINE}--\r\n".encode()
    connection = http.client.HTTPConnection("localhost", port, timeout=600)
    try:
        connection.request("POST", "/animals/1/photos", body=body, headers={
            "Host": "localhost", "Cookie": town.cookie, "Origin": "http://localhost", "Sec-Fetch-Site": "same-origin",
            "Content-Type": f"multipart/form-data; boundary={LINE}", "Accept": "text/html",
        })  # fmt: skip
        answer = connection.getresponse()
        text = answer.read().decode()
    except OSError as wrong:
        return [f"the server did not answer {batch[0][0]} to {batch[-1][0]}: {wrong}"]
    finally:
        connection.close()
    if answer.status not in (303, 422):
        return [f"{batch[0][0]} to {batch[-1][0]} are answered with {answer.status}"]
    return [f"{name} is not named" for name, _ in batch if answer.status == 422 and f"{name}: " not in text]


def reckon(instance: Path) -> tuple[list[str], int]:
    """What lies in the store against what is on record; how many photos there are."""
    with sqlite3.connect(instance / "fieldapp.db") as connection:
        rows = connection.execute("SELECT sha256, page_sha256, small_sha256 FROM photos").fetchall()
    connection.close()
    there = {f.name for f in (instance / "files").glob("??/??/*")}
    named = {sha256 for row in rows for sha256 in row}
    faults = [f"{len(there - named)} files are stored and not on record"] if there - named else []
    faults += [f"{len(named - there)} files are on record and not stored"] if named - there else []
    left = [f.name for f in (instance / "files" / "incoming").iterdir() if f.name != "decoding.turn"]
    return faults + [f"left on its way in: {name}" for name in left], len(rows)


if __name__ == "__main__":
    sys.exit(main())
