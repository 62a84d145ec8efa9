"""flask tags: list, make, issue, report, replace, print; what cannot be done is one line and exit code 2."""

import json
from dataclasses import replace

import pytest

from fieldapp.cli import tag_files
from fieldapp.media.print_pdf import NoPdf, PdfFailed
from fieldapp.services import look_up, tag_print, tag_stock, tags
from tests.tags.pictures import read_symbols
from tests.tags.test_tag_print import pages


@pytest.fixture
def flask_tags(demo_app):
    """flask_tags("list", "--city", "crystal"): the result of the command in this process."""
    runner = demo_app.test_cli_runner()
    return lambda *words: runner.invoke(args=["tags", *map(str, words)])


def one_line_of(result):
    assert result.exit_code == 2, result.output
    assert result.stderr.count("\n") == 1
    return result.stderr.strip()


@pytest.mark.parametrize("city", ["crystal", "benson", "battle_lake"])
def test_list_agrees_with_the_look_up(flask_tags, city):
    listed = json.loads(flask_tags("list", "--city", city, "--json").stdout)
    assert {t["code"]: t["status"] for t in listed} == look_up.tag_statuses(city)
    assert all(set(t) == {"code", "number", "animal", "status"} for t in listed)
    stock = [t["animal"] is None for t in listed]
    assert stock == sorted(stock)
    assert any(stock)
    assert all((t["status"] == "TAG NOT ISSUED") == (t["animal"] is None) for t in listed)
    assert all(t["animal"] for t in listed if t["status"] != "TAG NOT ISSUED")


def test_list_on_another_day_judges_by_that_day(flask_tags):
    now = json.loads(flask_tags("list", "--city", "crystal", "--json").stdout)
    later = json.loads(flask_tags("list", "--city", "crystal", "--on", "2040-01-01", "--json").stdout)
    assert [t["code"] for t in now] == [t["code"] for t in later]
    assert sum(t["status"] == "CURRENT" for t in later) < sum(t["status"] == "CURRENT" for t in now)


def test_list_for_people(flask_tags):
    first = flask_tags("list", "--city", "crystal").stdout.splitlines()[0]
    tag = tag_stock.choose("crystal")[0]
    assert first.split()[:3] == [tag.number, tag.code, tag.state]


def test_list_of_a_city_without_tags(app):
    result = app.test_cli_runner().invoke(args=["tags", "list", "--city", "benson"])
    assert (result.exit_code, result.stdout) == (0, "Benson has no tags yet: make some with tags make\n")
    assert app.test_cli_runner().invoke(args=["tags", "list", "--city", "benson", "--json"]).stdout == "[]\n"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("list",), "Missing option '--city'."),
        (("list", "--city", "nowhere"), "this instance serves no such city (battle_lake, benson, crystal)"),
        (("list", "--city", "crystal", "--on", "2026-13-01"), "'2026-13-01' is no day written as YYYY-MM-DD"),
        (("make", "--city", "crystal", "--count", "0"), "Make between 1 and 10,000 tags at once, not 0."),
        (("make", "--city", "crystal", "--count", "1", "--year", "26"), "26 is no year of a tag"),
        (("issue", "--city", "crystal", "nonesuch", "--animal", "1"), "Crystal has no tag 'nonesuch'."),
        (("report", "--city", "crystal", "26-00001", "eaten"), "'eaten' is not one of"),
        (("print", "--city", "crystal", "--number", "x", "/dev/null/f"), "Crystal has no tag 'x'."),
        (("print", "--city", "crystal", "--year", "2001", "/dev/null/f"), "Crystal has no tag like that"),
        (("print", "--city", "crystal", "--state", "in_stock", "/dev/null/f"), "/dev/null/f cannot be written: "),
        (("nonesuch",), "No such command 'nonesuch'."),
    ],
)
def test_an_unusable_call_is_one_line(flask_tags, words, says):
    assert says in one_line_of(flask_tags(*words))


def test_a_tags_life_by_command(flask_tags, add_animal):
    year = tag_stock.choose("crystal")[0].year + 1
    assert "Made 2 tags of Crystal: " in flask_tags("make", "--city", "crystal", "--count", 2, "--year", year).stdout
    old, new = (t.number for t in tag_stock.choose("crystal", year=year))
    animal = add_animal(name="Quillwort")
    given = flask_tags("issue", "--city", "crystal", old, "--animal", animal)
    assert given.stdout == f"Tag {old} is issued to Quillwort\n"
    assert "is issued already" in one_line_of(flask_tags("issue", "--city", "crystal", old, "--animal", add_animal()))
    assert flask_tags("report", "--city", "crystal", old, "lost").exit_code == 0
    assert "needs proof here: receipt or" in one_line_of(flask_tags("replace", "--city", "crystal", old, new))
    done = flask_tags("replace", "--city", "crystal", old, new, "--proof", "receipt")
    assert done.stdout == f"Tag {old} is replaced by {new}\n"
    assert [t.state for t in tags.of_animal("crystal", animal)[1]] == ["issued", "replaced"]


@pytest.mark.parametrize("polarity", tag_print.POLARITIES)
def test_print_writes_one_svg_a_tag_and_a_sheet_that_reads_back(flask_tags, tmp_path, polarity):
    folder = tmp_path / "new" / "folder"
    result = flask_tags("print", "--city", "benson", "--polarity", polarity, folder)
    assert result.exit_code == 0, result.output
    every = tag_stock.choose("benson")
    assert {f.name for f in folder.iterdir()} == {f"{t.number}_{t.code}.svg" for t in every} | {"sheet.pdf"}
    read = {b.text for page in pages((folder / "sheet.pdf").read_bytes()) for b in read_symbols(page)}
    assert read == {f"HTTPS://TAGS.BENSON.EXAMPLE/T/{t.code}" for t in every}
    assert all((f.stat().st_mode & 0o777) == 0o644 for f in folder.iterdir())


def test_print_twice_writes_the_same_bytes(flask_tags, tmp_path):
    for name in ("one", "two"):
        flask_tags("print", "--city", "benson", "--state", "in_stock", tmp_path / name)
    for file in (tmp_path / "one").iterdir():
        assert file.read_bytes() == (tmp_path / "two" / file.name).read_bytes()


def test_print_takes_only_what_was_named(flask_tags, tmp_path):
    tag = next(t for t in tag_stock.choose("crystal") if t.state == "issued")
    flask_tags("print", "--city", "crystal", "--number", tag.code.lower(), tmp_path)
    assert sorted(f.name for f in tmp_path.iterdir() if f.is_file()) == [f"{tag.number}_{tag.code}.svg", "sheet.pdf"]


def test_without_pango_the_svgs_are_written_and_one_sentence_says_why(flask_tags, tmp_path, monkeypatch):
    def none(*_):
        raise NoPdf("There is no PDF, because this machine lacks the Pango library (Debian: libpango-1.0-0).")

    monkeypatch.setattr(tag_print, "sheet_pdf", none)
    result = flask_tags("print", "--city", "benson", tmp_path / "out")
    assert result.exit_code == 0
    assert result.stderr == "There is no PDF, because this machine lacks the Pango library (Debian: libpango-1.0-0).\n"
    assert len(list((tmp_path / "out").glob("*.svg"))) == len(tag_stock.choose("benson"))


def test_a_sheet_past_its_bounds_is_told(flask_tags, tmp_path, monkeypatch):
    def fails(*_):
        raise PdfFailed("The PDF went past its bounds of time or memory and was given up.")

    monkeypatch.setattr(tag_print, "sheet_pdf", fails)
    assert "but no sheet: The PDF went past" in one_line_of(flask_tags("print", "--city", "benson", tmp_path / "out"))


def test_a_city_without_telephone_or_host_prints_nothing(app, tmp_path):
    tag_stock.make("benson", 1, 2026, actor="cli")
    result = app.test_cli_runner().invoke(args=["tags", "print", "--city", "benson", str(tmp_path / "out")])
    says = "Tags of Benson cannot be printed: set animal_control_phone and tag_hosts of [benson] in cities.toml first."
    assert one_line_of(result) == says
    assert not (tmp_path / "out").exists()


def test_more_tags_than_a_file_holds_make_several_sheets(flask_tags, tmp_path, monkeypatch):
    monkeypatch.setattr(tag_print, "PAGES_IN_A_FILE", 1)
    monkeypatch.setattr(tag_print, "sheet_pdf", lambda faces, _polarity: b"%d" % len(faces))
    count = len(tag_stock.choose("crystal"))
    assert count > 28
    flask_tags("print", "--city", "crystal", tmp_path / "out")
    assert (tmp_path / "out" / "sheet-1.pdf").read_bytes() == b"28"
    assert (tmp_path / "out" / "sheet-2.pdf").read_bytes() == b"%d" % (count - 28)


def test_a_number_with_odd_signs_makes_a_plain_file_name(demo_app, tmp_path):
    tag = replace(tag_stock.choose("benson")[0], number="../../etc/x\n\0")
    (name, _), *_ = tag_print.svg_files("benson", [tag], tag_print.POLARITIES[0])
    assert name == f"etcx_{tag.code}.svg"


def test_the_command_as_a_process(command, demo_instance, tmp_path):
    words = ("tags", "print", "--city", "battle_lake", "--state", "in_stock", tmp_path / "out")
    done = command(*words, instance=demo_instance)
    assert done.stderr == ""
    assert "SVG files in" in done.stdout
    wrong = command("tags", "list", "--city", "nowhere", instance=demo_instance, check=False)
    assert wrong.returncode == 2
    assert wrong.stdout == ""
    assert wrong.stderr == "--city nowhere: this instance serves no such city (battle_lake, benson, crystal)\n"


def test_no_half_file_is_left_where_writing_fails(tmp_path, monkeypatch):
    monkeypatch.setattr(tag_files.Path, "replace", _fails)
    with pytest.raises(tag_files.Unusable, match="cannot be written: disk is full"):
        tag_files.write_files(tmp_path, [("a.svg", "x")])
    assert list(tmp_path.iterdir()) == []


def _fails(*_):
    raise OSError(28, "disk is full")
