"""Reloads, dead pages and two tabs: nothing is lost, nothing goes twice, the numbers of the device have no gap."""

import pytest

from tests.road_phone.conftest import run

pytestmark = pytest.mark.browser
BOTH = pytest.mark.parametrize("locks", [True, False], ids=["web locks", "none"])


def summary(server_tab):
    return run(server_tab, "async () => server.summary()")


@pytest.fixture
def tabs(server_tab, phone_of):
    """tabs(locks): two tabs of one phone and the tab with the server."""

    def opened(*, locks=True):
        if not locks:
            server_tab.context.add_init_script("delete Navigator.prototype.locks")
        first = phone_of(server_tab.context.new_page(), there=True)
        return first, phone_of(server_tab.context.new_page(), there=True, enrolled=False)

    return opened


def test_row_8_ten_reloads_leave_the_queue_as_it_was(server_tab, phone_of):
    page = phone_of(server_tab.context.new_page(), there=True)
    run(server_tab, 'async () => server.faults.push({ on: "/sync/records", what: "drop before", times: 999 })')
    run(page, """async () => { for (let n = 0; n < 4; n++) await sealed(`r${n}`, [["dog", 2000, 0]]); }""")
    for _ in range(10):
        phone_of(page, there=True, enrolled=False)
        run(page, "async () => { drained(); }")
    run(server_tab, "async () => { server.faults.length = 0; }")
    phone_of(page, there=True, enrolled=False)
    found = run(page, "async () => { await later(); await drained(); return Object.values(await states()); }")
    assert found == ["complete"] * 4
    assert sorted(row["seq"] for row in summary(server_tab)["rows"]) == [1, 2, 3, 4]


@pytest.mark.parametrize("at", ["/sync/records", "/sync/blobs"])
def test_row_1_a_page_that_dies_while_it_sends_leaves_the_record_to_the_next(server_tab, phone_of, at):
    page = phone_of(server_tab.context.new_page(), there=True)
    hold = "async (m, at) => { const plain = server.handle.bind(server); globalThis.asked = new Promise((tell) => {"
    hold += "server.handle = (request) => request.address.includes(at) && request.method === 'PUT'"
    hold += " ? (tell(), plain(request).then(() => new Promise(() => {}))) : plain(request);"
    run(server_tab, hold + "globalThis.letGo = () => { server.handle = plain; }; }); }", at)
    record = run(page, """async () => {
      const { id } = await sealed("dying", [["dog", 300000, 5000]]);
      drained();
      return id;
    }""")  # fmt: skip
    run(server_tab, "async () => { await asked; }")
    state = run(page, "async (m, id) => (await states())[id]", record)
    page.close(run_before_unload=False)
    run(server_tab, "async () => letGo()")
    page = phone_of(server_tab.context.new_page(), there=True, enrolled=False)
    found = run(page, """async (m, id) => {
      await (await m("records")).wakeAll();
      const woken = (await states())[id];
      await later();
      await drained();
      const journal = (await rows("journal")).map(({ what }) => what);
      return { woken, after: (await states())[id], noted: journal.includes("was being sent when the page ended") };
    }""", record)  # fmt: skip
    assert state == ("sending" if "records" in at else "stored")
    assert found == {
        "woken": "sealed" if "records" in at else "stored", "after": "complete", "noted": "records" in at,
    }  # fmt: skip
    assert len(summary(server_tab)["rows"]) == 1


@BOTH
def test_two_tabs_seal_at_once_without_a_gap_and_send_each_once(tabs, server_tab, locks):
    pages = tabs(locks=locks)
    for page in pages:
        run(page, """async () => {
          const many = [...Array(8).keys()].map((n) => sealed(`r${n}`, [["dog", 1500, 0]]));
          globalThis.going = Promise.all(many).then(() => drained());
        }""")  # fmt: skip
    for page in pages:
        run(page, "async () => { await going; }")
    assert run(pages[0], "async () => { await later(); await drained(); return new Set(Object.values(await states())).size; }") == 1  # fmt: skip  # noqa: E501  lines of the page's own script
    found = summary(server_tab)
    assert sorted(row["seq"] for row in found["rows"]) == list(range(1, 17))
    assert found["chains"] == [True]
    assert len(found["wholes"]) == 16
    if locks:
        puts = [one for one in found["log"] if one["method"] == "PUT" and "/records/" in one["address"]]
        assert len(puts) == 16


def test_only_one_of_two_tabs_drains(tabs, server_tab):
    first, second = tabs()
    run(server_tab, """async () => {
      const plain = server.handle.bind(server);
      globalThis.free = new Promise((done) => (globalThis.letGo = done));
      server.handle = async (request) => { await free; return plain(request); };
    }""")  # fmt: skip
    run(first, 'async () => { await sealed("slow"); globalThis.going = drained(); }')
    run(first, 'async () => { while (!Object.values(await states()).includes("sending")) await new Promise(requestIdleCallback); }')  # fmt: skip  # noqa: E501  lines of the page's own script
    busy = run(second, "async () => (await drained()).busy")
    sealed_there = run(second, 'async () => (await sealed("from the second tab")).id')
    run(server_tab, "async () => letGo()")
    run(first, "async () => { await going; }")
    assert busy is True
    assert run(second, "async (m, id) => (await states())[id]", sealed_there) == "complete"


def test_news_of_one_tab_reach_the_other(tabs):
    first, second = tabs()
    run(second, """async (m) => {
      const { watch } = await m("outbox");
      globalThis.heard = new Promise((tell) => watch(({ about, id }) => about === "sealed" && tell(id)));
    }""")  # fmt: skip
    record = run(first, 'async () => (await sealed("news")).id')
    assert run(second, "async () => heard") == record
    counts = run(second, 'async (m) => (await m("outbox")).count()')
    assert (counts["mine"], counts["others"], counts["needs"]) == (1, 0, 0)


@BOTH
def test_a_draft_is_sealed_once_though_two_tabs_try(tabs, server_tab, locks):
    first, second = tabs(locks=locks)
    draft = run(first, 'async () => (globalThis.held = await drafted("one")).id')
    second_says = run(second, """async (m, id) => {
      const draft = await (await m("drafts")).drafts.open("field_note", id);
      return (await m("seal")).seal(draft, { ...FACTS, payload: {} }).catch((fault) => fault.constructor.name);
    }""", draft)  # fmt: skip
    first_says = run(first, 'async (m) => (await m("seal")).seal(held, { ...FACTS, payload: { by: "first" } })')
    run(first, "async () => { await drained(); }")
    assert second_says == "ReadOnly"
    assert first_says == {"id": draft, "seq": 1}
    assert [row["payload"] for row in summary(server_tab)["rows"]] == [{"by": "first"}]


def test_row_55_a_newer_version_of_the_store_is_not_held_up_by_an_old_tab(tabs):
    first, second = tabs()
    run(first, 'async () => { await sealed("kept"); }')
    found = run(second, """async (m) => {
      const { openStore } = await m("store");
      (await openStore()).close();
      const { openDB } = await import("/static/vendor/idb/index.js");
      const db = await openDB("fieldapp", 99, { upgrade: (db) => db.createObjectStore("later") });
      const kept = (await db.getAll("records")).length;
      db.close();
      return kept;
    }""")  # fmt: skip
    assert found == 1
    said = run(first, "async () => rows('records').catch((fault) => fault.message)")
    assert said == "A newer version of this app is on this phone already. Reload the page."


def test_a_tab_that_the_system_froze_keeps_nobody_from_sealing(tabs):
    first, second = tabs()
    first.evaluate("navigator.locks.request('fieldapp:seal', () => new Promise(() => {})); 1")
    assert run(second, 'async () => (await sealed("all the same")).seq') == 1
