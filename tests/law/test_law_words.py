"""Every piece of law of every kind reads as words: nothing of the program shows through."""

import re
from datetime import date

import pytest

from fieldapp.lawbook.load import load_lawbook
from fieldapp.lawbook.schemas import KINDS
from fieldapp.lawbook.values import Piece
from fieldapp.services.law_words import KINDS as WORDS_OF_KINDS
from fieldapp.services.law_words import TOPICS, in_words, topic_of, topic_title
from fieldapp.services.plain_words import amount, plain, spoken

BOOK = load_lawbook()
PIECES = [p for place in BOOK.places() for keys in place.pieces.values() for dated in keys.values() for p in dated]


def piece(kind="value", key="license.dog.from_age", **fields):
    return Piece(
        kind, key, fields, ("O-1",), "Oak 5", date(2020, 1, 1), date(2026, 11, 30), "", False, "oakmere/x.toml", 1
    )


def told(kind="value", **fields):
    words = in_words(piece(kind, **fields))
    return words.value, {detail.label: detail.lines for detail in words.details}


def test_no_piece_of_the_package_shows_how_it_is_written():
    for one in PIECES:
        if one.ends:
            continue
        words = in_words(one)
        lines = [words.kind, words.title, words.value, *(x for d in words.details for x in (d.label, *d.lines))]
        assert words.title, one.key
        for line in lines:
            assert not re.search(r"_|\{|\[|Decimal|^(True|False|None)$|value:|state:", line), (one.file, one.key, line)
        assert words.title[0].isupper() or not words.title[0].isalpha(), one.key


def test_every_file_of_the_package_has_a_heading():
    assert {topic_of(one) for one in PIECES} <= set(TOPICS)
    assert topic_title("beekeeping_rules") == "Beekeeping rules"


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"number": 6, "unit": "months", "comparison": "at least"}, "at least 6 months"),
        ({"number": 1, "unit": "months", "comparison": "over"}, "over 1 month"),
        ({"number": 1, "unit": "inches"}, "1 inch"),
        ({"number": 1, "unit": "square feet"}, "1 square foot"),
        ({"number": 0, "unit": "months"}, "0 months"),
        ({"number": 30000000, "unit": "cents", "comparison": "at least"}, "at least $300,000"),
        ({"number": 1050, "unit": "cents"}, "$10.50"),
    ],
)
def test_amounts(fields, expected):
    assert amount(fields) == expected


def test_plain_words():
    assert plain(True) == "yes"
    assert plain(["a_b", False, 3]) == "a b, no, 3"
    assert plain("value:harm.huge") == plain("harm.huge") == "harm, huge"
    assert plain("state:hold") == "hold"
    assert plain("Crystal 910.01") == "Crystal 910.01"
    assert spoken("license.dog.from_age") == "License, dog, from age"


def test_a_value_can_hold_everything_at_once():
    assert told(number=3, unit="years", words=["a", "b"], text="As issued.")[0] == "3 years; a, b; As issued."


def test_what_no_text_says_is_said():
    unset = ("Not set: the text names none, and the city has not filled it in",)
    charge = {"title": "Dog at large", "observed": ["Off its premises"], "grade": "misdemeanor", "group": "at large"}
    assert told("charge", **charge)[1]["Fine"] == unset
    assert told("charge", **charge, fine_cents=5000)[1]["Fine"] == ("$50",)
    fee = {"title": "License", "payer": "owner", "per": "year", "set_by": "council"}
    assert told("fee", **fee)[1]["Amount"] == unset
    assert told("fee", **fee, cents=1250)[0] == "$12.50"
    assert "Amount" not in told("fee", **fee, cents=1250)[1]


def test_questions_steps_and_parts():
    need = {"fact": "harm", "op": "is", "value": ["great", "substantial"], "ask": "What injuries?"}
    within = {"fact": "feet", "op": "within", "value": "restraint.leash", "ask": "How long was the leash?"}
    nothing = {"fact": "plan", "op": "recorded", "ask": "What did the chief decide?"}
    needs = told("exempt", title="x", lifts=["seize"], needs=[need, within, nothing])[1]["Needs"]
    assert needs == (
        "What injuries? (great or substantial)",
        "How long was the leash? (within restraint, leash)",
        "What did the chief decide?",
    )
    step = {"after": 1, "of": ["a"], "grade": "gross_misdemeanor", "clause": "O-2", "citation": "Oak 6"}
    charge = {"title": "x", "observed": ["y"], "grade": "misdemeanor", "group": "bite"}
    steps = told("charge", **charge, step_up=[step, {**step, "after": 2, "same_dog": True}])[1]["Step up"]
    assert steps == (
        "After 1 conviction: gross misdemeanor (Oak 6)",
        "After 2 convictions about the same dog: gross misdemeanor (Oak 6)",
    )
    when = {"field": "wall_height_in", "operator": "under", "value": 72, "not_noted": "open"}
    check = {"prompt": "Cover", "how": "Look.", "groups": ["outdoor_pen"], "measure": "answer", "field": "cover"}
    value, details = told("check", **check, accepted=["entire", True], applies_when=[when])
    assert (value, details["Applies when"]) == ("entire or yes", ("wall height in under 72",))
    holds = [{"name": "d", "text": "description"}, {"name": "n", "text": "name", "only_if": [within]}]
    assert told("record", title="x", keeper="pound", holds=holds)[1]["Holds"] == (
        "description", "name (only if: How long was the leash? (within restraint, leash))",
    )  # fmt: skip


def test_a_kind_that_nobody_has_words_for_is_told_field_by_field():
    words = in_words(piece("beehive", "hive.most", number=2, places=["a_b"], deep=[{"a": 1, "b_c": "d"}]))
    assert (words.kind, words.title, words.value) == ("Beehive", "Hive, most", "")
    assert [(d.label, d.lines) for d in words.details] == [
        ("Number", ("2",)), ("Places", ("a b",)), ("Deep", ("a: 1; b c: d",)),
    ]  # fmt: skip


def test_every_kind_of_the_schema_has_its_own_word():
    assert set(WORDS_OF_KINDS) == set(KINDS)


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"month": 7, "day": 4}, "4 July"),
        ({"month": 5, "weekday": "monday", "nth": -1}, "last Monday of May"),
    ],
)
def test_holidays(fields, expected):
    assert told("holiday", name="x", **fields)[0] == expected


def test_clocks():
    clock = {"title": "x", "nature": "owner", "number": 1, "unit": "days", "roll": "both"}
    assert told("clock", **clock, earliest_from=["a_b", "c"])[0] == "1 day from a b or c"
    assert told("clock", **clock, earliest_from=["a", "b"], when_all=True)[0] == "1 day from a and b"
    assert told("clock", **clock, earliest_from=["move"], back=True)[0] == "1 day before move"
    assert told("clock", **clock, earliest_from=["a"])[1]["Nature"] == ("the owner's time",)
