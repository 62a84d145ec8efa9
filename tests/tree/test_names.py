"""Names are the field's own words, each module says what it is, and nothing tells where it was written."""

import ast
import re

import pytest

from tests.tree.listing import ROOT, files, name

BANNED = {"entity", "entities", "item", "items", "manager", "managers", "helper", "helpers", "utils", "util", "handler",
          "handlers"}  # fmt: skip
OURS = [f for f in files("*.py") if "migrations" not in f.parts]
# other people's names for other people's things
ALLOWED_NAMES = {"test_a_handler_with_the_dog_is_no_lack_of_an_enclosure"}  # the person who leads a dog
# spelled in pieces, so that this file does not hold them
PLACES = ["/" + "work/", ".lib" + "rary", *("shared" + f"/{paper}" for paper in ("design", "contract", "security"))]


def words_of(text):
    return {w.lower() for w in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", text)}


def defined_names(tree):
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id


@pytest.mark.parametrize("file", OURS, ids=name)
def test_names_in_python(file):
    tree = ast.parse(file.read_text(encoding="utf-8"))
    bad = sorted(n for n in {*defined_names(tree), file.stem} if words_of(n) & BANNED and n not in ALLOWED_NAMES)
    assert bad == []


def test_names_of_files_and_folders():
    parts = {part for f in files() if "vendor" not in f.parts for part in f.relative_to(ROOT).parts}
    assert sorted(p for p in parts if words_of(p) & BANNED) == []


@pytest.mark.parametrize("file", OURS, ids=name)
def test_a_module_says_what_it_is(file):
    tree = ast.parse(file.read_text(encoding="utf-8"))
    assert not tree.body or ast.get_docstring(tree), f"{name(file)} has no docstring"


def test_no_file_tells_where_it_was_written():
    faults = []
    for file in files():
        if "vendor" in file.parts or file.suffix in (".woff2", ".png", ".wasm", ".ttf", ".lock"):
            continue
        text = file.read_text(encoding="utf-8", errors="ignore")
        faults += [f"{name(file)}: {place}" for place in PLACES if place in text]
    assert faults == []


def test_rooms_point_one_way():
    from importlinter.api import use_cases  # noqa: F401, PLC0415
    from importlinter.cli import EXIT_STATUS_SUCCESS, lint_imports  # noqa: PLC0415

    assert lint_imports(config_filename=str(ROOT / "pyproject.toml"), no_cache=True) == EXIT_STATUS_SUCCESS
