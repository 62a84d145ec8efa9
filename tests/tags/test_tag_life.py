"""A tag's life on both databases: made, issued, reported, found, replaced; wrong steps are refused with a sentence."""

import datetime as dt
import json
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import update

from fieldapp.media.tag_code import is_well_formed, new_code
from fieldapp.services import tag_stock, tags
from fieldapp.services.tag_stock import TagRefusal, UnknownTag
from fieldapp.services.tags import UnknownAnimal
from fieldapp.tables.db import writing
from fieldapp.tables.tags import Tag

pytestmark = pytest.mark.usefixtures("app_on_both")


def state(tag, city="crystal"):
    now = tag_stock.one(city, tag.id)
    return now.state, now.animal_id


def test_numbers_go_on_by_city_and_year(made, entries):
    first, second = made(count=3), made(count=2)
    assert [t.number for t in first + second] == ["26-00001", "26-00002", "26-00003", "26-00004", "26-00005"]
    assert made(year=2027)[0].number == "27-00001"
    assert made(city="benson")[0].number == "26-00001"
    assert all(is_well_formed(t.code) and t.state == "in_stock" and t.animal is None for t in first)
    actor, action, subject, detail = entries()[0]
    assert (actor, action, subject) == ("cli", "tags_made", "tags:2026")
    assert json.loads(detail) == {"count": 3, "year": 2026, "first": "26-00001", "last": "26-00003"}


def test_a_number_that_is_taken_is_passed_over(made):
    foreign = made(count=1)[0]
    with writing() as connection:
        connection.execute(update(Tag).where(Tag.id == foreign.id).values(number="26-00002", serial=None))
    assert [t.number for t in made(count=2)] == ["26-00001", "26-00003"]


def test_a_code_drawn_twice_is_drawn_again(made, monkeypatch):
    taken = made()[0].code
    fresh = new_code()
    drawn = iter([taken, fresh])
    monkeypatch.setattr(tag_stock, "new_code", lambda: next(drawn))
    assert made()[0].code == fresh


def test_making_gives_up_with_a_sentence_where_every_code_is_taken(made, monkeypatch):
    taken = made()[0].code
    monkeypatch.setattr(tag_stock, "new_code", lambda: taken)
    with pytest.raises(TagRefusal, match="Nothing was made"):
        made()


@pytest.mark.parametrize(("count", "year"), [(0, 2026), (-1, 2026), (10_001, 2026), (1, 26), (1, 1999), (1, 2100)])
def test_a_count_or_year_out_of_range_makes_nothing(made, count, year):
    with pytest.raises(TagRefusal):
        made(count=count, year=year)
    assert tag_stock.stock("crystal") == ()


def test_two_makers_at_once_never_share_a_number(app_on_both, made):
    def one(_):
        with app_on_both.app_context():
            return [t.number for t in made(count=5)]

    with ThreadPoolExecutor(8) as pool:
        numbers = [n for part in pool.map(one, range(8)) for n in part]
    assert sorted(numbers) == [f"26-{n:05}" for n in range(1, 41)]


def test_issue(made, add_animal, entries):
    tag, animal = made()[0], add_animal()
    tags.issue("crystal", tag.id, animal, actor="person:7")
    now = tag_stock.one("crystal", tag.id)
    assert (now.state, now.animal_id, now.animal) == ("issued", animal, "Rex")
    assert now.issued_on == now.since
    actor, action, subject, detail = entries()[-1]
    assert (actor, action, subject) == ("person:7", "tag_issued", f"tag:{tag.id}")
    assert json.loads(detail) == {"animal": animal, "number": "26-00001"}


def test_twenty_at_once_issue_one_tag_and_one_wins(app_on_both, made, add_animal, entries):
    tag = made()[0]
    animals = [add_animal(name=f"Dog {n}") for n in range(20)]

    def one(animal):
        with app_on_both.app_context():
            try:
                tags.issue("crystal", tag.id, animal, actor="cli")
            except TagRefusal as refusal:
                return str(refusal)
            return animal

    with ThreadPoolExecutor(20) as pool:
        answers = list(pool.map(one, animals))
    winners = [a for a in answers if isinstance(a, int)]
    assert len(winners) == 1
    assert set(answers) - set(winners) == {"Tag 26-00001 is issued already, so it cannot be issued."}
    assert state(tag) == ("issued", winners[0])
    assert [e[1] for e in entries()].count("tag_issued") == 1


def test_twenty_tags_at_once_for_one_animal_and_one_wins(app_on_both, made, add_animal):
    animal = add_animal()

    def one(tag):
        with app_on_both.app_context():
            try:
                tags.issue("crystal", tag.id, animal, actor="cli")
            except TagRefusal:
                return 0
            return 1

    with ThreadPoolExecutor(20) as pool:
        assert sum(pool.map(one, made(count=20))) == 1
    assert len(tags.of_animal("crystal", animal)[1]) == 1


def test_an_animal_may_wear_next_years_tag_too(made, add_animal):
    animal = add_animal()
    for year in (2026, 2027):
        tags.issue("crystal", made(year=year)[0].id, animal, actor="cli")
    assert [t.year for t in tags.of_animal("crystal", animal)[1]] == [2027, 2026]
    with pytest.raises(TagRefusal, match=r"Rex wears tag 26-00001 of 2026 already\. If that tag is gone, replace it\."):
        tags.issue("crystal", made()[0].id, animal, actor="cli")


@pytest.mark.parametrize("happening", ["lost", "stolen", "destroyed"])
def test_a_tag_that_is_gone_is_not_issued_again(made, add_animal, happening):
    tag, animal = made()[0], add_animal()
    tags.issue("crystal", tag.id, animal, actor="cli")
    tags.report("crystal", tag.id, happening, actor="cli")
    assert state(tag) == (happening, animal)
    with pytest.raises(TagRefusal, match=f"Tag 26-00001 was reported {happening}, so it cannot be issued"):
        tags.issue("crystal", tag.id, add_animal(name="Ada"), actor="cli")
    with pytest.raises(TagRefusal, match=f"so it cannot be reported {happening}"):
        tags.report("crystal", tag.id, happening, actor="cli")


def test_a_report_can_be_made_more_exact_or_taken_back(made, add_animal, entries):
    tag = made()[0]
    tags.issue("crystal", tag.id, add_animal(), actor="cli")
    for happening in ("lost", "stolen", "found", "destroyed", "found"):
        tags.report("crystal", tag.id, happening, actor="cli")
    assert state(tag)[0] == "issued"
    assert [json.loads(e[3]).get("to") for e in entries()[2:]] == ["lost", "stolen", "issued", "destroyed", "issued"]
    with pytest.raises(TagRefusal, match="is issued already, so it cannot be reported found"):
        tags.report("crystal", tag.id, "found", actor="cli")


def test_a_found_tag_is_refused_while_another_of_that_year_is_worn(made, add_animal):
    old, new = made(count=2)
    animal = add_animal()
    tags.issue("crystal", old.id, animal, actor="cli")
    tags.report("crystal", old.id, "lost", actor="cli")
    tags.issue("crystal", new.id, animal, actor="cli")
    with pytest.raises(TagRefusal, match="wears tag 26-00002 of 2026 already"):
        tags.report("crystal", old.id, "found", actor="cli")


def test_a_tag_in_stock_cannot_be_reported_or_replaced(made):
    tag, other = made(city="benson", count=2)
    with pytest.raises(TagRefusal, match="is in stock: no animal wears it yet, so it cannot be reported lost"):
        tags.report("benson", tag.id, "lost", actor="cli")
    with pytest.raises(TagRefusal, match="is in stock: no animal wears it yet, so it cannot be replaced"):
        tags.replace("benson", tag.id, other.id, happening="lost", actor="cli")
    with pytest.raises(TagRefusal, match="lost, stolen, destroyed or found, not 'eaten'"):
        tags.report("benson", tag.id, "eaten", actor="cli")


def test_replace(made, add_animal, entries):
    old, new = made(count=2)
    animal = add_animal()
    tags.issue("crystal", old.id, animal, actor="cli")
    tags.report("crystal", old.id, "lost", actor="cli")
    tags.replace("crystal", old.id, new.id, proof="receipt", actor="person:3")
    assert state(old) == ("replaced", animal)
    assert state(new) == ("issued", animal)
    detail = json.loads(entries()[-1][3])
    assert detail == {"old": "26-00001", "new": "26-00002", "animal": animal, "happening": "lost", "proof": "receipt"}
    third = made()[0]
    with pytest.raises(TagRefusal, match="Tag 26-00001 was replaced by another tag, so it cannot be replaced"):
        tags.replace("crystal", old.id, third.id, happening="lost", proof="receipt", actor="cli")
    with pytest.raises(TagRefusal, match="was replaced by another tag, so it cannot be reported found"):
        tags.report("crystal", old.id, "found", actor="cli")


@pytest.mark.parametrize(
    ("happening", "proof"),
    [
        ("lost", ""),
        ("lost", "remains surrendered"),
        ("stolen", ""),
        ("destroyed", "receipt"),
        ("destroyed", ""),
        ("", "receipt"),
    ],
)
def test_crystal_asks_for_proof_before_a_duplicate_and_benson_does_not(made, add_animal, happening, proof):
    for city in ("crystal", "benson"):
        old, new = made(city=city, count=2)
        tags.issue(city, old.id, add_animal(city=city), actor="cli")
        if city == "benson" and happening:
            tags.replace(city, old.id, new.id, happening=happening, proof=proof, actor="cli")
            continue
        says = "Crystal 910, Dog tags, subd. 5" if happening else "Say what became of tag 26-00001"
        with pytest.raises(TagRefusal, match=says):
            tags.replace(city, old.id, new.id, happening=happening, proof=proof, actor="cli")
        assert state(old, city)[0] == "issued"
        assert state(new, city)[0] == "in_stock"


@pytest.mark.parametrize(
    ("happening", "proof"),
    [("lost", "receipt"), ("stolen", "receipt and affidavit"), ("destroyed", "remains surrendered")],
)
def test_crystal_takes_the_proof_that_its_text_names(made, add_animal, happening, proof):
    old, new = made(count=2)
    tags.issue("crystal", old.id, add_animal(), actor="cli")
    tags.replace("crystal", old.id, new.id, happening=happening, proof=proof, actor="cli")
    assert state(old)[0] == "replaced"


def test_twenty_at_once_replace_one_tag_and_one_wins(app_on_both, made, add_animal):
    old, *others = made(city="benson", count=21)
    animal = add_animal(city="benson")
    tags.issue("benson", old.id, animal, actor="cli")

    def one(new):
        with app_on_both.app_context():
            try:
                tags.replace("benson", old.id, new.id, happening="lost", actor="cli")
            except TagRefusal:
                return 0
            return 1

    with ThreadPoolExecutor(20) as pool:
        assert sum(pool.map(one, others)) == 1
    assert [t.state for t in tags.of_animal("benson", animal)[1]].count("issued") == 1
    assert sum(y.by_state["in_stock"] for y in tag_stock.stock("benson")) == 19


def test_a_replacement_from_stock_that_is_gone_leaves_the_old_tag_as_it_was(made, add_animal):
    old, taken = made(city="benson", count=2)
    animal = add_animal(city="benson")
    tags.issue("benson", old.id, animal, actor="cli")
    tags.issue("benson", taken.id, add_animal(city="benson", name="Ada"), actor="cli")
    with pytest.raises(TagRefusal, match="Tag 26-00002 is issued already, so it cannot be issued"):
        tags.replace("benson", old.id, taken.id, happening="lost", actor="cli")
    assert state(old, "benson") == ("issued", animal)


def test_a_tag_is_not_replaced_by_one_of_an_earlier_year_or_by_itself(made, add_animal):
    old, earlier = made(city="benson")[0], made(city="benson", year=2025)[0]
    tags.issue("benson", old.id, add_animal(city="benson"), actor="cli")
    with pytest.raises(TagRefusal, match="Tag 25-00001 is of 2025"):
        tags.replace("benson", old.id, earlier.id, happening="lost", actor="cli")
    with pytest.raises(TagRefusal):
        tags.replace("benson", old.id, old.id, happening="lost", actor="cli")
    assert state(old, "benson")[0] == "issued"


def test_only_species_with_tags_and_living_animals_get_one(made, add_animal):
    tag = made()[0]
    with pytest.raises(TagRefusal, match="Crystal has no tags for a pig: only for dog"):
        tags.issue("crystal", tag.id, add_animal(name="Olive", species="pig"), actor="cli")
    with pytest.raises(TagRefusal, match="Rex died on March 3, 2026"):
        tags.issue("crystal", tag.id, add_animal(died_on=dt.date(2026, 3, 3)), actor="cli")
    assert state(tag) == ("in_stock", None)


def test_what_belongs_to_another_city_does_not_exist_here(made, add_animal):
    ours, theirs = made()[0], made(city="benson")[0]
    dog, their_dog = add_animal(), add_animal(city="benson")
    with pytest.raises(UnknownTag):
        tags.issue("crystal", theirs.id, dog, actor="cli")
    with pytest.raises(UnknownAnimal):
        tags.issue("crystal", ours.id, their_dog, actor="cli")
    with pytest.raises(UnknownTag):
        tags.report("crystal", theirs.id, "lost", actor="cli")
    tags.issue("crystal", ours.id, dog, actor="cli")
    with pytest.raises(UnknownTag):
        tags.replace("crystal", ours.id, theirs.id, happening="lost", proof="receipt", actor="cli")
    with pytest.raises(UnknownTag):
        tag_stock.one("crystal", theirs.id)
    with pytest.raises(UnknownAnimal):
        tags.of_animal("crystal", their_dog)
    assert state(theirs, "benson") == ("in_stock", None)


@pytest.mark.parametrize("typed", ["26-00002", " 26-00002 ", "26 00002", "26-OOOO2", "2600002"])
def test_a_tag_is_found_as_people_type_its_number_or_code(made, typed):
    tag = made(count=3)[1]
    assert tag_stock.find("crystal", typed).id == tag.id
    assert tag_stock.find("crystal", tag.code.lower()).id == tag.id


@pytest.mark.parametrize("typed", ["26-00009", "", " ", "-", "' OR 1=1 --", "26-0000%"])
def test_a_number_that_no_tag_has_is_told(made, typed):
    made(count=3)
    with pytest.raises(UnknownTag, match="Crystal has no tag"):
        tag_stock.find("crystal", typed)


def test_the_list_has_bound_tags_first_and_can_be_narrowed(made, add_animal):
    first, second, third = made(count=3)
    made(year=2025, count=1)
    tags.issue("crystal", third.id, add_animal(name=""), actor="cli")
    listed = tag_stock.choose("crystal")
    assert [t.number for t in listed] == ["26-00003", "25-00001", "26-00001", "26-00002"]
    assert listed[0].animal.startswith("dog ")
    assert [t.number for t in tag_stock.choose("crystal", states=["in_stock"], year=2026)] == ["26-00001", "26-00002"]
    assert [t.number for t in tag_stock.choose("crystal", numbers=["2600002", first.code])] == ["26-00001", "26-00002"]
    with pytest.raises(UnknownTag):
        tag_stock.choose("crystal", numbers=["26-00001", "nonesuch"])
    assert second.number == "26-00002"


def test_the_stock_is_counted_by_year_and_state(made, add_animal):
    tags.issue("crystal", made(count=3)[0].id, add_animal(), actor="cli")
    made(year=2025, count=2)
    assert [(y.year, dict(y.by_state)) for y in tag_stock.stock("crystal")] == [
        (2026, {"in_stock": 2, "issued": 1}),
        (2025, {"in_stock": 2}),
    ]
