"""The papers keep up with the code: settings, limits, keys."""

import ast
import importlib
import re
from datetime import timedelta

from fieldapp.services import cities
from tests.tree.listing import ROOT, files, name

DOCS = ROOT / "docs"


def asked_of_the_environment():
    """Every environment variable that the program reads."""
    asked = set()
    for file in files("*.py", "fieldapp"):
        for found in re.finditer(r"environ\)?(?:\.get\(|\[)\s*\"([A-Z_]+)\"", file.read_text(encoding="utf-8")):
            asked.add(found[1])
    return asked


def headings(paper):
    return set(re.findall(r"^#+ `([^`]+)`", (DOCS / paper).read_text(encoding="utf-8"), re.MULTILINE))


def test_every_setting_has_a_heading():
    known = asked_of_the_environment() | {f"cities.toml: {key}" for key in cities._FIELDS}
    assert sorted(known - headings("settings.md")) == []
    assert sorted(headings("settings.md") - known) == []


def limits_on_paper():
    """docs/limits.md: rows of `| words | value | where |`, where = module:NAME."""
    text = (DOCS / "limits.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| [^|]+ \| ([^|]+) \| `([\w.]+):(\w+)` \|$", text, re.MULTILINE)
    return {(f"fieldapp.{module}", constant): value.strip() for value, module, constant in rows}


def said(value):
    """A limit as the paper writes it: 500, 1,048,576, 12 h, 7 days, 90 s."""
    if isinstance(value, timedelta):
        seconds = round(value.total_seconds())
        unit, size = next((u, s) for u, s in (("days", 86400), ("h", 3600), ("min", 60), ("s", 1)) if seconds % s == 0)
        return f"{seconds // size} {unit}"
    return f"{value:,}"


def test_each_limit_on_paper_is_the_one_in_the_code():
    for (module, constant), value in limits_on_paper().items():
        assert said(getattr(importlib.import_module(module), constant)) == value, f"{module}:{constant}"


def limits_in_the_code():
    """Module-level numbers and durations of the rooms that meet the outside."""
    for room in ("web", "services", "media"):
        for file in files("*.py", f"fieldapp/{room}"):
            module = ".".join(file.relative_to(ROOT).with_suffix("").parts)
            tree = ast.parse(file.read_text(encoding="utf-8"))
            for node in tree.body:
                targets = node.targets if isinstance(node, ast.Assign) else []
                for named in [part for t in targets for part in (t.elts if isinstance(t, ast.Tuple) else [t])]:
                    if isinstance(named, ast.Name) and named.id.isupper() and not named.id.startswith("_"):
                        yield module, named.id


def test_every_limit_stands_on_paper():
    paper = limits_on_paper()
    missing = []
    for module, constant in limits_in_the_code():
        value = getattr(importlib.import_module(module), constant)
        is_limit = isinstance(value, timedelta) or (isinstance(value, int) and not isinstance(value, bool))
        if is_limit and (module, constant) not in paper:
            missing.append(f"| ? | {said(value)} | `{module.removeprefix('fieldapp.')}:{constant}` |")
    assert missing == []


def test_every_decision_has_its_parts():
    for file in files("*.md", "docs/decisions"):
        text = file.read_text(encoding="utf-8")
        assert re.match(rf"# {int(file.name[:4])}\. \S", text), name(file)
        assert len(text.split()) > 40, f"{name(file)} says too little"
