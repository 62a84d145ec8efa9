"""Faults of ways, headcounts, repetitions, fees, routes and records, each reported with its place."""

import pytest

from fieldapp.lawbook.load import UnusableLaw, load_lawbook

CITY = 'kind = "city"\nid = "oakmere"\nname = "Oakmere"\nstate = "minnesota"\ntime_zone = "America/Chicago"\n'
TAIL = 'clause = "O-1"\ncitation = "Oakmere 5.01"\nfrom = 2020-01-01\nlast_checked = 2026-11-30\n'
NAMES = '[facts]\na = "amount"\nage = "amount"\nsince = "day"\n'
HEADCOUNT = (
    '[[headcount]]\nkey = "k"\ntitle = "Kennel"\neffect = "too many"\ncounted = ["dog"]\nnumber = {number}\n'
    'unit = "dogs"\ncomparison = "{comparison}"\n{young}\n'
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
    (place / "names.toml").write_text(NAMES, encoding="utf-8")
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
            HEADCOUNT.format(number=3, comparison="at least", young='young = "kennel.age"'),
            "young: there is no value 'kennel.age'",
        ),
        (HEADCOUNT.format(number=-1, comparison="at least", young=""), "number -1 dogs must be 1 to 1,000"),
        (HEADCOUNT.format(number=3, comparison="under", young=""), "comparison 'under' is none of"),
        (REPETITION.format(number=3, days=60, charge="at_large"), "of: there is no charge 'at_large'"),
        (REPETITION.format(number=-1, days=60, charge="declared.tag"), "number -1 times must be 1 to 100"),
        (REPETITION.format(number=3, days=-1, charge="declared.tag"), "days -1 must be 1 to 3,660"),
        (FEE.format(more='cap = "fee.cap"'), "cap: there is no value 'fee.cap'"),
        (FEE.format(more="cents = -1"), "cents -1 must be 0 to 1,000,000"),
        (ROUTE.format(more='ordinance = "12"'), "ordinance goes with by_ordinance only"),
        (RECORD.format(op="within", value='"record.age"'), "holds: age: there is no value 'record.age'"),
        (WAY.format(matter="restraint", op="outside", value='"leash"', more=""), "needs: a: there is no value 'leash'"),
        (
            WAY.replace('"a"', '"since"').format(matter="restraint", op="by", value='"value:since"', more=""),
            "needs: since: there is no value 'since'",
        ),
        (
            WAY.replace('"a"', '"since"').format(matter="restraint", op="by", value='"since"', more=""),
            "'by' needs a list, or value:KEY",
        ),
        (
            WAY.format(matter="restraint", op="within", value='"muzzle.places"', more='clock = "no_clock"'),
            "there is no clock 'no_clock'",
        ),
        (
            WAY.format(matter="a new one", op="within", value='"muzzle.places"', more=""),
            "matter 'a new one' is none of",
        ),
    ],
)
def test_a_planted_fault_is_named_with_its_place(tmp_path, text, words):
    found = faults(tmp_path, text)
    assert len(found) == 1
    file, key, line, said = found[0]
    assert (file, key) == ("oakmere/keeping.toml", "k")
    assert text.splitlines()[line - 2].startswith(said.replace(":", " ").split()[0])  # a comment stands before it
    assert words in said


@pytest.mark.parametrize(
    "text",
    [
        HEADCOUNT.format(number=1, comparison="over", young=""),
        REPETITION.format(number=1, days=1, charge="declared.tag"),
        FEE.format(more='cents = 0\ncap = "registration_fee.cap"'),
        ROUTE.format(more='by_ordinance = true\nordinance = "12"'),
        RECORD.format(op="within", value='"record.names_from_age"'),
        RECORD.format(op="within", value='"citation.juvenile_age"'),
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
        + FEE.format(more="").replace('"k"', '"old"')
        + TAIL.replace("O-1", "MN-1")
        + '[[fee]]\nkey = "old"\nends = true\n'
        + TAIL.replace("O-1", "MN-1").replace("2020", "2021")
    )
    (place / "fees.toml").write_text(text, encoding="utf-8")
    with pytest.raises(UnusableLaw, match=r"newland/fees\.toml:7: k: cap: there is no value 'nowhere\.cap'"):
        load_lawbook(tmp_path)
