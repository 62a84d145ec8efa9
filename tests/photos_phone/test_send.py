"""Send from the phone: byte for byte, once, with progress; what fails stays and can be sent again."""

import hashlib
import json
import re

import pytest
from playwright.sync_api import expect

from tests.photos_phone import made
from tests.photos_phone.conftest import choose, picked
from tests.stand.serving import person_of

pytestmark = pytest.mark.browser
ROUTE = re.compile(r"/animals/\d+/photos$")


def add(page, kind="The animal"):
    if kind:
        page.get_by_role("radio", name=kind).check()
    page.get_by_role("button", name="Add the photos").click()


def states(page, *wanted):
    expect(page.locator(".picked-one[data-state=sending]")).to_have_count(0)
    for at, state in enumerate(wanted):
        expect(page.locator(".picked-one").nth(at)).to_have_attribute("data-state", state)


def posts_only(handle):
    return lambda route: handle(route) if route.request.method == "POST" else route.continue_()


def test_originals_arrive_byte_for_byte_in_order_with_their_kinds(phone, on_record):
    files = {
        "one.jpg": made.GOOD,
        "cut.jpg": made.REFUSED["cut.jpg"],
        "two.jpg": made.turned(6),
        "good.png": made.TAKEN["good.png"],
    }
    choose(phone, files)
    phone.get_by_label("What it shows: two.jpg").select_option("Its enclosure")
    add(phone)
    states(phone, "stored", "refused", "stored", "stored")
    names = ["one.jpg", "two.jpg", "good.png"]
    assert [(r["file_name"], r["kind"]) for r in on_record()] == list(
        zip(names, ["dog", "enclosure", "dog"], strict=True)
    )
    assert [r["sha256"] for r in on_record()] == [hashlib.sha256(files[name]).hexdigest() for name in names]
    expect(phone.locator("[data-picker=status]")).to_have_text("3 photos were added.")
    assert [words for _, state, words in picked(phone) if state == "stored"][1] == "Added: Its enclosure."
    phone.get_by_role("link", name="See the photos").click()
    expect(phone.locator(".photos img")).to_have_count(3)


def test_the_hash_of_the_phone_travels_with_the_photo(phone):
    sent = []
    phone.route(ROUTE, posts_only(lambda route: (sent.append(route.request.post_data_buffer), route.continue_())))
    choose(phone, {"one.jpg": made.GOOD})
    add(phone)
    states(phone, "stored")
    assert hashlib.sha256(made.GOOD).hexdigest().encode() in sent[0]
    assert b'name="again"' not in sent[0]


def test_without_a_kind_or_a_photo_nothing_is_sent(phone, on_record):
    add(phone, kind=None)
    expect(phone.get_by_role("alert")).to_have_text("Take or choose one or more photos first.")
    choose(phone, {"one.jpg": made.GOOD})
    add(phone, kind=None)
    expect(phone.get_by_role("alert")).to_have_text("Say what the photos show: for all of them above, or for each.")
    expect(phone.get_by_role("radio").first).to_be_focused()
    assert on_record() == []
    phone.get_by_label("What it shows: one.jpg").select_option("A paper")
    add(phone, kind=None)
    states(phone, "stored")
    assert on_record()[0]["kind"] == "paper"


def test_a_failed_request_keeps_the_photo_and_can_be_repeated(phone, on_record):
    failing = posts_only(
        lambda route: route.abort() if b"two.jpg" in route.request.post_data_buffer else route.continue_()
    )
    phone.route(ROUTE, failing)
    choose(phone, {"one.jpg": made.GOOD, "two.jpg": made.turned(3), "three.jpg": made.turned(8)})
    add(phone)
    states(phone, "stored", "failed", "stored")
    phone.faults.clear()  # the aborted call is logged by the browser
    assert "It did not reach the server" in picked(phone)[1][2]
    expect(phone.locator("[data-picker=status]")).to_have_text(
        "2 photos were added. 1 is not sent yet and still in this list."
    )
    phone.unroute(ROUTE)
    phone.get_by_role("button", name="Send again: two.jpg").click()
    states(phone, "stored", "stored", "stored")
    assert [r["file_name"] for r in on_record()] == ["one.jpg", "three.jpg", "two.jpg"]


def test_a_lost_answer_does_not_add_the_photo_twice(phone, on_record):
    lost = []

    def lose(route):
        route.fetch()  # the server has it; the phone never hears so
        lost.append(1)
        route.abort()

    phone.route(ROUTE, posts_only(lose))
    choose(phone, {"one.jpg": made.GOOD})
    add(phone)
    states(phone, "failed")
    phone.faults.clear()
    phone.unroute(ROUTE)
    phone.get_by_role("button", name="Send again: one.jpg").click()
    states(phone, "stored")
    assert lost == [1]
    assert len(on_record()) == 1


def test_a_double_tap_sends_once(phone, on_record):
    choose(phone, {"one.jpg": made.GOOD, "two.jpg": made.turned(3)})
    phone.get_by_role("radio", name="A scene").check()
    phone.evaluate(
        "const b = document.querySelector('[data-photo-picker] [type=submit]'); b.click(); b.click(); b.click()"
    )
    states(phone, "stored", "stored")
    assert len(on_record()) == 2


def test_progress_is_told_while_a_photo_is_on_its_way(phone):
    big = made.GOOD + bytes(4_000_000)  # a trailer, as some phones add one
    phone.evaluate("""() => {
      const heard = (window.heard = []);
      new MutationObserver(() => heard.push(document.querySelector(".picked-one [data-part=words]").textContent))
        .observe(document.querySelector("[data-picker=list]"), { subtree: true, childList: true, characterData: true });
    }""")
    session = phone.context.new_cdp_session(phone)
    session.send("Network.enable")
    slow = {"offline": False, "latency": 5, "downloadThroughput": -1, "uploadThroughput": 3_000_000}
    session.send("Network.emulateNetworkConditions", slow)
    choose(phone, {"big.jpg": big})
    add(phone)
    states(phone, "stored")
    heard = phone.evaluate("window.heard")
    assert [w for w in heard if re.fullmatch(r"Sending: [1-9]\d? %", w)], heard
    assert heard[-1] == "Added: The animal."


def test_a_file_that_only_the_server_can_judge_is_refused_in_its_words(phone, on_record):
    choose(phone, {"odd.heic": made.heic(), "one.jpg": made.GOOD})
    add(phone)
    states(phone, "refused", "stored")
    words = "The photo is damaged or incomplete. Take or choose it again. Nothing of it was stored."
    assert picked(phone)[0][2] == words
    assert [r["file_name"] for r in on_record()] == ["one.jpg"]


def test_bytes_that_change_on_the_way_are_not_stored_and_sent_once_more(phone, on_record):
    tried = []

    def change(route):
        tried.append(1)
        body = route.request.post_data_buffer.replace(b"\xff\xdb", b"\xff\xda", 1) if len(tried) < 3 else None
        route.continue_(post_data=body) if body else route.continue_()

    phone.route(ROUTE, posts_only(change))
    choose(phone, {"one.jpg": made.GOOD})
    add(phone)
    states(phone, "failed")
    assert len(tried) == 2
    assert "What the server received is not what this phone sent." in picked(phone)[0][2]
    assert on_record() == []
    phone.get_by_role("button", name="Send again: one.jpg").click()
    states(phone, "stored")


def test_an_ended_session_leads_to_sign_in_and_the_list_stays(phone, on_record, phone_server):
    choose(phone, {"one.jpg": made.GOOD, "two.jpg": made.turned(3)})
    phone.context.clear_cookies()
    add(phone)
    states(phone, "failed", "ready")
    assert picked(phone)[0][2] == "Not sent: you are signed out."
    with phone.context.expect_page() as opened:
        phone.get_by_role("link", name="Sign in on a page beside this one").click()
    person = person_of(phone_server.people, "officer", "crystal")
    opened.value.locator("input[name=username]").fill(person["username"])
    opened.value.locator("input[name=password]").fill(person["password"])
    with opened.value.expect_navigation():
        opened.value.locator("input[name=password]").press("Enter")
    add(phone)
    states(phone, "stored", "stored")
    expect(phone.locator("[data-picker=signed-out]")).to_be_hidden()
    assert [r["file_name"] for r in on_record()] == ["one.jpg", "two.jpg"]


@pytest.mark.parametrize(
    ("status", "words"), [(503, "Try again in a minute."), (413, "Give fewer at a time."), (403, "Ask a supervisor.")]
)
def test_what_the_server_says_is_told(phone, status, words):
    said = json.dumps({"status": status, "error": "x", "detail": words})
    answer = posts_only(lambda route: route.fulfill(status=status, body=said, content_type="application/json"))
    phone.route(ROUTE, answer)
    choose(phone, {"one.jpg": made.GOOD})
    add(phone)
    states(phone, "refused" if status == 413 else "failed")
    assert picked(phone)[0][2] == words
    phone.unroute(ROUTE)


def test_over_a_connection_that_cannot_hash_it_is_said_and_the_server_hashes(page_of, photos_page, on_record):
    page = page_of()
    page.add_init_script("Object.defineProperty(globalThis, 'isSecureContext', { value: false })")
    photos_page(page)
    expect(page.locator("[data-picker=no-hash]")).to_be_visible()
    choose(page, {"one.jpg": made.GOOD})
    add(page)
    states(page, "stored")
    assert on_record()[0]["sha256"] == hashlib.sha256(made.GOOD).hexdigest()


def test_without_javascript_the_plain_form_does_it(page_of, sign_in, phone_server, address, on_record):
    page = sign_in(page_of(javascript=False), phone_server)
    page.goto(address)
    assert page.locator("[data-picker=controls]").is_hidden()
    page.get_by_role("radio", name="An injury").check()
    given = [
        {"name": n, "mimeType": "image/jpeg", "buffer": b} for n, b in (("a.jpg", made.GOOD), ("b.jpg", made.turned(5)))
    ]
    page.locator("input[name=photos]").set_input_files(given)
    page.get_by_role("button", name="Add the photos").click()
    expect(page.locator(".photos img")).to_have_count(2)
    assert [r["file_name"] for r in on_record()] == ["a.jpg", "b.jpg"]
