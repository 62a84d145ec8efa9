"""docs/law.md keeps up: its city loads as it stands there, and it tells every kind and every field."""

import re
from datetime import date

import pytest

from fieldapp.lawbook.inventory import OWN_ID, STATE_ID
from fieldapp.lawbook.load import load_lawbook
from fieldapp.lawbook.schemas import COMMON, ELEMENT, KINDS
from fieldapp.lawbook.standing import standing_law
from tests.tree.listing import ROOT

PAPER = (ROOT / "docs/law.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```toml\n# (\w+/\w+\.toml)\n(.*?)```", PAPER, re.DOTALL)
SECTIONS = dict(re.findall(r"^### `(\w+)`\n(.*?)(?=^##|\Z)", PAPER, re.DOTALL | re.MULTILINE))


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    folder = tmp_path_factory.mktemp("paper")
    for name, text in BLOCKS:
        file = folder / name
        file.parent.mkdir(exist_ok=True)
        with file.open("a", encoding="utf-8") as out:
            out.write(text + "\n")
    return load_lawbook(folder)


def test_every_block_is_a_file_of_the_city():
    assert len(BLOCKS) == PAPER.count("```toml") > 20


def test_the_city_of_the_paper_has_a_piece_of_every_kind(book):
    assert set(book.cities["oakmere"].pieces) == set(KINDS)


def test_dates_doubts_and_repeals_do_what_the_paper_says(book):
    ages = {day: book.at("oakmere", "license.dog.from_age", day) for day in (date(2024, 6, 30), date(2024, 7, 1))}
    assert [(limit.number, bool(limit.doubt)) for limit in ages.values()] == [(6, False), (4, True)]
    assert "visitor" in standing_law(book, "oakmere", date(2024, 12, 31)).exempt
    assert "visitor" not in standing_law(book, "oakmere", date(2025, 1, 1)).exempt
    fees = [book.piece("oakmere", "fee", "fee.license", day).fields for day in (date(2025, 12, 31), date(2026, 1, 1))]
    assert [fee.get("cents") for fee in fees] == [None, 1500]


def test_every_kind_has_its_section_and_every_field_its_word():
    assert set(SECTIONS) == set(KINDS)
    for kind, fields in KINDS.items():
        told = set(re.findall(r"`(\w+)`", SECTIONS[kind])) | set(re.findall(r"^(\w+) = ", SECTIONS[kind], re.MULTILINE))
        parts = {name for field in fields.values() if field.each not in (None, ELEMENT) for name in field.each}
        assert sorted((set(fields) | parts) - told) == [], kind
        assert f"[[{kind}]]" in SECTIONS[kind], kind


def test_what_every_piece_and_every_question_has_is_told():
    told = set(re.findall(r"^\| `(\w+)`", PAPER, re.MULTILINE)) | {"clauses"}
    assert set(COMMON) | set(ELEMENT) <= told
    for word in (STATE_ID, OWN_ID, *ELEMENT["op"].words):
        assert word in PAPER
