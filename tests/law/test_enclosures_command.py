"""flask law enclosures: verdicts in the order of the pens, or one line that names file, line, pen and field."""

import json
from dataclasses import replace

import pytest

from tests.rules.pens import CASES, CITIES, GOOD


@pytest.fixture
def run(app):
    def command(city, text, *more, file="-"):
        runner = app.test_cli_runner()
        given = text if isinstance(text, str | bytes) else json.dumps(text, default=float)
        return runner.invoke(args=["law", "enclosures", "--city", city, *more, file], input=given)

    return command


@pytest.mark.parametrize("city", CITIES)
def test_the_cases_at_hand(run, city):
    mine = [case for case in CASES if case["city"] == city]
    result = run(city, [case["pen"] for case in mine])
    assert result.exit_code == 0, result.stderr
    for case, verdict in zip(mine, json.loads(result.stdout), strict=True):
        assert verdict.items() >= case["expect"].items()


def test_amounts_are_numbers_with_their_digits(run):
    pen = GOOD | {"wall_height_in": 59.75, "animals": 2, "surface": "concrete"}
    text = json.dumps([pen], default=float).replace("59.75", "59.7500000000000000000000001")
    out = run("crystal", text).stdout
    found = {f["check"]: f for f in json.loads(out)[0]["findings"]}
    assert (
        '"value": 59.7500000000000000000000001, "limit": 60, "unit": "inches", "margin": -0.2499999999999999999999999'
        in out
    )
    height = {name: found["wall_height"][name] for name in ("status", "clause", "citation", "since")}
    assert height == {
        "status": "fail",
        "clause": "C-161",
        "citation": "Crystal 910, Dangerous dogs, subd. 3 e) ii",
        "since": "2000-01-01",
    }
    floor = [found["floor_area"][name] for name in ("value", "limit", "unit", "margin")]
    assert floor == [32, 64, "square feet", -32]
    assert [found["setbacks"][name] for name in ("value", "limit", "margin")] == ["met", ["met", "variance"], None]
    assert [found["locked"][name] for name in ("value", "limit")] == [True, True]
    assert (found["fence_buried"]["status"], found["fence_buried"]["because"]) == ("not_applicable", "surface")


def test_files_days_and_nothing(run, tmp_path):
    file = tmp_path / "pens.json"
    file.write_text("\ufeff" + json.dumps([GOOD], default=float), encoding="utf-8")
    result = run("benson", "", "--on", "2010-02-10", file=str(file))
    assert json.loads(result.stdout)[0]["status"] == "pass"
    assert run("benson", "[]").stdout == "[]\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "-:1: column 1: is no JSON"),
        ("{", "is no JSON"),
        ("{}", "must be a JSON array"),
        ("[1]", "entry 1: must be an object"),
        ("[{},\n null]", "-:2: entry 2: must be an object"),
        ('[{},\n{"roof_color": 1}]', "-:2: entry 2: roof_color: is no fact of a pen"),
        ('[{"wall_height_in": "tall"}]', "entry 1: wall_height_in: is no number"),
        ('[{"wall_height_in": true}]', "wall_height_in: is no number"),
        ('[{"wall_height_in": -0.5}]', "wall_height_in: is negative"),
        ('[{"wall_height_in": NaN}]', "wall_height_in"),
        ('[{"wall_height_in": Infinity}]', "wall_height_in"),
        ('[{"wall_height_in": {"value": NaN}}]', "value"),
        ('[{"rectangles_in": [[NaN, 1]]}]', "rectangles_in: is no number"),
        ('[{"wall_height_in": 1e999}]', "wall_height_in: is larger than any pen"),
        ('[{"wall_height_in": 1e99999999999999999999}]', "wall_height_in: is larger than any pen"),
        ('[{"wall_height_in": 1' + "0" * 5000 + "}]", "wall_height_in: is larger than any pen"),
        ('[{"animals": 0}]', "animals: is no whole number from 1"),
        ('[{"animals": 1.5}]', "animals: is no whole number from 1"),
        ('[{"cover": "roof"}]', "cover: is none of entire, partial, none"),
        ('[{"cover": "\\ud800"}]', "cover: is none of"),
        ('[{"\\u001b[31m": 1}]', '"\\u001b[31m": is no fact of a pen'),
        ('[{"' + "x" * 500 + '": 1}]', "x: is no fact of a pen".replace("x", '"' + "x" * 40 + '"')),
        ('[{"locked": true, "locked": false}]', "locked"),
        ('[{"locked": {"value": true, "value": false}}]', "value"),
        ('[{"locked": {"value": true, "how": "guessed"}}]', "locked: how it is known is none of"),
        ("[" * 100_000, "nested too deep"),
        (b"[\xff]", "is no UTF-8"),
    ],
)
def test_what_is_unusable(run, text, said):
    result = run("crystal", text)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert said in result.stderr
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("city", "more", "said"),
    [
        ("atlantis", (), "--city atlantis: this instance serves no such city"),
        ("\x1b[31m", (), '--city "\\u001b[31m"'),
        ("benson", ("--on", "1999-12-31"), "--on: the lawbook has no enclosure checks for Benson"),
        ("benson", ("--on", "yesterday"), "--on"),
        ("benson", ("--on", "2026-1-5"), "--on"),
        ("benson", ("--on", "20260105"), "--on"),
        ("benson", ("--sideways",), "--sideways"),
    ],
)
def test_a_call_that_is_unusable(run, city, more, said):
    result = run(city, "[]", *more)
    assert (result.exit_code, result.stdout) == (2, "")
    assert said in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_file_that_is_not_there(run, tmp_path):
    for file in (tmp_path / "none.json", tmp_path):
        result = run("benson", "", file=str(file))
        assert result.exit_code == 2
        assert str(file) in result.stderr


def test_no_database_is_needed(app_of, settings, tmp_path):
    for file in (tmp_path / "new.db", tmp_path / "no folder/at all.db"):
        app = app_of(replace(settings, database_url=f"sqlite:///{file}"))
        args = ["law", "enclosures", "--city", "benson", "-"]
        result = app.test_cli_runner().invoke(args=args, input='[{"confinement": "indoors"}]')
        assert json.loads(result.stdout)[0]["status"] == "incomplete"
        assert not file.exists()


def test_before_the_citys_text_the_states_floor_is_judged_and_said(run):
    result = run("benson", [GOOD], "--on", "2010-02-09")
    assert result.exit_code == 0
    findings = json.loads(result.stdout)[0]["findings"]
    assert findings
    assert {finding["clause"] for finding in findings} == {"MN-347.50-4"}
    assert result.stderr.count("\n") == 1
    assert "known from 2010-02-10 on; judged by those of Minnesota alone" in result.stderr
    assert run("benson", [GOOD], "--on", "2010-02-10").stderr == ""
