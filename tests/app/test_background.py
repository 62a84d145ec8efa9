"""Background Sync: what waits is sent with no page open, once; where the worker cannot, the open pages send."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.app.conftest import until
from tests.at_rest.conftest import give_passkey, m, set_phone_up, until_said
from tests.at_rest.test_unlocking import DRAIN, LIST, NOTE, SENT, lock

pytestmark = pytest.mark.browser
TAG = "fieldapp-drain"
MODULE = "async () => navigator.serviceWorker.controller?.scriptURL.endsWith('/sw.js?module')"
TOLD = """() => {
  globalThis.passed = new Promise((tell) => {
    new BroadcastChannel("fieldapp-outbox").onmessage = ({ data }) => data.about === "sent" && tell(true);
  });
}"""

KEPT = "async (m) => (await (await m('outbox')).list()).every(({ state }) => ['sealed', 'complete'].includes(state))"
FAR_PAUSE = """async (m) => (await m("store")).within(["records"], "readwrite", async (tx) => {
  const [row] = await tx.store.getAll();
  await tx.store.put({ ...row, next_try: Date.now() + 3_600_000 }); // no clock of the page may be what sends
})"""
HEARS = """() => {
  globalThis.heard = new Promise((tell) => {
    navigator.serviceWorker.addEventListener("message", ({ data }) => tell(data));
  });
}"""


class Syncs:
    """The browser's own event, from a tab that shows nothing of ours."""

    def __init__(self, context):
        self.context, self.registrations = context, {}
        self.tab = context.new_page()
        self.cdp = context.new_cdp_session(self.tab)
        self.cdp.on("ServiceWorker.workerRegistrationUpdated", self._note)
        self.cdp.send("ServiceWorker.enable")

    def _note(self, told):
        self.registrations |= {each["scopeURL"]: each["registrationId"] for each in told["registrations"]}

    def dispatch(self, town):
        """Give the worker its event, and wait until a pass of the sender is over."""
        worker = self.worker(town)
        worker.evaluate(TOLD)
        self.only_dispatch(town)
        assert worker.evaluate("() => globalThis.passed")

    def only_dispatch(self, town):
        one = {"origin": town.base, "registrationId": self.registrations[f"{town.base}/"], "tag": TAG}
        self.cdp.send("ServiceWorker.dispatchSyncEvent", {**one, "lastChance": False})

    def worker(self, town):
        return next(each for each in self.context.service_workers if each.url.startswith(town.base))


@pytest.fixture
def syncs(phone):
    return Syncs(phone.context)


def at_city_hall(town):
    """[(id, state, photos, of them whole)] of what came from phones."""
    file = next(Path(town.app.instance_path).glob("*.db"))
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute(
            "select r.id, r.state, count(p.slot), count(p.whole_at) from records r left join record_photos p "
            "on p.record_key = r.key join devices d on d.id = r.device and d.person_id is not null "
            "where d.label <> 'demo' group by r.key"
        ).fetchall()


def left_without_signal(page, town, words):
    """Seal without a signal and close the page: what is sealed lies on the phone alone."""
    town.stop()
    sealed = m(page, NOTE, words)
    m(page, DRAIN)
    until_said(page, KEPT)  # whichever tab tries just now
    page.close()
    town.start()
    town.asked.clear()
    return sealed


def test_with_no_page_open_the_worker_sends_once(town, phone, set_up, syncs):
    page = set_up()
    set_phone_up(page, town)
    until(page, MODULE)
    sealed = left_without_signal(page, town, "no page")
    for _ in range(3):
        syncs.dispatch(town)
    assert [(r[0], r[1], r[2] == r[3] > 0) for r in at_city_hall(town) if r[0] == sealed] == [(sealed, "applied", True)]
    assert town.asked.count(("PUT", f"/sync/records/{sealed}")) == 1
    page = phone.page()
    page.goto(f"{town.base}/waiting")
    until_said(page, SENT)
    assert [each[:2] for each in m(page, LIST)] == [[sealed, "complete"]]


def test_locked_records_stay_and_those_of_unlocked_keys_are_sent(town, phone, set_up, syncs):
    page = set_up()
    give_passkey(page, town)
    set_phone_up(page, town)
    other = phone.page()
    other.goto(f"{town.base}/waiting")
    unlocked = left_without_signal(other, town, "the worker holds the keys")
    page.close()
    syncs.dispatch(town)
    assert town.asked.count(("PUT", f"/sync/records/{unlocked}")) == 1
    page = phone.page()
    page.goto(f"{town.base}/waiting")
    lock(page)
    town.stop()
    locked = m(page, NOTE, "nobody holds the keys")
    page.close()
    town.start()
    town.asked.clear()
    syncs.dispatch(town)
    assert [path for method, path in town.asked if method == "PUT"] == []
    page = phone.page()
    page.goto(f"{town.base}/waiting")
    assert [state for id_, state, _ in m(page, LIST) if id_ == locked] in (["sealed"], ["wait_auth"])
    expect(page.locator("[data-unlock]")).to_be_visible()


def test_where_the_worker_is_no_module_the_open_pages_send(town, phone, set_up, syncs):
    phone.context.add_init_script("delete globalThis.SyncManager")
    page = set_up()
    set_phone_up(page, town)
    until(page, "async () => navigator.serviceWorker.controller?.scriptURL.endsWith('/sw.js')")
    town.stop()
    sealed = m(page, NOTE, "the page sends")
    m(page, DRAIN)
    m(page, FAR_PAUSE)
    town.start()
    page.evaluate(HEARS)
    syncs.only_dispatch(town)
    assert page.evaluate("() => globalThis.heard") == {"send": "sync"}
    until_said(page, SENT)
    assert [row[0] for row in at_city_hall(town)].count(sealed) == 1


def test_looking_for_an_update_fetches_none_of_its_modules_again(town, set_up):
    page = set_up()
    until(page, MODULE)
    town.asked.clear()
    page.evaluate("async () => { await (await navigator.serviceWorker.getRegistration('/')).update(); }")
    assert [path for _, path in town.asked if path.startswith(("/sw.js", "/static/js/offline/"))] == ["/sw.js"]
