"""flask law validate and flask law coverage: what they say of sound law, of broken law, and of calls in vain."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from fieldapp.app import create_app
from fieldapp.cli.law_checks import asks_to_validate
from fieldapp.config import ROOT, read_settings
from fieldapp.lawbook import inventory as lists
from fieldapp.lawbook.coverage import coverage, ids_in
from fieldapp.lawbook.load import load_lawbook
from tests.law.oakmere import CHECKS, CITY, write_oakmere

CITIES = ("crystal", "benson", "battle_lake")


@pytest.fixture
def run(tmp_path):
    """run("law", "validate", lawbook=FOLDER): the command as people call it, over an instance without a database."""
    (tmp_path / "instance").mkdir(mode=0o700)

    def command(*words, lawbook=""):
        env = {"FIELDAPP_INSTANCE": str(tmp_path / "instance"), "PATH": "", "LAWBOOK_DIR": str(lawbook)}
        done = subprocess.run(
            [sys.executable, "-m", "flask", "--app", "wsgi", *words],
            cwd=ROOT, env=env, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert not list((tmp_path / "instance").glob("*.db*"))
        return done

    return command


@pytest.fixture(scope="module")
def ask(tmp_path_factory):
    folder = tmp_path_factory.mktemp("checks") / "instance"
    folder.mkdir(mode=0o700)
    runner = create_app(read_settings({"FIELDAPP_INSTANCE": str(folder)})).test_cli_runner()
    return lambda *words: runner.invoke(args=["law", *words])


def test_the_package_is_sound(ask):
    done = ask("validate")
    assert (done.exit_code, done.stderr) == (0, "")
    assert {line.partition(":")[0] for line in done.stdout.splitlines()} == {"minnesota", *CITIES}


def test_a_sound_folder_on_top(ask, tmp_path):
    done = ask("validate", str(write_oakmere(tmp_path)))
    assert done.exit_code == 0
    assert "oakmere: 4 pieces, sound" in done.stdout
    assert ask("validate", str(tmp_path / "oakmere")).stdout == done.stdout  # the city's own folder will do


BROKEN = CHECKS.replace('unit = "feet"', 'unit = "fete"')


def line_of(text, words):
    return next(n for n, line in enumerate(text.splitlines(), 1) if words in line)


def test_broken_law_is_reported_although_nothing_else_starts(run, tmp_path):
    write_oakmere(tmp_path, BROKEN)
    line = line_of(BROKEN, '"fete"')
    for done in (run("law", "validate", lawbook=tmp_path), run("law", "validate", str(tmp_path), lawbook=tmp_path)):
        assert done.returncode == 1
        assert done.stdout.startswith(f"oakmere/enclosures.toml:{line}: fence_buried: unit 'fete' is none of")
        assert done.stderr == "1 fault\n"
    for words in (("law", "coverage"), ("tags", "list", "--city", "crystal", "--json"), ("routes",)):
        done = run(*words, lawbook=tmp_path)
        assert (done.returncode, done.stdout) == (2, "")
        assert "oakmere/enclosures.toml" in done.stderr


def test_a_folder_is_judged_without_the_instances_own(run, tmp_path):
    (tmp_path / "good").mkdir()
    (tmp_path / "bad").mkdir()
    good, bad = write_oakmere(tmp_path / "good"), write_oakmere(tmp_path / "bad", BROKEN)
    assert run("law", "validate", str(good), lawbook=bad).returncode == 0
    assert run("law", "validate", str(bad), lawbook=good).returncode == 1


def test_an_instance_without_own_law(run, tmp_path):
    (tmp_path / "empty").mkdir()
    for folder in (tmp_path / "empty", ""):
        assert run("law", "validate", lawbook=folder).returncode == 0
    missing = run("law", "validate", lawbook=tmp_path / "missing")
    assert (missing.returncode, missing.stderr.count("\n")) == (2, 1)


@pytest.mark.parametrize("named", ["missing", "empty", "no\0thing", "file"])
def test_a_folder_that_is_none(ask, tmp_path, named):
    (tmp_path / "empty").mkdir()
    (tmp_path / "file").touch()
    done = ask("validate", str(tmp_path / named))
    assert (done.exit_code, done.stdout, done.stderr.count("\n")) == (2, "", 1)


def test_more_words_than_the_call_has(ask):
    for words in (("validate", "a", "b"), ("validate", "--all"), ("coverage", "x")):
        done = ask(*words)
        assert (done.exit_code, done.stdout, done.stderr.count("\n")) == (2, "", 1)


VALUE = """
[[value]]
key = "fence"
number = 4
unit = "feet"
clause = "O-1"
citation = "Oakmere 5.01"
from = 2020-01-01
last_checked = 2026-11-30
"""


@pytest.mark.parametrize(
    ("name", "text", "key", "line", "said"),
    [
        ("a.toml", VALUE + "[[vaule]]\n", "vaule", 10, "is no kind of law"),
        ("a.toml", "value = 3\n", "value", 1, "is no kind of law"),
        ("a.toml", "value = [3]\n", "value", 1, "is no kind of law"),
        ("a.toml", VALUE.replace("[[value]]", "[value]"), "value", 2, "is no kind of law"),
        ("a.toml", VALUE + "[[ value ]]\n", "(no key)", 10, "key is missing"),
        ("a.toml", VALUE + '[["value"]] # again\n', "(no key)", 10, "key is missing"),
        ("a.toml", "value = [{ number = 3 }]\n", "(no key)", 1, "key is missing"),
        ("a.toml", VALUE.replace("4", "nan"), "fence", 4, "number is no number"),
        ("a.toml", VALUE.replace("4", "-inf"), "fence", 4, "number is no number"),
        ("a.toml", VALUE.replace('clause = "O-1"', 'clauses = ["O-1", 2]'), "fence", 6, "clauses must hold ids"),
        ("a.toml", VALUE.replace('clause = "O-1"', "clauses = 2"), "fence", 6, "clauses has the wrong kind"),
        ("a.toml", VALUE + "\nkey =\n", "(file)", 11, "is no TOML"),
        ("a.toml", VALUE + '\nkey = "', "(file)", 11, "is no TOML"),
        ("a.toml", b"# Gr\xf6\xdfe\n", "(file)", 1, "is no UTF-8 text"),
        ("a.toml", b"\n\n# Gr\xf6\xdfe\n", "(file)", 3, "is no UTF-8 text"),
        ("city.toml", CITY.replace("America/Chicago", "America/Nowhere"), "time_zone", 5, "is no time zone"),
        ("city.toml", CITY.replace('"oakmere"', '"oakmer"'), "id", 2, "must be the folder's name"),
        ("city.toml", CITY.replace('"Oakmere"', "3"), "name", 3, "must be a text"),
        ("city.toml", CITY.replace('"city"', '"state"'), "kind", 1, "must be 'city' in city.toml"),
        ("city.toml", CITY.replace('"Oakmere"', '""'), "name", 3, "is empty"),
        ("city.toml", CITY + "mayor = 'x'\n", "mayor", 6, "is unknown"),
    ],
)
def test_each_fault_has_its_place(ask, tmp_path, name, text, key, line, said):
    write_oakmere(tmp_path)
    file = tmp_path / "oakmere" / name
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    done = ask("validate", str(tmp_path))
    assert done.exit_code == 1
    assert f"oakmere/{name}:{line}: {key}: " in done.stdout
    assert said in done.stdout


def test_windows_line_ends_are_no_fault(ask, tmp_path):
    write_oakmere(tmp_path)
    (tmp_path / "oakmere/a.toml").write_bytes(VALUE.replace("\n", "\r\n").encode())
    assert ask("validate", str(tmp_path)).exit_code == 0


@pytest.mark.parametrize(
    ("clause", "said"),
    [
        ("C-999", "crystal has no clause 'C-999'"),
        ("B-014", "crystal has no clause 'B-014'"),
        ("c-014", "crystal has no clause 'c-014'"),
        ("C-014", ""),
        ("MN-347.52-a", ""),
        ("LOCAL-910-12", ""),
    ],
)
def test_a_city_of_the_inventory_names_its_own_clauses(ask, tmp_path, clause, said):
    (tmp_path / "crystal").mkdir()
    for file in (ROOT / "fieldapp/lawbook/crystal").glob("*.toml"):
        (tmp_path / "crystal" / file.name).write_text(file.read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "crystal/more.toml").write_text(VALUE.replace("O-1", clause), encoding="utf-8")
    done = ask("validate", str(tmp_path))
    assert done.exit_code == bool(said)
    assert f"crystal/more.toml:6: fence: clause: {said}" in done.stdout or not said


def test_the_clause_of_a_part_of_a_piece_is_looked_up_too(ask, tmp_path):
    (tmp_path / "crystal").mkdir()
    for file in (ROOT / "fieldapp/lawbook/crystal").glob("*.toml"):
        text = re.sub(r'clause = "[^"]*", ', 'clause = "347.55", ', file.read_text(encoding="utf-8"))
        (tmp_path / "crystal" / file.name).write_text(text, encoding="utf-8")
    assert "crystal has no clause '347.55'" in ask("validate", str(tmp_path)).stdout


def test_coverage_counts_every_id_once(ask):
    done = ask("coverage", "--json")
    whole = json.loads(done.stdout)
    assert done.exit_code == bool(whole["missing"])
    assert sorted([*whole["covered"], *whole["excused"], *whole["missing"]]) == sorted(lists.inventory())
    assert "crystal/licenses.toml license.dog.from_age" in whole["covered"]["C-014"]
    assert "rules/standing.py" in whole["covered"]["C-014"]
    assert all(where for where in whole["covered"].values())
    assert ask("coverage").stdout.startswith(f"{len(whole['covered'])} covered, {len(whole['excused'])} excused, ")


def test_ids_in_a_docstring():
    text = "Seizure, subd. 1 (C-178 to C-182); Benson 90.04 (B-014, B-024); 347.54 (MN-347); T-1 to B-9; C-9 to C-11"
    assert [i for i in ids_in(text) if not i.startswith("MN")] == [
        "C-178", "C-179", "C-180", "C-181", "C-182", "B-014", "B-024", "T-1", "B-9", "C-9", "C-10", "C-11",
    ]  # fmt: skip


def test_an_excuse_is_a_sentence_about_a_clause(tmp_path):
    file = tmp_path / "excused.toml"
    good = '[[excused]]\nid = "C-115"\nreason = "Nothing is left of it."\n'
    file.write_text(
        good + good + good.replace("C-115", "C-999") + good.replace("C-115", "C-116").replace("it.", "it")
        + '[[excused]]\nid = "C-117"\n',
        encoding="utf-8",
    )  # fmt: skip
    faults = []
    assert lists.excused(faults, file) == {"C-115": "Nothing is left of it."}
    assert [(f.key, f.text) for f in faults] == [
        ("C-115", "is excused twice"), ("C-999", "is no id of the inventory"), ("C-116", "reason must be a sentence"),
        ("C-117", "needs id and reason, nothing else"),
    ]  # fmt: skip


def test_the_excuses_are_few_and_none_is_needless():
    excuses = lists.excused()
    assert len(excuses) <= 60
    assert set(coverage(load_lawbook()).excused) == set(excuses)


def test_what_starts_with_broken_law():
    assert asks_to_validate(["flask", "--app", "wsgi", "law", "validate", "x"])
    assert not asks_to_validate(["flask", "run"])
    assert not asks_to_validate(["gunicorn", "wsgi:app"])
    assert not asks_to_validate(["flask", "law", "due", "--city", "validate"])


def test_the_inventory_is_the_one_that_was_drawn_up():
    beside = Path(ROOT).parent / "shared/law/clauses.csv"
    clauses = lists.inventory()
    assert len(clauses) == 427
    assert {c.city for c in clauses.values()} == set(CITIES)
    if beside.exists():
        lines = beside.read_text(encoding="utf-8").splitlines()
        assert [line.partition(",")[0] for line in lines if line[1:2] == "-"] == [*clauses]


def test_nobody_has_looked_at_a_law_tomorrow(run, tmp_path):
    (tmp_path / "law").mkdir()
    folder = write_oakmere(tmp_path / "law", re.sub(r"last_checked = \d{4}", "last_checked = 2090", CHECKS, count=1))
    done = run("law", "validate", str(folder))
    assert done.returncode == 1
    assert "2090" in done.stdout + done.stderr
