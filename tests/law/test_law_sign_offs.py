"""A doubt is signed off for exactly what the law says: open, confirmed or changed; everything said stays, audited."""

import json
import re
from datetime import date

import pytest
from sqlalchemy import select

from fieldapp import clock
from fieldapp.lawbook import current
from fieldapp.lawbook.load import load_lawbook
from fieldapp.services import law_sign_offs
from fieldapp.services.law_page import OPEN, law_page
from fieldapp.services.law_sign_offs import MOST_WORDS, NoSuchDoubt, NoWords, doubts, sign_off
from fieldapp.tables.audit import AuditEntry
from fieldapp.tables.db import reading, writing
from fieldapp.tables.people import Person
from tests.law.oakmere import write_oakmere
from tests.law.test_law_page import LICENSES

OWN = {"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"}


def a_person(name="Ada Marsh"):
    key = name.lower().replace(" ", "")
    values = {"username": key, "username_key": key, "name": name, "handle": key.encode().ljust(32)}
    with writing() as connection:
        done = connection.execute(Person.__table__.insert().values(**values, demo=False, created_at=clock.now()))
        return done.inserted_primary_key[0]


@pytest.fixture
def law(tmp_path, monkeypatch):
    """law(text): the lawbook from now on, Oakmere's licenses being `text`."""
    write_oakmere(tmp_path)

    def use(text):
        (tmp_path / "oakmere/licenses.toml").write_text(text, encoding="utf-8")
        monkeypatch.setattr(current, "_book", load_lawbook(tmp_path))

    use(LICENSES)
    return use


def the_doubt(city="oakmere", key="license.dog.from_age", since=date(2024, 7, 1)):
    return next(d for d in doubts(city) if (d.key, d.since) == (key, since))


def sign(doubt, state="confirmed", words="The council said so on 4 May.", person=None, city="oakmere"):
    person = person or a_person()
    sign_off(city, doubt.ref, state, words, person_id=person, actor=f"person:{person}")
    return person


def test_open_until_somebody_says_something(app_on_both, law):
    before = law_page("oakmere").open_doubts
    assert the_doubt().state == "open"
    person = sign(the_doubt())
    settled = the_doubt()
    assert settled.state == "confirmed"
    assert [(s.state, s.words, s.by, s.earlier) for s in settled.history] == [
        ("confirmed", "The council said so on 4 May.", "Ada Marsh", False),
    ]
    assert settled.history[0].at.tzinfo is not None
    assert law_page("oakmere").open_doubts == before - 1
    sign(the_doubt(), "changed", "Read as five months.", person)
    sign(the_doubt(), "open", "The attorney asks again.", person)
    assert the_doubt().state == "open"
    assert [s.state for s in the_doubt().history] == ["open", "changed", "confirmed"]
    assert law_page("oakmere", only=OPEN).open_doubts == before


def test_what_is_signed_off_is_one_date_and_one_wording(app, law):
    sign(the_doubt())
    assert the_doubt(since=date(2020, 1, 1)).state == "open"  # the earlier value has its own doubt
    law(LICENSES.replace("number = 4", "number = 5"))
    assert the_doubt().state == "open"
    assert [(s.state, s.earlier) for s in the_doubt().history] == [("confirmed", True)]
    law(LICENSES.replace("Which months?", "Which of the months?"))
    assert the_doubt().state == "open"
    law(LICENSES.replace("last_checked = 2026-11-30", "last_checked = 2026-12-01"))
    assert the_doubt().state == "confirmed"  # looking again changes nothing
    law(LICENSES.replace("[[value]]", "# moved down\n\n[[value]]"))
    assert the_doubt().state == "confirmed"


def test_a_doubt_that_is_gone_cannot_be_signed_off(app, law):
    old = the_doubt()
    law(LICENSES.replace("number = 4", "number = 5"))
    with pytest.raises(NoSuchDoubt):
        sign(old)
    law(LICENSES.replace('doubt = "Which months?"\n', ""))
    with pytest.raises(StopIteration):
        the_doubt()


@pytest.mark.parametrize(
    ("state", "words"),
    [("confirmed", " "), ("confirmed", ""), ("confirmed", "x" * (MOST_WORDS + 1)), ("settled", "x"), ("", "x")],
)
def test_words_are_needed_and_a_state(app, law, state, words):
    with pytest.raises(NoWords):
        sign(the_doubt(), state, words)
    assert the_doubt().history == ()


def test_words_are_kept_in_one_line(app, law):
    sign(the_doubt(), words=f"  One\x00\n two  {'x' * (MOST_WORDS - 8)}")
    assert the_doubt().history[0].words.startswith("One two x")


def test_a_citys_word_is_its_own(app, law):
    sign(the_doubt("crystal", "rabies.first_dose_wait", date(2000, 1, 1)), city="crystal")
    assert the_doubt("crystal", "rabies.first_dose_wait", date(2000, 1, 1)).state == "confirmed"
    assert the_doubt("benson", "rabies.first_dose_wait", date(2000, 1, 1)).state == "open"
    assert the_doubt("oakmere", "rabies.first_dose_wait", date(2000, 1, 1)).state == "open"


def test_the_name_of_a_city_can_be_in_doubt(app):
    name = law_page("battle_lake").name_doubt
    sign(name, "confirmed", "Battle Lake's clerk: it is our section.", city="battle_lake")
    assert law_page("battle_lake").name_doubt.state == "confirmed"
    assert law_page("crystal").name_doubt is None


def test_it_is_audited(app_on_both, law):
    doubt = the_doubt()
    person = sign(doubt, words="Ein Wort: «so»")
    with reading() as connection:
        entry = connection.execute(select(AuditEntry.__table__).where(AuditEntry.city == "oakmere")).one()
    assert (entry.actor, entry.action, entry.subject) == (f"person:{person}", "doubt.signed_off", f"law:{doubt.ref}")
    detail = json.loads(entry.detail)
    assert detail == {
        "place": "oakmere", "kind": "value", "key": "license.dog.from_age", "since": "2024-07-01",
        "content": doubt.content, "state": "confirmed", "words": "Ein Wort: «so»",
    }  # fmt: skip


class TestPages:
    @pytest.fixture
    def enter(self, demo_app, demo_people):
        def as_role(role, city="crystal"):
            person = next(p for p in demo_people if p["role"] == role and p["city"] in (city, None))
            client = demo_app.test_client()
            fields = {k: person[k] for k in ("username", "password")}
            assert client.post("/login", data=fields, headers=OWN).status_code == 303
            return client

        return as_role

    def address(self, city="crystal"):
        return f"/law/{city}/doubts/{next(doubts(city)).ref}"

    def test_from_the_page_to_the_word_and_back(self, enter):
        clerk, supervisor = enter("clerk"), enter("supervisor")
        address = self.address()
        shown = supervisor.get("/law/crystal?only=open")
        assert address in shown.text
        assert shown.headers["Cache-Control"] == "no-store"
        assert address not in clerk.get("/law/crystal?only=open").text
        menu = re.sub(r"<[^>]*>", "", clerk.get("/account").text)
        assert "The law of Crystal" in menu
        assert supervisor.get(address).status_code == 200
        said = {"state": "changed", "words": "Five months <b>say</b> the minutes of 4 May."}
        answer = supervisor.post(address, data=said, headers=OWN)
        assert (answer.status_code, answer.location) == (303, address)
        for reader in (clerk, supervisor, clerk.application.test_client()):
            text = reader.get("/law/crystal?only=doubts").text
            assert "Doubt settled: read otherwise" in text
            assert "Five months &lt;b&gt;say&lt;/b&gt; the minutes of 4 May." in text
        assert address not in supervisor.get("/law/crystal?only=open").text

    @pytest.mark.parametrize(
        "fields", [{}, {"state": "confirmed"}, {"words": "x"}, {"state": "x", "words": "x"},
                   {"state": "open", "words": "x" * 2001}, {"state": "open", "words": "\0"}]
    )  # fmt: skip
    def test_what_is_missing_is_said_and_nothing_is_kept(self, enter, fields):
        supervisor, address = enter("supervisor"), self.address()
        answer = supervisor.post(address, data=fields, headers=OWN)
        assert answer.status_code == 422
        assert "There is a problem" in answer.text
        assert next(doubts("crystal")).history == ()

    def test_others_may_not(self, enter, demo_app):
        address = self.address()
        for role in ("officer", "clerk"):
            client = enter(role)
            assert client.get(address).status_code == 403
            said = {"state": "confirmed", "words": "x"}
            assert client.post(address, data=said, headers=OWN).status_code == 403
        assert demo_app.test_client().get(address).status_code == 303
        supervisor = enter("supervisor")
        assert supervisor.get(self.address("benson")).status_code == 404
        assert supervisor.get("/law/crystal/doubts/" + "0" * 24).status_code == 404
        said = {"state": "open", "words": "x"}
        assert supervisor.post("/law/crystal/doubts/x", data=said, headers=OWN).status_code == 404
        assert supervisor.get("/law/atlantis/doubts/x").status_code == 404

    def test_a_law_that_changed_meanwhile(self, enter, monkeypatch):
        supervisor, address = enter("supervisor"), self.address()
        monkeypatch.setattr(law_sign_offs, "doubts", lambda _city: iter(()))
        said = {"state": "confirmed", "words": "x"}
        assert supervisor.post(address, data=said, headers=OWN).status_code == 404
