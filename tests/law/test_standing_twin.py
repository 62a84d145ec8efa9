"""The phone's status is the server's to the byte: on the cases at hand, and on any facts at all."""

import collections
import json
import os
import random
from datetime import date
from pathlib import Path

import pytest

from fieldapp.lawbook import current
from fieldapp.lawbook.load import load_lawbook
from fieldapp.services.law_tables import law_table
from tests.law.oakmere import write_oakmere
from tests.law.standing_cases import WORDS, answered, cases, random_case

FOLDER = Path(__file__).parents[2] / "fieldapp/static/js/offline"
BOOK, DAY = load_lawbook(), date(2026, 11, 30)
CASES = cases()
MANY = 4_000
ANSWER = """async ([tables, cases]) => {
  const { standing } = await import("http://localhost/standing.js");
  const sorted = (value) => Array.isArray(value) ? value.map(sorted)
    : value !== null && typeof value === "object"
      ? Object.fromEntries(Object.keys(value).sort().map((name) => [name, sorted(value[name])])) : value;
  const laws = Object.fromEntries(Object.entries(tables).map(([city, body]) => [city, JSON.parse(body).standing]));
  return JSON.parse(cases).map(({ city, day, facts }) => JSON.stringify(sorted(standing(facts, laws[city], day))));
}"""


@pytest.fixture
def twin(browser_page, monkeypatch):
    """twin(cases, book): what the module answers for each case, from the cities' files."""
    browser_page.route("http://localhost/**", lambda route: route.fulfill(**_file(route.request.url)))
    browser_page.goto("http://localhost/page.html")

    def run(asked, book=BOOK):
        monkeypatch.setattr(current, "_book", book)
        tables = {case["city"]: law_table(case["city"], DAY).body.decode() for case in asked}
        return browser_page.evaluate(ANSWER, [tables, json.dumps(asked)])

    return run


def _file(url):
    file = FOLDER / url.rpartition("/")[2]
    if not file.exists():
        return {"body": "<!doctype html><title>a blank page</title>", "content_type": "text/html"}
    return {"body": file.read_text(encoding="utf-8"), "content_type": "text/javascript"}


def _server(case, book=BOOK):
    return json.dumps(answered(book, case), sort_keys=True, separators=(",", ":"), ensure_ascii=False)


@pytest.mark.browser
def test_the_module_on_the_cases_at_hand(twin):
    for case, told in zip(CASES, twin(CASES), strict=True):
        assert told == _server(case), case["name"]


@pytest.mark.browser
def test_any_facts_at_all(twin):
    seed = int(os.environ.get("SEED") or random.SystemRandom().randrange(10**9))
    print(f"SEED={seed}")  # noqa: T201
    dice = random.Random(seed)  # noqa: S311
    drawn = [random_case(dice) for _ in range(MANY)]
    for case, told in zip(drawn, twin(drawn), strict=True):
        assert told == _server(case), f"SEED={seed} {json.dumps(case)}"
    words = collections.Counter(answered(BOOK, case)["status"] for case in drawn)
    assert set(words) == WORDS
    assert min(words.values()) > 30


LICENSES = """
[[value]]
key = "license.dog.from_age"
number = 4
unit = "months"
comparison = "over"
clause = "O-1"
citation = "Oakmere § 5.01"
from = 2020-01-01
last_checked = 2026-11-30
[[value]]
key = "license.dog.from_age"
number = 3
unit = "months"
comparison = "at least"
clause = "O-1"
citation = "Oakmere § 5.01"
from = 2026-11-30
last_checked = 2026-11-30
doubt = "Which day?"
[[value]]
key = "vaccination.dog"
words = ["with license"]
clause = "O-2"
citation = "Oakmere § 5.02"
from = 2025-06-01
last_checked = 2026-11-30
[[value]]
key = "vaccination.dog"
ends = true
clause = "O-2"
citation = "Oakmere § 5.02"
from = 2026-06-01
last_checked = 2026-11-30
"""


@pytest.fixture
def oakmere(tmp_path):
    write_oakmere(tmp_path)
    (tmp_path / "oakmere/licenses.toml").write_text(LICENSES, encoding="utf-8")
    return load_lawbook(tmp_path)


def _around_each_change():
    for day in ("2019-12-31", "2020-01-01", "2025-05-31", "2025-06-01", "2026-05-31", "2026-06-01", "2026-11-29",
                "2026-11-30", "1999-12-31"):  # fmt: skip
        for case in CASES:
            yield {"city": "oakmere", "day": day, "facts": case["facts"]}


@pytest.mark.browser
def test_a_city_that_is_only_a_folder_before_and_after_each_change_of_its_law(twin, oakmere):
    asked = list(_around_each_change())
    for case, told in zip(asked, twin(asked, oakmere), strict=True):
        assert told == _server(case, oakmere), case


def test_the_table_holds_every_period_whatever_the_day(monkeypatch, oakmere):
    monkeypatch.setattr(current, "_book", oakmere)
    tables = [json.loads(law_table("oakmere", day).body)["standing"] for day in (DAY, date(2020, 1, 1))]
    assert tables[0] == tables[1]
    periods = tables[0]
    assert [period["from"] for period in periods] == [
        "0001-01-01", "2000-01-01", "2020-01-01", "2025-06-01", "2026-06-01", "2026-11-30",
    ]  # fmt: skip
    assert "unknown" in periods[0]
    assert "vaccinated" not in periods[0]
    assert [list(period["vaccinated"]) for period in periods[2:]] == [[], ["dog"], [], []]
    assert [period["licensed"]["dog"]["amount"] for period in periods[2:]] == ["4", "4", "4", "3"]
    assert periods[-1]["licensed"]["dog"]["doubt"] == "Which day?"
