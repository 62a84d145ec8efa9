"""One fault of each kind, planted in the law of declared dogs, is reported with file, key and line."""

from datetime import date

import pytest

from fieldapp.lawbook.declared_dogs import charges, hearing_route, notice_parts, requirements, service_law
from fieldapp.lawbook.grounds import exempts, gates, grounds, needed
from fieldapp.lawbook.load import UnusableLaw, load_lawbook
from fieldapp.lawbook.standing import LawNotKnown

CITY = 'kind = "city"\nid = "oakmere"\nname = "Oakmere"\nstate = "minnesota"\ntime_zone = "America/Chicago"\n'
COMMON = 'clause = "O-1"\ncitation = "Oakmere 5.01"\nfrom = 2020-01-01\nlast_checked = 2026-11-30\n'
NEED = '{ fact = "harm", op = "is", value = ["great"], ask = "What injuries?" }'
GROUND = f"""
[[ground]]
key = "dangerous.harm"
action = "declare_dangerous"
title = "Great harm"
force = "shall"
by = ["warden"]
needs = [{NEED}]
{COMMON}"""
EXEMPT = f"""
[[exempt]]
key = "exempt.guard_dog"
title = "Guard dog"
lifts = ["declare_dangerous", "dangerous.harm"]
needs = [{NEED}]
{COMMON}"""
CHARGE = f"""
[[charge]]
key = "declared.loose"
title = "Loose"
observed = ["loose"]
grade = "misdemeanor"
group = "at large"
step_up = [{{ after = 1, of = ["declared.loose"], grade = "gross_misdemeanor", clause = "O-2", citation = "Oak" }}]
{COMMON}"""
HEARING = f"""
[[hearing]]
key = "hearing.dangerous"
matter = "dangerous"
route = "hearing"
heard_by = "mayor"
filed_with = "clerk"
cost_cap = "hearing.cost_cap"
{COMMON}"""
REPEAL = f'[[gate]]\nkey = "gate.quarantine"\nends = true\n{COMMON}'
WHOLE = GROUND + EXEMPT + CHARGE + HEARING
DAY = date(2026, 11, 30)


def book(tmp_path, law):
    (tmp_path / "oakmere").mkdir()
    (tmp_path / "oakmere" / "city.toml").write_text(CITY)
    (tmp_path / "oakmere" / "dogs.toml").write_text(law)
    return load_lawbook(tmp_path)


def test_a_new_city_is_a_folder_over_the_states_floor(tmp_path):
    law = book(tmp_path, WHOLE)
    own = grounds(law, "oakmere", "declare_dangerous", DAY)
    assert [g.key for g in own] == ["dangerous.harm", "dangerous.killed", "dangerous.after_notice"]
    assert own[0].by == ("warden",)
    assert {e.key for e in exempts(law, "oakmere", DAY)} >= {"exempt.guard_dog", "exempt.trespass"}
    assert charges(law, "oakmere", DAY)["declared.loose"].step_up[0].after == 1
    assert hearing_route(law, "oakmere", "dangerous", DAY).cost_cap.number == 100000
    assert "mail" in {way.way for way in service_law(law, "oakmere", "dangerous", DAY).ways}  # the state's ways
    assert notice_parts(law, "oakmere", DAY)
    assert requirements(law, "oakmere", "dangerous", DAY)
    assert len(gates(law, "oakmere", DAY)) == len({g.key for g in gates(law, "oakmere", DAY)})


def test_a_value_that_is_not_in_force_is_named():
    law = load_lawbook(None)
    with pytest.raises(LawNotKnown, match=r"insurance\.least"):
        needed(law, "crystal", "insurance.least", date(1999, 12, 31))


def other(**changed):
    need = NEED
    for name, text in changed.items():
        start = need.index(f"{name} = ")
        end = min(at for at in (need.find(", ", start), need.find(" }", start)) if at > 0)
        need = need[:start] + text + need[end:]
    return GROUND.replace(NEED, need)


@pytest.mark.parametrize(
    ("law", "said"),
    [
        (other(op='op = "about"'), "needs: op 'about' is none of"),
        (other(ask='aks = "What injuries?"'), "needs: ask is missing"),
        (other(ask='ask = "What?", color = "red"'), "needs: color is unknown"),
        (GROUND.replace(NEED, '"harm"'), "needs: is no table"),
        (other(value='value = "great"'), "'is' needs a list"),
        (other(value='value = "value:harm.huge"'), "there is no value 'harm.huge'"),
        (other(value='value = ["a"], against = "value:harm.none"'), "there is no value 'harm.none'"),
        (other(op='op = "within"'), "'within' needs a name"),
        (other(op='op = "within"', value='value = "harm.most"'), "there is no value 'harm.most'"),
        (other(op='op = "before"'), "'before' needs a name"),
        (GROUND.replace('"shall"', '"might"'), "force 'might' is none of"),
        (GROUND.replace('"declare_dangerous"', '"scold"'), "action 'scold' is none of"),
        (EXEMPT, None),
        (EXEMPT.replace('"dangerous.harm"', '"dangerous.hram"'), "lifts: there is no ground 'dangerous.hram'"),
        (CHARGE.replace('of = ["declared.loose"]', 'of = ["declared.lose"]'), "there is no charge 'declared.lose'"),
        (CHARGE.replace("after = 1, ", ""), "step_up: after is missing"),
        (CHARGE.replace("after = 1", 'after = "one"'), "step_up: after has the wrong kind"),
        (HEARING.replace('"hearing.cost_cap"', '"hearing.cap"'), "there is no value 'hearing.cap'"),
        (HEARING.replace("cost_cap", "clock_held"), "there is no clock 'hearing.clock_held'"),
        (REPEAL, "nothing guards quarantine before 'destroy'"),
    ],
)
def test_a_planted_fault_is_named(tmp_path, law, said):
    if said is None:
        assert book(tmp_path, law)
        return
    with pytest.raises(UnusableLaw) as found:
        book(tmp_path, law)
    assert said in str(found.value)
    assert "oakmere/" in str(found.value)


def test_a_fault_names_its_line(tmp_path):
    with pytest.raises(UnusableLaw) as found:
        book(tmp_path, GROUND + EXEMPT.replace('"dangerous.harm"', '"nothing"'))
    assert [(f.key, f.line) for f in found.value.faults] == [("exempt.guard_dog", 17)]
