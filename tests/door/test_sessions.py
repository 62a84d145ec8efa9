"""Session rows: they end when they should, and the cookie alone is worth nothing then."""

from datetime import timedelta

import pytest
from sqlalchemy import event, select

from fieldapp import clock
from fieldapp.services import invitations, people, sessions, sign_in
from fieldapp.tables.db import db, reading
from fieldapp.tables.people import Session


@pytest.fixture
def signed_in(make_person, here):
    """signed_in(**person): (person, the token of a complete session)."""

    def enter(*args, **more):
        person = make_person(*args, **more)
        half = sign_in.sign_in(person.username, person.password, here, demo=False)
        return person, sign_in.second_step(sessions.who_holds(half.token), person.code(), here.network)

    return enter


def later(**more):
    clock.set_clock(clock.now() + timedelta(**more))


def seen(token):
    with reading() as connection:
        wanted = select(Session.last_seen_at).where(Session.token_hash == sessions.token_hash(token))
        return connection.scalar(wanted)


def test_twelve_idle_hours_end_a_session(app_on_both, signed_in):
    _, token = signed_in()
    later(hours=11, minutes=59)
    assert sessions.who_holds(token)
    later(hours=12, minutes=1)
    assert sessions.who_holds(token) is None


def test_seven_days_end_a_session_that_is_never_idle(app_on_both, signed_in):
    _, token = signed_in()
    for _ in range(16):
        later(hours=10)
        assert sessions.who_holds(token)
    later(hours=9)
    assert sessions.who_holds(token) is None


def test_a_half_done_sign_in_lasts_thirty_minutes(app_on_both, make_person, here):
    person = make_person()
    token = sign_in.sign_in(person.username, person.password, here, demo=False).token
    later(minutes=29)
    assert sessions.who_holds(token)
    later(minutes=2)
    assert sessions.who_holds(token) is None


def test_last_seen_is_written_every_five_minutes_at_most(app_on_both, signed_in):
    _, token = signed_in()
    first = seen(token)
    later(minutes=4)
    sessions.who_holds(token)
    assert seen(token) == first
    later(minutes=2)
    sessions.who_holds(token)
    assert seen(token) >= first + timedelta(minutes=6)


def test_only_a_hash_is_kept(app, signed_in):
    _, token = signed_in()
    assert len(token) >= 43, "256 bits"
    with reading() as connection:
        assert token not in str(connection.execute(select(Session)).all())


def test_one_statement_reads_a_session(app, signed_in):


    _, token = signed_in()
    said = []
    event.listen(db.engine, "before_cursor_execute", lambda *args: said.append(args[2]))
    sessions.who_holds(token)
    assert len(said) == 1


def test_own_sessions_end_one_or_all_others(app_on_both, signed_in, here):
    person, token = signed_in()
    sessions.end_other_sessions(sessions.who_holds(token))
    others = [sign_in.sign_in(person.username, person.password, here, demo=False).token for _ in range(2)]
    who = sessions.who_holds(token)
    listed = sessions.own_sessions(who)
    assert [each.this_one for each in listed].count(True) == 1
    assert len(listed) == 3
    _, stranger = signed_in("greta")
    assert not sessions.end_session(sessions.who_holds(stranger), who.session_id), "of others: none"
    assert sessions.end_session(who, sessions.who_holds(others[0]).session_id)
    assert sessions.who_holds(others[0]) is None
    assert sessions.end_other_sessions(who) == 1
    assert sessions.who_holds(others[1]) is None
    sign_in.sign_in(person.username, person.password, here, demo=False)
    later(minutes=31)
    assert len(sessions.own_sessions(sessions.who_holds(token))) == 1, "a half-done sign-in is over by now"


def test_another_city_is_worn_only_by_its_own(app_on_both, signed_in):
    person, token = signed_in()
    who = sessions.who_holds(token)
    assert not sessions.wear(who, "benson")
    people.add_from_elsewhere("benson", person.username, "clerk", actor="cli")
    assert sessions.wear(sessions.who_holds(token), "benson")
    who = sessions.who_holds(token)
    assert (who.city, who.role, who.roles) == ("benson", "clerk", {"crystal": "officer", "benson": "clerk"})
    assert who.may("edit_animal")
    assert not who.may("edit_animal", "crystal")


def test_a_role_changes_with_the_next_request(app_on_both, signed_in):
    person, token = signed_in()
    people.change_role("crystal", person.id, "clerk", actor="cli")
    assert sessions.who_holds(token).may("import_list")


def test_a_new_password_ends_the_other_sessions(app_on_both, signed_in, here):
    person, token = signed_in()
    other = sign_in.sign_in(person.username, person.password, here, demo=False).token
    invitations.change_password(sessions.who_holds(token), "seven crooked fence posts")
    assert sessions.who_holds(other) is None
    assert sessions.who_holds(token)
    assert sign_in.sign_in(person.username, "seven crooked fence posts", here, demo=False).token


def test_a_saved_cookie_is_worth_nothing_after_signing_out(browser, make_person):
    person = make_person()
    assert browser.log_in(person, "/account").location == "/account"
    saved = browser.token
    assert browser.get("/account").status_code == 200
    assert browser.post("/logout").location == "/login"
    assert browser.token is None
    browser.plant(saved)
    answer = browser.get("/account")
    assert (answer.status_code, answer.location) == (303, "/login?next=/account".replace("/account", "%2Faccount"))


def test_a_planted_cookie_is_not_taken_over(browser, browser_of, app, make_person):
    thief, owner = make_person("thief"), make_person()
    other = browser_of(app)
    other.log_in(thief)
    browser.plant(other.token)
    browser.log_in(owner)
    assert browser.token != other.token
    assert other.get("/account").status_code == 303, "the planted session ended"


def test_an_unknown_cookie_becomes_no_session(browser, make_person):
    browser.plant("A" * 43)
    browser.log_in(make_person())
    assert browser.token != "A" * 43


def test_an_ended_person_is_out_at_the_next_request(browser, make_person):
    person = make_person()
    browser.log_in(person)
    assert browser.get("/account").status_code == 200
    people.end("crystal", person.id, actor="cli")
    assert browser.get("/account").status_code == 303


def test_the_cookie_is_host_bound(browser, make_person):
    answer = browser.log_in(make_person())
    cookie = next(c for c in answer.headers.getlist("Set-Cookie") if c.startswith("__Host-fa="))
    parts = {p.strip() for p in cookie.split(";")}
    assert {"Secure", "HttpOnly", "SameSite=Lax", "Path=/"} <= parts
    assert not any(p.lower().startswith("domain") for p in parts)


def test_a_demo_on_loopback_needs_no_secure_cookie(demo_app, demo_people):
    person = demo_people[0]
    data = {"username": person["username"], "password": person["password"]}
    answer = demo_app.test_client().post("/login", data=data, headers={"Origin": "http://localhost"})
    cookie = answer.headers["Set-Cookie"]
    assert answer.status_code == 303
    assert cookie.startswith("fa=")
    assert "Secure" not in cookie
