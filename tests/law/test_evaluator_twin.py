"""The phone's evaluator gives the server's findings to the byte, on the cases at hand and on any pen at all."""

import json
import os
import random
from decimal import Decimal
from pathlib import Path

import pytest

from fieldapp.lawbook import current
from fieldapp.lawbook.load import load_lawbook
from fieldapp.services.enclosures import as_data, judge_pens, written
from fieldapp.services.law_tables import law_table
from tests.law.oakmere import write_oakmere
from tests.rules.pens import BOOK, CASES, CITIES, DAY, GOOD, HOUSE, judged, random_pen
from tests.rules.refused_pens import REFUSED, TAKEN

pytestmark = pytest.mark.browser
FOLDER = Path(__file__).parents[2] / "fieldapp/static/js/offline"
PENS = 1_500  # in each city
JUDGE = """async ([table, pens]) => {
  const { judge } = await import("http://localhost/evaluator.js");
  const sorted = (value) => Array.isArray(value) ? value.map(sorted)
    : value !== null && typeof value === "object"
      ? Object.fromEntries(Object.keys(value).sort().map((name) => [name, sorted(value[name])])) : value;
  const { enclosures } = JSON.parse(table);
  return JSON.parse(pens).map((pen) => {
    try { return JSON.stringify(sorted(judge(pen, enclosures))); }
    catch (wrong) { return { field: wrong.field, sentence: wrong.sentence, said: String(wrong) }; }
  });
}"""
READ = """async ([table, pens]) => {
  const { readPen } = await import("http://localhost/pens.js");
  const { written } = await import("http://localhost/decimals.js");
  const { enclosures } = JSON.parse(table);
  return JSON.parse(pens).map((pen) => [...readPen(pen, enclosures.facts).values()]
    .map(({ value, how }) => [value !== null && typeof value === "object" ? written(value) : value, how]));
}"""


@pytest.fixture
def twin(browser_page, monkeypatch):
    """twin(script, city, pens): what a script makes of a city's table and of pens, with the modules at hand."""
    monkeypatch.setattr(current, "_book", BOOK)
    browser_page.route("http://localhost/**", lambda route: route.fulfill(**_file(route.request.url)))
    browser_page.goto("http://localhost/page.html")

    def run(script, city, pens):
        return browser_page.evaluate(script, [law_table(city, DAY).body.decode(), _as_json(pens)])

    return run


def _file(url):
    file = FOLDER / url.rpartition("/")[2]
    if not file.exists():
        return {"body": "<!doctype html><title>a blank page</title>", "content_type": "text/html"}
    return {"body": file.read_text(encoding="utf-8"), "content_type": "text/javascript"}


def _as_json(pens):
    """Amounts as numbers with the digits they have: all of ours fit a double."""
    return json.dumps(pens, default=lambda amount: float(written(amount)))


def _server(city, pen):
    raw = json.loads(_as_json(pen), parse_float=Decimal)
    return _canonical(judged(city, raw))


def _canonical(verdict):
    return json.dumps(as_data(verdict), sort_keys=True, separators=(",", ":"), ensure_ascii=False)


@pytest.mark.parametrize("city", CITIES)
def test_the_cases_at_hand(twin, city):
    mine = [case for case in CASES if case["city"] == city]
    told = twin(JUDGE, city, [case["pen"] for case in mine])
    assert told == [_server(city, case["pen"]) for case in mine]
    for case, text in zip(mine, told, strict=True):
        assert json.loads(text).items() >= case["expect"].items()


@pytest.mark.parametrize("city", CITIES)
def test_any_pen(twin, city):
    seed = int(os.environ.get("SEED") or random.SystemRandom().randrange(10**9))
    print(f"SEED={seed}")  # noqa: T201
    dice = random.Random(f"{seed} {city}")  # noqa: S311
    pens = [random_pen(dice) for _ in range(PENS // 2)]
    for _ in range(PENS // 2):  # near to passing
        drawn = random_pen(dice)
        changed = dice.sample(sorted(drawn), min(len(drawn), dice.randrange(4)))
        pens.append(dice.choice((GOOD, GOOD, HOUSE)) | {name: drawn[name] for name in changed})
    told = twin(JUDGE, city, pens)
    for pen, text in zip(pens, told, strict=True):
        assert text == _server(city, pen), f"SEED={seed} {_as_json(pen)}"
    statuses = {json.loads(text)["status"] for text in told}
    assert statuses == {"pass", "fail", "incomplete"}


def test_what_is_no_pen_is_refused_in_the_same_words(twin):
    told = twin(JUDGE, "crystal", [pen for pen, _, _ in REFUSED])
    for (pen, field, sentence), wrong in zip(REFUSED, told, strict=True):
        assert (wrong["field"], wrong["sentence"]) == (field, sentence), pen
        assert wrong["said"] == f"Error: {field}: {sentence}"


def test_what_a_pen_may_hold(twin):
    told = twin(READ, "crystal", [{name: given} for name, given, _, _ in TAKEN])
    told = [[[value if isinstance(value, str) else str(value), how] for value, how in facts] for facts in told]
    assert told == [[[value, how]] if value else [] for _, _, value, how in TAKEN]


def test_numbers_that_json_can_hold_and_no_pen_has(twin):
    pens = ", ".join(f'{{"wall_height_in": {number}}}' for number in ("1e999", "-1e999", "1e-31", "1e30"))
    told = twin(JUDGE.replace("JSON.parse(pens)", f"JSON.parse('[{pens}]')"), "benson", [])
    said = ["is larger than any pen", "is negative", "is finer than anybody measures", "is larger than any pen"]
    assert [wrong["sentence"] for wrong in told] == said


def test_a_small_number_keeps_its_digits(twin):
    pen = GOOD | {"wall_opening_in": Decimal("1e-7"), "length_in": Decimal("96.0000001")}
    assert twin(JUDGE, "crystal", [pen]) == [_server("crystal", pen)]
    floats = {"wall_height_in": 0.1 + 0.2}  # a double shows its own shortest digits, nothing is rounded further
    assert json.loads(twin(JUDGE, "crystal", [floats])[0])["findings"][1]["value"] == "0.30000000000000004"


def test_a_city_that_is_only_a_folder(twin, tmp_path, monkeypatch):
    monkeypatch.setattr(current, "_book", load_lawbook(write_oakmere(tmp_path)))
    pens = [
        GOOD | {"wall_height_in": high, "cover_opening_in": gap, "fence_buried_in": deep, "animals": dogs}
        for high in (71, 72, "72.5", None)
        for gap in (2, "1.99", None)
        for deep in (18, "18.1", None)
        for dogs in (3, 4)
    ]
    told = twin(JUDGE, "oakmere", pens)
    verdicts = judge_pens("oakmere", json.loads(_as_json(pens), parse_float=Decimal), DAY)
    assert told == [_canonical(verdict) for verdict in verdicts]
    assert {verdict.status for verdict in verdicts} == {"pass", "fail", "incomplete"}
