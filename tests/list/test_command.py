"""The command: its exit codes, its one line of complaint, its JSON."""

import json

import pytest

from tests.list.conftest import rows

LIST = "Tag,Dog Name,Fee,Issued\n1,Rex,15,2/30/2026\n2,Bo,15,2/28/2026\n"


@pytest.fixture
def flask(app):
    runner = app.test_cli_runner()
    return lambda *words: runner.invoke(args=["import-licenses", "--city", "crystal", *map(str, words)])


@pytest.fixture
def file(tmp_path):
    def make(content, name="list.csv"):
        (tmp_path / name).write_text(content)
        return tmp_path / name

    return make


def test_json_is_the_contracts(flask, file):
    ran = flask(file(LIST), "--json")
    assert ran.exit_code == 0
    said = json.loads(ran.stdout)
    assert [said[k] for k in ("read", "new", "changed", "unchanged", "refused")] == [2, 1, 0, 0, 1]
    assert said["ignored_columns"] == ["Fee"]
    assert said["refusals"] == [{"line": 2, "reason": 'issue date: "2/30/2026" is not a date'}]
    assert "Fee" in ran.stderr


def test_text_and_dry_run_and_refused_file(flask, file, tmp_path):
    refused = tmp_path / "out.csv"
    ran = flask(file(LIST), "--dry-run", "--refused", refused)
    assert ran.exit_code == 0
    assert "Nothing is stored" in ran.stdout
    assert "line 2" in ran.stdout
    assert refused.stat().st_mode & 0o077 == 0
    assert refused.read_text(encoding="utf-8-sig").splitlines()[0] == "Line,Refused because,Tag,Dog Name,Fee,Issued"
    assert rows("select count(*) from imports") == [(0,)]


@pytest.mark.parametrize(
    ("content", "more", "says"),
    [
        ("Animal,Fee\nRex,1\n", (), "license number"),
        ("Tag,License Number\n1,2\n", (), "License Number"),
        ("", (), "empty"),
        (LIST, ("--columns", "nothing"), "nothing"),
        (LIST, ("--map", "Nome=name"), "Nome"),
        (LIST, ("--map", "Fee=shoe size"), "shoe size"),
        (LIST, ("--map", "Fee"), "Fee"),
        (LIST, ("--city", "atlantis"), "atlantis"),
    ],
)
def test_what_cannot_be_used_is_one_line_and_exit_2(flask, file, content, more, says):
    ran = flask(file(content), *more)
    assert ran.exit_code == 2
    assert len(ran.stderr.strip().splitlines()) == 1
    assert says in ran.stderr
    assert ran.stdout == ""
    assert rows("select count(*) from imports") == [(0,)]


def test_a_missing_file_is_told(flask, tmp_path):
    ran = flask(tmp_path / "none.csv")
    assert ran.exit_code == 2
    assert "none.csv" in ran.stderr


def test_columns_are_saved_and_used_by_name(flask, file):
    odd = "Nr,Hund\n1,Rex\n"
    assert flask(file(odd), "--map", "Nr=license number", "--map", "Hund=name", "--columns", "old").exit_code == 0
    ran = flask(file(odd.replace("Rex", "Bo").replace("1", "2")), "--columns", "old")
    assert ran.exit_code == 0
    assert rows("select name from animals order by id") == [("Rex",), ("Bo",)]


@pytest.mark.parametrize("more", [(), ("--dry-run",)])
@pytest.mark.parametrize("way", ["same", "spelled", "symlink", "hard link", "folder", "nowhere", "another", "loop"])
def test_a_file_that_refused_rows_would_destroy_or_cannot_go_to(flask, file, tmp_path, way, more):
    given = file(LIST)
    target = tmp_path / "target.csv"
    if way == "symlink":
        target.symlink_to(given)
    elif way == "hard link":
        target.hardlink_to(given)
    elif way == "another":
        target.write_text("Line,Refused because me,not\n")
    elif way == "loop":
        target.symlink_to(target)
    target = {"same": given, "spelled": tmp_path / ".." / tmp_path.name / "list.csv", "folder": tmp_path,
              "nowhere": tmp_path / "none" / "x.csv"}.get(way, target)  # fmt: skip
    there = {path.name: path.is_file() and path.read_bytes() for path in tmp_path.iterdir()}
    ran = flask(given, "--refused", target, *more)
    assert ran.exit_code == 2
    assert len(ran.stderr.strip().splitlines()) == 1
    assert "--refused" in ran.stderr
    assert {path.name: path.is_file() and path.read_bytes() for path in tmp_path.iterdir()} == there
    assert rows("select count(*) from imports") == [(0,)]


def test_our_own_file_of_refused_rows_is_written_anew_and_an_unusable_list_leaves_it(flask, file, tmp_path):
    target = tmp_path / "refused.csv"
    target.touch()
    assert flask(file(LIST), "--refused", target).exit_code == 0
    held = target.read_bytes()
    assert b"2/30/2026" in held
    assert flask(file("", "empty.csv"), "--refused", target).exit_code == 2
    assert target.read_bytes() == held
    assert flask(file(LIST.replace("2/30", "2/31")), "--refused", target).exit_code == 0
    assert b"2/31/2026" in target.read_bytes()
    mended = tmp_path / "mended.csv"
    mended.write_bytes(target.read_bytes())
    assert flask(mended, "--refused", mended).exit_code == 2
    assert not list(tmp_path.glob(".*.part"))


def test_columns_of_one_name_by_their_place(flask, file):
    twice = file("License Number,Name,Name,Species,Expires\n1,Rex,Ann,dog,2027-01-31\n")
    ran = flask(twice)
    assert ran.exit_code == 2
    assert '--map "Name#2=name" --map "Name#3="' in ran.stderr
    assert flask(twice, "--map", "Name#2=name", "--map", "Name#3=").exit_code == 0
    assert rows("select name from animals") == [("Rex",)]
