"""A clerk's pages for tags: stock, sheets, give, report, replace; wrong input is told and kept."""

import re

import pytest

from fieldapp.services import tag_stock, tags
from fieldapp.services.tag_print import TAGS_IN_A_PART
from tests.tags.pictures import read_symbols
from tests.tags.test_tag_print import pages as pictures_of

OWN = {"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"}


@pytest.fixture
def clerk(demo_app, demo_people):
    """A client of the clerk of Crystal, over the demo."""
    return _signed_in(demo_app, demo_people, "clerk")


@pytest.fixture
def officer(demo_app, demo_people):
    return _signed_in(demo_app, demo_people, "officer")


def _signed_in(app, people, role):
    person = next(p for p in people if p["role"] == role and p["city"] == "crystal")
    client = app.test_client()
    answer = client.post("/login", data={k: person[k] for k in ("username", "password")}, headers=OWN)
    assert answer.status_code == 303
    return client


def send(client, address, **fields):
    return client.post(address, data=fields, headers=OWN)


def a_tag(state, city="crystal"):
    return next(t for t in tag_stock.choose(city) if t.state == state)


def text(answer):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.text))


def test_the_stock_is_shown_and_more_are_made(clerk):
    before = len(tag_stock.choose("crystal", states=["in_stock"], year=2031))
    assert "Tags of Crystal" in text(clerk.get("/tags"))
    answer = send(clerk, "/tags", count="3", year="2031")
    assert (answer.status_code, answer.location) == (303, "/tags/sheets?year=2031")
    made = tag_stock.choose("crystal", states=["in_stock"], year=2031)
    assert len(made) == before + 3
    page = clerk.get(answer.location)
    assert "31-00001 to 31-00003" in text(page)
    sheet = re.search(r'href="(/tags/sheet.pdf[^"]*light-on-dark)"', page.text)[1].replace("&amp;", "&")
    pdf = clerk.get(sheet)
    assert pdf.mimetype == "application/pdf"
    assert pdf.headers["Content-Disposition"] == 'attachment; filename="tags-crystal-31-00001-to-31-00003.pdf"'
    assert pdf.headers["Cache-Control"] == "no-store"
    codes = {b.text.rpartition("/")[2] for b in read_symbols(pictures_of(pdf.data)[0])}
    assert codes == {t.code for t in made}


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"count": "", "year": "2026"}, "Type how many tags to make"),
        ({"count": "0", "year": "2026"}, "Type a number from 1 to 10,000"),
        ({"count": "10001", "year": "2026"}, "Type a number from 1 to 10,000"),
        ({"count": "3", "year": "26"}, "Type a year with four digits"),
        ({"count": "three", "year": "2026"}, "How many: type a whole number"),
        ({}, "Type how many tags to make"),
    ],
)
def test_a_wrong_count_makes_nothing_and_keeps_what_was_typed(clerk, fields, says):
    before = len(tag_stock.choose("crystal"))
    answer = send(clerk, "/tags", **fields)
    assert answer.status_code == 422
    assert "<title>Error: " in answer.text
    assert says in answer.text
    if fields.get("count"):
        assert f'value="{fields["count"]}"' in answer.text
    assert len(tag_stock.choose("crystal")) == before


def test_a_part_of_a_sheet_keeps_its_place_while_tags_are_given_away(clerk, add_animal):
    made = tag_stock.make("crystal", TAGS_IN_A_PART + 5, 2032, actor="cli")
    assert "32-00001 to 32-00280" in text(clerk.get("/tags/sheets?year=2032"))
    tags.issue("crystal", made[0].id, add_animal(), actor="cli")
    shown = text(clerk.get("/tags/sheets?year=2032"))
    assert "32-00002 to 32-00280" in shown
    assert "32-00281 to 32-00285" in shown


@pytest.mark.parametrize(
    "address",
    [
        "/tags/sheet.pdf", "/tags/sheet.pdf?year=x&from=1", "/tags/sheet.pdf?year=2026&from=99999",
        "/tags/sheet.pdf?year=2026&from=1&polarity=pink", "/tags/sheets", "/tags/sheets?year=٢٠٢٦",
        "/tags/sheets?year=99999999999999999999", "/tags/0000000000", "/tags/nonesuch", "/tags/0000000000/face.svg",
        "/animals/999999999/tags", "/animals/99999999999999999999/tags",
    ],
)  # fmt: skip
def test_what_is_not_there_is_404(clerk, address):
    assert clerk.get(address).status_code == 404


def test_one_tag_as_svg(clerk):
    tag = a_tag("in_stock")
    answer = clerk.get(f"/tags/{tag.code}/face.svg?polarity=light-on-dark")
    assert answer.mimetype == "image/svg+xml"
    assert answer.headers["Content-Security-Policy"] == "default-src 'none'; sandbox"
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{tag.number}_{tag.code}.svg"'
    assert tag.number in answer.text


def test_a_tag_is_given_to_an_animal_that_was_searched(clerk, add_animal):
    tag, animal = a_tag("in_stock"), add_animal(name="Quillwort")
    assert tag.number in text(clerk.get(f"/tags/{tag.code.lower()}/issue"))
    asked = send(clerk, f"/tags/{tag.code}/issue", q="Quillwort")
    assert asked.status_code == 303
    assert "Quillwort" not in asked.location
    found = clerk.get(asked.location)
    assert f'name="animal" value="{animal}"' in found.text
    given = send(clerk, f"/tags/{tag.code}/issue", animal=str(animal))
    assert (given.status_code, given.location) == (303, f"/t/{tag.code}")
    assert tag_stock.one("crystal", tag.id).animal_id == animal
    assert clerk.get(f"/tags/{tag.code}/issue").status_code == 409
    assert "Quillwort" in text(clerk.get(f"/tags/{tag.code}"))


def test_a_search_without_words_is_told(clerk):
    answer = send(clerk, f"/tags/{a_tag('in_stock').code}/issue", q=" ")
    assert answer.status_code == 422
    assert "Type what you know of the animal or its owner" in answer.text


def test_a_pig_gets_no_tag(clerk, add_animal):
    tag, pig = a_tag("in_stock"), add_animal(name="Truffle", species="pig")
    answer = send(clerk, f"/tags/{tag.code}/issue", animal=str(pig))
    assert answer.status_code == 422
    assert "Crystal has no tags for a pig" in answer.text
    assert tag_stock.one("crystal", tag.id).state == "in_stock"


def test_an_animal_is_given_a_tag_by_its_printed_number(clerk, add_animal):
    tag, animal = a_tag("in_stock"), add_animal(name='<img src=x onerror="1">')
    page = clerk.get(f"/animals/{animal}/tags")
    assert "<img" not in page.text
    for typed, says in (("", "Type the number that stands on the tag"), ("99-99999", "Crystal has no tag")):
        wrong = send(clerk, f"/animals/{animal}/tags", number=typed)
        assert wrong.status_code == 422
        assert says in wrong.text
    assert 'value="99-99999"' in wrong.text
    right = send(clerk, f"/animals/{animal}/tags", number=tag.number.replace("-", " "))
    assert (right.status_code, right.location) == (303, f"/animals/{animal}/tags")
    assert tag.number in clerk.get(right.location).text
    again = send(clerk, f"/animals/{animal}/tags", number=tag.number)
    assert again.status_code == 422


def test_a_tag_is_reported_and_the_report_changed(clerk):
    tag = a_tag("issued")
    page = clerk.get(f"/tags/{tag.code}/report")
    assert 'value="lost"' in page.text
    assert 'value="found"' not in page.text
    for word in ("", "eaten", "found"):
        wrong = send(clerk, f"/tags/{tag.code}/report", happening=word)
        assert wrong.status_code == 422
        assert tag_stock.one("crystal", tag.id).state == "issued"
    assert send(clerk, f"/tags/{tag.code}/report", happening="lost").location == f"/tags/{tag.code}"
    page = clerk.get(f"/tags/{tag.code}/report")
    assert 'value="found"' in page.text
    assert 'value="lost"' not in page.text
    send(clerk, f"/tags/{tag.code}/report", happening="found")
    assert tag_stock.one("crystal", tag.id).state == "issued"


def test_a_tag_is_replaced_with_proof(clerk, add_animal):
    old, new = tag_stock.make("crystal", 2, 2026, actor="cli")
    tags.issue("crystal", old.id, add_animal(name="Quillwort"), actor="cli")
    page = clerk.get(f"/tags/{old.code}/replace")
    assert {"receipt", "receipt and affidavit", "remains surrendered"} <= set(re.findall(r'value="([^"]+)"', page.text))
    without = send(clerk, f"/tags/{old.code}/replace", happening="lost", number=new.number)
    assert without.status_code == 422
    assert "Choose what the owner brought" in without.text
    assert f'value="{new.number}"' in without.text
    wrong = send(clerk, f"/tags/{old.code}/replace", happening="destroyed", proof="receipt", number=new.number)
    assert wrong.status_code == 422
    assert "remains surrendered (Crystal 910, Dog tags, subd. 5)" in wrong.text
    right = send(clerk, f"/tags/{old.code}/replace", happening="lost", proof="receipt", number=new.number)
    assert (right.status_code, right.location) == (303, f"/tags/{new.code}")
    assert f"by tag {new.number}" in text(clerk.get(f"/tags/{old.code}"))
    assert send(clerk, f"/tags/{old.code}/report", happening="lost").status_code == 422


def test_where_the_city_asks_for_no_proof_none_is_asked(demo_app, demo_people):
    person = next(p for p in demo_people if p["role"] == "clerk" and p["city"] == "benson")
    client = demo_app.test_client()
    client.post("/login", data={k: person[k] for k in ("username", "password")}, headers=OWN)
    tag, new = a_tag("issued", "benson"), a_tag("in_stock", "benson")
    assert 'name="proof"' not in client.get(f"/tags/{tag.code}/replace").text
    right = send(client, f"/tags/{tag.code}/replace", happening="lost", number=new.number)
    assert right.status_code == 303


def test_an_officer_may_do_none_of_it(officer):
    tag = a_tag("issued")
    for address in ("/tags", "/tags/sheets?year=2026", f"/tags/{tag.code}", f"/animals/{tag.animal_id}/tags"):
        assert officer.get(address).status_code == 403
    assert send(officer, f"/tags/{tag.code}/report", happening="lost").status_code == 403
    assert tag_stock.one("crystal", tag.id).state == "issued"


def test_tags_and_animals_of_another_city_are_not_there(clerk, add_animal):
    theirs = a_tag("issued", "benson")
    stock = a_tag("in_stock", "benson")
    for path in ("", "/report", "/replace", "/face.svg"):
        assert clerk.get(f"/tags/{theirs.code}{path}").status_code == 404
    assert clerk.get(f"/tags/{stock.code}/issue").status_code == 404
    assert send(clerk, f"/tags/{theirs.code}/report", happening="lost").status_code == 404
    assert send(clerk, f"/tags/{stock.code}/issue", animal=str(add_animal())).status_code == 404
    assert clerk.get(f"/animals/{theirs.animal_id}/tags").status_code == 404
    assert send(clerk, f"/animals/{theirs.animal_id}/tags", number=a_tag("in_stock").number).status_code == 404
    ours = a_tag("in_stock")
    assert send(clerk, f"/tags/{ours.code}/issue", animal=str(theirs.animal_id)).status_code == 404
    assert tag_stock.one("crystal", ours.id).state == "in_stock"
    assert tag_stock.one("benson", theirs.id).state == "issued"


def test_without_pango_the_page_says_why(clerk, monkeypatch):
    def none(*_):
        raise tag_print_module.NoPdf("There is no PDF, because this machine lacks the Pango library.")

    from fieldapp.services import tag_print as tag_print_module  # noqa: PLC0415

    monkeypatch.setattr(tag_print_module, "sheet_pdf", none)
    tag_stock.make("crystal", 1, 2033, actor="cli")
    answer = clerk.get("/tags/sheet.pdf?year=2033&from=1")
    assert answer.status_code == 503
    assert "lacks the Pango library" in answer.text
