"""Serve an instance in a child process that kills itself (SIGKILL) at points drawn by a seed, and start the next one.

python dying_server.py PORT SEED KILLS: after KILLS deaths the last child serves until this process ends. Each death is
a line on stdout: the seed, the point, and what was about to happen there.
"""

import functools
import logging
import os
import random
import signal
import sys

from sqlalchemy import event
from sqlalchemy.engine import Engine
from werkzeug.serving import WSGIRequestHandler, make_server

from fieldapp.app import create_app

FURTHEST = 90  # points that a child passes at most


class Death:
    """Counts the points at which a server can die, and dies at the drawn one."""

    def __init__(self, seed):
        self.left = random.Random(seed).randint(1, FURTHEST)  # noqa: S311
        self.seed = seed

    def point(self, what):
        self.left -= 1
        if self.left == 0:
            os.write(DEATHS, f"seed {self.seed}: {what[:60]}\n".encode())
            os.kill(os.getpid(), signal.SIGKILL)


def arm(death):
    """Before each statement, before and after each commit, around each sync of a file, before each answer."""

    def statement(_connection, _cursor, words, *_):
        death.point(" ".join(words.split()))

    event.listen(Engine, "before_cursor_execute", statement)
    event.listen(Engine, "commit", lambda _c: death.point("commit"))
    for name in ("fsync", "replace"):
        real = getattr(os, name)

        def wrapped(*given, real=real, name=name, **more):
            death.point(f"before {name}")
            done = real(*given, **more)
            death.point(f"after {name}")
            return done

        setattr(os, name, functools.wraps(real)(wrapped))


class Answering(WSGIRequestHandler):
    death = None

    def send_response(self, *given, **more):
        if self.death:
            self.death.point("before the answer")
        super().send_response(*given, **more)

    def log(self, *_):
        pass


def serve(port, seed):
    """One life."""
    app = create_app()
    if seed is not None:
        Answering.death = Death(seed)
        arm(Answering.death)
    make_server("127.0.0.1", port, app, threaded=True, request_handler=Answering).serve_forever()


DEATHS = os.dup(1)
if __name__ == "__main__":
    port, first, kills = map(int, sys.argv[1:])
    os.dup2(2, 1)
    os.umask(0o077)
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    child = 0

    def end(*_):
        if child:
            os.kill(child, signal.SIGKILL)
        os._exit(0)

    signal.signal(signal.SIGTERM, end)
    for number in range(kills + 1):
        child = os.fork()
        if child == 0:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            serve(port, first + number if number < kills else None)
        os.waitpid(child, 0)
