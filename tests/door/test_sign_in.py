"""Password and second step, on both databases."""

from datetime import UTC, datetime, timedelta

import pyotp
import pytest
from argon2 import PasswordHasher

from fieldapp import clock
from fieldapp.services import passwords, people, second_factor, sessions, sign_in
from fieldapp.services.sign_in import From, NotSignedInError
from fieldapp.tables import people_queries
from fieldapp.tables.db import writing


def enter(person, here, password=None):
    return sign_in.sign_in(person.username, password or person.password, here, demo=False)


def later(seconds):
    clock.set_clock(clock.now() + timedelta(seconds=seconds))


def test_a_right_password_with_an_app_asks_for_the_code(app_on_both, make_person, here):
    person = make_person()
    done = enter(person, here)
    half = sessions.who_holds(done.token)
    assert (done.next_step, half.complete, half.may("look_up")) == ("code", False, False)
    token = sign_in.second_step(half, person.code(), here.network)
    whole = sessions.who_holds(token)
    assert whole.complete
    assert whole.may("look_up")
    assert not whole.may("people")
    assert not whole.may("look_up", "benson")
    assert sessions.who_holds(done.token) is None, "the token of the half-done sign-in is no use any more"


def test_a_password_alone_leads_to_setting_up_a_second_factor_only(app_on_both, make_person, here):
    person = make_person(totp=False)
    done = enter(person, here)
    assert done.next_step == "set up"
    assert not sessions.who_holds(done.token).may("look_up")


@pytest.mark.parametrize("typed", ["OLIVE", " olive "])
def test_case_and_spaces_of_the_username_do_not_matter(app, make_person, here, typed):
    person = make_person()
    assert sign_in.sign_in(typed, person.password, here, demo=False).token


def test_wrong_unknown_and_ended_look_the_same(app_on_both, make_person, here, chain):
    person, gone = make_person(), make_person("greta")
    people.end("crystal", gone.id, actor="cli")
    said = set()
    for username, password in (("olive", "wrong"), ("nobody", "wrong"), ("greta", gone.password), ("olive", "x" * 500)):
        with pytest.raises(NotSignedInError) as refused:
            sign_in.sign_in(username, password, here, demo=False)
        said.add(str(refused.value))
    assert len(said) == 1
    assert chain().count("sign-in failed") == 2, "of olive's; greta belongs to no city any more"
    assert enter(person, here).token


def test_an_unknown_username_costs_as_many_hashes_as_a_known_one(app, make_person, here, monkeypatch):
    make_person()
    calls = []

    class Counting:
        def verify(self, kept, typed):
            calls.append(kept)
            return plain.verify(kept, typed)

        check_needs_rehash = staticmethod(passwords._hasher.check_needs_rehash)

    plain = passwords._hasher
    monkeypatch.setattr(passwords, "_hasher", Counting())
    for username in ("olive", "nobody"):
        with pytest.raises(NotSignedInError):
            sign_in.sign_in(username, "wrong", here, demo=False)
    assert len(calls) == 2


def test_the_kept_hash_is_argon2id_with_the_written_parameters():
    assert passwords.hash_of("tundra kettle brisk 94").startswith("$argon2id$v=19$m=19456,t=2,p=1$")


def test_an_older_hash_is_made_anew_at_sign_in(app, make_person, here):

    person = make_person()
    old = PasswordHasher(time_cost=1, memory_cost=8192, parallelism=1).hash(person.password)
    with writing() as connection:
        people_queries.change_person(connection, person.id, password_hash=old)
    enter(person, here)
    with writing() as connection:
        assert people_queries.by_id(connection, person.id).password_hash != old


def test_a_code_counts_once(app_on_both, make_person, here):
    person = make_person()
    code = person.code()
    sign_in.second_step(sessions.who_holds(enter(person, here).token), code, here.network)
    with pytest.raises(NotSignedInError):
        sign_in.second_step(sessions.who_holds(enter(person, here).token), code, here.network)


@pytest.mark.parametrize(("seconds", "good"), [(-60, False), (-30, True), (0, True), (30, True), (60, False)])
def test_a_code_is_good_for_ninety_seconds(app, make_person, here, seconds, good):

    clock.set_clock(datetime(2026, 11, 30, 15, 0, 10, tzinfo=UTC))
    person = make_person()
    half = sessions.who_holds(enter(person, here).token)
    if good:
        assert sign_in.second_step(half, person.code(seconds), here.network)
    else:
        with pytest.raises(NotSignedInError):
            sign_in.second_step(half, person.code(seconds), here.network)


@pytest.mark.parametrize("typed", ["", "abc", "000000000000", "\0", "\uff11\uff12\uff13\uff14\uff15\uff16", "x" * 100])
def test_what_is_no_code_is_refused(app, make_person, here, typed):
    half = sessions.who_holds(enter(make_person(), here).token)
    with pytest.raises(NotSignedInError):
        sign_in.second_step(half, typed, here.network)


def test_a_recovery_code_counts_once_however_it_is_typed(app_on_both, make_person, here):
    person = make_person()
    code = second_factor.new_recovery_codes(sessions.who_holds(enter(person, here).token))[0]
    typed = code.lower().replace("-", " ")
    sign_in.second_step(sessions.who_holds(enter(person, here).token), typed, here.network)
    half = sessions.who_holds(enter(person, here).token)
    assert second_factor.recovery_codes_left(half) == 9
    with pytest.raises(NotSignedInError):
        sign_in.second_step(half, code, here.network)


def test_a_demo_person_needs_no_second_factor_and_no_other_person_may_enter_a_demo(app, make_person, here):
    demo, other = make_person("demo", totp=False, demo=True), make_person("other")
    done = sign_in.sign_in("demo", demo.password, here, demo=True)
    assert (done.next_step, sessions.who_holds(done.token).complete) == ("", True)
    for username, is_demo in (("other", True), ("demo", False)):
        with pytest.raises(NotSignedInError):
            sign_in.sign_in(username, other.password, here, demo=is_demo)


def test_the_session_that_the_browser_brought_ends(app_on_both, make_person, here):
    person = make_person()
    planted = enter(person, here).token
    sign_in.sign_in(person.username, person.password, From(here.network, here.label, planted), demo=False)
    assert sessions.who_holds(planted) is None


def test_setting_up_an_app(app_on_both, make_person, here):

    person = make_person(totp=False)
    who = sessions.who_holds(enter(person, here).token)
    assert second_factor.totp_setup(who) is None
    second_factor.begin_totp(who)
    secret = second_factor.totp_setup(who).secret.replace(" ", "")
    assert second_factor.finish_totp(who, "000000") is None or pyotp.TOTP(secret).verify("000000")
    code = pyotp.TOTP(secret).at(int(clock.now().timestamp()))
    token = second_factor.finish_totp(who, code).token
    assert sessions.who_holds(token).complete
    half = sessions.who_holds(enter(person, here).token)
    with pytest.raises(NotSignedInError):
        sign_in.second_step(half, code, here.network)  # the code that set it up is used


def test_the_last_second_factor_cannot_be_removed(app, make_person, here):
    person = make_person()
    who = sessions.who_holds(enter(person, here).token)
    assert not second_factor.remove_totp(who)


def test_proving_again_needs_the_code_too(app_on_both, make_person, here):
    person = make_person()
    token = sign_in.second_step(sessions.who_holds(enter(person, here).token), person.code(), here.network)
    later(700)
    who = sessions.who_holds(token)
    assert not sessions.verified_lately(who)
    assert not sign_in.verify(who, person.password, "", here.network)
    assert not sign_in.verify(who, "wrong", person.code(), here.network)
    assert sign_in.verify(who, person.password, person.code(), here.network)
    assert sessions.verified_lately(sessions.who_holds(token))


@pytest.mark.parametrize("typed", ["\0", "olive\0", "\ud800", "\u202eevilo", "%", "' or 1=1 --", "x" * 5000, ""])
def test_odd_usernames_are_unknown_ones(app_on_both, make_person, here, typed):
    make_person()
    with pytest.raises(NotSignedInError, match="The username or the password is not right"):
        sign_in.sign_in(typed, "wrong", here, demo=False)
    with pytest.raises(people.RefusedChangeError):
        people.add_from_elsewhere("benson", typed + "x", "clerk", actor="cli")


def test_a_recovery_code_proves_it_where_the_app_is_lost(app_on_both, make_person, here):
    person = make_person()
    token = sign_in.second_step(sessions.who_holds(enter(person, here).token), person.code(), here.network)
    codes = second_factor.new_recovery_codes(sessions.who_holds(token))
    assert sign_in.verify(sessions.who_holds(token), person.password, codes[0], here.network)
    assert not sign_in.verify(sessions.who_holds(token), person.password, codes[0], here.network)
