"""Faults of ways, headcounts, repetitions, fees, routes and records, each reported with its place."""

import pytest

from fieldapp.lawbook.load import UnusableLaw, load_lawbook

CITY = 'kind = "city"\nid = "oakmere"\nname = "Oakmere"\nstate = "minnesota"\ntime_zone = "America/Chicago"\n'
TAIL = 'clause = "O-1"\ncitation = "Oakmere 5.01"\nfrom = 2020-01-01\nlast_checked = 2026-11-30\n'
HEADCOUNT = (
    '[[headcount]]\nkey = "k"\ntitle = "Kennel"\neffect = "too many"\ncounted = ["dog"]\nnumber = {number}\n'
    'unit = "dogs"\ncomparison = "{comparison}"\nyoung = "{young}"\n'
)
REPETITION = (
    '[[repetition]]\nkey = "k"\ntitle = "Nuisance"\nnumber = {number}\nunit = "times"\ncomparison = "at least"\n'
    'days = {days}\nof = ["{charge}"]\n'
)
FEE = '[[fee]]\nkey = "k"\ntitle = "Fee"\npayer = "owner"\nper = "once"\nset_by = "council"\n{more}\n'
ROUTE = '[[route]]\nkey = "k"\ntitle = "Citation"\norder = 1\n{more}\n'
RECORD = (
    '[[record]]\nkey = "k"\ntitle = "Record"\nkeeper = "pound"\n'
    'holds = [{{ name = "from", text = "from whom", '
    'only_if = [{{ fact = "age", op = "{op}", value = {value}, ask = "Age?" }}] }}]\n'
)
WAY = (
    '[[way]]\nkey = "k"\nmatter = "{matter}"\ntitle = "Way"\n'
    'needs = [{{ fact = "a", op = "{op}", value = {value}, ask = "A?" }}]\n{more}\n'
)


def faults(tmp_path, text):
    place = tmp_path / "oakmere"
    place.mkdir()
    (place / "city.toml").write_text(CITY, encoding="utf-8")
    (place / "keeping.toml").write_text("# first\n" + text + TAIL, encoding="utf-8")
    try:
        load_lawbook(tmp_path)
    except UnusableLaw as wrong:
        return [(f.file, f.key, f.line, f.text) for f in wrong.faults]
    return []


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            HEADCOUNT.format(number=3, comparison="at least", young="kennel.age"),
            "young: there is no value 'kennel.age'",
        ),
        (HEADCOUNT.format(number=-1, comparison="at least", young=""), "number must be 1 or more"),
        (HEADCOUNT.format(number=3, comparison="under", young=""), "comparison 'under' is none of"),
        (REPETITION.format(number=3, days=60, charge="at_large"), "of: there is no charge 'at_large'"),
        (REPETITION.format(number=-1, days=60, charge="declared.tag"), "number must be 1 or more"),
        (REPETITION.format(number=3, days=-1, charge="declared.tag"), "days must be 1 or more"),
        (FEE.format(more='cap = "fee.cap"'), "cap: there is no value 'fee.cap'"),
        (FEE.format(more="cents = -1"), "cents cannot be less than 0"),
        (ROUTE.format(more='ordinance = "12"'), "ordinance goes with by_ordinance only"),
        (RECORD.format(op="within", value='"record.age"'), "holds: from: there is no value 'record.age'"),
        (WAY.format(matter="restraint", op="outside", value='"leash"', more=""), "needs: a: there is no value 'leash'"),
        (
            WAY.format(matter="restraint", op="by", value='"value:since"', more=""),
            "needs: a: there is no value 'since'",
        ),
        (WAY.format(matter="restraint", op="by", value='"since"', more=""), "'by' needs a list, or value:KEY"),
        (
            WAY.format(matter="restraint", op="is", value="[true]", more='clock = "no_clock"'),
            "there is no clock 'no_clock'",
        ),
        (WAY.format(matter="a new one", op="is", value="[true]", more=""), "matter 'a new one' is none of"),
    ],
)
def test_a_planted_fault_is_named_with_its_place(tmp_path, text, words):
    found = faults(tmp_path, text)
    assert len(found) == 1
    assert found[0][:3] == ("oakmere/keeping.toml", "k", 2)
    assert words in found[0][3]


@pytest.mark.parametrize(
    "text",
    [
        HEADCOUNT.format(number=1, comparison="over", young=""),
        REPETITION.format(number=1, days=1, charge="declared.tag"),
        FEE.format(more='cents = 0\ncap = "registration_fee.cap"'),
        ROUTE.format(more='by_ordinance = true\nordinance = "12"'),
        RECORD.format(op="within", value='"record.names_from_age"'),
        RECORD.format(op="is", value='["dog"]'),
        WAY.format(matter="restraint", op="within", value='"farm.presence_limit"', more="").replace(
            "farm.presence_limit", "muzzle.places"
        ),
    ],
)
def test_a_city_of_its_own_loads(tmp_path, text):
    assert faults(tmp_path, text) == []


def test_a_state_may_name_what_stands_in_its_cities(tmp_path):
    place = tmp_path / "newland"
    place.mkdir()
    (place / "state.toml").write_text('kind = "state"\nid = "newland"\nname = "Newland"\n', encoding="utf-8")
    text = (
        FEE.format(more='cap = "nowhere.cap"')
        + TAIL.replace("O-1", "MN-1")
        + '[[fee]]\nkey = "old"\nends = true\n'
        + TAIL.replace("O-1", "MN-1")
    )
    (place / "fees.toml").write_text(text, encoding="utf-8")
    with pytest.raises(UnusableLaw, match=r"newland/fees\.toml:1: k: cap: there is no value 'nowhere\.cap'"):
        load_lawbook(tmp_path)
