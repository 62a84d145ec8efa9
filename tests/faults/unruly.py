"""A middleware that spoils requests of the road: what it does to each is chosen from a seed.

`POST /-/faults` with {"seed": N, "rate": 0.3} begins anew with that seed (rate 0: everything goes through); it tells
how often each fault was made since the server began: {"made": {"drop before": 3, ...}}.
"""

import contextlib
import json
import random
import re
import socket
import threading
from collections import Counter

FAULTS = ("drop before", "drop after commit", "delay", "redirect", "html", "401", "413", "429", "500", "cut")
ROAD = re.compile(r"/sync/(records|blobs|hello|nonce)\b")
LONGEST = 0.1  # seconds that an answer is held back where no other request comes meanwhile
HTML = ("200 OK", [("Content-Type", "text/html")], b"<title>Sign in</title>Welcome to this network")
JSON = ("Content-Type", "application/json")


class Unruly:
    """`app` behind a network that spoils some of what goes through it."""

    def __init__(self, app):
        self.app, self.made, self.lock = app, Counter(), threading.Lock()
        self.next_one = threading.Condition()
        self.begin(0, 0)

    def begin(self, seed, rate):
        with self.lock:
            self.chance, self.rate = random.Random(seed), rate  # noqa: S311  chances of a test, by its seed

    def choose(self):
        with self.lock:
            what = self.chance.choice(FAULTS) if self.chance.random() < self.rate else ""
            if what:
                self.made[what] += 1
        return what

    def __call__(self, environ, start_response):
        if environ["PATH_INFO"] == "/-/faults":
            return self.told(environ, start_response)
        if not ROAD.match(environ["PATH_INFO"]):
            return self.app(environ, start_response)
        with self.next_one:
            self.next_one.notify_all()
        what = self.choose()
        if what in EARLY:
            status, headers, body = EARLY[what]
            environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
            start_response(status, [*headers, ("Content-Length", str(len(body)))])
            return [body]
        if what == "drop before":
            raise gone(environ)
        status, headers, body = whole(self.app, environ)
        if what == "delay":
            with self.next_one:
                self.next_one.wait(LONGEST)
        if what == "drop after commit" or (what == "cut" and not body):
            raise gone(environ)
        start_response(status, headers)
        return cut(environ, body) if what == "cut" else [body]

    def told(self, environ, start_response):
        asked = json.loads(environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0)) or b"{}")
        if asked:
            self.begin(asked["seed"], asked["rate"])
        body = json.dumps({"made": self.made}).encode()
        start_response("200 OK", [JSON, ("Content-Length", str(len(body)))])
        return [body]


def refusal(status, word):
    return status, [JSON, ("Retry-After", "1800")], json.dumps({"status": int(status[:3]), "error": word}).encode()


EARLY = {
    "redirect": ("302 Found", [("Location", "/login")], b""),
    "html": HTML,
    "401": refusal("401 Unauthorized", "device"),
    "413": refusal("413 Too Large", "too large"),
    "429": refusal("429 Too Many", "rate"),
    "500": ("500 Fault", [("Content-Type", "text/html")], b"<title>500</title>"),
}


def whole(app, environ):
    """All of the app's answer: its work is committed once this is here."""
    told = []
    parts = app(environ, lambda status, headers, *_: told.append((status, headers)))
    try:
        body = b"".join(parts)
    finally:
        close = getattr(parts, "close", None)
        if close:
            close()
    return *told[0], body


def cut(environ, body):
    yield body[: len(body) // 2]
    raise gone(environ)


def gone(environ):
    """The connection ends without another byte; raise what this gives."""
    with contextlib.suppress(OSError):
        environ["werkzeug.socket"].shutdown(socket.SHUT_RDWR)
    return ConnectionResetError("dropped by the test")
