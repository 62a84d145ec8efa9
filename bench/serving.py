"""Servers of one process each, and how long each takes to answer, in turns on open connections."""

import contextlib
import http.client
import os
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from fieldapp.cli.serve import THREADS

ROOT = Path(__file__).resolve().parent.parent


@contextlib.contextmanager
def served(application: str, env: Mapping[str, str]) -> Iterator[int]:
    """A port on which gunicorn serves `application` with one process and threads, as `make run` does."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = subprocess.Popen(
        [sys.executable, "-m", "gunicorn", application, "--bind", f"127.0.0.1:{port}", "--worker-class", "gthread",
         "--workers", "1", "--threads", str(THREADS), "--keep-alive", "60", "--no-control-socket",
         "--log-level", "error"],
        cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT), **env}, stdout=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        _wait(port, process)
        yield port
    finally:
        process.terminate()
        process.wait(20)


def _wait(port: int, process: "subprocess.Popen[bytes]") -> None:
    until = time.monotonic() + 60
    while time.monotonic() < until:
        if process.poll() is not None:
            break
        with contextlib.suppress(OSError):
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
            connection.request("GET", "/healthz")
            if connection.getresponse().status == 200:
                return
        time.sleep(0.05)
    msg = "the server to be measured did not start"
    raise RuntimeError(msg)


class Visitor:
    """One open connection that asks for pages."""

    def __init__(self, port: int, headers: Mapping[str, str] | None = None) -> None:
        self.connection = http.client.HTTPConnection("localhost", port, timeout=30)
        self.headers = {"Host": "localhost", "Accept": "text/html", **(headers or {})}

    def get(self, path: str) -> bytes:
        """The body of the page; RuntimeError where it is not a 200."""
        self.connection.request("GET", path, headers=self.headers)
        answer = self.connection.getresponse()
        body = answer.read()
        if answer.status != 200:
            msg = f"{path} answers {answer.status}"
            raise RuntimeError(msg)
        return body


def in_turns(first: Callable[[int], object], second: Callable[[int], object], rounds: int) -> tuple[float, float]:
    """Median seconds of two calls that take turns, so that what else this machine does hits both; after a warm-up."""
    for number in range(rounds // 10 + 5):
        first(number)
        second(number)
    times: tuple[list[float], list[float]] = ([], [])
    for number in range(rounds):
        for call, spent in zip((first, second), times, strict=True):
            began = time.perf_counter()
            call(number)
            spent.append(time.perf_counter() - began)
    return statistics.median(times[0]), statistics.median(times[1])
