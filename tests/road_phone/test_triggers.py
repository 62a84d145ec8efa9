"""What starts a drain: the page, sealing, signal, coming back, and a clock while the page is looked at."""

import pytest

from tests.road_phone.conftest import run

pytestmark = pytest.mark.browser
WIRE = 'async (m) => { (await m("draining")).wireDraining(); }'
DONE = """async (m, id) => {
  const { watch } = await m("outbox");
  const isDone = async () => (await states())[id] === "complete";
  while (!(await isDone())) await new Promise((again) => { const end = watch(() => { end(); again(); }); });
  return true;
}"""


@pytest.fixture
def clocked(page_of, phone_of):
    """A phone whose clock the test moves."""
    page = page_of()
    page.clock.install()
    return phone_of(page)


def test_the_start_of_a_page_drains(phone):
    record = run(phone, 'async () => (await sealed("before")).id')
    run(phone, WIRE)
    assert run(phone, DONE, record)


def test_sealing_drains(phone):
    run(phone, WIRE)
    record = run(phone, 'async () => (await sealed("now")).id')
    assert run(phone, DONE, record)


@pytest.mark.parametrize("trigger", ["online", "return", "shown again"])
def test_signal_and_coming_back_drain(phone, trigger):
    run(phone, WIRE)
    record = run(phone, """async (m) => {
      await drained();
      server.faults.push({ on: "/sync/records", what: "drop before", times: 9999 });
      const { id } = await sealed("waits");
      while (!(await rows("records"))[0].because) await drained("tick");
      return id;
    }""")  # fmt: skip
    run(phone, """async (m, trigger) => {
      server.faults = [];
      if (trigger === "online") dispatchEvent(new Event("online"));
      if (trigger === "return") document.dispatchEvent(new Event("visibilitychange"));
      if (trigger === "shown again") dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
    }""", trigger)  # fmt: skip
    assert run(phone, DONE, record)


def test_row_20_without_any_event_a_visible_page_drains_within_30_seconds(clocked):
    run(clocked, WIRE)
    record = run(clocked, """async (m) => {
      await drained();
      const { seal } = await m("seal");
      server.faults.push({ on: "/sync/records", what: "500" });
      const { id } = await sealed("waits");
      while (!(await rows("records"))[0].attempts) await drained("tick");
      await later();
      return id;
    }""")  # fmt: skip
    before = run(clocked, "async (m, id) => (await states())[id]", record)
    clocked.clock.run_for(30_000)
    assert run(clocked, DONE, record)
    assert before == "sealed"


THIRTY_WITHOUT_SIGNAL = """async (m) => {
  await drained();
  for (let n = 0; n < 30; n++) await sealed(`note ${n}`);
  server.faults.push({ on: "/sync/", what: "drop before", times: 9999 });
  for (let n = 0; n < 15; n++) await drained("return");
  const tried = await rows("records");
  server.faults = [];
  return tried.filter((row) => row.attempts || row.next_try || row.not_before).length;
}"""
COMPLETE = """async () => (await rows("records")).filter(({ state }) => state === "complete").length"""


@pytest.mark.parametrize("reason", ["online", "return", "start", "sealed", "asked"])
def test_thirty_that_reached_nobody_all_go_at_the_first_reason_to_try(phone, reason):
    assert run(phone, THIRTY_WITHOUT_SIGNAL) == 0
    assert run(phone, "(m, reason) => drained(reason)", reason)["left"] == 0
    assert run(phone, COMPLETE) == 30


def test_without_any_reason_thirty_that_reached_nobody_go_within_30_seconds(clocked):
    run(clocked, THIRTY_WITHOUT_SIGNAL)
    puts = """async () => server.log.filter(({ method }) => method === "PUT").length"""
    before = run(clocked, puts)
    waits = run(clocked, """async () => (await drained("tick")).wait""")
    assert 0 < waits <= 30_000
    assert run(clocked, puts) == before  # the phone's own pause: a tick in it asks nobody
    clocked.clock.run_for(30_000)
    assert run(clocked, """async () => (await drained("tick")).left""") == 0
    assert run(clocked, COMPLETE) == 30


def test_three_that_never_reach_anybody_hold_up_no_other(phone):
    found = run(phone, """async (m) => {
      const ids = [];
      for (let n = 0; n < 6; n++) ids.push((await sealed(`note ${n}`)).id);
      for (const id of ids.slice(0, 3)) server.faults.push({ on: id, what: "drop before", times: 9999 });
      await drained("start");
      await drained("return");
      const now = await states();
      return ids.map((id) => now[id]);
    }""")  # fmt: skip
    assert found == ["sealed"] * 3 + ["complete"] * 3


@pytest.mark.parametrize("what", ["500", "429"])
def test_a_server_in_trouble_is_still_left_alone_record_by_record(phone, what):
    found = run(phone, """async (m, what) => {
      await sealed("waits");
      server.faults.push({ on: "/sync/records", what, times: 1 });
      await drained("start");
      const [row] = await rows("records");
      await drained("return");
      await drained("tick");
      return { attempts: row.attempts, pause: row.next_try - Date.now(), left: (await drained("tick")).left };
    }""", what)  # fmt: skip
    assert found["attempts"] == 1
    assert found["pause"] > 0
    assert found["left"] == 1


def test_background_sync_is_asked_for_while_something_waits(page_of, phone_of):
    page = page_of()
    page.context.add_init_script("""
      globalThis.asked = [];
      const registration = { sync: { register: async (tag) => asked.push(tag) } };
      const worker = { getRegistration: async () => registration, addEventListener() {} };
      Object.defineProperty(Navigator.prototype, "serviceWorker", { get: () => worker });
    """)
    phone_of(page)
    found = run(page, """async (m) => {
      server.faults.push({ on: "/sync/records", what: "drop before", times: 99 });
      await sealed("waits");
      const heard = new Promise((tell) => { asked.push = (tag) => tell(tag); });
      (await m("draining")).wireDraining();
      return heard;
    }""")  # fmt: skip
    assert found == "fieldapp-drain"


def test_the_module_of_the_worker_sends_and_says_where_something_is_left(phone):
    found = run(phone, """async (m) => {
      const { sendInBackground } = await m("background");
      const send = () => sendInBackground(() => null).then(() => "done", (fault) => fault.message);
      const { id } = await sealed("by the worker");
      server.faults.push({ on: "/sync/records", what: "500", times: 1 });
      const [first, between, second] = [await send(), (await states())[id], await send()];
      const free = await (await m("locks")).tryLock("drain");
      const third = await send();
      await free();
      return { first, between, second, third, state: (await states())[id] };
    }""")  # fmt: skip
    assert found == {
        "first": "1 left to send", "between": "sealed", "second": "done", "third": "a page was sending just now",
        "state": "complete",
    }  # fmt: skip


def test_the_button_sets_the_phone_up(page_of, phone_of):
    phone = phone_of(enrolled=False)
    found = run(phone, """async (m) => {
      document.body.dataset.person = "7";
      const block = document.createElement("div");
      const [button, words, verify] = ["button", "p", "a"].map((name) => document.createElement(name));
      words.dataset.enrolWords = verify.dataset.enrolVerify = "";
      verify.hidden = block.hidden = true;
      block.append(button, words, verify);
      document.body.append(block);
      await (await m("enrol-button")).wireEnrol(block);
      server.faults.push({ on: "/sync/devices/challenge", what: "401" });
      const shown = !block.hidden;
      const said = new Promise((tell) => new MutationObserver(() => !button.disabled && tell(words.textContent)).observe(button, { attributes: true }));
      button.click();
      return { shown, said: await said.then(async () => words.textContent), verify: !verify.hidden };
    }""")  # fmt: skip  # noqa: E501  lines of the page's own script
    assert found["shown"]
    assert found["verify"]
    assert found["said"] == "refused: device"
    with phone.expect_navigation():
        phone.locator("button").click()
    assert run(phone, """async (m) => (await (await m("who")).deviceOf(7)).label.includes(" on ")""")


def test_a_worker_without_any_page_drains(server_tab, phone_of):
    page = phone_of(server_tab.context.new_page(), there=True)
    found = run(page, """async () => {
      const { id } = await sealed("by a worker", [["dog", 300000, 900]]);
      const worker = new Worker("/worker.js", { type: "module" });
      const said = [];
      const told = new Promise((tell) => {
        worker.onmessage = ({ data }) => (data === "ready" ? worker.postMessage("go") : tell(data));
        worker.onerror = ({ message }) => tell(message);
      });
      return { told: await told, state: (await states())[id] };
    }""")  # fmt: skip
    assert found == {"told": {"busy": False, "left": 0, "wait": None}, "state": "complete"}
