"""A clerk's pages for the list: upload, columns, what would change, apply; without JavaScript; and who may not."""

import io
import time
from datetime import timedelta

import pytest

from fieldapp.services.license_list import given
from fieldapp.tables import imports
from fieldapp.tables.db import writing

LIST = "Tag,Dog Name,Fee,Issued\n1,Rex,15,2/30/2026\n2,Bo,15,2/28/2026\n3,=cmd(),15,3/14/2026\n"
ORIGIN = {"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"}


@pytest.fixture
def signed_in(demo_app, demo_people):
    def enter(role="clerk", city="crystal"):
        client = demo_app.test_client()
        person = next(p for p in demo_people if p["role"] == role and p["city"] == city)
        data = {"username": person["username"], "password": person["password"]}
        assert client.post("/login", data=data, headers=ORIGIN).status_code == 303
        return client

    return enter


def give(client, content=LIST, name="list.csv"):
    content = content if isinstance(content, bytes) else content.encode()
    return client.post("/licenses", data={"file": (io.BytesIO(content), name)}, headers=ORIGIN)


def settled(client, address):
    for _ in range(200):
        part = client.get(f"{address}?part=1", headers={"HX-Request": "true"})
        assert part.status_code == 200
        if "every 1s" not in part.text:
            return part.text
        time.sleep(0.05)
    pytest.fail("the work does not end")


def test_a_list_is_read_seen_and_applied(signed_in):
    clerk = signed_in()
    sent = give(clerk)
    assert sent.status_code == 303
    address = sent.headers["Location"]
    settled(clerk, address)
    seen = clerk.get(address)
    assert seen.headers["Cache-Control"] == "no-store"
    assert "February 28, 2026" in seen.text
    assert "<dt>New</dt><dd>2</dd>" in seen.text
    assert "2/30/2026" in seen.text
    assert "Columns not used: Fee" in seen.text
    assert clerk.post(f"{address}/apply", headers=ORIGIN).status_code == 303
    done = settled(clerk, address)
    assert "The list is applied" in done
    assert clerk.post(f"{address}/apply", headers=ORIGIN).status_code == 303, "a second tap starts nothing"
    listed = clerk.get("/licenses").text
    assert "2 new, 0 changed, 0 unchanged, 1 refused" in listed
    past = done.split('href="')[1].split('"')[0]
    assert "2/30/2026" in clerk.get(past).text
    file = clerk.get(f"{past}/refused.csv")
    assert file.headers["Content-Disposition"].startswith("attachment")
    assert file.text.splitlines()[1].startswith("2,")
    again = give(clerk, file.data.decode().replace("2/30/2026", "2/20/2026").encode(), "refused.csv")
    settled(clerk, again.headers["Location"])
    assert "<dt>New</dt><dd>1</dd>" in clerk.get(again.headers["Location"]).text


def test_columns_are_settled_by_hand_and_remembered(signed_in):
    clerk = signed_in()
    odd = "Nr,Hund,Bis\n1,Rex,12/31/2026\n"
    address = give(clerk, odd).headers["Location"]
    settled(clerk, address)
    page = clerk.get(address)
    assert "There is a problem" in page.text
    assert "license number" in page.text
    assert "Apply the list" not in page.text
    assert clerk.post(f"{address}/apply", headers=ORIGIN).status_code == 303
    assert "There is a problem" in clerk.get(address).text, "what cannot be read is not applied"
    chosen = {"column-0": "number", "column-1": "name", "column-2": "ends", "name": "old program"}
    assert clerk.post(f"{address}/columns", data=chosen, headers=ORIGIN).status_code == 303
    settled(clerk, address)
    assert "December 31, 2026" in clerk.get(address).text
    clerk.post(f"{address}/apply", headers=ORIGIN)
    settled(clerk, address)
    address = give(clerk, odd.replace("1,Rex", "2,Bo")).headers["Location"]
    settled(clerk, address)
    page = clerk.get(address).text
    assert "old program" in page
    assert "December 31, 2026" in page


@pytest.mark.parametrize(
    ("content", "says"),
    [(b"", "empty"), (b"%PDF-1.7", "PDF"), (b"\xff\xd8\xff\xe0", "JPEG"), (b"PK\x03\x04xx", "damaged")],
)
def test_what_is_no_list_is_told_beside_the_field(signed_in, content, says):
    clerk = signed_in()
    page = give(clerk, content)
    assert page.status_code == 422
    assert "<title>Error: " in page.text
    assert says in page.text
    assert "Not applied yet" not in page.text


def test_no_file_is_told(signed_in):
    clerk = signed_in()
    assert clerk.post("/licenses", data={}, headers=ORIGIN).status_code == 422
    assert "Choose the file" in clerk.post("/licenses", data={}, headers=ORIGIN).text


def test_hostile_names_and_cells_are_shown_as_text(signed_in):
    clerk = signed_in()
    bad = '"><img src=x onerror=alert(1)>'
    content = f'Tag,Dog Name,"{bad.replace(chr(34), chr(34) * 2)}"\n1,<b>Rex</b>,x\n<i>2</i>,Bo,y\n'
    address = give(clerk, content, f"../../{bad}.csv").headers["Location"]
    settled(clerk, address)
    page = clerk.get(address).text
    assert "<img" not in page
    assert "<b>Rex" not in page
    assert "&lt;b&gt;Rex" in page
    assert "hx-disable" in page


def test_another_city_and_another_role_see_nothing(signed_in):
    clerk = signed_in()
    address = give(clerk).headers["Location"]
    settled(clerk, address)
    clerk.post(f"{address}/apply", headers=ORIGIN)
    past = settled(clerk, address).split('href="')[1].split('"')[0]
    foreign = signed_in(city="benson")
    for path in (address, past, f"{past}/refused.csv"):
        assert foreign.get(path).status_code == 404
    for path in ("apply", "columns", "forget", "again"):
        assert foreign.post(f"{address}/{path}", headers=ORIGIN).status_code == 404
    officer = signed_in(role="officer")
    assert officer.get("/licenses").status_code == 403
    assert give(officer).status_code == 403


def test_a_list_can_be_thrown_away(signed_in, demo_app):
    clerk = signed_in()
    address = give(clerk).headers["Location"]
    settled(clerk, address)
    assert clerk.post(f"{address}/forget", headers=ORIGIN).status_code == 303
    assert clerk.get(address).status_code == 404
    assert list((demo_app.config["SETTINGS"].instance / "lists").iterdir()) == []


def test_work_that_stopped_with_its_process_can_be_started_again(signed_in, demo_app, monkeypatch):
    clerk = signed_in()
    address = give(clerk).headers["Location"]
    settled(clerk, address)
    with writing() as connection:
        imports.set_given(connection, "crystal", int(address.rsplit("/", 1)[1]), state="applying")
    monkeypatch.setattr(given, "QUIET", timedelta(seconds=-1))
    assert "Start again" in clerk.get(address).text
    assert clerk.post(f"{address}/again", headers=ORIGIN).status_code == 303
    monkeypatch.setattr(given, "QUIET", timedelta(seconds=90))
    settled(clerk, address)
    assert "What would change" in clerk.get(address).text


def test_two_columns_of_one_name_are_settled_by_their_place(signed_in):
    clerk = signed_in()
    address = give(clerk, "License Number,Name,Name,Species,Expires\n1,Rex,Ann,dog,2027-01-31\n").headers["Location"]
    settled(clerk, address)
    seen = clerk.get(address).text
    assert "Name (column 2)" in seen
    assert "Name (column 3)" in seen
    chosen = {"column-0": "number", "column-1": "name", "column-2": "ignore", "column-3": "species",
              "column-4": "ends", "name": "twice"}  # fmt: skip
    assert clerk.post(f"{address}/columns", data=chosen, headers=ORIGIN).status_code == 303
    settled(clerk, address)
    seen = clerk.get(address).text
    assert "<dd>Rex</dd>" in seen
    assert "Columns not used: Name (column 3)" in seen
    clerk.post(f"{address}/apply", headers=ORIGIN)
    settled(clerk, address)
    again = give(clerk, "License Number,Name,Name,Species,Expires\n2,Bo,Ann,dog,2027-01-31\n").headers["Location"]
    settled(clerk, again)
    assert "<dd>Bo</dd>" in clerk.get(again).text, "the columns are remembered"
