"""Every row of the table of failures has a test that carries its number, or a reason."""

import ast
import re
import tomllib
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parents[1]
BOOK = tomllib.loads((TESTS / "faults/rows.toml").read_text(encoding="utf-8"))
TABLE = TESTS.parents[1] / "shared" / "offline.md"
STRAINED = "faults/test_"  # runs of all kinds of faults stand beside tests of the one row
NAMED = [(row, test) for row, tests in BOOK["tests"].items() for test in tests]


def numbers_of(node):
    said = re.findall(r"_row_(\d+)_", node.name)
    first = re.match(r"Rows? ([\d, and]+)", ast.get_docstring(node) or "")
    return {*said, *(re.findall(r"\d+", first[1]) if first else ())}


def functions(file):
    tree = ast.parse((TESTS / file).read_text(encoding="utf-8"))
    return {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}


@pytest.mark.parametrize(("row", "test"), NAMED, ids=[f"{row}-{test}" for row, test in NAMED])
def test_the_named_test_is_there_and_runs(row, test):
    file, _, name = test.partition("::")
    node = functions(file)[name]
    assert name.startswith("test_")
    assert not [mark for mark in node.decorator_list if "skip" in ast.unparse(mark) or "xfail" in ast.unparse(mark)]
    assert row in numbers_of(node) or (file.startswith(STRAINED) and len(BOOK["tests"][row]) > 1)


def test_each_test_that_carries_a_number_stands_in_the_book():
    carried = {
        (row, f"{file.relative_to(TESTS)}::{name}")
        for file in TESTS.rglob("test_*.py")
        for name, node in functions(file).items()
        if name.startswith("test_")
        for row in numbers_of(node)
    }
    assert carried - set(NAMED) == set()


def test_a_row_has_a_test_or_a_reason_and_never_both():
    assert set(BOOK["tests"]) & set(BOOK["reasons"]) == set()
    assert all(BOOK["tests"].values())
    assert all(len(reason.split()) > 8 for reason in BOOK["reasons"].values())


@pytest.mark.outside
@pytest.mark.skipif(not TABLE.is_file(), reason="../shared/offline.md is not there")
def test_no_row_of_the_table_is_missing():
    section = TABLE.read_text(encoding="utf-8").partition("\n## 2.")[2].partition("\n## 3.")[0]
    rows = set(re.findall(r"^\| (\d+)★? \|", section, re.MULTILINE))
    assert len(rows) > 40
    assert rows == {*BOOK["tests"], *BOOK["reasons"]}
