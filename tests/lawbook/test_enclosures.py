"""One fault of each kind, planted in a checklist, is reported with its place; a sound one is followed."""

from datetime import date

import pytest

from fieldapp.lawbook import enclosures
from fieldapp.lawbook.enclosures import LawNotKnown, enclosure_law
from fieldapp.lawbook.load import UnusableLaw, load_lawbook
from tests.law.oakmere import CHECKS, CITY, TAIL, write_oakmere

FACT = f"""
[[pen_fact]]
key = "double_gate"
type = "yes or no"
prompt = "Double gate"
{TAIL}"""
DAY = date(2026, 1, 1)


def test_a_city_of_its_own_stands_on_its_state(tmp_path):
    law = enclosure_law(load_lawbook(write_oakmere(tmp_path, CHECKS + FACT)), "oakmere", DAY)
    own = ["cover", "cover_opening", "fence_buried", "dogs"]
    assert [check.id for check in law.checks][:4] == own
    assert {check.law.citation for check in law.checks[4:]} == {"Minn. Stat. 347.50, subd. 4"}
    assert {check.id for check in law.checks[4:]} >= {"locked", "escape_proof", "windows_closed"}
    assert law.facts["double_gate"].type == "yes or no"
    assert law.checks[2].law.amount == 18  # a foot and a half


def test_a_city_without_a_checklist_has_its_state_s(tmp_path):
    (tmp_path / "oakmere").mkdir()
    (tmp_path / "oakmere/city.toml").write_text(CITY)
    book = load_lawbook(tmp_path)
    assert {check.law.clause for check in enclosure_law(book, "oakmere", DAY).checks} == {"MN-347.50-4"}
    with pytest.raises(LawNotKnown):
        enclosure_law(book, "oakmere", date(1999, 12, 31))


def test_laws_of_many_days_are_not_all_kept(monkeypatch, tmp_path):
    monkeypatch.setattr(enclosures, "_MOST", 1)
    book = load_lawbook(write_oakmere(tmp_path))
    days = [date(2026, 1, day) for day in range(1, 6)]
    assert len({enclosure_law(book, "oakmere", day) and day for day in days}) == len(days)
    assert len(enclosures._known) <= 3


def test_a_check_may_end(tmp_path):
    ends = f'[[check]]\nkey = "dogs"\nends = true\n{TAIL}'.replace("2020", "2025")
    book = load_lawbook(write_oakmere(tmp_path, CHECKS + ends))
    for day, there in ((date(2024, 12, 31), True), (date(2025, 1, 1), False)):
        assert ("dogs" in {check.id for check in enclosure_law(book, "oakmere", day).checks}) is there


def changed(old, new):
    assert old in CHECKS
    return CHECKS.replace(old, new, 1)


@pytest.mark.parametrize(
    ("text", "key", "said"),
    [
        (changed('key = "cover"', 'key = "The cover"'), "The cover", "small letters"),
        (changed('field = "cover"', 'field = "covr"'), "cover", "there is no pen_fact 'covr'; did you mean 'cover'?"),
        (changed('field = "cover"\n', ""), "cover", "field is missing"),
        (changed('"outdoor_pen"', '"kennel"'), "cover", "'kennel' is none of outdoor_pen, indoors"),
        (changed('"entire", ', '"half", '), "cover", "'half' is no value of cover"),
        (changed('accepted = ["entire", "partial"]\n', ""), "cover", "accepted is missing"),
        (changed('"entire", ', "true, "), "cover", "True is no value of cover"),
        (changed('field = "cover"', 'field = "cover"\nnumber = 2'), "cover", "number has no unit"),
        (changed('"under", value = 72', '"is", value = 72'), "cover", "72 is no value of wall_height_in"),
        (changed('"under", value = 72', '"over", value = "six"'), "cover", "over compares amounts only"),
        (changed('"under", value = 72', '"under", value = true'), "cover", "under compares amounts only"),
        (changed('"under", value', '"beside", value'), "cover", "operator 'beside'"),
        (changed('{ field = "wall_height_in", operator = "under"', '{ field = "wall", operator = "under"'), "cover",
         "there is no pen_fact 'wall'"),
        (changed('field = "locked", ', 'field = "locked", when = 1, '), "cover_opening", "when is unknown"),
        (changed('"is", value = true', '"is", value = "yes"'), "cover_opening", "'yes' is no value of locked"),
        (changed('"is", value = true', '"at least", value = 1'), "cover_opening", "at least compares amounts only"),
        (changed('comparison = "under"\n', ""), "cover_opening", "comparison is missing"),
        (changed('number = 2\nunit = "inches"\n', 'number = 2\n'), "cover_opening", "unit is missing"),
        (changed("number = 2\n", ""), "cover_opening", "either a number or a fact"),
        (changed("number = 2\n", 'number = 2\nagainst = "wall_gauge"\n'), "cover_opening", "either a number or a fact"),
        (changed("number = 2\n", 'against = "cover"\n'), "cover_opening", "against 'cover' is no amount"),
        (changed("number = 2\n", 'against = "heights"\n'), "cover_opening", "there is no pen_fact 'heights'"),
        (changed('field = "cover_opening_in"', 'field = "cover"'), "cover_opening", "field 'cover' is no amount"),
        (changed('number = 1.5\nunit = "feet"', 'number = 2\nunit = "gauge"'), "fence_buried",
         "unit 'gauge' does not go with fence_buried_in"),
        (changed("number = 2\n", "number = 2\nper_animal = true\n"), "cover_opening", "per_animal belongs to a floor"),
        (changed('measure = "amount"\nfield = "cover_opening_in"', 'measure = "floor area"'), "cover_opening",
         "is a number of square feet"),
        (changed('measure = "amount"', 'measure = "guess"'), "cover_opening", "measure 'guess'"),
        (CHECKS + FACT.replace('"yes or no"', '"word"'), "double_gate", "options are the words"),
        (CHECKS + FACT.replace('"yes or no"', '"yes or no"\noptions = ["a"]'), "double_gate", "options are the words"),
        (CHECKS + FACT.replace('"yes or no"', '"word"\noptions = [1]'), "double_gate", "must hold only what is a text"),
        (CHECKS + FACT.replace('"yes or no"', '"amount"'), "double_gate", "unit is missing"),
        (CHECKS + FACT.replace("double_gate", "Double gate"), "Double gate", "small letters"),
        (CHECKS + FACT + FACT.replace('type = "yes or no"', "ends = true").replace("2020", "2025"), "double_gate",
         "does not end"),
    ],
)  # fmt: skip
def test_a_fault_is_named_with_its_place(tmp_path, text, key, said):
    with pytest.raises(UnusableLaw) as found:
        load_lawbook(write_oakmere(tmp_path, text))
    fault = next(fault for fault in found.value.faults if said in fault.text)
    assert (fault.file, fault.key) == ("oakmere/enclosures.toml", key)
    planted = {*text.splitlines()} - {*CHECKS.splitlines()}
    line = text.splitlines()[fault.line - 1]
    name = fault.text.replace(":", " ").split()[0]
    assert line in planted | {"[[check]]", "[[pen_fact]]"} or line.startswith((name, "number", "unit"))
