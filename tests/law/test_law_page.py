"""The law of a city for people: what holds on a day, other dates, search, and what changed between two days."""

from datetime import date

import pytest

from fieldapp.lawbook import current
from fieldapp.lawbook.load import load_lawbook
from fieldapp.services.law_changes import law_changes, year_before
from fieldapp.services.law_page import DOUBTED, OPEN, law_page
from fieldapp.services.law_sign_offs import doubts
from tests.law.oakmere import write_oakmere

DAY = date(2026, 11, 30)


def value(number, since, *, key="license.dog.from_age", doubt="", more="", unit="months"):
    return (
        f'[[value]]\nkey = "{key}"\nnumber = {number}\nunit = "{unit}"\ncomparison = "at least"\nclause = "O-7"\n'
        f'citation = "Oakmere § 7"\nfrom = {since}\nlast_checked = 2026-11-30\n'
        + (f'doubt = "{doubt}"\n' if doubt else "") + more + "\n"
    )  # fmt: skip


REPEAL = (
    '[[value]]\nkey = "leash.longest"\nends = true\nclause = "O-8"\ncitation = "Oakmere § 8"\n'
    "from = 2024-01-01\nlast_checked = 2026-11-30\n"
)
LICENSES = (
    value(6, "2020-01-01", doubt="Which months?")
    + value(4, "2024-07-01", doubt="Which months?")
    + value(3, "2027-01-01")
    + value(6, "2020-01-01", key="leash.longest", unit="feet")
    + REPEAL
    + value(2, "2025-03-01", key="kennel.most", unit="dogs")
)


@pytest.fixture
def oakmere(app, tmp_path, monkeypatch):
    """The lawbook with a city whose law changed a few times."""
    write_oakmere(tmp_path)
    (tmp_path / "oakmere/licenses.toml").write_text(LICENSES, encoding="utf-8")
    monkeypatch.setattr(current, "_book", load_lawbook(tmp_path))


def pieces(day=DAY, words="", only=""):
    page = law_page("oakmere", day, words, only)
    return {p.anchor.removeprefix("oakmere-"): p for topic in page.topics for p in topic.pieces}


def test_what_holds_on_a_day_with_the_states(oakmere):
    page, found = law_page("oakmere", DAY), pieces()
    assert (page.name, page.state_name, page.found) == ("Oakmere", "Minnesota", page.all)
    age = found["value-license.dog.from_age"]
    assert (age.value, age.citation, age.clauses) == ("at least 4 months", "Oakmere § 7", ("O-7",))
    assert (age.since, age.last_checked) == (date(2024, 7, 1), DAY)
    assert not age.of_state
    assert found["minnesota-value-rabies.first_dose_wait"].of_state
    assert "value-leash.longest" not in found
    assert {p.of_state for p in found.values()} == {True, False}
    assert page.all == len(found)  # every anchor once


def test_other_dates_unfold(oakmere):
    now = pieces()["value-license.dog.from_age"]
    assert [(o.since, o.until, o.value) for o in now.earlier] == [
        (date(2020, 1, 1), date(2024, 6, 30), "at least 6 months"),
    ]
    assert [(o.since, o.until, o.value) for o in now.later] == [(date(2027, 1, 1), None, "at least 3 months")]
    leash = pieces(date(2023, 12, 31))["value-leash.longest"]
    assert [(o.since, o.repealed) for o in leash.later] == [(date(2024, 1, 1), True)]
    assert pieces(date(2019, 12, 31)).keys().isdisjoint({"value-license.dog.from_age", "value-leash.longest"})


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("4 months license", True), ("O-7", True), ("oakmere § 7", True), ("WHICH", True), ("vaccination", True),
        ("vacci", True), ("accination", False), ("license zebra", False), ("(", False), ("\\d", False),
    ],
)  # fmt: skip
def test_search(oakmere, words, found):
    assert ("value-license.dog.from_age" in pieces(words=words)) == found


def test_only_doubts(oakmere):
    doubted = pieces(only=DOUBTED)
    assert "value-license.dog.from_age" in doubted
    assert "value-kennel.most" not in doubted
    assert all(p.doubt for p in doubted.values())
    assert len(pieces(only=OPEN)) == law_page("oakmere", DAY).open_doubts == len(doubted)


def test_what_came_went_and_changed(oakmere):
    found = law_changes("oakmere", date(2023, 12, 31), date(2025, 3, 1))
    assert [(c.what, c.title, c.on) for c in found.changes] == [
        ("changed", "License, dog, from age", date(2024, 7, 1)), ("came", "Kennel, most", date(2025, 3, 1)),
        ("went", "Leash, longest", date(2024, 1, 1)),
    ]  # fmt: skip
    changed, came, went = found.changes
    assert [(x.label, x.before, x.after) for x in changed.lines] == [
        ("Value", ("at least 6 months",), ("at least 4 months",))
    ]
    assert all(not line.before for line in came.lines)
    assert all(not line.after for line in went.lines)
    assert found.days[0] == date(2027, 1, 1)


@pytest.mark.parametrize(
    ("before", "after", "count"),
    [
        (date(2023, 12, 31), date(2023, 12, 31), 0), (date(2023, 12, 30), date(2023, 12, 31), 0),
        (date(2023, 12, 31), date(2024, 1, 1), 1), (date(2024, 6, 30), date(2024, 7, 1), 1),
        (date(2024, 7, 1), date(2024, 7, 2), 0), (date(2026, 12, 31), date(2027, 1, 1), 1),
    ],
)  # fmt: skip
def test_a_change_belongs_to_its_day(oakmere, before, after, count):
    assert len(law_changes("oakmere", before, after).changes) == count


def test_a_year_before():
    assert year_before(date(2024, 2, 29)) == date(2023, 2, 28)
    assert year_before(date(1, 6, 1)) == date.min


def test_each_doubt_has_an_address_of_its_own(app):
    for city in ("crystal", "benson", "battle_lake"):
        refs = [doubt.ref for doubt in doubts(city)]
        assert len(refs) == len(set(refs)) > 20


def test_the_page_of_a_city_that_is_only_a_folder(settings_of, app_of, tmp_path):
    write_oakmere(tmp_path)
    (tmp_path / "oakmere/licenses.toml").write_text(LICENSES, encoding="utf-8")
    ask = app_of(settings_of(lawbook_dir=tmp_path)).test_client().get
    text = ask("/law/oakmere?on=2024-07-01&q=license").text
    assert "at least 4 months" in text
    assert "The law of Oakmere" in text
    assert ask("/law/oakmere/changes?from=2024-06-30&to=2024-07-01").status_code == 200
    assert ask("/law/oakmer").status_code == 404


class TestPages:
    @pytest.fixture
    def read(self, client):
        def ask(address, **headers):
            return client.get(address, headers=headers)

        return ask

    def test_anybody_reads_it(self, read):
        answer = read("/law/crystal")
        assert answer.status_code == 200
        assert answer.headers["Cache-Control"] == "public, max-age=300"
        assert {"HX-Request", "Cookie"} <= {v.strip() for v in answer.headers["Vary"].split(",")}
        for words in ("at least 6 months", "Crystal 910, Dog licenses, subd. 1", "C-014", "in force since", "In doubt"):
            assert words in answer.text
        assert "Say what the city makes of it" not in answer.text

    def test_a_part_of_it_by_htmx(self, read):
        answer = read("/law/crystal?q=leash", **{"HX-Request": "true"})
        assert answer.text.lstrip().startswith('<section id="law"')
        assert "<h1" not in answer.text

    def test_a_day_before_the_text(self, read):
        answer = read("/law/crystal?on=1999-12-31")
        assert answer.status_code == 200
        assert "The lawbook holds nothing for this day" in answer.text

    @pytest.mark.parametrize(
        "asked", ["on=yesterday", "on=2026-02-30", "only=none", "q=" + 201 * "x", "on=%00", "on=2026-11-30T10:00"]
    )
    def test_what_cannot_be_asked_is_said(self, read, asked):
        answer = read(f"/law/crystal?{asked}")
        assert answer.status_code == 422
        assert "There is a problem" in answer.text
        assert "at least 6 months" not in answer.text  # no law is shown for a question that nobody could read
        assert len(answer.data) < 20_000
        part = read(f"/law/crystal?{asked}", **{"HX-Request": "true"})
        assert part.status_code == 422
        assert part.text.lstrip().startswith('<section id="law"')

    @pytest.mark.parametrize(
        "day", ["20260101", "2026-W01-1", "2026-1-5", "\u0662\u0660\u0662\u0666-01-01", "2026-01-01 ", "9" * 5000]
    )
    @pytest.mark.parametrize("address", ["/law/crystal?on=", "/law/crystal/changes?from=", "/law/crystal/changes?to="])
    def test_a_day_is_written_in_one_way(self, read, address, day):
        answer = read(address + day)
        assert answer.status_code == 422
        assert "9" * 11 not in answer.text

    def test_nothing_found(self, read):
        assert "Nothing found" in read("/law/benson?q=zebra").text

    def test_hostile_words_stay_words(self, read):
        for address in ("/law/crystal?q=%3Cscript%3Ealert(1)%3C/script%3E", "/law/crystal?on=%22%3E%3Cimg%20src=x%3E"):
            text = read(address).text
            assert "<script>alert" not in text
            assert "<img" not in text

    def test_no_such_city(self, read):
        for address in ("/law/atlantis", "/law/atlantis/changes", "/law/minnesota", "/law/", "/law/crystal/x"):
            assert read(address).status_code == 404

    def test_changes(self, read):
        text = read("/law/crystal/changes?from=2008-07-31&to=2008-08-01").text
        assert "at least $50,000" in text
        assert "at least $300,000" in text
        assert "since 1 August 2008" in text
        assert text == read("/law/crystal/changes?from=2008-08-01&to=2008-07-31").text.replace(
            'value="2008-08-01"', 'value="@"'
        ).replace('value="2008-07-31"', 'value="2008-08-01"').replace('value="@"', 'value="2008-07-31"')
        assert "Nothing changed" in read("/law/crystal/changes?from=2008-08-01&to=2008-08-02").text
        for address in ("from=x", "to=x", "from=2026-13-01&to=2026-01-01"):
            assert read(f"/law/crystal/changes?{address}").status_code == 422
        for address in ("", "?from=&to=", "?to=0001-01-01", "?from=9999-12-31&to=0001-06-01"):
            assert read(f"/law/benson/changes{address}").status_code == 200

    def test_a_citys_own_host_shows_its_own_law_only(self, settings_of, app_of):
        settings = settings_of(hosts=("tags.crystal.example", "localhost"))
        (settings.instance / "cities.toml").write_text(
            '[crystal]\ntag_hosts = ["tags.crystal.example"]\n[benson]\n', encoding="utf-8"
        )
        ask = app_of(settings).test_client().get
        host = {"Host": "tags.crystal.example"}
        assert ask("/law/crystal", headers=host).status_code == 200
        assert ask("/law/benson", headers=host).status_code == 404
        assert ask("/law/benson/changes", headers=host).status_code == 404
        assert ask("/law/battle_lake").status_code == 404  # not served here
