"""The phone's modules in a real Chromium, alone: pages of one origin without a server behind it.

phone        a page with a fake server in it (fake_server.js) and an enrolled officer 7 of Crystal
phone_of     phone_of(context=None, there=False, enrolled=True): more of them; `there`: the server lives in another tab
server_tab   a tab of the same context that holds the fake server, which so outlives the phones' tabs
run(page, "async (m, argument) => ...", argument): a function in the page; `m(name)` imports static/js/offline/NAME.js,
             `server` is the fake server where it lives in the page, road.js gives the words that tests share
"""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from fieldapp.services import browser_files

HERE = Path(__file__).parent
PAGE = b"<!doctype html><html lang=en><title>phone</title><body><form><textarea name=words></textarea></form>"
TYPES = {".js": "text/javascript", ".json": "application/json", ".html": "text/html"}


class Files(BaseHTTPRequestHandler):
    """An empty page, the modules by their plain names, and the scripts of these tests; nothing else."""

    protocol_version = "HTTP/1.1"

    def do_GET(self):
        path = self.path.partition("?")[0]
        folder = browser_files.FOLDER if path.startswith("/static/") else HERE
        file = folder / path.removeprefix("/static/").lstrip("/")
        if path.startswith("/page"):
            return self.answer(200, PAGE, "text/html")
        if not file.is_file() or file.suffix not in TYPES:
            return self.answer(404 if path != "/favicon.ico" else 200, b"", "text/plain")
        return self.answer(200, file.read_bytes(), TYPES[file.suffix])

    def answer(self, status, body, content_type):
        self.send_response(status)
        self.send_header("Content-Type", content_type)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


@pytest.fixture(scope="session")
def origin():
    """Where the modules lie, without a server of ours behind them."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Files) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


IN_PAGE = """
([source, argument]) => {
  const m = (name) => import(`/static/js/offline/${name}.js`);
  return (0, eval)(`(${source})`)(m, argument);
}
"""


def run(page, function, argument=None):
    return page.evaluate(IN_PAGE, [function, argument])


START = """
async (m, { there, person, enrolled }) => {
  const fake = await import("/fake_server.js");
  Object.assign(globalThis, await import("/road.js"));
  if (there) {
    fake.installThere();
  } else {
    globalThis.server = await new fake.FakeServer({ origin: location.origin, person }).start();
    fake.installHere(server);
  }
  await (await m("who")).setCurrent({ id: person, name: "Officer", cities: ["crystal"] });
  if (enrolled) await (await m("enrol")).enrol({ label: "test" });
}
"""


@pytest.fixture
def phone_of(page_of, origin):
    def start(page=None, *, there=False, person=7, enrolled=True):
        page = page or page_of()
        page.goto(f"{origin}/page")
        run(page, START, {"there": there, "person": person, "enrolled": enrolled})
        return page

    return start


@pytest.fixture
def phone(phone_of):
    return phone_of()


SERVER_TAB = """
async (m, person) => {
  const fake = await import("/fake_server.js");
  globalThis.server = await new fake.FakeServer({ origin: location.origin, person }).start();
  fake.answerOthers(server);
}
"""


@pytest.fixture
def server_tab(page_of, origin):
    """A tab that holds the fake server for the other tabs of its context."""
    page = page_of()
    page.goto(f"{origin}/page")
    run(page, SERVER_TAB, 7)
    return page
