"""The form of a field note on a phone: taps, drafts, a second tab, position and city, photos, sealing once."""

import re

import pytest
from playwright.sync_api import expect

from tests.notes.conftest import HOSTILE, until
from tests.photos_phone.made import as_bytes, scene

SAVE = "Save this note"
SEALED = re.compile("^(Saved on this phone, not yet at city hall|Received at city hall, receipt [0-9]+)$")
CRYSTAL = {"latitude": 45.0326, "longitude": -93.3599, "accuracy": 12}
BENSON = {"latitude": 45.315, "longitude": -95.6, "accuracy": 8}


def wired(page):
    """The form's script has opened a draft."""
    expect(page).to_have_url(re.compile(r"draft="))


def opened(page, server, address="/notes/new"):
    page.goto(server.base + address)
    wired(page)
    return page


def drafted(page, records_of, count=1):
    """Wait until the drafts of this phone hold what was typed."""
    until(page, "async (m, count) => (await (await m('drafts')).listDrafts()).length === count", count)
    return [one for one in records_of(page) if one["state"] == "draft"]


def received(page, records_of, count=1):
    complete = (
        "async (m, count) => (await (await m('outbox')).list()).filter((o) => o.state === 'complete').length === count"
    )
    until(page, complete, count)
    return records_of(page)


def read(page, record_id):
    """What was sealed."""
    return page.evaluate(
        "async (id) => (await (await import('/static/js/offline/outbox.000000000000.js')).read(id)).body", record_id
    )


def test_six_taps_from_the_start_to_a_sealed_note_with_position_and_case(server, page_of, enrolled, records_of):
    page = enrolled(page_of(geolocation=CRYSTAL, permissions=["geolocation"]), server)
    page.goto(server.base)
    taps = 0
    for target in (page.get_by_role("link", name="New note"), page.locator("label.end", has_text="Gone on arrival")):
        target.tap()
        taps += 1
    wired(page)
    expect(page.locator("[data-place-words]")).to_have_text("Position found, within 12 meters.")
    page.get_by_role("button", name=SAVE).tap()
    taps += 1
    expect(page.get_by_role("heading", name=SEALED)).to_be_visible()
    assert taps <= 6
    (one,) = received(page, records_of)
    body = read(page, one["id"])
    assert body["city"] == "crystal"
    assert body["city_by"] == "position"
    assert (body["place"]["lat"], body["place"]["lon"], body["place"]["accuracy_m"]) == ("45.032600", "-93.359900", 12)
    assert (body["payload"]["ended"], body["payload"]["place_by"]) == ("gone_on_arrival", "position")
    assert body["payload"]["protection"] == "storage"


def test_a_tag_page_leads_to_a_note_with_its_tag_and_city(server, browser_page, enrolled, records_of):
    page = enrolled(browser_page, server)
    page.goto(server.base + "/search")
    page.fill("[name=q]", "Juniper")
    page.keyboard.press("Enter")
    page.locator(".match").first.tap()
    page.get_by_role("link", name="Returned to owner").tap()
    wired(page)
    expect(page.locator("[name=ended][value=returned_to_owner]")).to_be_checked()
    page.get_by_role("button", name=SAVE).tap()
    (one,) = received(page, records_of)
    body = read(page, one["id"])
    assert (body["city"], body["city_by"]) == ("crystal", "tag")
    assert len(body["payload"]["animal"]["tag"]) == 10
    page.goto(f"{server.base}/notes/of/{one['id']}")
    expect(page.locator(".facts").first).to_contain_text("Juniper")


def test_what_is_typed_is_kept_and_brought_back(server, browser_page, enrolled, records_of):
    page = opened(enrolled(browser_page, server), server)
    page.locator("label.end", has_text="Other").tap()
    page.fill("[name=ended_words]", "Taken along by a rescue")
    page.fill("[name=words]", HOSTILE)
    page.fill("[name=animal-words]", "gray tabby")
    expect(page.get_by_text("Choose photos")).to_be_visible()
    page.locator("[data-picker=controls] input[multiple]").set_input_files(
        {"name": "scene.jpg", "mimeType": "image/jpeg", "buffer": as_bytes(scene())}
    )
    expect(page.get_by_text("Kept on this phone.")).to_be_visible()
    drafted(page, records_of)
    until(page, "async (m) => (await (await m('drafts')).listDrafts())[0].photos === 1")
    page.reload()
    expect(page.get_by_text("Brought back as you left it")).to_be_visible()
    expect(page.locator("[name=words]")).to_have_value(HOSTILE)
    expect(page.locator("[name=ended_words]")).to_have_value("Taken along by a rescue")
    expect(page.locator(".picked-one")).to_have_count(1)
    page.get_by_role("button", name=SAVE).tap()
    expect(page.get_by_role("heading", name=SEALED)).to_be_visible()
    (one,) = records_of(page)
    body = read(page, one["id"])
    assert [(line["slot"], line["form"]) for line in body["photos"]] == [("scene-1", "original"), ("scene-1", "copy")]
    assert body["payload"]["words"] == HOSTILE


def test_a_nul_that_was_pasted_is_a_mark_and_the_note_is_applied(server, browser_page, enrolled, records_of):
    page = opened(enrolled(browser_page, server), server)
    page.locator("label.end", has_text="No violation").tap()
    page.fill("[name=words]", "bitten\0twice")
    page.get_by_role("button", name=SAVE).tap()
    (one,) = received(page, records_of)
    assert read(page, one["id"])["payload"]["words"] == "bitten\ufffdtwice"
    page.goto(f"{server.base}/notes/of/{one['id']}")
    expect(page.get_by_text("bitten\ufffdtwice").first).to_be_visible()


def test_five_taps_are_one_record(server, browser_page, enrolled, records_of):
    page = opened(enrolled(browser_page, server), server)
    page.locator("label.end", has_text="No violation").tap()
    page.evaluate("for (let n = 0; n < 5; n++) document.querySelector('[type=submit].main').click()")
    expect(page.get_by_role("heading", name=SEALED)).to_be_visible()
    assert len(received(page, records_of)) == 1
    page.reload()
    expect(page.get_by_role("heading", name=SEALED)).to_be_visible()
    assert len(records_of(page)) == 1


def test_what_is_needed_is_said_and_nothing_is_sealed(server, browser_page, enrolled, records_of):
    page = opened(enrolled(browser_page, server), server)
    page.get_by_role("button", name=SAVE).tap()
    expect(page.get_by_role("alert").filter(has_text="Say how the call ended.")).to_be_visible()
    page.locator("label.end", has_text="Other").tap()
    page.get_by_role("button", name=SAVE).tap()
    expect(page.get_by_role("alert").filter(has_text="Say in a few words how the call ended.")).to_be_visible()
    assert [one["state"] for one in records_of(page) if one["state"] != "draft"] == []


def test_the_form_knows_its_city_before_its_shell_is_filled(server, browser_page, enrolled, records_of):
    """The shell of a page is rendered for nobody, and filled while the form begins: neither waits for the other."""
    page, held = enrolled(browser_page, server), []
    page.route(re.compile(r"/offline/shell\.[0-9a-f]+\.js"), lambda route: held.append(route))  # noqa: PLW0108  the library marks its callbacks
    opened(page, server, "/shell/new-note")
    expect(page.locator("[name=city][value=crystal]")).to_be_checked()
    assert len(held) == 1
    assert page.locator("body").get_attribute("data-city") is None
    page.locator("label.end", has_text="No violation").tap()
    page.get_by_role("button", name=SAVE).tap()
    expect(page.get_by_role("heading", name=SEALED)).to_be_visible()
    held.pop().continue_()
    [row] = received(page, records_of)
    assert read(page, row["id"])["city"] == "crystal"


def test_without_a_city_nothing_is_sealed(server, browser_page, enrolled, records_of):
    page = opened(enrolled(browser_page, server), server)
    page.evaluate("document.querySelectorAll('[name=city]').forEach((radio) => (radio.checked = false))")
    page.locator("label.end", has_text="No violation").tap()
    page.get_by_role("button", name=SAVE).tap()
    expect(page.locator("[data-capture-wrong]")).to_have_text("Choose the city.")
    assert [one["state"] for one in drafted(page, records_of)] == ["draft"]


def test_a_form_that_was_only_looked_at_leaves_no_draft(server, page_of, enrolled, records_of):
    page = opened(enrolled(page_of(geolocation=CRYSTAL, permissions=["geolocation"]), server), server)
    for _ in range(3):
        expect(page.locator("[data-place-words]")).to_contain_text("Position found")
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        page.goto(f"{server.base}/waiting")
        assert records_of(page) == []
        opened(page, server)
    expect(page.locator("[data-place-words]")).to_contain_text("Position found")
    page.reload()
    wired(page)
    expect(page.locator("[data-place-words]")).to_contain_text("Position found")
    page.goto(f"{server.base}/waiting")
    assert records_of(page) == []
    opened(page, server)
    expect(page.locator("[data-place-words]")).to_contain_text("Position found")
    page.fill("[name=words]", "seen")
    (one,) = drafted(page, records_of)
    kept = page.evaluate(
        "async (id) => (await import('/static/js/offline/store.000000000000.js')).within(['drafts'], 'readonly',"
        " async (tx) => (await tx.store.get(id)).fields.value.place_lat)",
        one["id"],
    )
    assert kept == "45.032600"


def test_a_second_tab_only_reads_until_it_takes_over(server, page_of, enrolled, records_of):
    first = opened(enrolled(page_of(), server), server)
    first.fill("[name=words]", "in the first tab")
    drafted(first, records_of)
    second = first.context.new_page()
    second.goto(first.url)
    expect(second.get_by_text("This form is open in another tab.")).to_be_visible()
    assert second.locator("form.capture").evaluate("(form) => form.inert")
    first_id = re.search(r"draft=([0-9a-f-]+)", second.url)[1]
    first.close()
    second.evaluate("(id) => navigator.locks.request(`fieldapp:draft:${id}`, () => {})", first_id)
    second.get_by_role("button", name="go on here").tap()
    expect(second.get_by_text("This form is open in another tab.")).to_be_hidden()
    expect(second.locator("[name=words]")).to_have_value("in the first tab")
    second.fill("[name=words]", "and in the second")
    second.locator("label.end", has_text="No violation").tap()
    second.get_by_role("button", name=SAVE).tap()
    (one,) = received(second, records_of)
    assert read(second, one["id"])["payload"]["words"] == "and in the second"


def test_a_denied_position_holds_nothing_up(server, page_of, enrolled, records_of):
    page = opened(enrolled(page_of(permissions=[]), server), server)
    page.evaluate("() => { navigator.geolocation.getCurrentPosition = (_, fail) => fail({ code: 1 }); }")
    page.get_by_role("button", name="Use my position").tap()
    expect(page.locator("[data-place-words]")).to_contain_text("Type the place instead.")
    page.fill("[name=place_words]", "Elm Park")
    page.locator("label.end", has_text="No violation").tap()
    page.get_by_role("button", name=SAVE).tap()
    (one,) = received(page, records_of)
    body = read(page, one["id"])
    assert "place" not in body
    assert (body["payload"]["place_by"], body["payload"]["place_words"]) == ("typed", "Elm Park")


def test_a_slow_position_holds_nothing_up(server, page_of, enrolled, records_of):
    page = opened(enrolled(page_of(), server), server)
    page.evaluate("() => { navigator.geolocation.getCurrentPosition = () => {}; }")
    page.get_by_role("button", name="Use my position").tap()
    expect(page.locator("[data-place-words]")).to_have_text("Finding your position. You can go on.")
    page.locator("label.end", has_text="Unable to locate").tap()
    page.get_by_role("button", name=SAVE).tap()
    (one,) = received(page, records_of)
    assert read(page, one["id"])["payload"]["place_by"] == "none"


@pytest.mark.parametrize(("city", "says"), [("benson", "The tag is of Benson."), ("crystal", ""), ("nowhere", "")])
def test_a_tag_of_a_city_that_the_officer_cannot_choose_is_said(server, page_of, enrolled, records_of, city, says):
    page = enrolled(page_of(), server)
    page.goto(f"{server.base}/notes/new?tag=0000000000&city={city}")
    expect(page.locator("[name=city][value=crystal]")).to_be_checked()
    told = page.locator("[data-city-differs]")
    expect(told).to_have_text(f"{says} This record is for Crystal." if says else "")
    page.locator("label.end", has_text="No violation").tap()
    page.get_by_role("button", name=SAVE).tap()
    (one,) = received(page, records_of)
    body = read(page, one["id"])
    assert (body["city"], body["city_by"]) == ("crystal", "tag" if city == "crystal" else "chosen")
    assert body["payload"]["city_differs"] == says


@pytest.mark.parametrize("chosen", ["benson", "crystal"])
def test_the_position_tells_the_city_and_another_choice_is_said(server, page_of, enrolled, records_of, chosen):
    page = enrolled(page_of(geolocation=BENSON, permissions=["geolocation"]), server, city=None)
    opened(page, server)
    expect(page.locator("[name=city][value=benson]")).to_be_checked()
    expect(page.locator("[data-city-why]")).to_have_text("By the position.")
    if chosen == "crystal":
        page.locator("label.city-choice", has_text="Crystal").tap()
        expect(page.locator("[data-city-differs]")).to_have_text(
            "The position lies in Benson. This record is for Crystal."
        )
    page.locator("label.end", has_text="No violation").tap()
    page.get_by_role("button", name=SAVE).tap()
    (one,) = received(page, records_of)
    body = read(page, one["id"])
    assert (body["city"], body["city_by"]) == (chosen, "position" if chosen == "benson" else "chosen")
    assert body["payload"]["city_differs"] == ("" if chosen == "benson" else "The position lies in Benson.")


def test_the_whole_form_goes_by_keyboard(server, page_of, enrolled, records_of):
    page = opened(enrolled(page_of(has_touch=False, is_mobile=False), server), server)
    page.locator("[name=ended]").first.focus()
    page.keyboard.press("Space")
    page.keyboard.press("ArrowDown")
    expect(page.locator("[name=ended][value=gone_on_arrival]")).to_be_checked()
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('.capture [type=submit]')"):
            break
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name=SEALED)).to_be_visible()
    assert page.evaluate("document.activeElement.matches('[data-sealed]')")
    assert len(received(page, records_of)) == 1


def test_when_the_receipt_comes_the_page_says_so_by_itself(server, browser_page, enrolled, records_of):
    page = opened(enrolled(browser_page, server), server)
    page.context.set_offline(True)
    page.locator("label.end", has_text="No violation").tap()
    page.get_by_role("button", name=SAVE).tap()
    heading = page.locator("#sealed-heading")
    expect(heading).to_have_text("Saved on this phone, not yet at city hall")
    expect(page.locator("[data-part=way]")).to_contain_text("It goes by itself as soon as there is signal.")
    page.context.set_offline(False)
    [one] = received(page, records_of)
    page.faults[:] = [fault for fault in page.faults if "ERR_INTERNET_DISCONNECTED" not in fault]
    expect(heading).to_have_text(f"Received at city hall, receipt {one['receipt_no']}")
    expect(page.locator("[data-part=way]")).to_have_text("All of it is there.")
    page.goto(f"{server.base}/notes/new?draft={one['id']}")
    expect(heading).to_have_text(f"Received at city hall, receipt {one['receipt_no']}")


@pytest.mark.parametrize(
    ("fields", "title"),
    [
        ({}, "Field note: no violation"),
        ({"case_number": "26-1187"}, "Field note: no violation · 26-1187"),
        ({"place_words": "5th & Main", "case_number": "26-1187"}, "Field note: no violation · 5th & Main · 26-1187"),
        (
            {"animal-words": "  brown\nlab,  limps " + "x" * 60, "place_words": HOSTILE, "case_number": "26-1187"},
            f"Field note: no violation · brown lab, limps {'x' * 22}… · {HOSTILE[:39].rstrip()}…",
        ),
    ],
)
def test_waiting_calls_a_record_by_what_tells_it_from_others(server, browser_page, enrolled, records_of, fields, title):
    page = opened(enrolled(browser_page, server), server)
    page.locator("label.end", has_text="No violation").tap()
    for name, words in fields.items():
        page.fill(f"[name={name}]", words)
    page.get_by_role("button", name=SAVE).tap()
    [one] = received(page, records_of)
    assert one["title"] == title
    page.goto(f"{server.base}/waiting")
    expect(page.locator(".waiting-title")).to_have_text(title)


def test_a_form_never_holds_more_than_sixty_photos_not_even_after_it_was_brought_back(server, browser_page, enrolled):
    page = opened(enrolled(browser_page, server), server)
    jpeg = as_bytes(scene())
    page.fill("[name=words]", "a yard")
    until(page, "async (m) => (await (await m('drafts')).listDrafts()).length === 1")
    draft = re.search(r"draft=([0-9a-f-]+)", page.url)[1]
    page.goto(f"{server.base}/waiting")  # whoever has the draft open writes to it
    page.evaluate(
        """async ([id, bytes]) => {
          const { openDraft } = await import("/static/js/offline/drafts.000000000000.js");
          const draft = await openDraft("field_note", id);
          const file = new Blob([new Uint8Array(bytes)], { type: "image/jpeg" });
          for (let n = 0; n < 59; n++) await draft.addPhoto({ kind: "scene", file, type: "jpeg" });
          await draft.close();
        }""",
        [draft, list(jpeg)],
    )
    page.goto(f"{server.base}/notes/new?draft={draft}")
    expect(page.locator(".picked-one")).to_have_count(59)
    files = [{"name": f"{n}.jpg", "mimeType": "image/jpeg", "buffer": jpeg} for n in range(3)]
    page.locator("[data-picker=controls] input[multiple]").set_input_files(files)
    expect(page.get_by_text("Give at most 60 photos at a time.")).to_be_visible()
    expect(page.locator(".picked-one")).to_have_count(60)
    until(page, "async (m) => (await (await m('drafts')).listDrafts())[0].photos === 60")
