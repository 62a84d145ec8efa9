"""An S3 service on this machine (moto, in a thread), and a door before it that can be told to misbehave.

service      the address of an S3 service that holds an empty bucket of this test's own
unruly       an address that passes calls on to that service until `unruly.behave` is set to another way of answering
store        a FileStore: once a folder, once a bucket of the service
"""

import http.client
import http.server
import itertools
import logging
import threading
import time
from dataclasses import dataclass, field, replace

import pytest

from fieldapp.config import S3Keys
from fieldapp.media.file_store import FolderStore
from fieldapp.media.s3_address import read_s3_address
from fieldapp.media.s3_credentials import S3Credentials
from fieldapp.media.s3_store import S3Store, Waits

KEYS = S3Keys("made-up-id", "made-up-secret")
SHORT = Waits(connect=1, bytes=0.5, whole=10, tries=2)
SHORTEST = replace(SHORT, whole=1.5, tries=1)
_numbers = itertools.count(1)


@pytest.fixture(scope="session")
def _moto():
    from moto.moto_server.threaded_moto_server import ThreadedMotoServer  # noqa: PLC0415  a second that few tests pay

    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    server = ThreadedMotoServer("127.0.0.1", 0, verbose=False)
    server.start()
    yield "{}:{}".format(*server.get_host_and_port())
    server.stop()


def asked(host, method, path, body=None):
    """Ask the service past every store: (status, bytes)."""
    connection = http.client.HTTPConnection(host, timeout=10)
    try:
        connection.request(method, path, body, {"Authorization": "AWS made-up-id:x"})
        answer = connection.getresponse()
        return answer.status, answer.read()
    finally:
        connection.close()


@dataclass
class Service:
    host: str
    bucket: str

    @property
    def address(self):
        return f"s3://{self.bucket}/city/files?endpoint=http://{self.host}"

    def path(self, sha256):
        return f"/{self.bucket}/city/files/{sha256[:2]}/{sha256[2:4]}/{sha256}"

    def put(self, sha256, data):
        """Lay bytes where the store would, whatever they hash to."""
        assert asked(self.host, "PUT", self.path(sha256), data)[0] == 200

    def keys(self):
        text = asked(self.host, "GET", f"/{self.bucket}?list-type=2")[1].decode()
        return [part.split("</Key>")[0] for part in text.split("<Key>")[1:]]


@pytest.fixture
def service(_moto):
    made = Service(_moto, f"photos-{next(_numbers)}")
    assert asked(_moto, "PUT", f"/{made.bucket}")[0] == 200
    return made


def store_on(address, waits=None):
    return S3Store(read_s3_address(address), S3Credentials(KEYS.key_id, KEYS.secret), waits=waits)


@pytest.fixture(params=["folder", "s3"])
def store(request, tmp_path):
    if request.param == "folder":
        return FolderStore(tmp_path / "files")
    return store_on(request.getfixturevalue("service").address)


@dataclass
class Unruly:
    """What came in, and how to answer it: `behave(call)` gives True where it has answered by itself."""

    host: str = ""
    behave: object = None
    seen: list = field(default_factory=list)


@pytest.fixture
def unruly(service):
    state = Unruly()

    class Door(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def answer(self):
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            state.seen.append((self.command, self.path, dict(self.headers)))
            self.close_connection = True
            if state.behave and state.behave(self):
                return
            passed = http.client.HTTPConnection(service.host, timeout=10)
            kept = {k: v for k, v in self.headers.items() if k.lower() not in ("host", "expect", "connection")}
            passed.request(self.command, self.path, body, kept)
            found = passed.getresponse()
            data = found.read()
            passed.close()
            self.send_response(found.status)
            for name, value in found.headers.items():
                if name.lower() not in ("connection", "transfer-encoding", "date", "server", "content-length"):
                    self.send_header(name, value)
            length = found.headers.get("Content-Length", "0") if self.command == "HEAD" else str(len(data))
            self.send_header("Content-Length", length)
            self.end_headers()
            self.wfile.write(data)

        do_GET = do_PUT = do_HEAD = do_DELETE = do_POST = answer  # noqa: N815  the library's names

        def end_headers(self):
            self.send_header("Connection", "close")  # said, so that the client does not send its next call into nothing
            super().end_headers()

        def log_message(self, *_):
            pass

    class Server(http.server.ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, *_):
            """The other side went away: that is what these tests are about."""

    server = Server(("127.0.0.1", 0), Door)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    state.host = f"127.0.0.1:{server.server_port}"
    state.store = store_on(f"s3://{service.bucket}/city/files?endpoint=http://{state.host}", SHORT)
    state.address = f"s3://{service.bucket}/city/files?endpoint=http://{state.host}"
    yield state
    server.shutdown()
    server.server_close()
    thread.join()


def refusing(status, code, words=""):
    """A way of answering: an error as S3 services write them."""

    def behave(call):
        body = f"<Error><Code>{code}</Code><Message>{words}</Message></Error>".encode()
        call.send_response(status)
        call.send_header("Content-Length", str(len(body)))
        call.end_headers()
        if call.command != "HEAD":
            call.wfile.write(body)
        return True

    return behave


def dripping(seconds, *, headers=False):
    """A way of answering: one byte at a time, each within the wait for bytes, for ever."""

    def behave(call):
        start = b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\nX-Slow: "
        call.wfile.write(start if headers else start + b"1\r\n\r\n")
        until = time.monotonic() + 20
        while time.monotonic() < until:
            call.wfile.write(b"x")
            call.wfile.flush()
            time.sleep(seconds)
        return True

    return behave
