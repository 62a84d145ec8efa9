"""30 browsers killed at a random moment of sealing and sending: what was said to be on the phone is there after it."""

import os
import random
import shutil
import signal
import subprocess
import threading

import pytest
from playwright.sync_api import Error

from tests.faults.conftest import JPEG, enrolled, planned, script, spoil
from tests.faults.reckoning import Reckoning
from tests.stand.browsers import CHROMIUM, FLAGS

pytestmark = pytest.mark.browser
KILLS = int(os.environ.get("FAULT_KILLS", "30"))
GROUPS = 2
EACH = KILLS // GROUPS
START = f"(argument) => {{ globalThis.ended = ({script('kill.js')})(argument).catch((fault) => told('fault', String(fault))); }}"  # noqa: E501
HEADLESS = ("--headless=new", "--remote-debugging-port=0", "--window-size=390,844", "--no-default-browser-check")


class Browser:
    """A Chromium over a profile that stays, whose process is ours to kill."""

    def __init__(self, playwright, profile):
        self.process = subprocess.Popen(
            [CHROMIUM, *FLAGS, *HEADLESS, f"--user-data-dir={profile}", "about:blank"],
            stderr=subprocess.PIPE, text=True, start_new_session=True,
        )  # fmt: skip
        words = next(line for line in self.process.stderr if line.startswith("DevTools listening on "))
        self.reading = threading.Thread(target=self.process.stderr.read)
        self.reading.start()
        self.browser = playwright.chromium.connect_over_cdp(words.split()[-1])
        self.context = self.browser.contexts[0]

    def page(self, address):
        page = self.context.new_page()
        page.goto(address)
        return page

    def kill(self):
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.reading.join()
        self.process.stderr.close()


@pytest.fixture
def launch(_playwright, tmp_path):
    started = []

    def start():
        started.append(Browser(_playwright, tmp_path / "profile"))
        return started[-1]

    yield start
    for each in started:
        if each.process.poll() is None:
            each.kill()
    shutil.rmtree(tmp_path / "profile", ignore_errors=True)


def work_until_killed(browser, page, number, person):
    """Seal and send until a random event, then a random while longer, then SIGKILL; (sealed, draft) that were told."""
    chance, sealed, draft, faults = random.Random(number), {}, {}, []  # noqa: S311  chances of a test, by its seed
    left = chance.randint(2, 14)
    enough = threading.Event()

    def told(what, value):
        nonlocal left
        if what == "sealed":
            sealed[value["id"]] = value
        elif what == "draft":
            draft.update(value)
        elif what == "fault":
            faults.append(value)
        left -= 1
        if left == 0:
            timer = threading.Timer(chance.random() * 0.15, lambda: (browser.kill(), enough.set()))
            timer.start()

    page.expose_function("told", told)
    with pytest.raises(Error):  # noqa: PT012  the browser is gone, perhaps before the first call is back
        page.evaluate(START, {"seed": number, "person": person, "jpeg": JPEG})
        page.evaluate("() => new Promise(() => {})")
    assert enough.wait(60)
    browser.process.wait()
    assert faults == []
    return sealed, draft


def looked_through(page, sealed, draft):
    """What is missing or torn on the phone that was started again."""
    yield from page.evaluate("async () => plans.torn()")
    held = {row["id"] for row in page.evaluate("async () => plans.held()")}
    yield from (f"lost on the phone: {one}" for one in sealed if one not in held)
    kept = page.evaluate(
        "async (id) => { const { drafts } = await plans.m('drafts'); const draft = await drafts.open('field_note', id);"
        " const { fields } = draft; await draft.close(); return fields.words; }",
        draft["id"],
    )
    if kept != draft["words"]:
        yield f"the draft reads {kept!r}"


@pytest.mark.parametrize("group", range(GROUPS))
def test_kills(launch, unruly_server, sign_in, seed, group):
    browser = launch()
    page = sign_in(browser.page("about:blank"), unruly_server)
    person, all_sealed = enrolled(page), {}
    for number in range(seed + group * EACH, seed + (group + 1) * EACH):
        spoil(unruly_server, number, 0.25)
        sealed, draft = work_until_killed(browser, page, number, person)
        browser = launch()
        page = planned(browser.page(f"{unruly_server.base}/login"))
        wrong = list(looked_through(page, sealed, draft)) if draft else []
        held = page.evaluate("async () => plans.held()")
        wrong += list(Reckoning(unruly_server).honest(held))
        all_sealed |= sealed
        assert wrong == [], f"run {number}"
    spoil(unruly_server)
    assert page.evaluate("async () => plans.settled()") == []
    held = {row["id"]: row for row in page.evaluate("async () => plans.held()")}
    assert [one for one in all_sealed if one not in held] == []
    assert list(Reckoning(unruly_server).same(held)) == []
    assert all_sealed
