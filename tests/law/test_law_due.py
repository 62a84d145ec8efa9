"""flask law due: the vectors through the command, no database, one line for each way in which a call can be wrong."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from fieldapp.app import create_app
from fieldapp.config import ROOT, UnusableSetting, read_settings
from fieldapp.services.cities import read_city_settings

CASES = json.loads((Path(__file__).parents[1] / "vectors" / "clocks.json").read_text(encoding="utf-8"))
GOOD = {"clock": "transfer_notice", "events": {"transferred": "2026-05-04"}}


def app_in(folder, cities=""):
    folder.mkdir(mode=0o700, exist_ok=True)
    if cities:
        (folder / "cities.toml").write_text(cities, encoding="utf-8")
    return create_app(read_settings({"FIELDAPP_INSTANCE": str(folder)}))


@pytest.fixture(scope="module")
def ask(tmp_path_factory):
    """ask(text, city): the command's outcome, over an instance that has no database."""
    folder = tmp_path_factory.mktemp("due")
    runner = app_in(folder / "instance").test_cli_runner()

    def asked(told, city="crystal", *more):
        read_city_settings(folder / "instance" / "cities.toml")  # another test's app may have read its own
        text = told if isinstance(told, bytes | str) else json.dumps(told)
        return runner.invoke(args=["law", "due", "--city", city, *more, "-"], input=text)

    yield asked
    assert not list((folder / "instance").glob("*.db*"))


def test_the_vectors(ask):
    for city in ("crystal", "benson", "battle_lake"):
        mine = [c for c in CASES if c["city"] == city]
        done = ask([{"clock": c["clock"], "events": c["events"]} for c in mine], city)
        assert (done.exit_code, done.stderr) == (0, "")
        got = json.loads(done.stdout)
        assert [{k: g[k] for k in ("earliest", "latest")} for g in got] == [c["expect"] for c in mine]
        assert all(set(g) == {"earliest", "latest", "first_lawful_day", "clauses"} for g in got)


def test_the_command_as_people_call_it_makes_no_database(tmp_path):
    file = tmp_path / "due.json"
    file.write_text(json.dumps([GOOD, GOOD]), encoding="utf-8")
    (tmp_path / "instance").mkdir(mode=0o700)
    done = subprocess.run(
        [sys.executable, "-m", "flask", "--app", "wsgi", "law", "due", "--city", "benson", str(file)],
        cwd=ROOT, env={"FIELDAPP_INSTANCE": str(tmp_path / "instance"), "PATH": ""}, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    one = {"earliest": "2026-06-03", "latest": "2026-06-03", "first_lawful_day": "2026-06-04",
           "clauses": ["B-128", "B-130"]}  # fmt: skip
    assert json.loads(done.stdout) == [one, one]
    assert not list((tmp_path / "instance").glob("*.db*"))


def test_nothing_asked_nothing_answered(ask):
    assert json.loads(ask([]).stdout) == []


def test_extra_events_and_keys_change_nothing(ask):
    more = {"name": "a case", **GOOD, "events": {**GOOD["events"], "heard": "1990-01-01", "appealed": None}}
    assert ask([more]).stdout == ask([GOOD]).stdout


def test_a_paused_clock_has_no_dates(ask):
    done = ask([{"clock": "registration", "events": {"notified": "2026-05-04", "appealed": "2026-05-06"}}])
    (shown,) = json.loads(done.stdout)
    assert (shown["earliest"], shown["latest"], shown["first_lawful_day"]) == (None, None, None)


def test_explain_unfolds(ask):
    (shown,) = json.loads(ask([GOOD], "crystal", "--explain").stdout)
    assert (shown["clock"], shown["nature"], shown["state"]) == ("transfer_notice", "owner", "set")
    assert shown["reasons"][0]["citation"].startswith("Crystal 910, Dangerous dogs, subd. 3 b)")
    assert shown["reasons"][0]["since"] == "2000-01-01"


def one(clock="transfer_notice", **events):
    return {"clock": clock, "events": events}


@pytest.mark.parametrize(
    ("told", "place", "said"),
    [
        ([GOOD, one("nonsense")], "entry 2: clock:", "'nonsense'"),
        ([one("vaccination_proof")], "entry 1: clock:", "crystal has no clock"),
        ([{"events": {}}], "entry 1: clock:", "name of a clock"),
        ([{"clock": 5, "events": {}}], "entry 1: clock:", "name of a clock"),
        ([{"clock": "security"}], "entry 1: events:", "table"),
        ([{"clock": "security", "events": []}], "entry 1: events:", "table"),
        ([one()], "entry 1: events.transferred:", "is missing"),
        ([one(transferred=None)], "entry 1: events.transferred:", "is missing"),
        ([one("reclaim_dangerous", seized="2026-05-04")], "events.seizure_notified:", "is missing"),
        ([one(transferred="2026-02-29")], "events.transferred:", "no date"),
        ([one(transferred="2026-13-01")], "events.transferred:", "no date"),
        ([one(transferred="4 May 2026")], "events.transferred:", "no date"),
        ([one(transferred="20260504")], "events.transferred:", "no date"),
        ([one(transferred="2026-W19-1")], "events.transferred:", "no date"),
        ([one(transferred=" 2026-05-04")], "events.transferred:", "no date"),
        ([one(transferred="2026-05-04\n")], "events.transferred:", "no date"),
        ([one(transferred="")], "events.transferred:", "no date"),
        ([one(transferred="٢٠٢٦-05-04")], "events.transferred:", "no date"),
        ([one(transferred=20260504)], "events.transferred:", "no date"),
        ([one(transferred=True)], "events.transferred:", "no date"),
        ([one(transferred=["2026-05-04"])], "events.transferred:", "no date"),
        ([one(transferred="9" * 5000)], "events.transferred:", "no date"),
        ([one(transferred="2026-05-04T10:00:00-05:00")], "events.transferred:", "without a time"),
        ([one("quarantine", bitten="2026-05-04")], "events.bitten:", "date and time"),
        ([one("quarantine", bitten="2026-05-04T10:00:00")], "events.bitten:", "no offset"),
        ([one("quarantine", bitten="2026-05-04 10:00:00-05:00")], "events.bitten:", "no date"),
        ([one("quarantine", bitten="2026-05-04T25:00:00-05:00")], "events.bitten:", "no date"),
        ([one("quarantine", bitten="2026-05-04T10:00:00-25:00")], "events.bitten:", "no date"),
        ([one("quarantine", bitten="9999-12-31T10:00:00-05:00")], "events:", "too far off"),
        ([one("quarantine", bitten="0001-01-01T00:00:00+14:00")], "events:", "too far off"),
        ([one(transferred="9999-12-31")], "events:", "too far off"),
        ([one(transferred="9999-12-04")], "events:", "too far off"),
        ([one("designation_review", declared="9999-12-31")], "events:", "too far off"),
        ([one(transferred="1999-12-31")], "clock:", "on 1999-12-31"),
        ([one(transferred="2026-05-04", x="soon")], "entry 1: events.x:", "no date"),
        ([5], "entry 1:", "an object"),
        ([[]], "entry 1:", "an object"),
        ('[{"clock": "transfer_notice", "events": {"transferred": NaN}}]', "entry 1: 'transferred'", "NaN is no JSON"),
        ('[{"clock": "transfer_notice", "events": {}, "x": -Infinity}]', "entry 1: 'x'", "-Infinity is no JSON"),
        ('[{"clock": "a", "clock": "b"}]', "entry 1: 'clock'", "twice"),
        ("[NaN]", "entry 1:", "an object"),
        ("{}", "-:1:", "JSON array"),
        ("null", "-:1:", "JSON array"),
        ("", "-:1:", "no JSON"),
        ('[\n{"clock": 1,}\n]', "-:2:", "no JSON"),
        ("[" * 100_000, "-:1:", "nested too deep"),
        ("[" + "9" * 5000 + "]", "-:1:", "too long a number"),
        (b'[\n"\xff"]', "-:2:", "no UTF-8"),
    ],
)  # fmt: skip
def test_one_line_names_the_place(ask, told, place, said):
    done = ask(told)
    assert (done.exit_code, done.stdout) == (2, "")
    assert place in done.stderr
    assert said in done.stderr
    assert done.stderr.count("\n") == 1
    assert len(done.stderr) < 400


def test_the_line_of_an_entry(ask):
    done = ask('[\n {"clock": "transfer_notice",\n  "events": {"transferred": "2026-05-04"}},\n\n {"clock": "x"}\n]')
    assert done.stderr.startswith("-:5: entry 2: clock:")


def test_a_byte_order_mark_is_no_fault(ask):
    assert ask(b"\xef\xbb\xbf[]").exit_code == 0


@pytest.mark.parametrize("file", ["missing.json", ".", "no\0thing"])
def test_a_file_that_cannot_be_read(tmp_path, file):
    done = app_in(tmp_path / "instance").test_cli_runner().invoke(
        args=["law", "due", "--city", "crystal", str(tmp_path / file)]
    )  # fmt: skip
    assert (done.exit_code, done.stdout) == (2, "")
    assert "cannot be read" in done.stderr


def test_a_city_that_is_none(ask):
    done = ask([GOOD], "atlantis")
    assert (done.exit_code, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "--city atlantis" in done.stderr


HOURS = '[crystal.pound_hours]\ntuesday = "09:00-13:00"\nwednesday = "08:00-11:00, 12:00-15:00"\nsaturday = "8"\n'


def test_a_pound_that_has_told_its_hours(tmp_path):
    hold = [{"clock": "impound_hold", "events": {"impounded": "2026-03-02"}}]
    october = [{"clock": "transfer_notice", "events": {"transferred": "2026-09-12"}}]
    runner = app_in(
        tmp_path / "instance",
        "[crystal]\noctober_holiday = true\nfriday_after_thanksgiving = false\n"
        + HOURS.replace('"8"', '"08:00-12:00, 13:00-24:00"'),
    ).test_cli_runner()

    def latest(told, city):
        done = runner.invoke(args=["law", "due", "--city", city, "-"], input=json.dumps(told))
        return json.loads(done.stdout)[0]["latest"]

    assert latest(hold, "crystal") == "2026-03-17"  # Tuesdays and Saturdays
    assert latest(october, "crystal") == "2026-10-13"
    assert latest(hold, "benson") == "2026-03-09"  # not served here: nothing is settled
    assert latest(october, "benson") == "2026-10-12"


@pytest.mark.parametrize(
    ("cities", "said"),
    [
        (HOURS, "saturday: write hours"),
        (HOURS.replace('"8"', "8"), "saturday: write hours"),
        (HOURS.replace("saturday", "caturday"), "caturday is no weekday"),
        ('[crystal.pound_hours]\nmonday = "13:00-09:00"', "monday: write hours"),
        ('[crystal.pound_hours]\nmonday = "09:00-24:30"', "monday: write hours"),
        ('[crystal.pound_hours]\nmonday = "9:00-13:00"', "monday: write hours"),
        ('[crystal.pound_hours]\nmonday = "12:00-17:00, 08:00-11:00"', "overlap or are out of order"),
        ('[crystal.pound_hours]\nmonday = "08:00-12:00, 11:00-17:00"', "overlap"),
        ('[crystal.pound_hours]\nmonday = "08:00-11:59"', "on no weekday"),
        ("[crystal.pound_hours]", "on no weekday"),
        ('[crystal]\npound_hours = "always"', "pound_hours is unknown or has the wrong kind"),
        ('[crystal]\noctober_holiday = "yes"', "october_holiday is unknown or has the wrong kind"),
    ],
)
def test_hours_that_cannot_be_used(tmp_path, cities, said):
    with pytest.raises(UnusableSetting, match=said) as found:
        app_in(tmp_path / "instance", cities)
    assert "crystal" in str(found.value)


@pytest.mark.parametrize(
    ("city", "events", "expected"),
    [
        ("crystal", {"declared": "1999-12-31", "final": "2026-04-06"}, ("2026-05-06", "2026-05-06")),
        ("benson", {"declared": "2009-12-31", "final": "2026-02-01"}, ("2026-03-03", "2026-03-03")),
    ],
)
def test_an_event_that_the_citys_clock_does_not_name_changes_nothing(app, tmp_path, city, events, expected):
    file = tmp_path / "events.json"
    file.write_text(json.dumps([{"clock": "sterilization", "events": events}]))
    done = app.test_cli_runner().invoke(args=["law", "due", "--city", city, str(file)])
    assert done.exit_code == 0, done.output
    found = json.loads(done.output)[0]
    assert (found["earliest"], found["latest"]) == expected
