"""The tag page over HTTP: beside a bare view, and with a million animals beside a thousand."""

import math
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from bench.figures import Figure
from bench.serving import Visitor, in_turns, served
from bench.town import Town, build

ROUNDS = 600
GOAL_BARE, GOAL_MANY = 2.5, 1.2


def figures(many: int = 1_000_000) -> Iterator[Figure]:
    """The ratios; floors are measured in turns with what they are floors of."""
    with tempfile.TemporaryDirectory(prefix="fieldapp-bench-") as name:
        folder = Path(name)
        small = build(folder / "small", 1_000)
        with served("wsgi:app", {"FIELDAPP_INSTANCE": str(small.instance)}) as port:
            yield from _beside_bare(small, port)
            began = time.perf_counter()
            large = build(folder / "large", many)
            print(f"(built {many:,} animals in {time.perf_counter() - began:.0f} s)")
            with served("wsgi:app", {"FIELDAPP_INSTANCE": str(large.instance)}) as large_port:
                yield from _many_beside_few(many, small, port, large, large_port)


def _beside_bare(town: Town, port: int) -> Iterator[Figure]:
    for who, headers in (("officer", {"Cookie": town.cookie}), ("finder", {})):
        ours = Visitor(port, headers)
        size = len(ours.get(f"/t/{town.codes[0]}"))
        env = {"BARE_BYTES": str(size - 80), "BARE_DATABASE": str(town.instance / "fieldapp.db")}
        with served("bench.bare:app", env) as bare_port:
            for words, path, goal in (("a bare view", "t", GOAL_BARE), ("one without SQLAlchemy", "plain", math.inf)):
                spent = in_turns(_asking(ours, town), _asking(Visitor(bare_port), town, path), ROUNDS)
                yield _ratio(f"tag page ({who}, {size:,} bytes) / {words}", *spent, goal)


def _many_beside_few(many: int, small: Town, port: int, large: Town, large_port: int) -> Iterator[Figure]:
    for who, headers in (("officer", {"Cookie": small.cookie}), ("finder", {})):
        spent = in_turns(_asking(Visitor(large_port, headers), large), _asking(Visitor(port, headers), small), ROUNDS)
        yield _ratio(f"tag page ({who}) with {many:,} / 1,000 animals", *spent, GOAL_MANY)


def _asking(visitor: Visitor, town: Town, path: str = "t") -> Callable[[int], bytes]:
    return lambda number: visitor.get(f"/{path}/{town.codes[number % len(town.codes)]}")


def _ratio(name: str, ours: float, floor: float, goal: float) -> Figure:
    return Figure(name, ours / floor, goal, "x", f"{ours * 1000:.2f} ms / {floor * 1000:.2f} ms")
