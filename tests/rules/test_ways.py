"""One way is enough, the always-ways are asked beside it, and a way for another place is no way."""

from itertools import permutations

import pytest

from fieldapp.rules.elements import Element
from fieldapp.rules.facts import Fact
from fieldapp.rules.ways import Way, allowed, offers
from tests.rules.keeping_cases import NO, OPEN, YES, facts, limit


def ask(fact, *values):
    return Element(fact, "is", values or (True,), (), None, f"{fact}?")


def way(key, needs=(), where=(), *, always=False):
    return Way(key, "m", key, tuple(where), tuple(needs), always, "clerk", "", limit(clause=key))


A, B = way("a", [ask("a")]), way("b", [ask("b")])
HERE, THERE = way("here", [ask("a")], [ask("place", "here")]), way("there", [ask("b")], [ask("place", "there")])
ALWAYS = way("always", [ask("c")], always=True)
PLAIN = way("plain")


@pytest.mark.parametrize(
    ("ways", "known", "word", "unasked"),
    [
        ((), {}, None, ()),
        ((A, B), {"a": True}, YES, ()),
        ((A, B), {"a": True, "b": False}, YES, ()),
        ((A, B), {"a": False}, OPEN, ("b?",)),
        ((A, B), {}, OPEN, ("a?", "b?")),
        ((A, B), {"a": False, "b": False}, NO, ()),
        ((A, B), {"a": Fact(True, "told")}, OPEN, ("a?", "b?")),
        ((PLAIN,), {}, YES, ()),
        ((HERE, THERE), {"place": "here", "a": True}, YES, ()),
        ((HERE, THERE), {"place": "here", "b": True, "a": False}, NO, ()),
        ((HERE, THERE), {"place": "elsewhere", "a": True}, None, ()),
        ((HERE, THERE), {"a": True, "b": False}, OPEN, ("place?",)),
        ((HERE,), {"a": False}, OPEN, ("place?",)),
        ((HERE,), {}, OPEN, ("place?", "a?")),
        ((A, ALWAYS), {"a": True}, OPEN, ("c?",)),
        ((A, ALWAYS), {"a": True, "c": True}, YES, ()),
        ((A, ALWAYS), {"a": True, "c": False}, NO, ()),
        ((A, ALWAYS), {"c": False}, NO, ("a?",)),
        ((A, ALWAYS), {"a": False, "c": True}, NO, ()),
        ((ALWAYS,), {"c": True}, YES, ()),
        ((HERE, ALWAYS), {"place": "elsewhere", "c": True}, YES, ()),  # only the always-way is for this case
    ],
)
def test_any_one_way_and_every_always(ways, known, word, unasked):
    words = set()
    for order in permutations(ways):
        answer = allowed("m", order, facts(**known))
        words.add(answer and answer.word)
        assert answer is None or set(answer.unasked) == set(unasked)
    assert words == {word}


def test_the_reasons_say_why_it_is_offered_here_and_why_it_is_closed():
    closed = allowed("m", [HERE], facts(place="here", a=False))
    assert [r.fact for r in closed.reasons_against] == ["place: here (seen)", "a: no (seen)"]
    met = allowed("m", [HERE], facts(place="here", a=True))
    assert [r.fact for r in met.reasons_for] == ["place: here (seen)", "a: yes (seen)"]
    assert {r.clause for r in met.reasons_for} == {"here"}


def test_offers_name_who_decides():
    assert [(o.way.key, o.way.decides, o.answer.word) for o in offers([HERE, THERE, PLAIN], facts(place="there"))] == [
        ("there", "clerk", OPEN), ("plain", "clerk", YES),
    ]  # fmt: skip
