"""One fault of every kind in every field of every kind of piece, planted in the shipped law, and found on its line.

Many are planted at once, one in a piece of each kind, so that a few loads try them all; no other piece may be accused.
"""

import functools
import itertools
import json
import re
import tomllib
from decimal import Decimal

import pytest

from fieldapp.lawbook import load
from fieldapp.lawbook.load import PACKAGE, UnusableLaw, load_lawbook
from fieldapp.lawbook.schemas import COMMON, KINDS
from fieldapp.lawbook.schemas.value_shapes import SHAPES

FILES = {f"{file.parent.name}/{file.name}": file.read_text(encoding="utf-8") for file in PACKAGE.glob("*/*.toml")}
HEADS = {"city.toml", "state.toml", "names.toml"}
WRONG_TYPE = {str: "7", int: '"seven"', Decimal: '"seven"', bool: '"yes"', list: "7", "date": '"2020-01-01"'}
ABSURD = ("24000000000", "-7", "1e12", "nan")


class Block:
    """A piece as its file has it: `file`, `kind`, `key`, and the numbers of its first and last line (from 0)."""

    def __init__(self, file, kind, first, lines):
        self.file, self.kind, self.first, self.lines = file, kind, first, lines
        self.key = json.loads(next(line for line in lines if line.startswith("key = ")).partition(" = ")[2])

    def at(self, name):
        """The place within the block of the line that begins with a field; None where it has none."""
        return next((n for n, line in enumerate(self.lines) if line.startswith(f"{name} = ")), None)

    def after(self, at):
        """The line behind a value, which may stretch over several."""
        depth = 0
        for n in range(at, len(self.lines)):
            bare = re.sub(r'"(\\.|[^"\\])*"', "", self.lines[n])
            depth += bare.count("[") - bare.count("]")
            if depth <= 0:
                return n + 1
        return len(self.lines)


def blocks():
    for file, text in FILES.items():
        if file.rpartition("/")[2] in HEADS:
            continue
        lines = text.split("\n")
        heads = [n for n, line in enumerate(lines) if line.startswith("[[")]
        for first, end in zip(heads, [*heads[1:], len(lines)], strict=True):
            yield Block(file, lines[first].strip("[]"), first, lines[first:end])


BLOCKS = list(blocks())
OF_KIND = {kind: [block for block in BLOCKS if block.kind == kind] for kind in KINDS}


def types(field):
    return field.type if isinstance(field.type, tuple) else (field.type,)


def misspelt(text):
    """The first text in quotes of a line without its last letter; None where nothing stands there to misspell."""
    found = re.search(r'= (?:\[\s*)?"(?:state:|value:)?(\w[\w. -]{2,})"', text)
    return text[: found.end(1) - 1] + text[found.end(1) :] if found else None


TURNS = itertools.count()


def next_of(some):
    """Another block each time, so that the faults spread over the files."""
    return some[next(TURNS) % len(some)]


def mutations(kind):  # noqa: C901  one branch a kind of fault
    """(what, block, line within it, the new text of that line or more lines, the line of the fault within it)."""
    for name, field in (COMMON | KINDS[kind]).items():
        of_kind = [block for block in OF_KIND[kind] if block.at(name) is not None] or OF_KIND[kind]
        bad = [("wrong type", WRONG_TYPE["date" if name in {"from", "last_checked"} else types(field)[0]])]
        if {str, list} & {*types(field)}:
            bad += [
                ("empty", '""' if str in types(field) else "[]"),
                ("blank", '"  "' if str in types(field) else '[" "]'),
            ]
        if field.span:
            bad += [("absurd", text) for text in ABSURD]
        if field.each is not None:
            bad += [("no table", '["x"]'), ("unknown part", "[{ nothing = 1 }]")]
        if name in {"from", "last_checked"}:
            bad += [("bad year", "0999-01-01"), ("a time too", "2020-01-01T00:00:00Z")]
        for what, text in bad:
            block = next_of(of_kind)
            at = block.at(name)
            if at is not None:
                yield f"{what} {name} {text}", block, at, block.after(at), [f"{name} = {text}"], 0
            elif "unit" not in name:
                line = block.at("key")
                yield f"{what} {name} {text}", block, line, line + 1, [block.lines[line], f"{name} = {text}"], 1
        block = next_of(of_kind)
        if (at := block.at(name)) is None:
            continue
        end = block.after(at)
        yield f"misspelt field {name}", block, at, end, ["x" + block.lines[at], *block.lines[at + 1 : end]], 0
        if field.needed:
            yield f"missing {name}", block, at, end, [""] * (end - at), -at
        if field.words or field.names or name == "floor":
            for n in range(at, end):
                if wrong := misspelt(block.lines[n].replace("[ ", "[") if n == at else "= " + block.lines[n].strip()):
                    yield f"misspelt word {name}", block, n, n + 1, [wrong if n == at else "  " + wrong[2:]], 0
                    break


def in_questions(kind):
    """The faults of one question of a piece of that kind."""
    swaps = [
        ("fact", r'(fact = "\w+)\w"', r'\1"'), ("op", r'(op = "[a-z ]+)[a-z]"', r'\1"'),
        ("ask", r'ask = "[^"]*"', 'ask = ""'), ("no ask", r', ask = "[^"]*"', ""), ("unknown", r"\{ fact", "{ fat"),
        ("word", r'(value = \["[^"]+)[a-z]"', r'\1"'), ("against", r'(against = \["[^"]+)[a-z]"', r'\1"'),
        ("yes", r"value = \[true\]", 'value = ["true"]'),
        ("limit", r'(op = "within", value = "[a-z._]+)[a-z]"', r'\1"'),
        ("by value", r'(value = "value:[a-z._]+)[a-z]"', r'\1"'), ("a number", r"value = \[true\]", "value = [1]"),
        ("recorded", r'op = "recorded"', 'op = "recorded", value = [true]'),
    ]  # fmt: skip
    for what, old, new in swaps:
        for block in OF_KIND[kind]:
            at = next((n for n, line in enumerate(block.lines) if re.search(old, line) and "fact = " in line), None)
            if at is not None:
                yield f"question {what}", block, at, at + 1, [re.sub(old, new, block.lines[at], count=1)], 0
                break


def whole_pieces(kind):
    """The faults of a piece as such: an unknown clause, the same piece again, a repeal of nothing."""
    block = next((b for b in OF_KIND[kind] if b.at("clause") is not None and not b.file.startswith("minn")), None)
    if block is None:
        return
    at, last = block.at("clause"), len(block.lines) - 1
    yield "unknown clause", block, at, at + 1, ['clause = "C-9999"'], 0
    again = ["", *(line for line in block.lines if line)]
    yield (
        "the same day",
        block,
        last,
        last + 1,
        [*again, ""],
        1 + [line for line in block.lines if line].index(block.lines[block.at("key")]),
    )
    new = [f"[[{kind}]]", 'key = "a.new.one"', "ends = true", *(
        block.lines[block.at(name)] for name in ("clause", "citation", "from", "last_checked"))]  # fmt: skip
    yield "ends nothing", block, last, last + 1, ["", *new, ""], 3


def rounds():
    """Lists of mutations, at most one of each file in each."""
    left = [m for kind in KINDS for m in (*mutations(kind), *in_questions(kind), *whole_pieces(kind))]
    while left:
        chosen, later = {}, []
        for mutation in left:
            place = later if mutation[1].file in chosen else chosen.setdefault(mutation[1].file, [])
            place.append(mutation)
        yield [mutation for one in chosen.values() for mutation in one]
        left = later


ROUNDS = list(rounds())


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("law")


@functools.cache
def read_once(text, *, parse_float, loads=tomllib.loads):
    """As tomllib.loads, once for the texts that most rounds share: nothing changes what is read."""
    return loads(text, parse_float=parse_float)


def faults_of(folder, monkeypatch, changed):
    """The faults of the shipped law with some of its files `changed`."""
    for name, text in (FILES | changed).items():
        file = folder / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    monkeypatch.setattr(load, "PACKAGE", folder)
    monkeypatch.setattr("fieldapp.lawbook.folders.tomllib.loads", read_once)
    try:
        load_lawbook()
    except UnusableLaw as wrong:
        return wrong.faults
    return ()


def test_the_shipped_law_has_none(folder, monkeypatch):
    assert faults_of(folder, monkeypatch, {}) == ()
    assert sum(map(len, ROUNDS)) > 1000


@pytest.mark.parametrize("number", range(len(ROUNDS)))
def test_each_planted_fault_is_found_on_its_line(folder, monkeypatch, number):
    changed, expected = {}, {}
    for what, block, at, end, new, line in ROUNDS[number]:
        lines = FILES[block.file].split("\n")
        lines[block.first + at : block.first + end] = new
        changed[block.file] = "\n".join(lines)
        expected[block.file, block.first + at + line + 1] = f"{block.kind} {block.key}: {what}"
    faults = faults_of(folder, monkeypatch, changed)
    found = {(fault.file, fault.line) for fault in faults}
    assert [f"{where}: {what}" for where, what in expected.items() if where not in found] == []
    keys = {block.key for _, block, *_ in ROUNDS[number]} | {"(no key)", "a.new.one", "7", "  "}
    accused = [fault for fault in faults if fault.key not in keys and (fault.file, fault.line) not in expected]
    assert [str(fault) for fault in accused if not any(f"'{key}'" in fault.text for key in keys)] == []


def test_each_value_under_nearly_its_key(folder, monkeypatch):
    files, planted = {}, set()
    for block in OF_KIND["value"]:
        if block.key in SHAPES:
            lines = files.setdefault(block.file, FILES[block.file].split("\n"))
            lines[block.first + block.at("key")] = f'key = "{block.key[:-1]}"'
            planted.add((block.file, block.first + block.at("key") + 1))
    faults = faults_of(folder, monkeypatch, {file: "\n".join(lines) for file, lines in files.items()})
    found = {(fault.file, fault.line) for fault in faults if re.search("did you mean|no species", fault.text)}
    assert sorted(planted - found) == []


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("crystal/city.toml", 'state = "minnesota"', 'state = "minesota"'),
        ("crystal/city.toml", "America/Chicago", "America/Chicagoo"),
        ("crystal/city.toml", "name = ", "xname = "),
        ("crystal/city.toml", 'name = "Crystal"', 'name = ""'),
        ("crystal/city.toml", 'name = "Crystal"', "name = 7"),
        ("crystal/city.toml", 'id = "crystal"', 'id = "krystal"'),
        ("minnesota/state.toml", 'kind = "state"', 'kind = "city"'),
        ("minnesota/names.toml", "[events]", "[xevents]"),
        ("minnesota/names.toml", 'at_large = "yes or no"', 'at_large = "yes or know"'),
        ("minnesota/names.toml", 'species = [\n  "bees"', 'species = [\n  7'),
        ("minnesota/names.toml", 'died = "the dog died"', 'died = ""'),
        ("crystal/clocks.toml", '[[clock]]', "[[clokc]]"),
        ("crystal/clocks.toml", 'roll = "both"', 'roll = "both'),
        ("crystal/clocks.toml", 'roll = "both"', "roll = both"),
        ("crystal/clocks.toml", 'roll = "both"', 'roll = "both"\nroll = "both"'),
        ("crystal/clocks.toml", "from = 20", "from = 2026-02-30 # 20"),
    ],
)  # fmt: skip
def test_faults_of_heads_names_and_text(folder, monkeypatch, name, old, new):
    assert old in FILES[name]
    text = FILES[name].replace(old, new, 1)
    lines = [str(f.line) for f in faults_of(folder, monkeypatch, {name: text}) if f.file == name]
    changed = [n for n, (a, b) in enumerate(zip(FILES[name].split("\n"), text.split("\n"), strict=False), 1) if a != b]
    assert str(changed[0]) in lines
    assert len(lines) == 1 + (new == "xname = ")
