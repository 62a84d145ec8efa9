"""Photos of tags, read by the page itself: the right text within two seconds, and never a wrong one."""

from pathlib import Path

import pytest

from tests.screens.pictures import CODE, faults
from tests.screens.reading import PhotoReader

pytestmark = pytest.mark.browser
SECONDS = 2
OUTSIDE = Path(__file__).resolve().parents[3] / "shared" / "data" / "qr"
FAULTS = faults(f"HTTP://LOCALHOST/T/{CODE}")
CODE_GOOGLE, MECARD = "http://code.google.com", "MECARD:N:Google 411,;TEL:18665881077;;"
OFFICE = "UI office hours signup\nhttp://www.corp.google.com/sparrow/ui_office_hours/"
PRINT_ADS = "Google Print Ads - T.G.I.A.F. - January 31, 2008"
VCARD = "BEGIN:VCARD\nVERSION:3.0\nN:Brackenridge;Alder\nTEL:+1-555-0100\nEND:VCARD"
TEXTS = {  # "" = no code may be found; a text in HARD need not be read
    "jsqr_malformed.png": "", "jsqr_missing_finders.png": "", "no_code.jpg": "",
    "jsqr_real_world.png": "http://historypoints.org/index.php?page=great-orme-tramway",
    "other_other_city.jpg": "https://pets.hollowford.example/lookup?tag=HF-9912",
    "other_sql.jpg": "OM-24-00833' OR '1'='1", "other_vcard.jpg": VCARD,
    "tag_1.jpg": "https://tags.oakmere.example/t/OM-24-00817", "tag_2.jpg": "OM-24-00818", "tag_3.jpg": "om-24-00819",
    "tag_4.jpg": "https://tags.oakmere.example/t/OM-24-00820/", "tag_5.jpg": "OM-24-00821", "tag_6.jpg": "00822",
    "tag_7.jpg": "https://tags.oakmere.example/t/OM-23-00044", "tag_8.jpg": "OM-24-O0823",
    "tag_centre_mud.jpg": "OM-24-00831", "tag_exif6.jpg": "OM-24-00830", "tag_no_quiet_zone.jpg": "OM-24-00832",
    "zx2_30.png": "MECARD:N:測試;;", "zx2_35.png": "http://www.google.com/", "zx2_36.png": "Morden",
    "zx3_11.png": MECARD, "zx3_15.png": MECARD, "zx3_18.png": OFFICE, "zx3_22.png": OFFICE,
    "zx4_03.png": PRINT_ADS, "zx4_09.png": PRINT_ADS,
    **dict.fromkeys(("zx4_15.png", "zx4_19.png", "zx4_23.png", "zx4_27.png", "zx4_32.png"), CODE_GOOGLE),
    "zx4_38.png": "http://code.google.com/p/zxing/", "zx4_46.png": "http://code.google.com/p/zxing/",
    **dict.fromkeys(("zx6_14.png", "zx6_3.png", "zx6_9.png"), "1234567890"),
}  # fmt: skip
HARD = {"tag_3.jpg", "zx4_09.png", "zx4_32.png"}


@pytest.fixture
def reader(browser_page, preview):
    reader = PhotoReader(browser_page, preview)
    reader.read(FAULTS["clean"][0])  # fetch and start the decoder once
    return reader


def test_each_fault_comes_to_its_right_end(reader):
    wrong = []
    for name, (file, kind, text) in FAULTS.items():
        outcome = reader.read(file)
        if (outcome.kind, outcome.text) != (kind, text) or outcome.seconds > SECONDS:
            wrong.append((name, outcome))
    assert not wrong


@pytest.mark.outside
@pytest.mark.skipif(not OUTSIDE.exists(), reason=f"{OUTSIDE} is not here")
def test_every_picture_from_outside_gives_its_text_or_none(reader):
    assert {file.name for file in OUTSIDE.iterdir()} == set(TEXTS)
    wrong = []
    for name, text in TEXTS.items():
        outcome = reader.read(OUTSIDE / name)
        read = " ".join(outcome.text.split())
        right = read == " ".join(text.split()) and outcome.kind in (
            ("nothing",) if not text else ("code", "number", "foreign")
        )
        hard = name in HARD and outcome.kind == "nothing"
        if not (right or hard) or outcome.seconds > SECONDS:
            wrong.append((name, outcome))
    assert not wrong


def test_without_the_decoder_the_page_says_so_and_the_number_stays(browser_page, preview):
    browser_page.route("**/zxing_reader*", lambda route: route.abort())
    outcome = PhotoReader(browser_page, preview).read(FAULTS["clean"][0])
    assert outcome.kind == "no decoder"
    assert browser_page.locator("[data-number-form] input[name=text]").is_visible()
    browser_page.faults.clear()  # the aborted call is logged by the browser


def test_a_foreign_text_stays_a_text(reader):
    outcome = reader.read(FAULTS["markup"][0])
    assert outcome.kind == "foreign"
    assert reader.page.locator("main img").count() == 0
    assert reader.page.locator("[data-foreign] a").count() == 0
