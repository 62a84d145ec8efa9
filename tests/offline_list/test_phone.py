"""The list on the phone, with the server behind it: fetched, believed only when signed, asked without a signal."""

import json
import os
import random
import sqlite3
from contextlib import closing

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser
SETUP = """async () => {
  globalThis.m = (name) => import(`/static/js/offline/${name}.000000000000.js`);
  const { enrol } = await m("enrol");
  await enrol({ label: "Test phone", plain: true });
  await (await m("pack")).refresh({ now: true });
  return (await m("list")).hasList();
}"""
AGAIN = "async () => { globalThis.m = (name) => import(`/static/js/offline/${name}.000000000000.js`); }"


def rows(server, query):
    with closing(sqlite3.connect(server.instance / "fieldapp.db")) as database:
        return database.execute(query).fetchall()


TAGGED = """select t.code, t.number, a.name from tags t join animals a on a.id = t.animal_id
  where t.city = 'crystal' and t.state = 'issued' and a.name != '' order by t.id"""


@pytest.fixture
def phone(server, browser_page, sign_in):
    """A signed-in officer's phone with a list, on the scan page."""
    page = sign_in(browser_page, server)
    page.wait_for_function("document.body.dataset.person")
    page.evaluate("async () => { const m = await import('/static/js/offline/person.000000000000.js');"
                  " await m.remember(document.body.dataset); }")  # fmt: skip
    assert page.evaluate(SETUP)
    page.goto(f"{server.base}/scan")
    page.evaluate(AGAIN)
    page.wait_for_load_state("networkidle")
    return page


def test_a_typed_number_without_a_signal(phone, server):
    code, number, name = rows(server, TAGGED)[0]
    phone.context.set_offline(True)
    results = phone.locator("[data-list-results]")
    for typed in (number, f"Tag {number}", code, code.lower()):
        phone.locator("[data-number-form] [name=text]").fill(typed)
        phone.locator("[data-number-form] button[type=submit]").click()
        expect(results.get_by_role("heading", name=name)).to_be_visible()
        results.evaluate("(place) => place.replaceChildren()")
    phone.locator("[data-number-form] button[type=submit]").click()
    expect(results.locator("[data-status]:visible")).to_have_count(1)
    expect(results).to_contain_text("this phone\u2019s list")
    expect(results).to_contain_text("today")
    assert phone.url == f"{server.base}/scan"
    phone.context.set_offline(False)


def test_what_is_not_in_the_list_is_never_called_unlicensed(phone):
    phone.context.set_offline(True)
    phone.locator("[data-number-form] [name=text]").fill("99-77777")
    phone.locator("[data-number-form] button[type=submit]").click()
    results = phone.locator("[data-list-results]")
    expect(results.get_by_role("heading", name="Not found")).to_be_visible()
    assert "NO LICENSE" not in results.inner_text()
    phone.context.set_offline(False)


def test_with_a_signal_the_server_answers(phone, server):
    _, number, name = rows(server, TAGGED)[0]
    phone.locator("[data-number-form] [name=text]").fill(number)
    with phone.expect_navigation(url="**/T/*"):
        phone.locator("[data-number-form] button[type=submit]").click()
    expect(phone.get_by_role("heading", name=name)).to_be_visible()


def test_an_old_list_says_not_known(phone, server):
    _, number, name = rows(server, TAGGED)[0]
    phone.context.set_offline(True)
    phone.evaluate("() => { const now = Date.now(); Date.now = () => now + 25 * 3_600_000; }")
    phone.locator("[data-number-form] [name=text]").fill(number)
    phone.locator("[data-number-form] button[type=submit]").click()
    results = phone.locator("[data-list-results]")
    expect(results.get_by_role("heading", name="NOT KNOWN")).to_be_visible()
    expect(results).to_contain_text("Check by radio")
    expect(results.get_by_role("heading", name=name)).to_be_visible()
    phone.context.set_offline(False)


CLOCKS = """async ([codes, jumps]) => {
  const { lists, readingsOf } = await m("list");
  const { within } = await m("store");
  const real = Date.now();
  const [row] = (await within(["pack"], "readonly", (tx) => tx.store.getAll())).filter((one) => one.valid_until);
  const ends = Date.parse(row.valid_until);
  const wrong = [];
  const words = {};
  let latest = Date.parse(row.as_of);
  for (const jump of jumps) {
    Date.now = () => real + jump;
    latest = Math.max(latest, real + jump);
    const [list] = await lists();
    if (list.stale !== latest >= ends) wrong.push(jump);
    for (const code of codes) {
      const [reading] = await readingsOf(list, { code });
      words[`${reading.status} ${list.stale}`] = (words[`${reading.status} ${list.stale}`] ?? 0) + 1;
      const says = reading.status !== "NOT KNOWN" || reading.license || reading.rabies;
      if (latest >= ends && says) wrong.push([jump, code]);
    }
  }
  return { wrong, words };
}"""


def test_no_clock_revives_an_old_list(phone, server):
    seed = int(os.environ.get("SEED") or random.SystemRandom().randrange(10**9))
    print(f"SEED={seed}")  # noqa: T201
    dice = random.Random(seed)  # noqa: S311
    codes = [code for code, _, _ in rows(server, TAGGED)][:8]
    hour = 3_600_000
    young = [dice.randint(-40 * 365 * 24, 23) * hour for _ in range(60)]
    any_ = [dice.choice((1, 24, 24 * 365)) * dice.randint(-40, 40) * hour for _ in range(120)]
    told = phone.evaluate(CLOCKS, [codes, [*young, 24 * hour, 0, -24 * hour, *any_]])
    assert told["wrong"] == [], f"SEED={seed}"
    assert told["words"].get("CURRENT false", 0) > 0
    assert told["words"]["NOT KNOWN true"] >= len(any_) * len(codes)


FORGED = """async (address) => {
  const { isOurs } = await m("pack");
  const answer = await fetch(address, { headers: { Accept: "application/json", "Fieldapp-Device": DEVICE } });
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const names = ["Kid", "Key", "Signature", "Voucher", "Vouched"];
  const of = Object.fromEntries(names.map((name) => [name, answer.headers.get(`Fieldapp-${name}`)]));
  const ask = (changes = {}, body = bytes, city = "crystal", origin = location.origin) =>
    isOurs(body, headersOf({ ...of, ...changes }), city, origin);
  const headersOf = (all) => new Headers(Object.entries(all).map(([name, value]) => [`Fieldapp-${name}`, value]));
  const { makePair, sign, keyIdOf, statement } = await m("statements");
  const { b64u, hashOf } = await m("bytes");
  const { privateKey, point } = await makePair();
  const [Kid, Key] = [await keyIdOf(point), b64u(point)];
  const said = (...lines) => sign(privateKey, statement(...lines));
  const Signature = await said("fieldapp/pack/1", location.origin, "crystal", await hashOf(bytes));
  const Vouched = await said("fieldapp/use/1", location.origin, "pack", Kid);
  const changed = bytes.slice();
  changed[changed.length - 9] ^= 1;
  return {
    true: await ask(),
    changed: await ask({}, changed),
    city: await ask({}, bytes, "benson"),
    origin: await ask({}, bytes, "crystal", "https://evil.example"),
    ownKey: await ask({ Kid, Key, Signature }),
    ownVoucher: await ask({ Kid, Key, Signature, Voucher: Kid, Vouched }),
    vouchedByItself: await ask({ Kid, Key, Signature, Vouched }),
    otherKid: await ask({ Kid }),
    noSignature: await ask({ Signature: "" }),
  };
}"""


def test_only_what_the_server_signed_is_believed(phone):
    device = phone.evaluate(
        "async () => (await (await m('who')).deviceOf((await (await m('who')).current()).id)).device"
    )
    told = phone.evaluate(FORGED.replace("DEVICE", json.dumps(device)), "/sync/pack?city=crystal&since=")
    assert {name for name, believed in told.items() if believed} == {"true"}


def kept(page):
    return page.evaluate("""async () => {
      const rows = await (await m("store")).within(["pack"], "readonly", (tx) => tx.store.getAll());
      return rows.map(({ name, base, version, as_of }) => ({ name, base, version, as_of }));
    }""")


def test_a_forged_list_changes_nothing_and_a_refusal_ends_it(phone):
    before = kept(phone)
    assert len(before) == 2
    refresh = "async () => (await m('pack')).refresh({ now: true })"
    phone.route("**/sync/pack?*", lambda route: route.fulfill(
        status=200, content_type="application/json", body='{"v": 1, "what": "delta", "city": "crystal"}'))  # fmt: skip
    phone.evaluate(refresh)
    assert kept(phone) == before
    phone.unroute("**/sync/pack?*")
    phone.route("**/sync/pack?*", lambda route: route.fulfill(
        status=401, content_type="application/json", body='{"status": 401, "error": "device"}'))  # fmt: skip
    phone.evaluate(refresh)
    assert kept(phone) == []


@pytest.mark.parametrize("width", [390, 320])
def test_it_fits_a_phone(server, page_of, sign_in, width):
    page = page_of(width=width)
    sign_in(page, server)
    page.evaluate("async () => { const m = await import('/static/js/offline/person.000000000000.js');"
                  " await m.remember(document.body.dataset); }")  # fmt: skip
    assert page.evaluate(SETUP)
    page.goto(f"{server.base}/scan")
    page.evaluate(AGAIN)
    page.wait_for_load_state("networkidle")
    page.context.set_offline(True)
    for number, (typed, name) in enumerate(rows(server, NOTED)):
        page.locator("[data-number-form] [name=text]").fill(typed)
        page.locator("[data-number-form] button[type=submit]").click()
        expect(page.locator("[data-list-results]").get_by_role("heading", name=name)).to_be_visible()
        if os.environ.get("LOOK"):
            page.screenshot(path=f"{os.environ['LOOK']}/{width}-{number}.png", full_page=True)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.context.set_offline(False)


NOTED = """select t.number, a.name from tags t join animals a on a.id = t.animal_id left join declarations d
  on d.animal_id = a.id where t.city = 'crystal' and t.state in ('issued', 'lost') and a.name != ''
  order by d.id desc, t.state desc, a.id limit 5"""
