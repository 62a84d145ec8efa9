"""The page's twin of media/scanned.py gives the answers of the same table."""

import json
from pathlib import Path

import pytest

pytestmark = pytest.mark.browser
TABLE = json.loads((Path(__file__).parents[1] / "tags" / "scanned_texts.json").read_text(encoding="utf-8"))
CODES = (("7K3QW9XZ4", "1"), ("123456789", "0"), ("ZZZZZZZZZ", "X"))


@pytest.fixture
def twin(browser_page, preview):
    """twin("name(a, b)", arg): evaluate with the module's functions at hand."""
    browser_page.goto(preview + "scan")
    browser_page.locator("[data-scan-photo]:not([hidden])").wait_for()
    address = browser_page.evaluate(
        "performance.getEntriesByType('resource').map((e) => e.name).find((n) => n.includes('scanned-text'))"
    )
    taken = "const {recognize, readCode, checkCharacter, choose} = await import(address);"
    return lambda call, arg: browser_page.evaluate(
        f"async ([address, arg]) => {{ {taken} return {call} }}", [address, arg]
    )


def test_every_text_of_the_table_is_told_alike(twin):
    read = twin("arg.cases.map((one) => recognize(one.text, arg.hosts))", TABLE)
    told = [(r["kind"], r["value"]) for r in read]
    assert told == [(case["kind"], case["value"]) for case in TABLE["cases"]]


def test_the_check_character_is_that_of_the_vectors(twin):
    assert twin("arg.map((payload) => checkCharacter(payload))", [c for c, _ in CODES]) == [c for _, c in CODES]


def test_one_wrong_symbol_is_never_a_code(twin):
    alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
    code = "7K3QW9XZ41"
    wrong = [code[:i] + c + code[i + 1 :] for i in range(10) for c in alphabet if c != code[i]]
    assert set(twin("arg.map(readCode)", wrong)) == {None}


def test_of_several_texts_ours_is_taken_and_two_of_ours_are_not_guessed_at(twin):
    host = TABLE["hosts"]
    pick = lambda *texts: twin("choose(arg.texts, arg.hosts)", {"texts": texts, "hosts": host})  # noqa: E731
    assert pick("https://evil.example/", "7K3QW9XZ41") == {"kind": "code", "value": "7K3QW9XZ41"}
    assert pick("7K3QW9XZ41", "7k3-qw9-xz41") == {"kind": "code", "value": "7K3QW9XZ41"}
    assert pick("7K3QW9XZ41", "ZZZZZZZZZX")["kind"] == "several"
    assert pick("hello", "there") == {"kind": "foreign", "value": "hello"}
    assert pick() is None
