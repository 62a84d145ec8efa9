"""The installed app on a phone of its own: a server that can be stopped, can misbehave and can be given a new release,
and a browser whose profile outlives it.

town      a server over a fresh demo, always under the same address: .base, .people, .stop(), .start(), .misbehave(path,
          answer), .release(css=...): from now on a release with that style sheet
phone     a browser with a profile of its own: .page(), .quit() and .start() (the same profile, cold)
set_up    set_up(role=...): a page of `phone`, signed in, with everything kept for the time without a signal
"""

import dataclasses
import hashlib
import shutil
import socket
import threading

import pytest
from werkzeug.serving import make_server

from fieldapp.services.browser_files import FOLDER, Assets, read_assets
from tests.stand.browsers import CHROMIUM, EXPECTED, FLAGS, PATIENCE, patient
from tests.stand.serving import person_of

PHONE = {
    "viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "has_touch": True, "is_mobile": True,
    "locale": "en-US", "timezone_id": "America/Chicago",
}  # fmt: skip
OFFLINE = ("Failed to load resource", "TypeError: Failed to fetch", "htmx:afterRequest", "htmx:sendError")


class Town:
    """A server in a thread; `answers` counts what it was asked for."""

    def __init__(self, app, people, folder):
        self.app, self.people, self.folder = app, people, folder
        self.port, self.server, self.wrong, self.asked = 0, None, {}, []
        self.start()
        self.base = f"http://localhost:{self.port}"

    def person(self, role, city="crystal"):
        return person_of(self.people, role, city)

    def start(self):
        self.server = make_server("localhost", self.port, self.answer, threaded=True)
        self.server.daemon_threads = True
        self.port = self.server.server_port
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()

    def stop(self):
        if self.server is None:
            return
        self.server.shutdown()
        self.server.server_close()
        self.thread.join(10)
        self.server = None

    def answer(self, environ, start_response):
        if self.server is None:  # the browser opens connections in advance, and would wait on one for ever
            environ["werkzeug.socket"].shutdown(socket.SHUT_RDWR)
            raise ConnectionResetError
        path = environ["PATH_INFO"]
        self.asked.append((environ["REQUEST_METHOD"], path))
        wrong = self.wrong.get(path)
        return (wrong or self.app.wsgi_app)(environ, start_response)

    def misbehave(self, path, status="500 INTERNAL SERVER ERROR", body=b"<h1>Error</h1>", wait=None):
        """Answer at `path` with a page of that status; `wait` is an event that is waited for first."""

        def answer(environ, start_response):
            if wait is not None:
                wait.wait(60)
                return self.app.wsgi_app(environ, start_response)
            start_response(status, [("Content-Type", "text/html; charset=utf-8"), ("Cache-Control", "no-store")])
            return [body]

        self.wrong[path] = answer

    def release(self, css):
        """Serve a release whose style sheet ends with `css`."""
        folder = self.folder / hashlib.sha256(css.encode()).hexdigest()
        shutil.copytree(FOLDER, folder)
        with (folder / "css/app.css").open("a") as sheet:
            sheet.write(css)
        by_name = read_assets(folder)
        old = self.app.extensions["assets"]
        assets = Assets(by_name, {a.address: a for a in by_name.values()}, old.kept)
        self.app.extensions["assets"] = assets
        self.app.jinja_env.globals["asset"] = assets.address


@dataclasses.dataclass
class Phone:
    playwright: object
    profile: object
    context: object = None

    def start(self):
        self.context = self.playwright.chromium.launch_persistent_context(
            self.profile, executable_path=CHROMIUM, args=[*FLAGS], headless=True, **PHONE
        )
        self.context.set_default_timeout(PATIENCE)
        self.context.faults = []
        return self

    def page(self):
        page = patient(self.context.new_page())
        faults = self.context.faults
        page.on("pageerror", lambda fault: faults.append(str(fault)))
        page.on("console", lambda line: line.type == "error" and faults.append(line.text))
        return page

    def quit(self):
        if self.context is not None:
            said = [f for f in self.context.faults if not f.startswith((*EXPECTED, *OFFLINE))]
            self.context.close()
            self.context = None
            assert said == []


@pytest.fixture
def town(demo_app, demo_people, tmp_path):
    running = Town(demo_app, demo_people, tmp_path / "releases")
    yield running
    running.stop()


@pytest.fixture
def phone(_playwright, tmp_path):
    made = Phone(_playwright, tmp_path / "profile").start()
    yield made
    made.quit()


@pytest.fixture
def set_up(town, phone, sign_in):
    def enter(role="officer", city="crystal"):
        page = sign_in(phone.page(), town, role, city)
        wait_until_kept(page)
        return page

    return enter


def until(page, asked, given=None):
    """Wait until the page answers something true to the asynchronous function `asked`; fails where it never does."""
    page.evaluate(
        f"""async (given) => {{
          const asked = {asked};
          const end = performance.now() + {PATIENCE};
          while (!(await asked(given))) {{
            if (performance.now() > end) throw new Error("it never came: " + asked);
            await new Promise((resume) => setTimeout(resume, 50));
          }}
        }}""",
        given,
    )


ASK = "import('/static/js/offline/app.000000000000.js').then(({ ask }) => ask"


def wait_until_kept(page):
    """Until the page is under the worker, the worker has every file, and the phone knows who is signed in."""
    until(page, "async () => navigator.serviceWorker.controller")
    until(
        page,
        f"""async () => {{
          const {{ first, extras }} = await {ASK}('check'));
          return first.whole === first.of && extras.whole === extras.of;
        }}""",
    )
    until(page, "async () => !document.cookie.includes('fa-person-changed')")


def kept_files(page):
    """{cache: [addresses]} of all that lies in Cache Storage."""
    return page.evaluate(
        """async () => {
          const found = {};
          for (const name of await caches.keys()) {
            const cache = await caches.open(name);
            found[name] = (await cache.keys()).map((one) => new URL(one.url).pathname).sort();
          }
          return found;
        }"""
    )
