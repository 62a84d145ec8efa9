"""One element against one fact: every comparison at its edges."""

from datetime import UTC, date, datetime
from decimal import Decimal

import pytest

from fieldapp.rules.elements import MET, OPEN, UNMET, Element, judge, judge_all, of, open_questions, together
from fieldapp.rules.facts import Fact
from fieldapp.rules.limits import Limit

LAW = Limit(Decimal(0), "", "", (), ("X-1",), "Oakmere 5.01", date(2020, 1, 1), "")


def limit(number, unit, comparison):
    return Limit(Decimal(number), unit, comparison, (), ("X-2",), "Oakmere 5.02", date(2020, 1, 1), "")


FEET = limit(3, "feet", "at most")


def status(op, value, *, values=(), against=(), limit=None, **others):
    facts = {"thing": Fact(value)} | {name: Fact(one) for name, one in others.items()}
    return judge(Element("thing", op, values, against, limit, "What thing?"), facts, LAW, "The thing").status


@pytest.mark.parametrize(
    ("op", "value", "more", "expected"),
    [
        ("is", "cat", {"values": ("cat", "dog")}, MET),
        ("is", "hen", {"values": ("cat", "dog")}, UNMET),
        ("is", "hen", {"values": ("cat",), "against": ("hen",)}, UNMET),
        ("is", "emu", {"values": ("cat",), "against": ("hen",)}, OPEN),  # in neither list: nobody has settled it
        ("is", ("bit", "chased"), {"values": ("chased",)}, MET),
        ("is", frozenset({"bit"}), {"values": ("chased",), "against": ("bit",)}, UNMET),
        ("is", False, {"values": (False,)}, MET),
        ("is", True, {"values": (False,)}, UNMET),
        ("is not", "none", {"values": ("none",)}, UNMET),
        ("is not", "tag", {"values": ("none",)}, MET),
        ("within", 3, {"limit": FEET}, MET),
        ("within", "3.01", {"limit": FEET}, UNMET),
        ("within", 17, {"limit": limit(18, "years", "at least")}, UNMET),
        ("within", 18, {"limit": limit(18, "years", "at least")}, MET),
        ("within", "about four", {"limit": FEET}, OPEN),
        ("within", "NaN", {"limit": FEET}, OPEN),
        ("within", 4, {}, OPEN),
        ("by", datetime(1959, 3, 2, tzinfo=UTC), {"values": ("1959-03-03",)}, OPEN),
        ("before", date(2026, 1, 1), {"values": ("other",), "other": date(2026, 1, 2)}, MET),
        ("before", date(2026, 1, 2), {"values": ("other",), "other": date(2026, 1, 2)}, OPEN),  # which hour?
        ("before", date(2026, 1, 3), {"values": ("other",), "other": date(2026, 1, 2)}, UNMET),
        ("before", date(2026, 1, 3), {"values": ("other",)}, OPEN),
        ("outside", 3, {"limit": FEET}, UNMET),
        ("outside", "3.01", {"limit": FEET}, MET),
        ("outside", "about four", {"limit": FEET}, OPEN),
        ("by", date(1959, 3, 2), {"values": ("1959-03-03",)}, MET),
        ("by", date(1959, 3, 3), {"values": ("1959-03-03",)}, MET),
        ("by", date(1959, 3, 4), {"values": ("1959-03-03",)}, UNMET),
        ("by", "1958", {"values": ("1959-03-03",)}, OPEN),
        ("recorded", "985", {}, MET),
        ("recorded", "", {}, OPEN),
    ],
)
def test_a_comparison(op, value, more, expected):
    assert status(op, value, **more) == expected


@pytest.mark.parametrize(("inches", "expected"), [("35.99", MET), ("36", MET), ("36.01", UNMET)])
def test_inches_meet_a_limit_in_feet(inches, expected):
    element = Element("lead_length_inches", "within", (), (), FEET, "How long?")
    assert judge(element, {"lead_length_inches": Fact(inches, "measured")}, LAW, "Lead").status == expected


@pytest.mark.parametrize("how", ["told", "not possible"])
def test_what_is_told_or_not_possible_stays_open(how):
    element = Element("thing", "is", (True,), (), None, "What thing?")
    found = judge(element, {"thing": Fact(True, how, "the neighbor")}, LAW, "The thing")
    assert found.status == OPEN
    assert found.ask == "What thing?"


def test_a_value_that_settles_nothing_is_named_in_the_question():
    element = Element("thing", "is", ("cat",), ("hen",), None, "What species?")
    assert "emu" in judge(element, {"thing": Fact("emu")}, LAW, "Species").ask


@pytest.mark.parametrize(
    ("law", "said"),
    [
        (limit(30000000, "cents", "at least"), "at least $300,000"),
        (limit(1, "years", "at least"), "at least 1 year"),
        (limit("1.50", "inches", "at most"), "at most 1.5 inches"),
        (limit(30, "days", "at most"), "at most 30 days"),
    ],
)
def test_the_limit_is_said(law, said):
    element = Element("thing", "within", (), (), law, "How much?")
    reason = judge(element, {"thing": Fact(1)}, LAW, "Thing").reason
    assert reason.limit == f"Thing: {said}"
    assert reason.clause == "X-2"


@pytest.mark.parametrize(
    ("statuses", "expected"), [((), MET), ((MET,), MET), ((MET, OPEN), OPEN), ((OPEN, UNMET), UNMET)]
)
def test_one_unmet_decides_then_one_open(statuses, expected):
    values = {MET: Fact(True), UNMET: Fact(False), OPEN: Fact(None)}
    facts = {f"f{n}": values[s] for n, s in enumerate(statuses)}
    found = judge_all([Element(name, "is", (True,), (), None, "Same?") for name in facts], facts, LAW, "All")
    assert together(found) == expected
    assert len(of(OPEN, found)) == statuses.count(OPEN)
    assert open_questions(found + found) == (("Same?",) if OPEN in statuses else ())
