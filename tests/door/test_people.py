"""A city's people: invited, changed, ended, and never more than the city's own."""

import re
import threading
from datetime import timedelta

import pytest

from fieldapp import clock
from fieldapp.services import invitations, people, second_factor, sessions, sign_in
from fieldapp.services.passwords import UnusablePasswordError
from fieldapp.services.people import RefusedChangeError


def later(**more):
    clock.set_clock(clock.now() + timedelta(**more))


def invite(username="olive", city="crystal", role="officer"):
    return people.invite(city, username, username.title(), role, actor="cli", demo=False)


def test_an_invited_person_chooses_a_password_once(app_on_both, here, chain):
    invited = invite()
    assert invitations.invitation(invited.token).username == "olive"
    assert [p.can_sign_in for p in people.people_of("crystal")] == [False]
    with pytest.raises(UnusablePasswordError):
        invitations.accept(invited.token, "short", here)
    token = invitations.accept(invited.token, "seven crooked fence posts", here)
    assert not sessions.who_holds(token).complete
    assert invitations.accept(invited.token, "another crooked fence post", here) is None
    assert invitations.invitation(invited.token) is None
    assert chain() == ["person invited", "password set", "signed in"]


def test_a_link_is_over_after_a_day_and_by_a_newer_one(app_on_both, here):
    first = invite()
    second = people.new_link("crystal", first.person_id, None, actor="cli")
    assert invitations.invitation(first.token) is None
    later(hours=24, seconds=1)
    assert invitations.invitation(second.token) is None
    assert invitations.accept(second.token, "seven crooked fence posts", here) is None


def test_a_new_link_keeps_the_second_factor_and_ends_sessions(app_on_both, make_person, here):
    person = make_person()
    old = sign_in.sign_in(person.username, person.password, here, demo=False).token
    link = people.new_link("crystal", person.id, frozenset({"crystal"}), actor="cli")
    assert sessions.who_holds(old), "a link alone changes nothing"
    who = sessions.who_holds(invitations.accept(link.token, "seven crooked fence posts", here))
    assert sessions.who_holds(old) is None
    assert (who.complete, who.has_second_factor) == (False, True)
    assert not sessions.may_set_up_factor(who)


@pytest.mark.parametrize("username", ["ab", "a" * 41, "a b", "<b>", "ölive", "-a-", "a\nb", "", "a/../b"])
def test_a_username_that_cannot_be(app, username):
    with pytest.raises(RefusedChangeError) as why:
        invite(username)
    assert why.value.field == "username"


def test_a_username_is_taken_whatever_its_case(app_on_both):
    invite()
    with pytest.raises(RefusedChangeError, match="taken"):
        invite("OLIVE", "benson")


def test_the_last_supervisor_stays(app_on_both, make_person):
    one = make_person("one", role="supervisor")
    invite("two", role="supervisor")  # invited, but cannot sign in yet: does not count
    for change in (
        lambda: people.end("crystal", one.id, actor="cli"),
        lambda: people.change_role("crystal", one.id, "clerk", actor="cli"),
    ):
        with pytest.raises(RefusedChangeError, match="last supervisor"):
            change()
    make_person("three", role="supervisor")
    make_person("elsewhere", role="supervisor", city="benson")
    people.change_role("crystal", one.id, "clerk", actor="cli")
    assert people.person_of("crystal", one.id).role == "clerk"


def test_two_supervisors_cannot_end_each_other_at_once(app_on_both, make_person):
    pair = [make_person(name, role="supervisor").id for name in ("one", "two")]
    refused, start = [], threading.Barrier(2)

    def end(person_id):
        with app_on_both.app_context():
            start.wait()
            try:
                people.end("crystal", person_id, actor="cli")
            except RefusedChangeError:
                refused.append(person_id)

    threads = [threading.Thread(target=end, args=(each,)) for each in pair]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert len(refused) == 1
    assert [p.id for p in people.people_of("crystal")] == refused


def test_ending_ends_the_sessions_in_one_transaction(app_on_both, make_person, here, chain, monkeypatch):
    person = make_person()
    token = sign_in.sign_in(person.username, person.password, here, demo=False).token
    monkeypatch.setattr("fieldapp.services.people.audit.append", lambda *_, **__: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        people.end("crystal", person.id, actor="cli")
    monkeypatch.undo()
    assert sessions.who_holds(token), "all or nothing"
    people.end("crystal", person.id, actor="cli")
    assert sessions.who_holds(token) is None
    assert people.people_of("crystal") == ()
    assert chain()[-1] == "person ended"
    with pytest.raises(LookupError):
        people.end("crystal", person.id, actor="cli")


def test_a_person_of_two_cities_ends_in_one_only(app_on_both, make_person, here):
    person = make_person()
    people.add_from_elsewhere("benson", "olive", "clerk", actor="cli")
    assert people.person_of("crystal", person.id).role == "officer"
    assert people.person_of("benson", person.id).role == "clerk"
    people.end("crystal", person.id, actor="cli")
    who = sessions.who_holds(sign_in.sign_in("olive", person.password, here, demo=False).token)
    assert who.roles == {"benson": "clerk"}


def test_no_supervisor_takes_over_somebody_of_another_city(app_on_both, make_person):
    person = make_person()
    people.add_from_elsewhere("benson", "olive", "supervisor", actor="cli")
    for change in (people.new_link, people.remove_factors):
        with pytest.raises(RefusedChangeError, match="not this city's alone"):
            change("crystal", person.id, frozenset({"crystal"}), actor="person:1")
        change("crystal", person.id, frozenset({"crystal", "benson"}), actor="person:1")


def test_a_lost_phone_is_replaced(app_on_both, make_person, here):
    person = make_person()
    half = sign_in.sign_in(person.username, person.password, here, demo=False).token
    who = sessions.who_holds(sign_in.second_step(sessions.who_holds(half), person.code(), here.network))
    codes = second_factor.new_recovery_codes(who)
    people.remove_factors("crystal", person.id, frozenset({"crystal"}), actor="cli")
    done = sign_in.sign_in(person.username, person.password, here, demo=False)
    assert done.next_step == "set up"
    with pytest.raises(sign_in.NotSignedInError):
        sign_in.second_step(sessions.who_holds(done.token), codes[0], here.network)


@pytest.fixture
def boss(browser, make_person):
    browser.log_in(make_person("boss", role="supervisor"))
    return browser


def test_a_supervisor_invites(boss, browser_of, app):
    page = boss.post("/people/new", {"name": "Kim <i>", "username": "kim", "role": "clerk"})
    assert page.headers["Cache-Control"] == "no-store"
    assert "Kim &lt;i&gt;" in page.text
    link = re.search(r"https://localhost(/invited/[\w-]+)", page.text)[1]
    assert link not in boss.get("/people").text
    kim = browser_of(app)
    assert kim.get(link).status_code == 200
    assert "at least 15" in kim.post(link, {"password": "short"}).text.lower()
    assert kim.post(link, {"password": "seven crooked fence posts"}).status_code == 303
    assert kim.get("/people").location.startswith("/account/second-factor?")
    assert kim.get(link).status_code == 410
    assert kim.post(link, {"password": "seven crooked fence posts"}).status_code == 410


@pytest.mark.parametrize(
    "typed",
    [
        {"name": "", "username": "kim", "role": "clerk"},
        {"name": "Kim", "username": "k m", "role": "clerk"},
        {"name": "Kim", "username": "kim", "role": "owner"},
        {"name": "Kim", "username": "kim"},
        {"name": "x" * 5000, "username": "kim", "role": "clerk"},
        {},
    ],
)
def test_a_wrong_invitation_keeps_what_was_typed(boss, typed):
    page = boss.post("/people/new", typed)
    assert page.status_code == 422
    assert "There is a problem" in page.text
    assert "<title>Error: " in page.text
    if typed.get("username"):
        assert f'value="{typed["username"]}"' in page.text


def test_every_change_of_another_citys_person_is_404(boss, make_person):
    other = make_person("other", city="benson")
    for path in ("", "/end"):
        assert boss.get(f"/people/{other.id}{path}").status_code == 404
    for path in ("/role", "/end", "/link", "/second-factor/remove"):
        assert boss.post(f"/people/{other.id}{path}", {"role": "clerk"}).status_code == 404
    assert boss.get("/people/99999999").status_code == 404
    assert boss.get("/people/99999999999999999999999").status_code == 404
    assert "other" not in boss.get("/people").text


def test_the_pages_change_and_end(boss, make_person):
    person = make_person()
    assert boss.post(f"/people/{person.id}/role", {"role": "clerk"}).status_code == 303
    assert people.person_of("crystal", person.id).role == "clerk"
    assert boss.post(f"/people/{person.id}/role", {"role": "owner"}).status_code == 422
    assert "/invited/" in boss.post(f"/people/{person.id}/link").text
    assert boss.post(f"/people/{person.id}/second-factor/remove").status_code == 303
    assert boss.get(f"/people/{person.id}/end").status_code == 200
    assert people.person_of("crystal", person.id), "asking is not ending"
    assert boss.post(f"/people/{person.id}/end").status_code == 303
    assert people.person_of("crystal", person.id) is None


def test_the_last_supervisor_hears_why(boss):
    own = people.people_of("crystal")[0].id
    for path, data in (("end", {}), ("role", {"role": "clerk"})):
        page = boss.post(f"/people/{own}/{path}", data)
        assert page.status_code == 422
        assert "last supervisor" in page.text


def test_somebody_of_another_city_is_added(boss, make_person):
    other = make_person("other", city="benson")
    assert boss.post("/people/add", {"username": "Other", "role": "clerk"}).location == f"/people/{other.id}"
    assert boss.post("/people/add", {"username": "other", "role": "clerk"}).status_code == 422
    assert boss.post("/people/add", {"username": "nobody", "role": "clerk"}).status_code == 422
    assert "Supervisor" not in boss.get(f"/people/{other.id}").text.split("Role</dt>")[1][:60]


def test_the_first_account_comes_by_the_command(app, here):
    run = app.test_cli_runner().invoke
    refused = run(args=["people", "invite", "--city", "atlantis", "--role", "supervisor", "--username", "ada"])
    assert (refused.exit_code, refused.stderr.count("\n")) == (2, 1)
    assert run(args=["people", "invite", "--city", "crystal", "--role", "boss", "--username", "ada"]).exit_code == 2
    done = run(args=["people", "invite", "--city", "crystal", "--role", "supervisor", "--username", "ada"])
    assert done.exit_code == 0
    token = done.stdout.strip().rpartition("/")[2]
    assert invitations.accept(token, "seven crooked fence posts", here)
    assert run(args=["people", "invite", "--city", "crystal", "--role", "clerk", "--username", "ada"]).exit_code == 2
    assert run(args=["people", "link", "--city", "crystal", "--username", "nobody"]).exit_code == 2
    assert "/invited/" in run(args=["people", "link", "--city", "crystal", "--username", "ada"]).stdout
    assert run(args=["people", "remove-second-factor", "--city", "crystal", "--username", "ada"]).exit_code == 0
    assert run(args=["people", "list", "--city", "crystal"]).stdout == "ada\tsupervisor\tada\n"
