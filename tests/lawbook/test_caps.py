"""A fine over the most for its grade is a fault with file, key and line."""

import pytest

from fieldapp.lawbook.load import UnusableLaw, load_lawbook
from tests.lawbook.test_load import CITY

CHARGE = """
[[charge]]
key = "at_large.street"
title = "Dog at large"
observed = ["Off its premises"]
grade = "{grade}"
fine_cents = {cents}
group = "at large"
clause = "O-2"
citation = "Oakmere 5.02"
from = {since}
last_checked = 2026-11-30
"""


def faults_of(tmp_path, text):
    (tmp_path / "oakmere").mkdir(exist_ok=True)
    (tmp_path / "oakmere" / "city.toml").write_text(CITY)
    (tmp_path / "oakmere" / "money.toml").write_text(text)
    try:
        load_lawbook(tmp_path)
    except UnusableLaw as found:
        return [(fault.file, fault.key, fault.line, fault.text) for fault in found.faults]
    return []


@pytest.mark.parametrize(
    ("grade", "cents", "over"),
    [("petty_misdemeanor", 29_999, None), ("petty_misdemeanor", 30_000, None),
     ("petty_misdemeanor", 30_001, "($300.01) is over the most that Minn. Stat. 609.02, subd. 4a allows, $300.00"),
     ("misdemeanor", 99_999, None), ("misdemeanor", 100_000, None),
     ("misdemeanor", 100_001, "($1,000.01) is over the most that Minn. Stat. 609.02, subd. 3 allows, $1,000.00"),
     ("ordinance", 100_000, None), ("ordinance", 100_001, "609.02, subd. 3 allows, $1,000.00"),
     ("gross_misdemeanor", 300_000, None)],
)  # fmt: skip
def test_a_fine_ends_at_the_most_for_its_grade(tmp_path, grade, cents, over):
    found = faults_of(tmp_path, CHARGE.format(grade=grade, cents=cents, since="2020-01-01"))
    if over is None:
        assert found == []
        return
    ((file, key, line, text),) = found
    assert file.endswith("oakmere/money.toml")
    assert (key, line) == ("at_large.street", 7)
    assert over in text


CAP = """
[[value]]
key = "fine.petty_misdemeanor"
number = {cents}
unit = "cents"
comparison = "at most"
clause = "O-4"
citation = "Oakmere 5.04"
from = {since}
last_checked = 2026-11-30
"""


def test_a_lower_cap_that_comes_later_binds_the_fines_that_are_still_in_force(tmp_path):
    old = CHARGE.format(grade="petty_misdemeanor", cents=20_000, since="2020-01-01")
    cap = CAP.format(cents=10_000, since="2024-01-01")
    ((_, _, line, text),) = faults_of(tmp_path, old + cap)
    assert (line, "Oakmere 5.04" in text) == (7, True)
    lowered = CHARGE.format(grade="petty_misdemeanor", cents=10_000, since="2024-01-01")
    assert faults_of(tmp_path, old + cap + lowered) == []


def test_the_command_names_the_place(app, tmp_path, monkeypatch):
    (tmp_path / "oakmere").mkdir()
    (tmp_path / "oakmere" / "city.toml").write_text(CITY)
    text = CHARGE.format(grade="ordinance", cents=150_000, since="2020-01-01")
    (tmp_path / "oakmere" / "charges.toml").write_text(text)
    said = app.test_cli_runner().invoke(args=["law", "validate", str(tmp_path)])
    assert said.exit_code == 1
    assert "charges.toml:7: at_large.street: fine_cents 150000 ($1,500.00) is over the most" in said.output
