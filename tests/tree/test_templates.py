"""Every template parses, names its page, and holds no script, style or switched-off escaping."""

import re

import pytest
from jinja2 import nodes

from tests.tree.listing import ROOT, files, name

FOLDER = ROOT / "fieldapp" / "templates"
TEMPLATES = [f for f in files(under="fieldapp/templates") if f.suffix in (".html", ".svg", ".txt", ".xml")]
# Where text is handed over as markup that this program itself wrote, and why.
MARKUP_MADE_HERE = {
    "fieldapp/media/print_pdf.py": "the SVG of printed tags, drawn by media/ itself, which escapes the words in it",
}

FORBIDDEN = {
    "an inline handler": re.compile(r"<[^>]*\son[a-z]+\s*=", re.IGNORECASE),
    "an inline script": re.compile(r"<script(?![^>]*\ssrc=)[^>]*>", re.IGNORECASE),
    "an inline style": re.compile(r"<style[\s>]|<[^>]*\sstyle\s*=", re.IGNORECASE),
    "switched-off escaping": re.compile(r"\|\s*safe\b|autoescape\s+false|\bMarkup\b"),
    "a javascript: address": re.compile(r"javascript:", re.IGNORECASE),
    "a handler of HTMX": re.compile(r"hx-on[:=-]|hx-vals=[\"']js:|hx-headers=[\"']js:"),
}
PRINTED = "print/"  # paper has its own style and no browser


@pytest.fixture
def jinja(app):
    return app.jinja_env


def test_there_are_templates():
    assert TEMPLATES


@pytest.mark.parametrize("file", TEMPLATES, ids=name)
def test_it_parses_and_its_parts_exist(jinja, file):
    tree = jinja.parse(file.read_text(encoding="utf-8"))
    for used in tree.find_all((nodes.Extends, nodes.Include, nodes.Import, nodes.FromImport)):
        if isinstance(used.template, nodes.Const):
            assert (FOLDER / used.template.value).exists(), f"{name(file)} needs {used.template.value}"
    jinja.get_template(str(file.relative_to(FOLDER)))


@pytest.mark.parametrize("file", TEMPLATES, ids=name)
def test_it_holds_nothing_that_runs(file):
    text = file.read_text(encoding="utf-8")
    if str(file.relative_to(FOLDER)).startswith(PRINTED):
        text = re.sub(r"<style[\s>].*?</style>", "", text, flags=re.DOTALL)
    found = [what for what, pattern in FORBIDDEN.items() if pattern.search(text)]
    assert not found or name(file) in MARKUP_MADE_HERE, f"{name(file)} holds {', '.join(found)}"


@pytest.mark.parametrize("file", TEMPLATES, ids=name)
def test_a_page_has_a_title(jinja, file):
    text = file.read_text(encoding="utf-8")
    tree = jinja.parse(text)
    extends = list(tree.find_all(nodes.Extends))
    if not extends:
        whole = "<html" in text
        assert not whole or "<title>" in text, f"{name(file)} is a page without a title"
        return
    titles = [b for b in tree.find_all(nodes.Block) if b.name == "title"]
    abstract = any(b.name != "title" and not b.body for b in tree.find_all(nodes.Block))
    assert titles or abstract, f"{name(file)} extends {extends[0].template.value} without a title block"


def test_no_script_or_python_writes_markup():
    faults = []
    pattern = re.compile(r"\.(inner|outer)HTML\b|insertAdjacentHTML|document\.write|\beval\(|new Function\(|\bMarkup\(")
    for file in (*files("*.js", "fieldapp/static"), *files("*.py", "fieldapp")):
        if "vendor" in file.parts or name(file) in MARKUP_MADE_HERE:
            continue
        faults += [f"{name(file)}: {hit[0]}" for hit in pattern.finditer(file.read_text(encoding="utf-8"))]
    assert faults == []


def test_no_text_becomes_a_template():
    faults = [name(f) for f in files("*.py", "fieldapp") if "render_template_string" in f.read_text(encoding="utf-8")]
    assert faults == []
