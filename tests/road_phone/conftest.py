"""The phone's modules in a real Chromium, alone: pages of one origin without a server behind it.

phone        a page with a fake server in it (fake_server.js) and an enrolled officer 7 of Crystal
phone_of     phone_of(context=None, there=False, enrolled=True): more of them; `there`: the server lives in another tab
server_tab   a tab of the same context that holds the fake server, which so outlives the phones' tabs
run(page, "async (m, argument) => ...", argument): a function in the page; `m(name)` imports static/js/offline/NAME.js,
             `server` is the fake server where it lives in the page, road.js gives the words that tests share
"""

from pathlib import Path

import pytest

from fieldapp.services import browser_files

ORIGIN = "http://localhost:8765"
FAKE = Path(__file__).with_name("fake_server.js")
ROAD = Path(__file__).with_name("road.js")
PAGE = "<!doctype html><html lang=en><title>phone</title><body><form><textarea name=words></textarea></form>"
TYPES = {".js": "text/javascript", ".json": "application/json"}


def serve(context):
    """Answer for the origin: an empty page, the modules by their plain names, the fake server; nothing else."""

    def answer(route):
        path = route.request.url.removeprefix(ORIGIN).partition("?")[0]
        if path.startswith("/page"):
            return route.fulfill(body=PAGE, content_type="text/html")
        named = {"/fake_server.js": FAKE, "/road.js": ROAD}
        file = named.get(path) or browser_files.FOLDER / path.removeprefix("/static/")
        if not file.is_file():
            return route.fulfill(status=404, body="")
        return route.fulfill(body=file.read_bytes(), content_type=TYPES.get(file.suffix, "text/plain"))

    context.route(f"{ORIGIN}/**", answer)


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
def phone_of(page_of):
    served = set()

    def start(page=None, *, there=False, person=7, enrolled=True):
        page = page or page_of()
        if page.context not in served:
            serve(page.context)
            served.add(page.context)
        page.goto(f"{ORIGIN}/page")
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
def server_tab(page_of):
    """A tab that holds the fake server for the other tabs of its context."""
    page = page_of()
    serve(page.context)
    page.goto(f"{ORIGIN}/page")
    run(page, SERVER_TAB, 7)
    return page
