"""Failing slows down: by account, by network, across processes, never for ever."""

import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest

from fieldapp import clock
from fieldapp.services import sign_in
from fieldapp.services.sign_in import From, NotSignedInError
from fieldapp.services.sign_in_tries import ACCOUNT, CODE, NETWORK, TooManyTriesError, claim, forgive, network_of

HERE = "192.0.2.7/32"


def fail(username, network):
    with pytest.raises(NotSignedInError):
        sign_in.sign_in(username, "wrong", From(network, ""), demo=False)


def later(seconds):
    clock.set_clock(clock.now() + timedelta(seconds=seconds))


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7/32"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7/32"),
        ("fe80::1%eth0", "fe80::/64"),
        (None, "unknown"),
        ("no address", "unknown"),
    ],
)
def test_the_network_that_is_counted(address, network):
    assert network_of(address) == network


def test_an_account_slows_down_from_any_network_and_recovers(app_on_both, make_person):
    person = make_person()
    for n in range(5):
        fail("olive", f"192.0.2.{n}/32")
    with pytest.raises(TooManyTriesError) as wait:
        sign_in.sign_in("olive", person.password, From(HERE, ""), demo=False)
    assert wait.value.seconds == 1
    assert "Try again in" in str(wait.value)
    later(3)
    assert sign_in.sign_in("olive", person.password, From(HERE, ""), demo=False).token
    fail("olive", HERE)
    assert sign_in.sign_in("olive", person.password, From(HERE, ""), demo=False).token, "a right one starts it anew"


def test_an_unknown_account_slows_down_alike(app):
    for _ in range(5):
        fail("nobody", HERE)
    with pytest.raises(TooManyTriesError):
        sign_in.sign_in("nobody", "wrong", From(HERE, ""), demo=False)


def test_a_network_slows_down_over_many_accounts_and_others_do_not(app_on_both, make_person):
    person = make_person()
    for n in range(20):
        fail(f"nobody{n}", HERE)
    with pytest.raises(TooManyTriesError):
        sign_in.sign_in("olive", person.password, From(HERE, ""), demo=False)
    assert sign_in.sign_in("olive", person.password, From("198.51.100.1/32", ""), demo=False).token


@pytest.mark.parametrize(("rule", "longest"), [(ACCOUNT, 60), (CODE, 900), (NETWORK, 900)])
def test_the_wait_doubles_up_to_its_longest_and_is_no_lock_out(app, rule, longest):
    waits = []
    for _ in range(rule.free + 16):
        try:
            claim([(rule, "key")])
        except TooManyTriesError as wait:
            waits.append(wait.seconds)
            later(wait.seconds)
            claim([(rule, "key")])
    assert waits[:4] == [1, 2, 4, 8]
    assert waits[-1] == longest == max(waits)
    later(rule.forgotten.total_seconds() + 1)
    for _ in range(rule.free):
        claim([(rule, "key")])


def test_tries_during_the_wait_are_not_counted(app):
    for _ in range(5):
        claim([(ACCOUNT, "key")])
    for _ in range(50):
        with pytest.raises(TooManyTriesError):
            claim([(ACCOUNT, "key")])
    later(2)
    claim([(ACCOUNT, "key")])


def test_a_right_try_takes_only_itself_off_the_network(app):
    for _ in range(19):
        claim([(NETWORK, HERE)])
    claim([(NETWORK, HERE)])
    forgive([(NETWORK, HERE)])
    claim([(NETWORK, HERE)])
    with pytest.raises(TooManyTriesError):
        claim([(NETWORK, HERE)])


GUESSER = """
import sys
from dataclasses import replace
from pathlib import Path
from fieldapp.app import create_app
from fieldapp.config import read_settings
from fieldapp.services import sign_in
from fieldapp.services.sign_in_tries import TooManyTriesError
settings = read_settings({"FIELDAPP_INSTANCE": sys.argv[1]})
looked = 0
with create_app(replace(settings, database_url=sys.argv[2])).app_context():
    print("ready", flush=True)
    sys.stdin.readline()
    for _ in range(50):
        try:
            sign_in.sign_in("olive", "wrong", sign_in.From(f"192.0.2.{_}/32", ""), demo=False)
        except sign_in.NotSignedInError:
            looked += 1
        except TooManyTriesError:
            pass
print(looked)
"""


def test_two_processes_share_the_count(app_on_both, make_person):
    make_person()
    settings = app_on_both.config["SETTINGS"]
    root = Path(__file__).resolve().parents[2]
    command = [sys.executable, "-c", GUESSER, str(settings.instance), settings.database_url]
    guessers = [
        subprocess.Popen(command, cwd=root, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(2)
    ]
    for guesser in guessers:
        assert guesser.stdout.readline() == "ready\n"
    began = clock.now()
    for guesser in guessers:
        guesser.stdin.write("go\n")
        guesser.stdin.flush()
    looked = sum(int(guesser.communicate(timeout=60)[0].split()[-1]) for guesser in guessers)
    took = (clock.now() - began).total_seconds()
    allowed = 5 + sum(1 for n in range(1, 10) if 2**n - 1 <= took)  # five free, then one after 1, 2, 4 ... seconds
    assert 5 <= looked <= allowed
