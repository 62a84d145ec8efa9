"""Keys under a passkey: what is recorded closes without asking, and opens only once the officer's passkey was shown."""

import pytest
from playwright.sync_api import expect

from tests.at_rest.conftest import give_passkey, m, set_phone_up, until_said

pytestmark = pytest.mark.browser
LOCKED = "async (m) => (await m('safe')).locked()"
DEVICE = "async (m) => { const { current, deviceOf } = await m('who'); return deviceOf((await current()).id); }"
NOTE = """async (m, words) => {
  const { drafts } = await m("drafts");
  const { seal } = await m("seal");
  const draft = await drafts.open("field_note");
  await draft.addPhoto({ kind: "dog", file: new TextEncoder().encode(`photo of ${words}`), type: "jpeg" });
  await draft.save({ words });
  const occurred_at = new Date().toISOString();
  const animal = { id: null, tag: "", words: "brown" };
  const empty = { ended_words: "", place_words: "", case_number: "", city_differs: "", corrects: null };
  const said = { ended: "no_violation", animal, place_by: "none", occurred_at, words };
  const payload = { ...said, ...empty, protection: await (await m("safe")).protection() };
  const facts = { city: "crystal", city_by: "chosen", kind: "field_note", schema: 1, payload, title: words };
  return (await seal(draft, facts)).id;
}"""
DRAIN = "async (m) => (await m('drainer')).drain('asked')"
LIST = "async (m) => (await (await m('outbox')).list()).map(({ id, state, title }) => [id, state, title])"
SENT = "async (m) => (await (await m('outbox')).list()).every(({ state }) => state === 'complete')"
OTHER_SALT = """async (m) => {
  const value = crypto.getRandomValues(new Uint8Array(32)); // the same passkey gives another secret for it
  await (await m("store")).setMeta("passkey_salt", value);
}"""
SIGNED = "async (m, id) => (await (await m('records')).recordOf(id)).signature.length"


def lock(page):
    """As after a night: page and worker have forgotten."""
    m(page, "async (m) => (await m('unlocked')).forgetKeys()")
    until_said(page, LOCKED)


def unlock(page):
    page.get_by_role("button", name="Unlock with your passkey").click()
    expect(page.locator("[data-unlock]")).to_be_hidden()


def test_the_keys_lie_wrapped_and_the_next_page_does_not_ask_again(guarded, town):
    page = guarded.page
    device = m(page, DEVICE)
    assert device["protection"] == "passkey"
    assert "private" not in device
    assert len(device["wraps"]) == 1
    for path in ("/", "/waiting", "/ready"):
        page.goto(f"{town.base}{path}")
        assert m(page, LOCKED) is False
        expect(page.locator("[data-unlock]")).to_be_hidden()


def test_sealed_while_locked_it_is_signed_and_sent_after_unlocking(guarded, town):
    page = guarded.page
    lock(page)
    page.reload()
    sealed = m(page, NOTE, "asleep")
    m(page, DRAIN)
    assert m(page, LIST) == [[sealed, "wait_auth", ""]]
    assert m(page, SIGNED, sealed) == 0
    unlock(page)
    until_said(page, SENT)
    assert m(page, LIST) == [[sealed, "complete", "asleep"]]
    assert m(page, SIGNED, sealed) == 86


def test_without_a_signal_it_unlocks_too(guarded, town):
    page = guarded.page
    sealed = m(page, NOTE, "kept")
    lock(page)
    town.stop()
    page.goto(f"{town.base}/ready")
    expect(page.locator("[data-unlock]")).to_be_visible()
    unlock(page)
    body = m(page, "async (m, id) => (await (await m('outbox')).read(id)).body.payload.words", sealed)
    assert body == "kept"


def test_another_secret_opens_nothing_and_nobody_without_a_finger(guarded):
    page = guarded.page
    lock(page)
    words = page.locator("[data-unlock-words]")
    ask = page.get_by_role("button", name="Unlock with your passkey")
    m(page, OTHER_SALT)
    ask.click()
    expect(words).to_contain_text("does not open what is on this phone")
    [credential] = guarded.authenticator("getCredentials")["credentials"]
    guarded.authenticator("removeCredential", credentialId=credential["credentialId"])
    guarded.authenticator("addCredential", credential=credential)  # a copy that brings no secret with it
    ask.click()
    expect(words).to_contain_text("gives no secret")
    guarded.authenticator("setUserVerified", isUserVerified=False)
    ask.click()
    expect(words).to_have_text("No passkey was shown.")
    assert m(page, LOCKED) is True


def test_signing_in_with_the_passkey_unlocks_in_the_same_tap(guarded, town):
    page = guarded.page
    page.locator(".menu summary").click()
    page.get_by_role("button", name="Sign out").click()
    page.wait_for_url(f"{town.base}/login")
    page.goto(f"{town.base}/login?next=/waiting")
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.wait_for_url(f"{town.base}/waiting")
    assert m(page, LOCKED) is False
    assert m(page, DEVICE)["protection"] == "passkey"


def test_signing_out_forgets_the_keys_everywhere_and_keeps_what_was_sealed(guarded, town, sign_in):
    page = guarded.page
    other = page.context.new_page()
    other.goto(f"{town.base}/waiting")
    assert m(other, LOCKED) is False
    sealed = m(page, NOTE, "kept")
    page.locator(".menu summary").click()
    page.get_by_role("button", name="Sign out").click()
    page.wait_for_url(f"{town.base}/login")
    keys = "async (m) => { const rows = await (await m('store')).within(['devices'], 'readonly', (tx) => tx.store.getAll()); return Promise.all(rows.map(async ({ key_id }) => Boolean(await (await m('unlocked')).keysOf(key_id)))); }"  # noqa: E501
    assert m(page, keys) == [False]
    other.close()
    sign_in(page, town)
    expect(page.locator("[data-unlock]")).to_be_visible()
    unlock(page)
    assert [sealed] == [each[0] for each in m(page, LIST)]


BOTH_AT_ONCE = """async (m) => {
  const { forgetKeys, keysOf } = await m("unlocked");
  const { key_id } = (await (await m("who")).deviceOf((await (await m("who")).current()).id));
  const asked = keysOf(key_id); // the worker is asked, and has not answered yet
  forgetKeys();
  await asked;
  return Boolean(await keysOf(key_id));
}"""
FORGETS_AND_BRINGS_BACK = """async (m) => {
  const worker = (await navigator.serviceWorker.getRegistration("/")).active;
  const given = new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => done(data);
    worker.postMessage({ keys: "give" }, [port2]);
  });
  const held = await given;
  (await m("unlocked")).forgetKeys();
  await (await m("safe")).locked();
  await new Promise((done) => setTimeout(done)); // what forgetting sent is on its way before this
  worker.postMessage({ keys: "keep", held }); // a tab that has not heard of it
  return Boolean(held.keys);
}"""


def test_keys_that_arrive_after_they_were_forgotten_stay_forgotten(guarded, town):
    page = guarded.page
    page.goto(f"{town.base}/waiting")
    assert m(page, BOTH_AT_ONCE) is False
    page.reload()
    assert m(page, LOCKED) is True


def test_no_tab_brings_back_to_the_worker_what_another_forgot(guarded, town):
    page = guarded.page
    assert m(page, FORGETS_AND_BRINGS_BACK) is True
    page.reload()
    assert m(page, LOCKED) is True
    unlock(page)
    page.reload()
    assert m(page, LOCKED) is False


ROWS = """async (m) => {
  const { within } = await m("store");
  const all = (name) => within([name], "readonly", (tx) => tx.store.getAll());
  const how = [...(await all("records")).flatMap(({ body, title }) => [body, title]), ...(await all("blobs")).map(({ bytes }) => bytes)];
  const devices = (await all("devices")).map((row) => [row.protection, Boolean(row.private), Boolean(row.ended_at)]);
  return { how: how.map((each) => each.how), devices: devices.sort(), name: (await (await m("who")).current()).name?.how };
}"""  # noqa: E501


def test_without_a_passkey_it_says_storage_until_one_guards_it(set_up, town):
    page = set_up()
    set_phone_up(page, town)
    assert m(page, DEVICE)["protection"] == "storage"
    assert m(page, "async (m) => (await m('safe')).protection()") == "storage"
    town.stop()
    before = m(page, NOTE, "plain at first")
    assert m(page, ROWS)["how"] == ["storage"] * 3
    town.start()
    give_passkey(page, town)
    page.goto(f"{town.base}/ready")
    with page.expect_navigation():
        page.get_by_role("button", name="Guard it with a passkey").click()
    until_said(page, "async (m) => (await (await m('who')).current())?.name?.how === 'passkey'")
    found = m(page, ROWS)
    assert set(found["how"]) == {"passkey"}
    assert found["devices"] == [["passkey", False, False], ["storage", False, True]]
    after = m(page, NOTE, "guarded")
    m(page, DRAIN)
    until_said(page, SENT)
    assert {each[0] for each in m(page, LIST)} == {before, after}
    expect(page.get_by_role("button", name="Guard it with a passkey")).to_be_hidden()
