"""The offline list of a city of 30,000 animals: bytes on the way, seconds and memory to make it, and a delta."""

import argparse
import json
import resource
import tempfile
import time
from pathlib import Path

from bench.town import CITY, build
from fieldapp.app import create_app
from fieldapp.config import read_settings
from fieldapp.services.offline_list.pack import Pack, pack_of

MEGABYTE = 1024  # of the kilobytes in which the system counts memory


def main() -> None:
    """Print one JSON line."""
    asked = argparse.ArgumentParser()
    asked.add_argument("--animals", type=int, default=30_000)
    animals = asked.parse_args().animals
    with tempfile.TemporaryDirectory() as folder:
        instance = build(Path(folder) / "instance", animals).instance
        app = create_app(read_settings({"FIELDAPP_INSTANCE": str(instance)}))
        with app.app_context():
            before = _memory()
            made, base = _timed(instance, "")
            again, delta = _timed(instance, json.loads(base.whole())["version"])
            figures = {
                "animals": animals, "bytes_on_the_way": len(base.body), "bytes_an_animal": len(base.body) / animals,
                "bytes_unpacked": len(base.whole()), "delta_bytes": len(delta.body), "seconds_to_make": made,
                "seconds_to_answer_again": again, "megabytes_more": (_memory() - before) / MEGABYTE,
            }  # fmt: skip
    print(json.dumps(figures))


def _timed(instance: Path, since: str) -> tuple[float, Pack]:
    start = time.perf_counter()
    made = pack_of(instance, CITY, since, with_premises=True)
    return round(time.perf_counter() - start, 2), made


def _memory() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


if __name__ == "__main__":
    main()
