"""The one check of a field note's payload, for phones and for the plain form."""

import copy

import pytest

from fieldapp.services.field_notes import check
from fieldapp.services.field_notes.check import faults, read_note
from fieldapp.services.field_notes.kind import FIELD_NOTE
from fieldapp.services.records.kind import Unusable
from fieldapp.tables.field_notes import ENDED

GOOD = FIELD_NOTE.example()[0]


def changed(**values):
    return {**copy.deepcopy(GOOD), **values}


@pytest.mark.parametrize("payload", FIELD_NOTE.example())
def test_the_examples_are_good(payload):
    assert faults(payload) == {}
    assert read_note(payload).ended == payload["ended"]


@pytest.mark.parametrize("ended", ENDED)
def test_every_end_is_known(ended):
    assert read_note(changed(ended=ended, ended_words="as I say")).ended == ended


def test_texts_are_trimmed_and_lines_are_one_line():
    note = read_note(
        changed(
            words="  two\r\nlines \x00 here ", place_words=" Elm \n  Park ", animal={"tag": " 26-1 ", "words": " a\nb "}
        )
    )
    assert note.words == "two\nlines \ufffd here"
    assert note.place_words == "Elm Park"
    assert (note.tag, note.animal_words) == ("26-1", "a\nb")


def test_half_of_a_pair_cannot_break_the_database():
    assert read_note(changed(words="a\ud800b")).words == "a\ufffdb"


def test_the_time_comes_out_in_utc():
    note = read_note(changed(occurred_at="2026-07-04T23:50:00-05:00"))
    assert note.occurred_at.isoformat() == "2026-07-05T04:50:00+00:00"


WRONG = [
    ("ended", {"ended": "escaped"}),
    ("ended", {"ended": None}),
    ("ended", {"ended": ["other"]}),
    ("ended_words", {"ended": "other", "ended_words": "   "}),
    ("animal", {"animal": "a dog"}),
    ("animal.id", {"animal": {"id": True}}),
    ("animal.id", {"animal": {"id": 0}}),
    ("animal.id", {"animal": {"id": 2**31}}),
    ("animal.id", {"animal": {"id": "7"}}),
    ("animal.tag", {"animal": {"tag": 417}}),
    ("animal.words", {"animal": {"words": "x" * (check.ANIMAL_WORDS + 1)}}),
    ("place_words", {"place_words": None}),
    ("words", {"words": "x" * (check.WORDS + 1)}),
    ("case_number", {"case_number": "x" * (check.CASE_NUMBER + 1)}),
    ("place_by", {"place_by": "guess"}),
    ("occurred_at", {"occurred_at": "2026-11-30T15:04:00"}),
    ("occurred_at", {"occurred_at": "yesterday"}),
    ("occurred_at", {"occurred_at": "0001-01-01T00:00:00+14:00"}),
    ("occurred_at", {"occurred_at": "9999-12-31T23:59:59-14:00"}),
    ("occurred_at", {"occurred_at": 1780000000}),
    ("corrects", {"corrects": "the one before"}),
    ("corrects", {"corrects": 7}),
    ("protection", {"protection": "none"}),
]


@pytest.mark.parametrize(("path", "values"), WRONG)
def test_what_makes_no_sense_is_told_by_its_field(path, values):
    found = faults(changed(**values))
    assert list(found) == [path]
    assert found[path].endswith(".")
    with pytest.raises(Unusable, match=r"\.$"):
        read_note(changed(**values))


@pytest.mark.parametrize(
    ("name", "most"),
    [("ended_words", check.ENDED_WORDS), ("place_words", check.PLACE_WORDS), ("case_number", check.CASE_NUMBER),
     ("words", check.WORDS), ("city_differs", check.CITY_DIFFERS)],
)  # fmt: skip
def test_each_length_is_good_to_its_last_character(name, most):
    assert faults(changed(**{name: "x" * most})) == {}
    assert list(faults(changed(**{name: "x" * (most + 1)}))) == [name]


@pytest.mark.parametrize("payload", [None, [], "text", 7, {}])
def test_what_is_no_note_is_refused_with_a_sentence(payload):
    with pytest.raises(Unusable, match=r"\.$"):
        read_note(payload)


def test_further_fields_of_a_newer_phone_are_passed_over():
    assert faults(changed(weather="rain")) == {}
