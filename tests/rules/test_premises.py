"""Counts on premises: who is counted, who is not, and what a missing age leaves open."""

from datetime import date
from itertools import permutations

import pytest

from fieldapp.lawbook.keeping import headcounts as laws
from fieldapp.rules.premises import KeptAnimal, headcount, headcounts
from tests.rules.keeping_cases import BOOK, NO, OPEN, TODAY, YES, facts

OLD = date(2020, 1, 1)
PRIVATE = {"commercial_kennel": False}


def animals(*species, born=OLD):
    return [KeptAnimal(f"{s} {n}", s, born, born) for n, s in enumerate(species)]


def words(city, kept, known=PRIVATE):
    return {c.headcount.key: c.answer.word for c in headcounts(laws(BOOK, city, TODAY), kept, facts(**known), TODAY)}


@pytest.mark.parametrize(
    ("key", "species", "below", "expected"),
    [
        ("headcount.private_kennel", "cat", 2, (NO, YES, YES)),  # from 3
        ("headcount.most", "dog", 4, (NO, NO, YES)),  # at most 5
        ("headcount.rabbits", "rabbit", 23, (NO, NO, YES)),  # at most 24
        ("headcount.any_rabbit", "rabbit", 0, (NO, YES, YES)),
        ("headcount.pigs", "pot-bellied pig", 0, (NO, NO, YES)),  # one
    ],
)
def test_crystal_just_below_at_and_above(key, species, below, expected):
    found = tuple(words("crystal", animals(*[species] * n))[key] for n in (below, below + 1, below + 2))
    assert found == expected


@pytest.mark.parametrize(("dogs", "expected"), [(1, NO), (2, NO), (3, YES), (4, YES)])
def test_benson_three_dogs_are_a_kennel(dogs, expected):
    assert words("benson", animals(*["dog"] * dogs, "cat", "cat")) == {"headcount.kennel": expected}


def test_battle_lake_has_no_count():
    assert words("battle_lake", animals(*["dog"] * 9)) == {}


def test_crystal_counts_five_species_together_and_no_other():
    mixed = animals("dog", "ferret", "pot-bellied pig")
    assert words("crystal", mixed)["headcount.private_kennel"] == YES
    for other in ("hamster", "fish", "caged bird"):
        assert words("crystal", [*mixed[:2], *animals(other)])["headcount.private_kennel"] == NO


def test_crystal_rabbits_do_not_fill_the_five():
    kept = animals("dog", "dog", "dog", "dog", *["rabbit"] * 10)
    assert words("crystal", kept)["headcount.most"] == NO
    assert words("crystal", kept)["headcount.rabbits"] == NO


@pytest.mark.parametrize(
    ("born", "state"),
    [
        (date(2026, 8, 29), "counted"),  # over three months
        (date(2026, 8, 30), "not counted"),  # three months today
        (date(2026, 8, 31), "not counted"),  # November is shorter: its last day is today
        (date(2026, 9, 1), "not counted"),
    ],
)
def test_the_age_from_which_an_animal_counts(born, state):
    law = next(one for one in laws(BOOK, "crystal", TODAY) if one.key == "headcount.private_kennel")
    found = headcount(law, animals("dog", born=born), facts(**PRIVATE), TODAY)
    assert found.who[0][1] == state


def pup(name="pup", born=date(2026, 10, 1), **more):
    return KeptAnimal(name, "dog", born, born, **more)


@pytest.mark.parametrize(
    ("third", "expected"),
    [
        (pup(litter_here=True), NO),
        (pup(litter_here=False), YES),  # bought: no litter born here
        (pup(), OPEN),
        (pup(born=date(2026, 8, 29), litter_here=True), YES),  # the grace is over
        (pup(born=date(2026, 8, 30), litter_here=True), NO),  # its last day
        (pup(born=None, litter_here=True), OPEN),
        (KeptAnimal("?", "dog", date(2026, 8, 1), date(2026, 9, 30), litter_here=True), OPEN),
        (KeptAnimal("?", ""), OPEN),
    ],
)
def test_benson_a_litter_has_three_months(third, expected):
    assert words("benson", [*animals("dog", "dog"), third])["headcount.kennel"] == expected


def test_a_missing_age_is_open_only_where_it_could_change_the_count():
    unknown = KeptAnimal("stray", "dog")
    assert words("crystal", [*animals("dog"), unknown])["headcount.private_kennel"] == NO
    assert words("crystal", [*animals("dog", "cat"), unknown])["headcount.private_kennel"] == OPEN
    assert words("crystal", [*animals("dog", "cat", "cat"), unknown])["headcount.private_kennel"] == YES


def test_a_count_says_who_was_counted_and_who_not():
    law = next(one for one in laws(BOOK, "crystal", TODAY) if one.key == "headcount.private_kennel")
    kept = [*animals("dog", "cat"), pup("Bean"), KeptAnimal("Ash", "dog"), *animals("hamster")]
    found = headcount(law, kept, facts(**PRIVATE), TODAY)
    assert (found.least, found.most, found.answer.word) == (2, 3, OPEN)
    fact = found.answer.reasons_for[0].fact
    assert fact == "2 counted (counted: cat 1, dog 0; not counted: Bean, hamster 0; open: Ash)"
    assert found.answer.unasked == ("Ash: when was it born?",)
    assert found.answer.reasons_for[0].clause == "C-011"
    assert headcount(law, [], facts(**PRIVATE), TODAY).answer.reasons_against[0].fact == "0 counted"


@pytest.mark.parametrize(
    ("known", "expected"), [({"commercial_kennel": True}, NO), ({"commercial_kennel": False}, YES), ({}, OPEN)]
)
def test_a_commercial_kennel_is_not_a_private_one(known, expected):
    found = words("crystal", animals("dog", "dog", "dog"), known)
    assert found["headcount.private_kennel"] == expected
    assert words("crystal", animals("dog"), known)["headcount.private_kennel"] == NO


def test_the_order_of_animals_changes_nothing():
    kept = [*animals("dog", "rabbit"), pup(), KeptAnimal("Ash", "dog")]
    assert len({tuple(words("crystal", order).items()) for order in permutations(kept)}) == 1
    assert len({tuple(words("benson", order).items()) for order in permutations(kept)}) == 1
